"""SlotReservations: the slots that regions of a job may start in, as long as their tasks are not there yet."""

from __future__ import annotations

import threading


class SlotReservations:
    """Keeps two regions of a job that start at the same time from counting on the same slots.

    Spark refuses a job for good that has too few. A task that runs and has not registered yet counts twice, as in use
    and as reserved: whoever waits then waits for a moment longer.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reserved: dict[int, int] = {}

    def reserve(self, region: int, slots: int, free: int) -> bool:
        """Takes slots for a region, if so many are free beside those that others have taken."""
        with self._lock:
            others = sum(count for other, count in self._reserved.items() if other != region)
            if free - others < slots:
                return False
            self._reserved[region] = slots
            return True

    @property
    def total(self) -> int:
        with self._lock:
            return sum(self._reserved.values())

    def occupy(self, region: int) -> None:
        """A task has registered: Spark counts its slot as in use."""
        with self._lock:
            self._reserved[region] = max(0, self._reserved.get(region, 0) - 1)

    def release(self, region: int) -> None:
        """The region has ended, or has not begun."""
        with self._lock:
            self._reserved.pop(region, None)
