"""Clocks: the steady one does not mind when the machine's time is set."""

from __future__ import annotations

import time

import pytest

from pyrite.core.clock import SteadyClock, SystemClock

HOUR_MS = 3_600_000


@pytest.mark.parametrize("step_ms", [-HOUR_MS, 20_000, HOUR_MS])
def test_steady_clock_runs_on_when_the_machines_time_is_set(monkeypatch: pytest.MonkeyPatch, step_ms: int) -> None:
    clock, real = SteadyClock(), time.time_ns
    before_ms = clock.now_ms()
    assert abs(before_ms - SystemClock().now_ms()) < 1000
    monkeypatch.setattr(time, "time_ns", lambda: real() + step_ms * 1_000_000)
    assert 0 <= clock.now_ms() - before_ms < 1000
    assert abs(SystemClock().now_ms() - before_ms - step_ms) < 1000
