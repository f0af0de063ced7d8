"""The clock as an object, so that tests can turn it by hand."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """Tells the time. Nothing else in Pyrite reads the system's clock on the data path."""

    def now_ms(self) -> int:
        """Milliseconds since the epoch: processing time."""
        ...

    def now_us(self) -> int:
        """Microseconds since the epoch."""
        ...

    def monotonic_us(self) -> int:
        """Microseconds that never go back, for durations."""
        ...


class SystemClock:
    """The machine's clock."""

    def now_ms(self) -> int:
        return time.time_ns() // 1_000_000

    def now_us(self) -> int:
        return time.time_ns() // 1000

    def monotonic_us(self) -> int:
        return time.monotonic_ns() // 1000


class SteadyClock(SystemClock):
    """A clock for deadlines: it begins with the machine's time, and runs on evenly however that is set meanwhile."""

    def __init__(self) -> None:
        self._offset_us = super().now_us() - self.monotonic_us()

    def now_ms(self) -> int:
        return self.now_us() // 1000

    def now_us(self) -> int:
        return self.monotonic_us() + self._offset_us


class ManualClock:
    """A clock that stands still until a test moves it."""

    def __init__(self, now_ms: int = 0) -> None:
        self._now_ms = now_ms

    def now_ms(self) -> int:
        return self._now_ms

    def now_us(self) -> int:
        return self._now_ms * 1000

    def monotonic_us(self) -> int:
        return self._now_ms * 1000

    def advance(self, by_ms: int) -> None:
        self._now_ms += by_ms
