"""TemporalSort: sorts rows by event time as the watermark passes them. Runs in one subtask."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.values import to_values
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.row_order import Row, RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.keyed.state_layout import type_layout
from pyrite.operators.relational.rank.sort import sorted_places
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.window.time_windows import milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_STATE: Final = "rows-by-time"
_LAST: Final = "last-time"


@dataclass(frozen=True)
class TemporalSortSpec(RelationalSpec):
    """Sorts rows by the column `time`, and rows of equal time by `order`. Without `time`, in the order of arrival."""

    kind = "TemporalSort"
    time: Optional[int]
    order: tuple[SortColumn, ...]
    row_type: RowType

    @property
    def keyed_layout(self) -> str:
        return f"by time: the rows ({type_layout(self.row_type.children)})"

    def build(self) -> TemporalSortOperator:
        return TemporalSortOperator(self)


class TemporalSortOperator(KeyedRelationalOperator):
    """A namespace of the state is a time; it holds the rows of the time, in the order of arrival."""

    def __init__(self, spec: TemporalSortSpec) -> None:
        super().__init__(spec.row_type, ())
        self._spec = spec
        self._types = spec.row_type.children
        self._last_ms: Optional[int] = None
        self._times: list[int] = []

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._tables = self.backend.tables(_STATE)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def open(self) -> None:
        self._order = RowOrder(self._spec.order, self._types)
        self._schema = to_arrow_schema(self._spec.row_type)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch, time = block.batch, self._spec.time
        if time is None:
            places = sorted_places(batch, self._spec.order, self._types)
            self.output.emit(ColumnBlock(batch.take(pa.array(places))))
            return
        times = milliseconds(rowtime_column(batch, time))
        if self._last_ms is not None and (times <= self._last_ms).any():
            self._late.inc(int((times <= self._last_ms).sum()))
            places = np.flatnonzero(times > self._last_ms)
            batch, times = batch.take(pa.array(places)), times[places]
        self._keep(batch, times.tolist())

    def _keep(self, batch: Any, times: list[int]) -> None:
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types)]
        by_time: dict[int, list[Row]] = {}
        for time_ms, row in zip(times, zip(*columns, strict=True), strict=True):
            by_time.setdefault(time_ms, []).append(row)
        (key,) = row_keys(batch, ()).state_keys
        for time_ms, rows in by_time.items():
            if time_ms not in self._tables:
                heapq.heappush(self._times, time_ms)
            table = self._tables.load(time_ms, [key])
            table[key] = (*table.get(key, ()), *rows)
            self._tables.touch(time_ms, [key])

    def process_watermark(self, watermark_ms: int) -> None:
        rows: list[Row] = []
        while self._times and self._times[0] <= watermark_ms:
            self._last_ms = heapq.heappop(self._times)
            for table in self._tables.chunks(self._last_ms):
                for same_time in table.values():
                    rows += sorted(same_time, key=self._order.key) if self._spec.order else same_time
            self._tables.drop(self._last_ms)
        if rows:
            self.output.emit(ColumnBlock(batch_of(rows, self._spec.row_type, self._schema)))
        self.output.emit_watermark(watermark_ms)

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        last = [] if self._last_ms is None else [self._last_ms]
        return replace(super().snapshot(checkpoint_id), lists={_LAST: last})

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self._last_ms = max(state.lists.get(_LAST, []), default=None)
        self._times = sorted(self._tables.namespaces())
