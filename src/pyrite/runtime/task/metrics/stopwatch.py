"""Stopwatch: how a task spends its time. One thread switches it, any thread may read it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Optional

from pyrite.core.clock import Clock


class Spending(Enum):
    """What a task's main loop is doing."""

    BUSY = 0
    IDLE = 1
    BACKPRESSURED = 2


@dataclass(frozen=True)
class _Mark:
    """What was spent up to a moment, and what it is being spent on since."""

    spent_us: tuple[int, int, int]
    on: Spending
    since_us: int


class Stopwatch:
    """Adds up time by what it was spent on, the present stretch included."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._mark = _Mark((0, 0, 0), Spending.BUSY, clock.monotonic_us())
        self.step_us = clock.monotonic_us()
        """When the main loop began the step that is under way."""

    def switch(self, to: Spending) -> int:
        """Ends the present stretch and begins another; returns how long it was."""
        before, now_us = self._mark, self._clock.monotonic_us()
        self._mark = _Mark(_spent_until(before, now_us), to, now_us)
        return now_us - before.since_us

    def was_idle(self, us: int) -> None:
        """The last so many microseconds of the current stretch, counted as busy, were spent waiting."""
        busy, idle, backpressured = self._mark.spent_us
        self._mark = _Mark((busy - us, idle + us, backpressured), self._mark.on, self._mark.since_us)

    def busy_since_us(self) -> Optional[int]:
        """When the present stretch began, if it is a busy one."""
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
