"""Timers: a queue for each time domain, and the service through which a function reaches them."""

from __future__ import annotations

import heapq
import itertools
from typing import Any, Optional

from pyrite.common.block import StateKey
from pyrite.common.clock import Clock
from pyrite.common.functions import TimeDomain, TimerService
from pyrite.common.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.operator import Timer
from pyrite.state.backend import KeyContext

_SLACK = 1000
"""Deleted timers that may lie in the heap besides as many as there are live ones."""


class TimerQueue:
    """Timers of one domain, at most one for each key and time, fired in time order, then as registered."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int, StateKey]] = []
        self._live: set[tuple[StateKey, int]] = set()
        self._sequence = itertools.count()

    def __len__(self) -> int:
        return len(self._live)

    def register(self, key: StateKey, timestamp_ms: int) -> None:
        if (key, timestamp_ms) not in self._live:
            self._live.add((key, timestamp_ms))
            heapq.heappush(self._heap, (timestamp_ms, next(self._sequence), key))

    def delete(self, key: StateKey, timestamp_ms: int) -> None:
        self._live.discard((key, timestamp_ms))
        if len(self._heap) > 2 * len(self._live) + _SLACK:
            self._heap = [entry for entry in self._heap if (entry[2], entry[0]) in self._live]
            heapq.heapify(self._heap)

    def next_ms(self) -> Optional[int]:
        """The time of the first live timer."""
        while self._heap and (self._heap[0][2], self._heap[0][0]) not in self._live:
            heapq.heappop(self._heap)
        return self._heap[0][0] if self._heap else None

    def pop_due(self, until_ms: int) -> Optional[tuple[int, StateKey]]:
        """Takes the first timer at or before `until_ms`."""
        due = self.next_ms()
        if due is None or due > until_ms:
            return None
        timestamp_ms, _, key = heapq.heappop(self._heap)
        self._live.discard((key, timestamp_ms))
        return timestamp_ms, key

    def snapshot(self) -> list[tuple[int, StateKey]]:
        """Live timers in firing order."""
        live = sorted(entry for entry in self._heap if (entry[2], entry[0]) in self._live)
        return list(dict.fromkeys((timestamp_ms, key) for timestamp_ms, _, key in live))

    def clear(self) -> None:
        self._heap.clear()
        self._live.clear()


def as_time(timestamp: Any) -> int:
    """A timer's time: an int of 64 bits; fractions of a millisecond are cut."""
    if type(timestamp) is not int:
        if not isinstance(timestamp, (int, float)):
            raise TypeError(f"a timer's time is a number of milliseconds, not {timestamp!r}")
        timestamp = int(timestamp)
    time_ms: int = timestamp
    if not MIN_WATERMARK <= timestamp <= MAX_WATERMARK:
        raise OverflowError(f"a timer's time is a number of 64 bits, unlike {timestamp}")
    return time_ms


class KeyedTimerService(TimerService):
    """Timers of the current key. While `quiesced`, as batch is when a key's last timers fire, it takes no new ones."""

    def __init__(self, context: KeyContext, clock: Clock) -> None:
        self._context = context
        self._clock = clock
        self.watermark_ms = MIN_WATERMARK
        self.quiesced = False
        self.event_time = TimerQueue()
        self.processing_time = TimerQueue()

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
    """The clocks, without timers: a stream that is not keyed has none."""

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
