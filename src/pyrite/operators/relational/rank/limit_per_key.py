"""The first rows of each key: in the order of arrival (FirstRows), or the first by event time (FirstRowByTime)."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.values import to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.column_entries import ColumnEntries
from pyrite.operators.relational.keyed.key_columns import KeyColumns, key_kind, row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.passes_per_key import PassesPerKey
from pyrite.operators.relational.keyed.state_layout import key_layout, type_layout
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.window.time_windows import milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.columns.schema import ColumnSchema, Number

_STATE: Final = "rows-seen"


@dataclass(frozen=True)
class FirstRowsSpec(KeyedRelationalSpec):
    """Emits the `start`-th to the `end`-th row of each key, the columns of `partition`."""

    kind = "FirstRows"
    partition: tuple[int, ...]
    start: int
    end: int
    shows_ranks: bool
    input: RowType
    has_kinds: bool
    """Whether the output has a column of change kinds."""
    number: str

    @property
    def keyed_layout(self) -> str:
        return f"{key_layout(self.input, self.partition)}: the number of rows"

    def build(self) -> FirstRowsOperator:
        return FirstRowsOperator(self)


class FirstRowsOperator(KeyedRelationalOperator):
    def __init__(self, spec: FirstRowsSpec) -> None:
        super().__init__(spec.input, spec.partition)
        self._spec = spec

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        spec = self._spec
        ttl_ms = 0 if context.settings.batch else spec.ttl_ms
        types = to_arrow_schema(spec.input).types
        kind = key_kind([types[place] for place in spec.partition])
        self._entry = ColumnSchema((Number(True),), kind, timed=ttl_ms > 0)
        self._counts = ColumnEntries(self.backend.columns(_STATE, self._entry), ttl_ms, context.clock)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        spec = self._spec
        keys = row_keys(block.batch, self.key_names).distinct()
        own = keys.array(self._entry)
        words = self._counts.find_block(own)
        seen = self._entry.number(words, 0)
        is_open = seen < spec.end
        if not is_open.any():
            return
        ranks = _ranks(keys, seen)
        counts = np.minimum(seen + np.bincount(keys.indices, minlength=len(seen)), spec.end)
        seen[:] = counts
        self._counts.put_block(own.filter(pa.array(is_open)), words[is_open])
        places = np.flatnonzero((ranks >= spec.start) & (ranks <= spec.end))
        if len(places):
            self._emit(block.batch.take(pa.array(places)), ranks[places])

    def _emit(self, batch: Any, ranks: Any) -> None:
        if self._spec.shows_ranks:
            field = pa.field(self._spec.number, pa.int64(), nullable=False)
            batch = batch.append_column(field, pa.array(ranks.astype(np.int64)))
        if self._spec.has_kinds:
            batch = batch.append_column(CHANGE_KINDS, pa.array(np.zeros(len(ranks), np.int8)))
        self.output.emit(ColumnBlock(batch))

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._counts.sweep()


def _ranks(keys: KeyColumns, seen: Any) -> Any:
    """Returns the rank of each row among the rows of its key."""
    return PassesPerKey(keys.indices, len(seen)).counted(None, seen)


_WAITING: Final = "waiting-rows"
_EMITTED: Final = "emitted-keys"
_NAMESPACE: Final = 0


@dataclass(frozen=True)
class FirstRowByTimeSpec(KeyedRelationalSpec):
    """Emits the first row of each key, the columns of `partition`, by the event time in the column `time`."""

    kind = "FirstRowByTime"
    partition: tuple[int, ...]
    time: int
    row_type: RowType

    @property
    def keyed_layout(self) -> str:
        row_layout = f"the first row ({type_layout(self.row_type.children)}), then whether it came out"
        return f"{key_layout(self.row_type, self.partition)}: {row_layout}"

    def build(self) -> FirstRowByTimeOperator:
        return FirstRowByTimeOperator(self)


class FirstRowByTimeOperator(KeyedRelationalOperator):
    """The state has rows that wait for the watermark, with their times, and the keys whose row was emitted."""

    def __init__(self, spec: FirstRowByTimeSpec) -> None:
        super().__init__(spec.row_type, spec.partition)
        self._spec = spec
        self._types = spec.row_type.children
        self._watermark_ms = MIN_WATERMARK
        self._due: list[tuple[int, int, StateKey]] = []
        self._number = 0

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._waiting = self.backend.tables(_WAITING)
        self._emitted = self.entries(_EMITTED, 1, self._spec.ttl_ms)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def open(self) -> None:
        self._schema = to_arrow_schema(self._spec.row_type)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        times = milliseconds(rowtime_column(batch, self._spec.time))
        keys = row_keys(batch, self.key_names)
        emitted = self._emitted.load(keys.state_keys)
        is_open = np.array([key not in emitted for key in keys.state_keys])
        is_late = times < self._watermark_ms
        self._late.inc(int(is_late.sum()))
        places = np.flatnonzero(is_open[keys.indices] & ~is_late)
        if len(places):
            self._wait(batch, keys, times, places)

    def _wait(self, batch: Any, keys: KeyColumns, times: Any, places: Any) -> None:
        """Stores the rows at some places if they are the first of their keys so far."""
        table = self._waiting.load(_NAMESPACE, keys.state_keys)
        batch, times = batch.take(pa.array(places)), times[places]
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types)]
        touched: dict[StateKey, None] = {}
        for key, row, time_ms in zip(keys.of_rows(places), zip(*columns, strict=True), times.tolist(), strict=True):
            before = table.get(key)
            if before is None or time_ms < before[0]:
                table[key] = (time_ms, row)
                touched[key] = None
                self._note(time_ms, key)
        self._waiting.touch(_NAMESPACE, touched)

    def _note(self, time_ms: int, key: StateKey) -> None:
        self._number += 1
        heapq.heappush(self._due, (time_ms, self._number, key))

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        due = []
        while self._due and self._due[0][0] <= watermark_ms:
            due.append(heapq.heappop(self._due))
        if due:
            self._emit(due)
        self.output.emit_watermark(watermark_ms)

    def _emit(self, due: Sequence[tuple[int, int, StateKey]]) -> None:
        keys = list(dict.fromkeys(key for _, _, key in due))
        table = self._waiting.load(_NAMESPACE, keys)
        rows = []
        for time_ms, _, key in due:
            entry = table.get(key)
            if entry is not None and entry[0] == time_ms:  # otherwise an earlier row has arrived since
                rows.append(entry[1])
                del table[key]
        self._waiting.touch(_NAMESPACE, keys)
        emitted = self._emitted.load(keys)
        emitted.update((key, (True,)) for key in keys)
        self._emitted.store(keys, emitted)
        if rows:
            self.output.emit(ColumnBlock(batch_of(rows, self._spec.row_type, self._schema)))

    # State ------------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._emitted.sweep()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        for table in self._waiting.chunks(_NAMESPACE):
            for key, (time_ms, _) in table.items():
                self._note(time_ms, key)
