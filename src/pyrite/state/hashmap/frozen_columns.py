"""FrozenColumns: a snapshot of state in columns, taken piece by piece while the state changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pyrite.state.columns.parts import ColumnPart
from pyrite.state.columns.slot_index import Slots


class FrozenColumns:
    """The entries of the slots in a bit mask. `copy` must be called before slots are written or freed."""

    def __init__(
        self,
        slots: npt.NDArray[np.bool_],
        removed: Sequence[Any],
        part_of: Callable[[Slots], ColumnPart],
        part_without: Callable[[Any], ColumnPart],
    ) -> None:
        """`removed`: arrays of removed keys. Some may have been added again: `parts` has these entries after them.

        `part_of` copies the entries of slots, `part_without` creates a part of removed keys.
        """
        self._remaining = slots
        self._next = 0
        self._part_of = part_of
        self._removed = [part_without(keys) for keys in removed]
        self._copied: list[ColumnPart] = []

    @property
    def is_taken(self) -> bool:
        return self._next >= len(self._remaining)

    @property
    def parts(self) -> list[ColumnPart]:
        """The parts taken so far. No key has an entry in two of them."""
        return [*self._removed, *self._copied]

    def copy(self, slots: Slots) -> None:
        within = slots[slots < len(self._remaining)]
        self._take(within[self._remaining[within]])

    def take(self, most: int) -> None:
        """Examines `most` further slots."""
        begin, self._next = self._next, self._next + most
        self._take(begin + np.flatnonzero(self._remaining[begin : self._next]))

    def _take(self, slots: Slots) -> None:
        if len(slots):
            self._remaining[slots] = False
            self._copied.append(self._part_of(slots))
