"""SlotIndex: which slot each key has. Whole blocks of keys are looked up at once, by a hash table of numpy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.state.columns.schema import Array

Slots = npt.NDArray[np.int64]
Hashes = npt.NDArray[np.uint64]
Block = TypeVar("Block")
"""The keys of a block, as an index looks at them."""
NO_SLOT: Final = -1
_EMPTY: Final = -1
_LEFT: Final = -2
"""A cell whose key was removed: a search goes on after it."""
_FEWEST_CELLS: Final = 1024
FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)


class SlotIndex(ABC, Generic[Block]):
    """From keys to slots and back. Keys are arrays of Arrow, in which each key is once; NULL is one, too.

    Cells hold slots, at most every second one. A search begins at the cell that the key's hash says; its n-th step goes
    n cells on. All keys of a block take a step at a time.
    """

    def __init__(self) -> None:
        self._cells = np.full(_FEWEST_CELLS, _EMPTY, np.int32)
        self._used = 0
        """Keys that were added since the table was built: no more cells are not empty."""
        self._null = NO_SLOT
        """The slot of NULL, which is in no cell."""

    def find(self, keys: Any) -> Slots:
        """The slot of each key, NO_SLOT where there is none."""
        slots = self._search(self.block(keys))
        if keys.null_count:
            slots[_null_place(keys)] = self._null
        return slots

    def add(self, keys: Any, slots: Slots) -> None:
        """Keys that have no slot get these."""
        if keys.null_count:
            place = _null_place(keys)
            self._null = int(slots[place])
            keys, slots = keys.drop_null(), np.delete(slots, place)
        if not len(slots):
            return
        self.store(self.block(keys), slots)
        if 2 * (self._used + len(slots)) > len(self._cells):
            self._rebuild(len(slots))
        self._insert(slots)

    def remove(self, slots: Slots) -> None:
        if self._null != NO_SLOT and (slots == self._null).any():
            slots, self._null = slots[slots != self._null], NO_SLOT
        self._cells[self._cells_of(slots)] = _LEFT
        self.forget(slots)

    def keys(self, slots: Slots) -> Any:
        """The keys of slots."""
        null = slots == self._null if self._null != NO_SLOT else None
        return self.stored(slots, None if null is None or not null.any() else null)

    # Keys -------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def block(self, keys: Any) -> Block:
        """Keys to look up; what stands for NULL does not matter."""

    @abstractmethod
    def hashes(self, block: Block) -> Hashes: ...

    @abstractmethod
    def are(self, slots: Slots, block: Block, places: Any) -> Array:
        """Whether slots, which may be below zero, have the keys at some places of a block."""

    @abstractmethod
    def store(self, block: Block, slots: Slots) -> None:
        """Keeps the keys of slots."""

    @abstractmethod
    def forget(self, slots: Slots) -> None:
        """The keys of slots are gone."""

    @abstractmethod
    def slot_hashes(self, slots: Slots) -> Hashes: ...

    @abstractmethod
    def stored(self, slots: Slots, null: Any) -> Any:
        """The keys of slots, as Arrow; NULL where `null` says so."""

    # Cells ------------------------------------------------------------------------------------------------------------

    def _first_cells(self, hashes: Hashes) -> Slots:
        shift = np.uint64(64 - (len(self._cells).bit_length() - 1))
        return (hashes >> shift).astype(np.int64)

    def _search(self, block: Block) -> Slots:
        cells = self._first_cells(self.hashes(block))
        slots = self._cells.take(cells).astype(np.int64)
        left = np.flatnonzero((slots != _EMPTY) & ~self.are(slots, block, slice(None)))
        step, mask = 0, len(self._cells) - 1
        while len(left):
            step += 1
            cells[left] = (cells[left] + step) & mask
            met = self._cells.take(cells[left]).astype(np.int64)
            slots[left] = met
            left = left[(met != _EMPTY) & ~self.are(met, block, left)]
        return slots

    def _cells_of(self, slots: Slots) -> Slots:
        """The cells that hold slots."""
        cells = self._first_cells(self.slot_hashes(slots))
        left = np.flatnonzero(self._cells.take(cells) != slots)
        step, mask = 0, len(self._cells) - 1
        while len(left):
            step += 1
            cells[left] = (cells[left] + step) & mask
            left = left[self._cells.take(cells[left]) != slots[left]]
        return cells

    def _insert(self, slots: Slots) -> None:
        """Every slot takes the first free cell of its key's search. Of several that want one, the last gets it."""
        self._used += len(slots)
        cells = self._first_cells(self.slot_hashes(slots))
        left = np.arange(len(slots))
        step, mask = 0, len(self._cells) - 1
        while len(left):
            content = self._cells.take(cells[left])
            free = left[content < 0]
            self._cells[cells[free]] = slots[free]
            lost = free[self._cells.take(cells[free]) != slots[free]]
            left = np.concatenate((left[content >= 0], lost))
            step += 1
            cells[left] = (cells[left] + step) & mask

    def _rebuild(self, more: int) -> None:
        """Without the cells of keys that were removed, and large enough for more."""
        own = self._cells[self._cells >= 0].astype(np.int64)
        size = _FEWEST_CELLS
        while size < 3 * (len(own) + more):
            size *= 2
        self._cells = np.full(size, _EMPTY, np.int32)
        self._used = 0
        self._insert(own)


class NumberIndex(SlotIndex[npt.NDArray[np.int64]]):
    """Keys that are whole numbers."""

    def __init__(self) -> None:
        super().__init__()
        self._values = np.zeros(_FEWEST_CELLS, np.int64)

    def block(self, keys: Any) -> npt.NDArray[np.int64]:
        values: npt.NDArray[np.int64] = (keys.fill_null(0) if keys.null_count else keys).to_numpy(zero_copy_only=False)
        return values

    def hashes(self, block: npt.NDArray[np.int64]) -> Hashes:
        bits = block.view(np.uint64)
        hashes: Hashes = (bits ^ (bits >> np.uint64(32))) * FACTOR
        return hashes

    def are(self, slots: Slots, block: npt.NDArray[np.int64], places: Any) -> Array:
        same: Array = (slots >= 0) & (self._values.take(slots) == block[places])
        return same

    def store(self, block: npt.NDArray[np.int64], slots: Slots) -> None:
        self._values = grown(self._values, slots)
        self._values[slots] = block

    def forget(self, slots: Slots) -> None:
        """Nothing is kept but the value."""

    def slot_hashes(self, slots: Slots) -> Hashes:
        return self.hashes(self._values[slots])

    def stored(self, slots: Slots, null: Any) -> Any:
        return pa.array(grown(self._values, slots)[slots], mask=null)


def grown(array: npt.NDArray[Any], slots: Slots) -> npt.NDArray[Any]:
    """An array by slot that has room for some slots; what it had is in it, and then zeros."""
    most = int(slots.max(initial=-1)) + 1
    if most <= len(array):
        return array
    larger = np.zeros((max(most, 2 * len(array)), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def _null_place(keys: Any) -> int:
    return int(keys.is_null().to_numpy(zero_copy_only=False).argmax())
