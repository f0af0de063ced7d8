"""FirstRowByTime: the first row of each key by event time, when the watermark says that no earlier one comes."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.values import to_values
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.relational.row_keys import RowKeys, row_keys
from pyrite.operators.relational.rows import batch_of
from pyrite.operators.relational.state_layout import key_layout, type_layout
from pyrite.operators.relational.time_windows import milliseconds
from pyrite.operators.relational.timed_entries import TimedEntries

_WAITING: Final = "waiting-rows"
_EMITTED: Final = "emitted-keys"
_NAMESPACE: Final = 0


@dataclass(frozen=True)
class FirstRowByTimeSpec(OperatorSpec):
    """Rows by the columns of `partition`, and their event time in the column `time`."""

    kind = "FirstRowByTime"
    partition: tuple[int, ...]
    time: int
    row_type: RowType
    text: str
    ttl_ms: int = 0
    """How long it is known of a key that its row came out; 0: always."""

    @property
    def description(self) -> str:
        return self.text

    @property
    def keyed_layout(self) -> str:
        kept = f"the first row ({type_layout(self.row_type.children)}), then whether it came out"
        return f"{key_layout(self.row_type, self.partition)}: {kept}"

    def build(self) -> FirstRowByTimeOperator:
        return FirstRowByTimeOperator(self)


class FirstRowByTimeOperator(Operator):
    """In state are the rows that wait for the watermark, with their time, and the keys whose row came out."""

    batch_by_key = False

    def __init__(self, spec: FirstRowByTimeSpec) -> None:
        self._spec = spec
        self._types = spec.row_type.children
        self._key_names = tuple(spec.row_type.names[place] for place in spec.partition)
        self._watermark_ms = MIN_WATERMARK
        self._due: list[tuple[int, int, StateKey]] = []
        self._number = 0

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "FirstRowByTime is keyed"
        self._waiting = context.backend.tables(_WAITING)
        self._emitted = TimedEntries(context.backend.tables(_EMITTED), 1, self._spec.ttl_ms, context.clock)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def open(self) -> None:
        self._schema = to_arrow_schema(self._spec.row_type)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        times = milliseconds(rowtime_column(batch, self._spec.time))
        keys = row_keys(batch, self._key_names)
        emitted = self._emitted.load(keys.state_keys)
        is_open = np.array([key not in emitted for key in keys.state_keys])
        is_late = times < self._watermark_ms
        self._late.inc(int(is_late.sum()))
        places = np.flatnonzero(is_open[keys.indices] & ~is_late)
        if len(places):
            self._wait(batch, keys, times, places)

    def _wait(self, batch: Any, keys: RowKeys, times: Any, places: Any) -> None:
        """Keeps the rows at some places, if they are the first of their keys so far."""
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
            if entry is not None and entry[0] == time_ms:  # else an earlier row came after it was noted
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
