"""Stopwatch: how a task spends its time. Switched by one thread, read by any thread."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Optional

from pyrite.core.clock import Clock


class Spending(Enum):
    """The kinds of time of a task's main loop."""

    BUSY = 0
    IDLE = 1
    BACKPRESSURED = 2


@dataclass(frozen=True)
class _Mark:
    """The times spent up to a moment, and the current kind since then."""

    spent_us: tuple[int, int, int]
    on: Spending
    since_us: int


class Stopwatch:
    """Adds up time by kind, including the current period."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._mark = _Mark((0, 0, 0), Spending.BUSY, clock.monotonic_us())
        self.step_us = clock.monotonic_us()
        """The time at which the main loop began its current step."""

    def switch(self, to: Spending) -> int:
        """Ends the current period and begins another; returns the length of the ended period."""
        before, now_us = self._mark, self._clock.monotonic_us()
        self._mark = _Mark(_spent_until(before, now_us), to, now_us)
        return now_us - before.since_us

    def was_idle(self, us: int) -> None:
        """Reclassifies the last microseconds of the current busy period as idle."""
        busy, idle, backpressured = self._mark.spent_us
        self._mark = _Mark((busy - us, idle + us, backpressured), self._mark.on, self._mark.since_us)

    def busy_since_us(self) -> Optional[int]:
        """The start of the current period, if it is busy."""
        mark = self._mark
        return mark.since_us if mark.on is Spending.BUSY else None

    def spent_us(self) -> tuple[int, int, int]:
        """Microseconds busy, idle and back-pressured."""
        return _spent_until(self._mark, self._clock.monotonic_us())


def _spent_until(mark: _Mark, now_us: int) -> tuple[int, int, int]:
    busy, idle, backpressured = (
        spent + (now_us - mark.since_us if kind is mark.on else 0)
        for kind, spent in zip(Spending, mark.spent_us, strict=True)
    )
    return busy, idle, backpressured
