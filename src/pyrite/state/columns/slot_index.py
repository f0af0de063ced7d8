"""SlotIndex: maps keys to slots. Looks up whole blocks of keys at once, in a hash table in numpy arrays."""

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
"""The keys of a block, in the form used by an index."""
NO_SLOT: Final = -1
_EMPTY: Final = -1
_DELETED: Final = -2
"""A cell whose key was removed: searches continue after it."""
_FEWEST_CELLS: Final = 1024
FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)


class SlotIndex(ABC, Generic[Block]):
    """Maps keys to slots and back. Keys are Arrow arrays without duplicates; NULL is a valid key.

    Cells contain slots; at most half of the cells are used. A search begins at the cell given by the key's hash; its
    n-th step moves n cells on. All keys of a block take each step together.
    """

    def __init__(self) -> None:
        self._cells = np.full(_FEWEST_CELLS, _EMPTY, np.int32)
        self._used = 0
        """The number of keys added since the table was built, an upper bound of the used cells."""
        self._null = NO_SLOT
        """The slot of NULL, which has no cell."""

    def find(self, keys: Any) -> Slots:
        """The slot of each key, NO_SLOT for missing keys."""
        slots = self._search(self.block(keys))
        if keys.null_count:
            slots[_null_position(keys)] = self._null
        return slots

    def add(self, keys: Any, slots: Slots) -> None:
        """Assigns slots to keys that have none."""
        if keys.null_count:
            position = _null_position(keys)
            self._null = int(slots[position])
            keys, slots = keys.drop_null(), np.delete(slots, position)
        if not len(slots):
            return
        self.store(self.block(keys), slots)
        if 2 * (self._used + len(slots)) > len(self._cells):
            self._rebuild(len(slots))
        self._insert(slots)

    def remove(self, slots: Slots) -> None:
        if self._null != NO_SLOT and (slots == self._null).any():
            slots, self._null = slots[slots != self._null], NO_SLOT
        self._cells[self._cells_of(slots)] = _DELETED
        self.forget(slots)

    def keys(self, slots: Slots) -> Any:
        """The keys of slots."""
        null = slots == self._null if self._null != NO_SLOT else None
        return self.stored(slots, None if null is None or not null.any() else null)

    # Keys -------------------------------------------------------------------------------------------------------------

    @abstractmethod
    def block(self, keys: Any) -> Block:
        """The form of keys for lookups; the value for NULL is arbitrary."""

    @abstractmethod
    def hashes(self, block: Block) -> Hashes: ...

    @abstractmethod
    def are(self, slots: Slots, block: Block, positions: Any) -> Array:
        """Whether slots, which may be negative, have the keys at the given positions of a block."""

    @abstractmethod
    def store(self, block: Block, slots: Slots) -> None:
        """Stores the keys of slots."""

    @abstractmethod
    def forget(self, slots: Slots) -> None:
        """Removes the keys of slots."""

    @abstractmethod
    def slot_hashes(self, slots: Slots) -> Hashes: ...

    @abstractmethod
    def stored(self, slots: Slots, null: Any) -> Any:
        """The keys of slots, as an Arrow array, with NULL where `null` is true."""

    # Cells ------------------------------------------------------------------------------------------------------------

    def _first_cells(self, hashes: Hashes) -> Slots:
        shift = np.uint64(64 - (len(self._cells).bit_length() - 1))
        return (hashes >> shift).astype(np.int64)

    def _search(self, block: Block) -> Slots:
        cells = self._first_cells(self.hashes(block))
        slots = self._cells.take(cells).astype(np.int64)
        pending = np.flatnonzero((slots != _EMPTY) & ~self.are(slots, block, slice(None)))
        step, mask = 0, len(self._cells) - 1
        while len(pending):
            step += 1
            cells[pending] = (cells[pending] + step) & mask
            met = self._cells.take(cells[pending]).astype(np.int64)
            slots[pending] = met
            pending = pending[(met != _EMPTY) & ~self.are(met, block, pending)]
        return slots

    def _cells_of(self, slots: Slots) -> Slots:
        """The cells of slots."""
        cells = self._first_cells(self.slot_hashes(slots))
        pending = np.flatnonzero(self._cells.take(cells) != slots)
        step, mask = 0, len(self._cells) - 1
        while len(pending):
            step += 1
            cells[pending] = (cells[pending] + step) & mask
            pending = pending[self._cells.take(cells[pending]) != slots[pending]]
        return cells

    def _insert(self, slots: Slots) -> None:
        """Puts every slot into the first free cell of its key's search. If several slots compete, the last one wins."""
        self._used += len(slots)
        cells = self._first_cells(self.slot_hashes(slots))
        pending = np.arange(len(slots))
        step, mask = 0, len(self._cells) - 1
        while len(pending):
            content = self._cells.take(cells[pending])
            free = pending[content < 0]
            self._cells[cells[free]] = slots[free]
            lost = free[self._cells.take(cells[free]) != slots[free]]
            pending = np.concatenate((pending[content >= 0], lost))
            step += 1
            cells[pending] = (cells[pending] + step) & mask

    def _rebuild(self, more: int) -> None:
        """Rebuilds the table without cells of removed keys, and large enough for `more` keys."""
        own = self._cells[self._cells >= 0].astype(np.int64)
        size = _FEWEST_CELLS
        while size < 3 * (len(own) + more):
            size *= 2
        self._cells = np.full(size, _EMPTY, np.int32)
        self._used = 0
        self._insert(own)


class NumberIndex(SlotIndex[npt.NDArray[np.int64]]):
    """An index of integer keys."""

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

    def are(self, slots: Slots, block: npt.NDArray[np.int64], positions: Any) -> Array:
        same: Array = (slots >= 0) & (self._values.take(slots) == block[positions])
        return same

    def store(self, block: npt.NDArray[np.int64], slots: Slots) -> None:
        self._values = grown(self._values, slots)
        self._values[slots] = block

    def forget(self, slots: Slots) -> None:
        """Nothing to do: values are overwritten."""

    def slot_hashes(self, slots: Slots) -> Hashes:
        return self.hashes(self._values[slots])

    def stored(self, slots: Slots, null: Any) -> Any:
        return pa.array(grown(self._values, slots)[slots], mask=null)


def grown(array: npt.NDArray[Any], slots: Slots) -> npt.NDArray[Any]:
    """An array by slot, enlarged with zeros if it has no room for some slots."""
    most = int(slots.max(initial=-1)) + 1
    if most <= len(array):
        return array
    larger = np.zeros((max(most, 2 * len(array)), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def _null_position(keys: Any) -> int:
    return int(keys.is_null().to_numpy(zero_copy_only=False).argmax())
