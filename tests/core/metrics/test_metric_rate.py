"""Rate: the growth of a number per second, over the last minute."""

from __future__ import annotations

from pyrite.core.clock import ManualClock
from pyrite.core.metrics.metric_rate import Rate


def test_rate_is_the_growth_since_the_beginning_at_first() -> None:
    clock, count = ManualClock(), [0]
    rate = Rate(lambda: count[0], clock)
    assert rate() == 0
    clock.advance(2000)
    count[0] = 100
    assert rate() == 50


def test_rate_forgets_what_is_older_than_a_minute() -> None:
    clock, count = ManualClock(), [0]
    rate = Rate(lambda: count[0], clock)
    for _ in range(20):
        clock.advance(5000)
        count[0] += 500
        rate()
    for _ in range(12):
        clock.advance(5000)
        last = rate()
    assert last == 0


def test_what_was_there_before_is_not_growth() -> None:
    clock, count = ManualClock(), [1000]
    rate = Rate(lambda: count[0], clock)
    clock.advance(1000)
    count[0] += 7
    assert rate() == 7
