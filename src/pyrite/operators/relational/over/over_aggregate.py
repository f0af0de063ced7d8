"""OverAggregate by time: emits each row once with aggregates over its frame. State is by key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.clock import Clock
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.failed_values import rowtime_column
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout, type_layout
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.operators.relational.over.bounded_over_frames import HEAD, RangeFrames, RowsFrames
from pyrite.operators.relational.over.over_frames import OverFrames, UnboundedFrames
from pyrite.operators.relational.over.pending_rows import PendingRows
from pyrite.operators.relational.relational_spec import KeyedRelationalSpec
from pyrite.operators.relational.window.time_windows import Times, milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import KeyedStateBackend

_HEADS: Final = "heads"
_FRAMES: Final = "frames"
_PENDING: Final = "pending"


@dataclass(frozen=True)
class OverAggregateSpec(KeyedRelationalSpec):
    """Partitions rows by the columns of `partition`, in the order of time.

    `output` has the input columns, then `calls`.
    """

    kind = "OverAggregate"
    partition: tuple[int, ...]
    time: Optional[int]
    """The column of event time; None: processing time."""
    is_rows: bool
    size: Optional[int]
    """The number of rows or milliseconds from the start of the frame to the current row; None: unbounded."""
    calls: tuple[AggregateCall, ...]
    input: RowType
    output: RowType

    @property
    def keyed_layout(self) -> str:
        frame_layout = calls_layout(self.calls, False)
        if self.size is not None:
            frame_layout = f"those of the last {self.size} {'rows' if self.is_rows else 'ms'}, {frame_layout}"
        rows = f"rows ({type_layout(self.input.children)}) whose time is to come"
        return f"{key_layout(self.input, self.partition)}: {rows}, {frame_layout}"

    def build(self) -> OverAggregateOperator:
        return EventTimeOver(self) if self.time is not None else ProcessingTimeOver(self)


class OverAggregateOperator(KeyedRelationalOperator):
    """The base class for event time and processing time."""

    def __init__(self, spec: OverAggregateSpec) -> None:
        super().__init__(spec.input, spec.partition)
        self._spec = spec

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self.frames = self._make_frames(self.backend, context.clock)
        self.pending = PendingRows(self.backend.tables(_PENDING), self._spec.input, self._spec.partition)

    def _make_frames(self, state: KeyedStateBackend, clock: Clock) -> OverFrames:
        spec = self._spec
        if spec.size is None:
            by_time = spec.time is not None and not spec.is_rows
            return UnboundedFrames(spec.calls, spec.input, spec.partition, by_time, state, spec.ttl_ms, clock)
        ttl_ms = spec.ttl_ms if spec.is_rows else 0  # a range removes keys itself
        heads = TimedEntries(state.tables(_HEADS), HEAD, ttl_ms, clock)
        if spec.is_rows:
            return RowsFrames(spec.calls, spec.input, heads, spec.size + 1)
        return RangeFrames(spec.calls, spec.input, heads, state.tables(_FRAMES), spec.size)

    def open(self) -> None:
        self._schema = to_arrow_schema(self._spec.output)

    def _emit_rows(self, batch: Any, times: Times) -> None:
        """Emits rows that arrive in the order of time, with their results."""
        results = self.frames.add(batch, row_keys(batch, self.key_names), times)
        arrays = [*batch.columns[: len(self._spec.input.fields)], *results]
        self.output.emit(ColumnBlock(pa.record_batch(arrays, schema=self._schema)))

    def _emit_due(self, until_ms: int) -> None:
        due = self.pending.take_due(until_ms)
        if due is not None:
            self._emit_rows(*due)
        self.frames.passed(until_ms)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self.pending.store()
        self.frames.sweep()

    def restore(self, state: OperatorSubtaskState) -> None:
        self.pending.restore()
        self.frames.restore()


class EventTimeOver(OverAggregateOperator):
    """Rows wait for the watermark. Late rows are dropped and counted."""

    def __init__(self, spec: OverAggregateSpec) -> None:
        super().__init__(spec)
        self._watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch, times = block.batch, self._times(block.batch)
        is_late = self.frames.are_late(row_keys(batch, self.key_names), times)
        if is_late.any():
            self._late.inc(int(is_late.sum()))
            batch, times = batch.filter(pa.array(~is_late)), times[~is_late]
        self.pending.add(batch, times)

    def _times(self, batch: Any) -> Times:
        assert self._spec.time is not None
        return milliseconds(rowtime_column(batch, self._spec.time))

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        self._emit_due(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self._watermark_ms = state.watermark_ms
        self.frames.passed(state.watermark_ms)


class ProcessingTimeOver(OverAggregateOperator, HasTimers):
    """Rows arrive in the order of time. For a time range, rows wait until their millisecond has passed."""

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        now_ms = self.context.clock.now_ms()
        times = np.full(len(block), now_ms)
        if self._waits:
            self.frames.are_late(row_keys(block.batch, self.key_names), times)
            self.pending.add(block.batch, times)
        else:
            self._emit_rows(block.batch, times)

    @property
    def _waits(self) -> bool:
        return self._spec.size is not None and not self._spec.is_rows

    def next_timer_ms(self) -> Optional[int]:
        next_ms = self.pending.next_ms()
        return None if next_ms is None else next_ms + 1

    def fire_timers(self, now_ms: int) -> None:
        self._emit_due(now_ms - 1)

    def finish(self) -> None:
        self._emit_due(self.context.clock.now_ms())
