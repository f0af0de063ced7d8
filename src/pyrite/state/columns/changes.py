"""ColumnChanges: the slots written since some moment, and the keys of freed slots."""

from __future__ import annotations

from typing import Any

import numpy as np

from pyrite.state.columns.slot_index import Slots, grown


class ColumnChanges:
    """A bit for each slot. A key that was removed and added again is in both; its current entry counts."""

    def __init__(self) -> None:
        self.written = np.zeros(1024, bool)
        self.removed: list[Any] = []
        """Arrays of keys, as returned by SlotIndex."""

    def write(self, slots: Slots) -> None:
        self.written = grown(self.written, slots)
        self.written[slots] = True

    def take(self) -> ColumnChanges:
        changes = ColumnChanges()
        changes.written, changes.removed = self.written, self.removed
        self.written, self.removed = np.zeros(len(changes.written), bool), []
        return changes

    def clear(self) -> None:
        self.take()

    def add(self, other: ColumnChanges) -> None:
        self.write(np.flatnonzero(other.written))
        self.removed += other.removed

    def count(self) -> int:
        return int(np.count_nonzero(self.written)) + sum(map(len, self.removed))
