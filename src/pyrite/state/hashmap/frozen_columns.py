"""FrozenColumns: state in columns as it was at one moment, taken piece by piece while it changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from pyrite.state.columns.parts import ColumnPart
from pyrite.state.columns.slot_index import Slots


class FrozenColumns:
    """The slots of a bit mask. Whoever writes or frees slots calls `copy` with them first."""

    def __init__(
        self,
        slots: npt.NDArray[np.bool_],
        removed: Sequence[Any],
        part_of: Callable[[Slots], ColumnPart],
        part_without: Callable[[Any], ColumnPart],
    ) -> None:
        """`removed`: arrays of keys that were removed. Some may be there again: `parts` puts what is there after them.

        `part_of` copies the entries of slots, `part_without` makes a part of removed keys.
        """
        self._left = slots
        self._next = 0
        self._part_of = part_of
        self._removed = [part_without(keys) for keys in removed]
        self._copied: list[ColumnPart] = []

    @property
    def is_taken(self) -> bool:
        return self._next >= len(self._left)

    @property
    def parts(self) -> list[ColumnPart]:
        """What was taken. No key has an entry in two of them."""
        return [*self._removed, *self._copied]

    def copy(self, slots: Slots) -> None:
        within = slots[slots < len(self._left)]
        self._take(within[self._left[within]])

    def take(self, most: int) -> None:
        """Looks at so many further slots."""
        begin, self._next = self._next, self._next + most
        self._take(begin + np.flatnonzero(self._left[begin : self._next]))

    def _take(self, slots: Slots) -> None:
        if len(slots):
            self._left[slots] = False
            self._copied.append(self._part_of(slots))
