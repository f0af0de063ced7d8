"""Capabilities of operators: what one that declares no more than the capability answers."""

from __future__ import annotations

from pyrite.operators.capabilities import HasTimers, WaitsForEvents


def test_operator_that_waits_for_events_holds_nothing_back_by_itself() -> None:
    """A waiting operator delays the end of the input, a full one all input."""
    operator = WaitsForEvents()
    assert (operator.is_full, operator.is_waiting, operator.on_wake()) == (False, False, 0)


def test_operator_with_timers_has_none_by_itself() -> None:
    operator = HasTimers()
    assert (operator.next_timer_ms(), operator.next_deadline_us()) == (None, None)
    assert (operator.live_timers(), operator.timer_count()) == ([], 0)
