"""Timestamps and watermarks anywhere in a stream, and the combination of several streams' watermarks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.config.options import AUTO_WATERMARK_INTERVAL
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP, as_time_ms
from pyrite.core.time.watermark_strategy import Generated, Marks, WatermarkStrategy, WatermarkTracker
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.output import Output
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState


def assign_timestamps(
    operator: Operator, strategy: WatermarkStrategy, values: list[Any], current: Optional[list[int]]
) -> Optional[list[int]]:
    """The timestamps from the strategy's assigner; without an assigner, the current timestamps."""
    if strategy.ingestion_time:
        return [operator.context.clock.now_ms()] * len(values)
    assigner = strategy.timestamp_assigner
    if assigner is None:
        return current
    extract = assigner.extract_timestamp
    timestamps: list[int] = []
    try:
        timestamps.extend(map(extract, values, repeat(NO_TIMESTAMP) if current is None else current))
        if len(timestamps) != len(values):
            raise RuntimeError("the timestamp assigner raised StopIteration")
    except Exception as error:
        raise_user_error(error, operator.label(), assigner, shorten(values[len(timestamps)]))
    if not set(map(type, timestamps)) <= {int}:
        return as_times(operator, assigner, values, timestamps)
    return timestamps


def as_times(operator: Operator, func: Any, values: list[Any], timestamps: list[Any]) -> list[int]:
    """Converts a function's timestamps to ints; raises for the first invalid one, with its record."""
    times: list[int] = []
    try:
        for timestamp in timestamps:
            times.append(as_time_ms(timestamp, "a timestamp"))
    except (TypeError, OverflowError) as error:
        raise_user_error(error, operator.label(), func, shorten(values[len(times)]))
    return times


def observe(
    operator: Operator, tracker: WatermarkTracker, values: list[Any], timestamps: Optional[list[int]], stamped_by: Any
) -> Marks:
    """Passes records to a tracker; a user's generator also gets records without timestamps.

    The tracker computes the highest timestamp anyway, so timestamps of more than 64 bits are detected there.
    """
    if timestamps is None:
        if not isinstance(tracker, Generated):
            return ()
        timestamps = [NO_TIMESTAMP] * len(values)
    if not values:
        return ()
    try:
        return tracker.observe(values, timestamps)
    except Exception as error:
        if isinstance(error, OverflowError):
            as_times(operator, stamped_by, values, timestamps)
        raise_user_error(error, operator.label(), getattr(tracker, "func", tracker), None)


def periodic(operator: Operator, tracker: WatermarkTracker) -> int:
    try:
        return tracker.current_watermark()
    except Exception as error:
        raise_user_error(error, operator.label(), getattr(tracker, "func", tracker), None)


def emit_marked(output: Output, block: RowBlock, marks: Marks, send: Callable[[int], None]) -> None:
    """Emits a block and the watermarks inside it."""
    start = 0
    for count, watermark_ms in marks:
        output.emit(block.slice(start, count))
        send(watermark_ms)
        start = count
    output.emit(block.slice(start, len(block)) if start else block)


@dataclass(frozen=True)
class TimestampsAndWatermarksSpec(OperatorSpec):
    kind = "TimestampsAndWatermarksOperator"
    strategy: WatermarkStrategy

    @property
    def description(self) -> str:
        return "assign timestamps and watermarks"

    def build(self) -> TimestampsAndWatermarksOperator:
        return TimestampsAndWatermarksOperator(self.strategy)


class TimestampsAndWatermarksOperator(Operator, HasTimers):
    """Assigns new timestamps and sends new watermarks; upstream watermarks are dropped, except the last one."""

    def __init__(self, strategy: WatermarkStrategy) -> None:
        self._strategy = strategy

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._tracker = self._strategy.make_tracker()
        self._sent_ms = MIN_WATERMARK
        self._idle = False
        self._interval_us = context.settings.configuration.get(AUTO_WATERMARK_INTERVAL) * 1000
        self._last_record_us = context.clock.monotonic_us()
        self._next_us = self._last_record_us + self._interval_us

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        timestamps = assign_timestamps(self, self._strategy, block.values, block.timestamps)
        marks = observe(self, self._tracker, block.values, timestamps, self._strategy.timestamp_assigner)
        self._last_record_us = self.context.clock.monotonic_us()
        if self._idle:
            self._idle = False
            self.output.emit_idle(False)
        emit_marked(
            self.output,
            RowBlock(block.values, timestamps, block.keys),
            () if self.context.settings.batch else marks,
            self._send,
        )

    def process_watermark(self, watermark_ms: int) -> None:
        if watermark_ms == MAX_WATERMARK:
            self._send(MAX_WATERMARK)

    def process_idle(self, idle: bool) -> None:
        """Ignores upstream idleness: this operator's strategy decides."""

    def next_deadline_us(self) -> Optional[int]:
        return self._next_us

    def on_deadline(self, now_us: int) -> None:
        if now_us < self._next_us:
            return
        self._next_us = now_us + self._interval_us
        if not self.context.settings.batch:
            self._send(periodic(self, self._tracker))
        timeout_ms = self._strategy.idle_timeout_ms
        quiet = timeout_ms is not None and now_us - self._last_record_us >= timeout_ms * 1000
        if (quiet or self._tracker.idle) and not self._idle:
            self._idle = True
            self.output.emit_idle(True)

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._sent_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self._sent_ms = state.watermark_ms

    def _send(self, watermark_ms: int) -> None:
        if watermark_ms > self._sent_ms:
            self._sent_ms = watermark_ms
            self.output.emit_watermark(watermark_ms)
