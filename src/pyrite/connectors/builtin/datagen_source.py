"""DatagenSource: generates blocks of columns, at full speed or at a limited rate."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from typing import Any, Optional

import numpy as np
import pyarrow as pa

from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.builtin.datagen_columns import ColumnGenerator, RowPlaces, Sequence
from pyrite.connectors.builtin.pace import Pace
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.clock import Clock
from pyrite.core.connector.source import (
    END_OF_INPUT,
    Boundedness,
    EndOfInput,
    Source,
    SourceBlock,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.connector.table import columns_of_split
from pyrite.core.persistence.persisted import persisted

_BURSTS_PER_SECOND = 20
"""Due rows are emitted in blocks: a block of one row would cost as much as a block of a thousand."""


@persisted("datagen-split/1")
@dataclass(frozen=True)
class DatagenSplit:
    """Rows `position` to `rows` - 1 of split number `split` of `of`. `rows` is None for an unbounded split.

    All columns, except times, are functions of the seed and the position, so a restored reader generates the same rows.
    """

    split: int
    of: int
    seed: int
    position: int
    rows: Optional[int]

    @property
    def split_id(self) -> str:
        return f"{self.split}/{self.of}"


class DatagenReader(SourceReader[DatagenSplit]):
    """Generates the rows of its splits, one split after another."""

    def __init__(
        self,
        columns: tuple[ColumnGenerator, ...],
        schema: Any,
        pace: Optional[Pace],
        clock: Clock,
        unread: frozenset[int] = frozenset(),
    ) -> None:
        self._columns = columns
        self._schema = schema
        self._unread = unread
        self._nulls: dict[int, Any] = {}
        """Null columns by index, as long as the largest block so far."""
        self._pace = pace
        self._clock = clock
        self._splits: list[DatagenSplit] = []
        self._complete = False

    def add_splits(self, splits: list[DatagenSplit]) -> None:
        self._splits.extend(split for split in splits if split.rows is None or split.position < split.rows)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[DatagenSplit]:
        return list(self._splits)

    def available_at_ms(self, now_ms: int) -> int:
        return self._pace.next_at_ms(now_ms) if self._pace is not None and self._splits else now_ms

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._splits:
            return END_OF_INPUT if self._complete else None
        split = self._splits.pop(0)
        rows = max_records if self._pace is None else min(max_records, self._pace.due())
        if split.rows is not None:
            rows = min(rows, split.rows - split.position)
        if rows <= 0:
            self._splits.insert(0, split)
            return None
        if self._pace is not None:
            self._pace.emitted(rows)
        block = self._block(split, rows)
        rest = replace(split, position=split.position + rows)
        ended = rest.rows == rest.position
        if not ended:  # an unbounded split must not starve other splits, which the reader has after a rescale
            self._splits.append(rest)
        return columns_of_split(split.split_id, block, ended)

    def _block(self, split: DatagenSplit, rows: int) -> ColumnBlock:
        numbers = np.arange(split.position, split.position + rows, dtype=np.uint64)
        places = RowPlaces(split.seed, split.split, split.of, numbers, self._clock.now_ms())
        arrays = [
            self._null(place, rows) if place in self._unread else column.column(places)
            for place, column in enumerate(self._columns)
        ]
        return ColumnBlock(pa.record_batch(arrays, schema=self._schema))

    def _null(self, place: int, rows: int) -> Any:
        column = self._nulls.get(place)
        if column is None or len(column) < rows:
            column = self._nulls[place] = pa.nulls(rows, self._schema.types[place])
        return column.slice(0, rows)


@dataclass(frozen=True)
class DatagenSource(Source[DatagenSplit]):
    """Generates rows. A new job generates new random values; a restored job continues its own."""

    columns: tuple[ColumnGenerator, ...]
    schema: Any
    rows_per_second: Optional[float] = None
    number_of_rows: Optional[int] = None
    seed: Optional[int] = None
    unread: frozenset[int] = frozenset()
    """Columns that are not generated. They are NULL."""

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED if self._rows_of(0, 1) is not None else Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[DatagenSplit]:
        pace = None
        if self.rows_per_second is not None:
            rate = self.rows_per_second / context.parallelism
            pace = Pace(rate, context.clock, burst=max(1, int(rate / _BURSTS_PER_SECOND)))
        return DatagenReader(self.columns, self.schema, pace, context.clock, self.unread)

    def create_enumerator(self, context: SplitEnumeratorContext[DatagenSplit]) -> SplitEnumerator[DatagenSplit]:
        of = context.current_parallelism()
        seed = secrets.randbits(63) if self.seed is None else self.seed
        splits = [DatagenSplit(split, of, seed, 0, self._rows_of(split, of)) for split in range(of)]
        return StaticSplitEnumerator(context, [None if split.rows == 0 else split for split in splits])

    def restore_enumerator(
        self, context: SplitEnumeratorContext[DatagenSplit], checkpoint: Any
    ) -> SplitEnumerator[DatagenSplit]:
        return StaticSplitEnumerator(context, checkpoint)

    def _rows_of(self, split: int, of: int) -> Optional[int]:
        """The number of rows in a split: the source ends with its shortest sequence."""
        sizes = [column.rows_of(split, of) for column in self.columns if isinstance(column, Sequence)]
        if self.number_of_rows is not None:
            sizes.append(self.number_of_rows // of + (split < self.number_of_rows % of))
        return min(sizes, default=None)
