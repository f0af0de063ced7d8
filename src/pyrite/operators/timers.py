"""Timers: the service through which functions use the timer queues of both time domains."""

from __future__ import annotations

from typing import Any

from pyrite.core.clock import Clock
from pyrite.core.functions.functions import TimeDomain, TimerService
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, as_time_ms
from pyrite.operators.state.operator_subtask_state import Timer
from pyrite.state.backend import KeyedStateBackend

EVENT_TIMERS = "event-time-timers"
PROCESSING_TIMERS = "processing-time-timers"
"""The names of the queues in the backend."""


def as_time(timestamp: Any) -> int:
    """A timer's time as a 64-bit int; fractions of a millisecond are truncated."""
    if type(timestamp) is int and MIN_WATERMARK <= timestamp <= MAX_WATERMARK:
        return timestamp
    return as_time_ms(int(timestamp) if isinstance(timestamp, (int, float)) else timestamp, "a timer's time")


class KeyedTimerService(TimerService):
    """Timers of the current key.

    While `quiesced`, when the last timers of a key fire in batch, new timers are ignored.
    """

    def __init__(self, backend: KeyedStateBackend, clock: Clock) -> None:
        self._context = backend.context
        self._clock = clock
        self.watermark_ms = MIN_WATERMARK
        self.quiesced = False
        self.event_time = backend.timer_queue(EVENT_TIMERS)
        self.processing_time = backend.timer_queue(PROCESSING_TIMERS)

    def current_processing_time(self) -> int:
        return self._clock.now_ms()

    def current_watermark(self) -> int:
        return self.watermark_ms

    def register_processing_time_timer(self, timestamp: int) -> None:
        if not self.quiesced:
            self.processing_time.register(self._context.key, as_time(timestamp))

    def register_event_time_timer(self, timestamp: int) -> None:
        if not self.quiesced:
            self.event_time.register(self._context.key, as_time(timestamp))

    def delete_processing_time_timer(self, timestamp: int) -> None:
        self.processing_time.delete(self._context.key, as_time(timestamp))

    def delete_event_time_timer(self, timestamp: int) -> None:
        self.event_time.delete(self._context.key, as_time(timestamp))

    def snapshot(self) -> list[Timer]:
        queues = ((TimeDomain.EVENT_TIME, self.event_time), (TimeDomain.PROCESSING_TIME, self.processing_time))
        return [Timer(domain, time_ms, key) for domain, queue in queues for time_ms, key in queue.snapshot()]

    def restore(self, timers: list[Timer]) -> None:
        for timer in timers:
            queue = self.event_time if timer.domain is TimeDomain.EVENT_TIME else self.processing_time
            queue.register(timer.key, timer.time_ms)


class UnkeyedTimerService(TimerService):
    """The clocks of a stream that is not keyed, without timers."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.watermark_ms = MIN_WATERMARK

    def current_processing_time(self) -> int:
        return self._clock.now_ms()

    def current_watermark(self) -> int:
        return self.watermark_ms

    def register_processing_time_timer(self, timestamp: int) -> None:
        self._refuse()

    def register_event_time_timer(self, timestamp: int) -> None:
        self._refuse()

    def delete_processing_time_timer(self, timestamp: int) -> None:
        self._refuse()

    def delete_event_time_timer(self, timestamp: int) -> None:
        self._refuse()

    def _refuse(self) -> None:
        raise RuntimeError("timers belong to a key: call key_by() before process()")
