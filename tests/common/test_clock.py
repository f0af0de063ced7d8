"""Clocks: the system's, and one that a test moves."""

from __future__ import annotations

from pyrite.common.clock import ManualClock, SystemClock


def test_manual_clock_stands_still_until_it_is_moved() -> None:
    clock = ManualClock(1000)
    clock.advance(5)
    assert (clock.now_ms(), clock.now_us(), clock.monotonic_us()) == (1005, 1_005_000, 1_005_000)


def test_system_clock_tells_the_same_time_in_all_units() -> None:
    clock = SystemClock()
    before_ms = clock.now_ms()
    assert before_ms <= clock.now_us() // 1000 <= clock.now_ms()


def test_system_clock_never_goes_back() -> None:
    clock = SystemClock()
    assert clock.monotonic_us() <= clock.monotonic_us()
