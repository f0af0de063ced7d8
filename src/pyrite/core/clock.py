"""The clock as an object, so that tests can turn it by hand."""

from __future__ import annotations

import time
from typing import Optional, Protocol


class Clock(Protocol):
    """The time. No other code on the data path reads the system's clock."""

    def now_ms(self) -> int:
        """Milliseconds since the epoch: processing time. The system's clock may be set, forward or back."""
        ...

    def now_us(self) -> int:
        """Microseconds since the epoch."""
        ...

    def monotonic_us(self) -> int:
        """Microseconds that never go back or jump, for durations and deadlines."""
        ...


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        """Milliseconds since the epoch. The clock may be set, forward or back."""
        return time.time_ns() // 1_000_000

    def now_us(self) -> int:
        """Microseconds since the epoch."""
        return time.time_ns() // 1000

    def monotonic_us(self) -> int:
        """Microseconds that never go back or jump, for durations and deadlines."""
        return time.monotonic_ns() // 1000


class SteadyClock:
    """A clock for deadlines: it starts at another clock's time and runs evenly, even if that clock is set."""

    def __init__(self, clock: Optional[Clock] = None) -> None:
        self._clock = clock or SystemClock()
        self._offset_us = self._clock.now_us() - self._clock.monotonic_us()

    def now_ms(self) -> int:
        """Milliseconds since the epoch."""
        return self.now_us() // 1000

    def now_us(self) -> int:
        """Microseconds since the epoch."""
        return self.monotonic_us() + self._offset_us

    def monotonic_us(self) -> int:
        """Microseconds that never go back or jump, for durations and deadlines."""
        return self._clock.monotonic_us()


class ManualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, now_ms: int = 0) -> None:
        self._monotonic_ms = self._now_ms = now_ms

    def now_ms(self) -> int:
        """Milliseconds since the epoch: processing time."""
        return self._now_ms

    def now_us(self) -> int:
        """Microseconds since the epoch."""
        return self._now_ms * 1000

    def monotonic_us(self) -> int:
        """Microseconds that only `advance` moves, for durations and deadlines."""
        return self._monotonic_ms * 1000

    def advance(self, by_ms: int) -> None:
        """Advances the time."""
        self._now_ms += by_ms
        self._monotonic_ms += by_ms

    def step(self, by_ms: int) -> None:
        """Sets the wall clock; the monotonic time stays."""
        self._now_ms += by_ms
