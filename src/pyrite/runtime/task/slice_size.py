"""SliceSize: how many records a task works on at a time."""

from __future__ import annotations

from typing import Final

_BUDGET_US: Final = 10_000
"""How long a slice should take: timers, barriers and messages wait for it."""
_FEWEST: Final = 2
"""With slices of one record only, the cost of a call could not be distinguished from the cost of a record."""
_MOST: Final = 1 << 16
_DECAY: Final = 0.9
_SURPRISE: Final = 4
"""A slice that takes so many times longer than expected starts the fit again."""
_SMALL: Final = 64
"""Blocks smaller than this on average are joined on trial, to learn what a call costs by itself."""


class SliceSize:
    """Learns what a call and what a record cost, by a fading linear fit, and sizes slices to take about 10 ms.

    Where the call is the expensive part, a slice takes up to twice that cost: smaller ones would not be faster.
    """

    def __init__(self) -> None:
        self.records = _FEWEST
        self._forget()

    def _forget(self) -> None:
        self._per_call_us = 0.0
        self._per_record_us = 0.0
        self._weight = self._count = self._time = self._count_squared = self._product = 0.0

    def took(self, count: int, us: int) -> None:
        """A slice of `count` records took so long."""
        if us > _SURPRISE * (self._per_call_us + self._per_record_us * count) + _BUDGET_US:
            self._forget()  # it is another kind of work now, or an accident: the next slices show which
        self._weight = self._weight * _DECAY + 1
        self._count = self._count * _DECAY + count
        self._time = self._time * _DECAY + us
        self._count_squared = self._count_squared * _DECAY + count * count
        self._product = self._product * _DECAY + count * us
        self._fit()
        was_full = count >= self.records // 2
        fitting = self._fitting()
        if fitting < self.records or was_full:
            self.records = max(_FEWEST, min(fitting, self.records * 2))

    @property
    def join_up_to(self) -> int:
        """Blocks that wait are joined up to so many records, so that calls are a small part of the cost."""
        mean = self._count / self._weight if self._weight else 1.0
        wanted = self._ratio() * 4
        if mean < _SMALL:
            wanted = max(wanted, mean * 2)
        return min(self.records, int(wanted) + 1)

    def _fit(self) -> None:
        mean, mean_us = self._count / self._weight, self._time / self._weight
        variance = self._count_squared / self._weight - mean * mean
        if variance > 0.01 * mean * mean:
            covariance = self._product / self._weight - mean * mean_us
            self._per_record_us = max(0.0, covariance / variance)
            self._per_call_us = max(0.0, mean_us - self._per_record_us * mean)
        else:  # slices of one size say nothing about the cost of a call: what is known of it stays
            self._per_call_us = min(self._per_call_us, mean_us)
            self._per_record_us = (mean_us - self._per_call_us) / mean

    def _ratio(self) -> float:
        """How many records cost as much as a call."""
        return min(float(_MOST), self._per_call_us / max(self._per_record_us, 1e-3))

    def _fitting(self) -> int:
        within_budget = (_BUDGET_US - self._per_call_us) / max(self._per_record_us, 1e-3)
        return int(min(float(_MOST), max(within_budget, self._ratio())))
