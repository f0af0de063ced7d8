"""SliceSize: how many records a task processes at a time."""

from __future__ import annotations

from typing import Final

_BUDGET_US: Final = 10_000
"""The target duration of a slice: timers, barriers and messages wait for it."""
_FEWEST: Final = 2
"""Slices of single records could not distinguish the cost of a call from the cost of a record."""
_MOST: Final = 1 << 16
_DECAY: Final = 0.9
_SURPRISE: Final = 4
"""A slice that takes this many times longer than expected resets the fit."""
_SMALL: Final = 64
"""If blocks are smaller than this on average, some are joined on trial to learn the cost of a call."""


class SliceSize:
    """Learns the costs of a call and of a record by a fading linear fit, and sizes slices to take about 10 ms.

    If the call dominates, a slice takes up to twice the cost of a call: smaller slices would not be faster.
    """

    def __init__(self) -> None:
        self.records = _FEWEST
        self._forget()

    def _forget(self) -> None:
        self._per_call_us = 0.0
        self._per_record_us = 0.0
        self._weight = self._count = self._time = self._count_squared = self._product = 0.0

    def took(self, count: int, us: int) -> None:
        """Adds the measurement of a slice of `count` records."""
        if us > _SURPRISE * (self._per_call_us + self._per_record_us * count) + _BUDGET_US:
            self._forget()  # a new kind of work, or an outlier: the next slices decide
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
        """The size up to which waiting blocks are joined, so that calls are a small part of the cost."""
        mean = self._count / self._weight if self._weight else 1.0
        target = self._ratio() * 4
        if mean < _SMALL:
            target = max(target, mean * 2)
        return min(self.records, int(target) + 1)

    def _fit(self) -> None:
        mean, mean_us = self._count / self._weight, self._time / self._weight
        variance = self._count_squared / self._weight - mean * mean
        if variance > 0.01 * mean * mean:
            covariance = self._product / self._weight - mean * mean_us
            self._per_record_us = max(0.0, covariance / variance)
            self._per_call_us = max(0.0, mean_us - self._per_record_us * mean)
        else:  # slices of equal size do not reveal the cost of a call, which is kept
            self._per_call_us = min(self._per_call_us, mean_us)
            self._per_record_us = (mean_us - self._per_call_us) / mean

    def _ratio(self) -> float:
        """The number of records that cost as much as a call."""
        return min(float(_MOST), self._per_call_us / max(self._per_record_us, 1e-3))

    def _fitting(self) -> int:
        within_budget = (_BUDGET_US - self._per_call_us) / max(self._per_record_us, 1e-3)
        return int(min(float(_MOST), max(within_budget, self._ratio())))
