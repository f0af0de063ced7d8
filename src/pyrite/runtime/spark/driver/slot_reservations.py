"""SlotReservations: the slots reserved for regions of a job whose tasks have not registered yet."""

from __future__ import annotations

import threading


class SlotReservations:
    """Prevents that two regions of a job that start at the same time count on the same slots.

    Spark permanently refuses a job that has too few slots. A running task that has not registered yet counts twice, as
    in use and as reserved, which only makes other regions wait a little longer.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reserved: dict[int, int] = {}

    def reserve(self, region: int, slots: int, free: int) -> bool:
        """Reserves slots for a region, if enough are free besides the reservations of other regions."""
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
        """The region has ended, or failed to start."""
        with self._lock:
            self._reserved.pop(region, None)
