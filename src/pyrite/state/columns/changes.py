"""ColumnChanges: which slots were written since some moment, and the keys of those that were freed."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyrite.state.columns.slot_index import Slots, grown


class ColumnChanges:
    """A bit for each slot. A key that was removed and came back is in both: what is there now counts."""

    def __init__(self) -> None:
        self.written = np.zeros(1024, bool)
        self.removed: list[Any] = []
        """Arrays of keys, as SlotIndex gives them."""

    def write(self, slots: Slots) -> None:
        self.written = grown(self.written, slots)
        self.written[slots] = True

    def take(self) -> ColumnChanges:
        taken = ColumnChanges()
        taken.written, taken.removed = self.written, self.removed
        self.written, self.removed = np.zeros(len(taken.written), bool), []
        return taken

    def clear(self) -> None:
        self.take()

    def add(self, other: ColumnChanges) -> None:
        self.write(np.flatnonzero(other.written))
        self.removed += other.removed

    def count(self) -> int:
        return int(np.count_nonzero(self.written)) + sum(map(len, self.removed))
