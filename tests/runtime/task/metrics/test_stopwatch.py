"""Stopwatch: time by what it was spent on, the present stretch included."""

from __future__ import annotations

from pyrite.core.clock import ManualClock
from pyrite.runtime.task.metrics.stopwatch import Spending, Stopwatch


def test_time_counts_as_busy_from_the_beginning() -> None:
    clock = ManualClock()
    stopwatch = Stopwatch(clock)
    clock.advance(3)
    assert stopwatch.spent_us() == (3000, 0, 0)


def test_time_counts_for_what_it_was_spent_on() -> None:
    clock = ManualClock()
    stopwatch = Stopwatch(clock)
    for by_ms, following in ((1, Spending.IDLE), (2, Spending.BACKPRESSURED), (4, Spending.BUSY), (8, Spending.IDLE)):
        clock.advance(by_ms)
        assert stopwatch.switch(following) == by_ms * 1000
    clock.advance(16)
    assert stopwatch.spent_us() == (9000, 18_000, 4000)


def test_reading_changes_nothing() -> None:
    clock = ManualClock()
    stopwatch = Stopwatch(clock)
    clock.advance(3)
    stopwatch.spent_us()
    assert stopwatch.switch(Spending.IDLE) == 3000


def test_time_that_was_spent_waiting_counts_as_idle_afterwards() -> None:
    clock = ManualClock()
    stopwatch = Stopwatch(clock)
    clock.advance(10)
    stopwatch.was_idle(7000)
    assert stopwatch.spent_us() == (3000, 7000, 0)
