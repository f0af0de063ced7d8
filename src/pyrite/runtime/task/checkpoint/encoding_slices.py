"""EncodingSlices: how much of a snapshot a task encodes between two steps of its other work."""

from __future__ import annotations

from typing import Final

_LEAST_US: Final = 2_000
_SHARE: Final = 3
"""A slice takes a third of the time of what was done since the one before it, or a little where that was nothing."""
_FIRST: Final = 100
_MOST: Final = 1 << 16


class EncodingSlices:
    """Learns what an entry costs. Records wait for a slice, so it is short; a busy task gives it a share."""

    def __init__(self) -> None:
        self._us_per_entry = _LEAST_US / _FIRST

    def entries(self, since_last_us: int) -> int:
        """How many entries the next slice takes, so long after the last one."""
        budget_us = max(_LEAST_US, since_last_us // _SHARE)
        return max(1, min(_MOST, int(budget_us / self._us_per_entry)))

    def took(self, entries: int, us: int) -> None:
        """A slice of so many entries took so long."""
        cost = max(us / entries, 0.01)
        self._us_per_entry = max(cost, 0.7 * self._us_per_entry + 0.3 * cost)
