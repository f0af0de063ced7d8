"""Timestamps and watermarks anywhere in a stream, and the combination of several streams' watermarks."""

from __future__ import annotations

from typing import Optional

from pyrite.common.block import Block
from pyrite.common.options import AUTO_WATERMARK_INTERVAL
from pyrite.common.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.common.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.operators.operator import Operator, OperatorContext
from pyrite.operators.user_function import raise_user_error, shorten


def assign_timestamps(
    operator: Operator, assigner: Optional[TimestampAssigner], values: list[object], current: Optional[list[int]]
) -> Optional[list[int]]:
    """The timestamps that the strategy's assigner reads; without one, those that are there."""
    if assigner is None:
        return current
    extract = assigner.extract_timestamp
    timestamps: list[int] = []
    try:
        for value, before in zip(values, Block(values, current).timestamps_or_none_marks(), strict=True):
            timestamps.append(extract(value, before))
        if not set(map(type, timestamps)) <= {int}:
            wrong = next(index for index, found in enumerate(timestamps) if type(found) is not int)
            found = timestamps[wrong]
            del timestamps[wrong:]
            raise TypeError(f"a timestamp must be an int (milliseconds), not {found!r}")
    except Exception as error:
        raise_user_error(error, operator.label(), assigner, shorten(values[len(timestamps)]))
    return timestamps


class WatermarkMerge:
    """The watermark of several inputs: the least of those that are not idle. Never goes back."""

    def __init__(self, inputs: object = ()) -> None:
        self._watermarks: dict[object, int] = dict.fromkeys(inputs, MIN_WATERMARK)  # type: ignore[call-overload]
        self._idle: set[object] = set()
        self.watermark_ms = MIN_WATERMARK

    def update(self, source: object, watermark_ms: int) -> Optional[int]:
        """Takes an input's watermark, which ends its idleness; returns the merged one if it moved on."""
        if watermark_ms > self._watermarks.get(source, MIN_WATERMARK - 1):
            self._watermarks[source] = watermark_ms
        self._idle.discard(source)
        return self._moved()

    def set_idle(self, source: object, idle: bool) -> Optional[int]:
        """Marks an input as idle or not; returns the merged watermark if that moved it on."""
        if idle:
            self._watermarks.setdefault(source, MIN_WATERMARK)
            self._idle.add(source)
        else:
            self._idle.discard(source)
        return self._moved()

    def remove(self, source: object) -> Optional[int]:
        self._watermarks.pop(source, None)
        self._idle.discard(source)
        return self._moved() if self._watermarks else None

    @property
    def all_idle(self) -> bool:
        return bool(self._watermarks) and len(self._idle) == len(self._watermarks)

    def _moved(self) -> Optional[int]:
        active = [time for source, time in self._watermarks.items() if source not in self._idle]
        if active and min(active) > self.watermark_ms:
            self.watermark_ms = min(active)
            return self.watermark_ms
        return None


class TimestampsAndWatermarksOperator(Operator):
    """Gives records new timestamps and sends watermarks of its own; those from upstream end here, but for the last."""

    def __init__(self, strategy: WatermarkStrategy) -> None:
        self._strategy = strategy

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._generator = self._strategy.make_generator()
        self._sent_ms = MIN_WATERMARK
        self._idle = False
        self._interval_ms = context.configuration.get(AUTO_WATERMARK_INTERVAL)
        self._last_record_ms = context.clock.now_ms()
        self._next_ms = self._last_record_ms + self._interval_ms

    def process_block(self, block: Block, input_index: int = 0) -> None:
        timestamps = assign_timestamps(self, self._strategy.timestamp_assigner, block.values, block.timestamps)
        if timestamps is not None:
            self._generator.observe(timestamps)
        self._last_record_ms = self.context.clock.now_ms()
        if self._idle:
            self._idle = False
            self.output.emit_idle(False)
        self.output.emit(Block(block.values, timestamps, block.keys))

    def process_watermark(self, watermark_ms: int) -> None:
        if watermark_ms == MAX_WATERMARK:
            self._send(MAX_WATERMARK)

    def process_idle(self, idle: bool) -> None:
        """Upstream's idleness says nothing here: this operator's own strategy decides."""

    def next_timer_ms(self) -> Optional[int]:
        return self._next_ms

    def fire_timers(self, now_ms: int) -> None:
        if now_ms < self._next_ms:
            return
        self._next_ms = now_ms + self._interval_ms
        if not self.context.batch:
            self._send(self._generator.current_watermark())
        timeout_ms = self._strategy.idle_timeout_ms
        if timeout_ms is not None and not self._idle and now_ms - self._last_record_ms >= timeout_ms:
            self._idle = True
            self.output.emit_idle(True)

    def _send(self, watermark_ms: int) -> None:
        if watermark_ms > self._sent_ms:
            self._sent_ms = watermark_ms
            self.output.emit_watermark(watermark_ms)
