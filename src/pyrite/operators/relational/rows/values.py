"""Values: a source of constant rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
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
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.relational.rows.rows import batch_of


@persisted("values-split/1")
@dataclass(frozen=True)
class ValuesSplit:
    """All rows from a position on."""

    position: int = 0

    @property
    def split_id(self) -> str:
        return "values"


class BatchSource(Source[ValuesSplit]):
    """Emits the rows of one record batch once, from one reader."""

    def batch(self) -> Any:
        """Returns the rows as a record batch."""
        raise NotImplementedError

    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> ValuesReader:
        return ValuesReader(self)

    def create_enumerator(self, context: SplitEnumeratorContext[ValuesSplit]) -> ValuesEnumerator:
        return ValuesEnumerator(context, False)

    def restore_enumerator(self, context: SplitEnumeratorContext[ValuesSplit], checkpoint: Any) -> ValuesEnumerator:
        return ValuesEnumerator(context, checkpoint)


@dataclass(frozen=True)
class ValuesSource(BatchSource):
    """Emits rows of constants."""

    rows: tuple[tuple[Any, ...], ...]
    row_type: RowType

    def batch(self) -> Any:
        return batch_of(list(self.rows), self.row_type, to_arrow_schema(self.row_type))


@dataclass(frozen=True)
class ArrowSource(BatchSource):
    """Emits the rows of an Arrow table in the program."""

    table: Any

    def batch(self) -> Any:
        batches = self.table.combine_chunks().to_batches()
        return batches[0] if batches else pa.RecordBatch.from_pylist([], schema=self.table.schema)


class ValuesReader(SourceReader[ValuesSplit]):
    def __init__(self, source: BatchSource) -> None:
        self._source = source
        self._splits: list[ValuesSplit] = []

    def open(self) -> None:
        self._batch = self._source.batch()

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if not self._splits:
            return END_OF_INPUT
        start = self._splits[0].position
        stop = min(start + max_records, self._batch.num_rows)
        self._splits = [ValuesSplit(stop)] if stop < self._batch.num_rows else []
        return columns_of_split("values", ColumnBlock(self._batch).slice(start, stop), not self._splits)

    def add_splits(self, splits: list[ValuesSplit]) -> None:
        self._splits = splits

    def notify_no_more_splits(self) -> None:
        pass

    def snapshot_state(self, checkpoint_id: int) -> list[ValuesSplit]:
        return self._splits


class ValuesEnumerator(SplitEnumerator[ValuesSplit]):
    """Assigns the only split to the first reader."""

    def __init__(self, context: SplitEnumeratorContext[ValuesSplit], is_assigned: bool) -> None:
        self._context = context
        self._is_assigned = is_assigned

    def add_reader(self, subtask: int) -> None:
        if not self._is_assigned:
            self._is_assigned = True
            self._context.assign_splits(subtask, [ValuesSplit()])
        self._context.signal_no_more_splits(subtask)

    def snapshot_state(self, checkpoint_id: int) -> bool:
        return self._is_assigned
