"""Pace: limits the rate of a source."""

from __future__ import annotations

from typing import Optional

from pyrite.core.clock import Clock


class Pace:
    """Computes how many records are due, at a given rate since the first call.

    Records are due in bursts. The first burst is due immediately, the next one when all its records are.
    """

    def __init__(self, records_per_second: float, clock: Clock, burst: int = 1) -> None:
        self._rate = records_per_second
        self._burst = burst
        self._clock = clock
        self._begun_us: Optional[int] = None
        self._emitted = 0

    def due(self) -> int:
        now_us = self._clock.monotonic_us()
        if self._begun_us is None:
            self._begun_us = now_us
        bursts = int((now_us - self._begun_us) * self._rate / (self._burst * 1_000_000)) + 1
        return bursts * self._burst - self._emitted

    def emitted(self, records: int) -> None:
        self._emitted += records

    def next_at_ms(self, now_ms: int) -> int:
        if self.due() > 0:
            return now_ms
        assert self._begun_us is not None
        next_us = self._begun_us + int(self._emitted * 1_000_000 / self._rate)
        return now_ms + max(1, -(-(next_us - self._clock.monotonic_us()) // 1000))
