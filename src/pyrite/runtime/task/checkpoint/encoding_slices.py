"""EncodingSlices: how much of a snapshot a task encodes between two steps of other work."""

from __future__ import annotations

from typing import Final

_LEAST_US: Final = 2_000
_SHARE: Final = 3
"""A slice takes a third of the time since the previous slice, but at least a minimum."""
_FIRST: Final = 100
_MOST: Final = 1 << 16


class EncodingSlices:
    """Learns the cost of an entry. Slices are short, since records wait for them; a busy task gives them a share."""

    def __init__(self) -> None:
        self._us_per_entry = _LEAST_US / _FIRST

    def entries(self, since_last_us: int) -> int:
        """The number of entries of the next slice, given the time since the last one."""
        budget_us = max(_LEAST_US, since_last_us // _SHARE)
        return max(1, min(_MOST, int(budget_us / self._us_per_entry)))

    def took(self, entries: int, us: int) -> None:
        """Records the duration of a slice."""
        cost = max(us / entries, 0.01)
        self._us_per_entry = max(cost, 0.7 * self._us_per_entry + 0.3 * cost)
