"""SlotIndex: which slot each key has. Whole blocks of keys are looked up at once; those of numbers by numpy."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.state_key import StateKey
from pyrite.state.columns.schema import ColumnSchema, state_keys

Slots = npt.NDArray[np.int64]
NO_SLOT: Final = -1
_EMPTY: Final = -1
_LEFT: Final = -2
"""A cell whose key was removed: a search goes on after it."""
_FEWEST_CELLS: Final = 1024
_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)


class SlotIndex(ABC):
    """From keys to slots and back. Keys are arrays of Arrow, in which each key is once."""

    @abstractmethod
    def find(self, keys: Any) -> Slots:
        """The slot of each key, NO_SLOT where there is none."""

    @abstractmethod
    def add(self, keys: Any, slots: Slots) -> None:
        """Keys that have no slot get these."""

    @abstractmethod
    def remove(self, slots: Slots) -> None: ...

    @abstractmethod
    def keys(self, slots: Slots) -> Any:
        """The keys of slots, for `ColumnSchema.key_array`."""


def slot_index(schema: ColumnSchema) -> SlotIndex:
    return _NumberIndex() if schema.keys == "int" else _ObjectIndex()


class _ObjectIndex(SlotIndex):
    """A dict, and the keys by slot."""

    def __init__(self) -> None:
        self._slots: dict[StateKey, int] = {}
        self._keys = np.empty(_FEWEST_CELLS, object)

    def find(self, keys: Any) -> Slots:
        get = self._slots.get
        return np.array([get(key, NO_SLOT) for key in state_keys(keys)], np.int64)

    def add(self, keys: Any, slots: Slots) -> None:
        own, numbers = state_keys(keys), slots.tolist()
        self._slots.update(zip(own, numbers, strict=True))
        self._keys = grown(self._keys, slots)
        self._keys[slots] = np.fromiter(own, object, len(own))

    def remove(self, slots: Slots) -> None:
        for key in self._keys[slots].tolist():
            del self._slots[key]
        self._keys[slots] = None

    def keys(self, slots: Slots) -> Any:
        return self._keys[slots]


class _NumberIndex(SlotIndex):
    """A hash table of numpy: cells hold slots, at most every second one. The n-th step of a search goes n cells on."""

    def __init__(self) -> None:
        self._cells = np.full(_FEWEST_CELLS, _EMPTY, np.int32)
        self._used = 0
        """Keys that were added since the table was built: no more cells are not empty."""
        self._values = np.zeros(_FEWEST_CELLS // 2, np.int64)
        """The key of each slot."""
        self._null = NO_SLOT
        """The slot of NULL."""

    def find(self, keys: Any) -> Slots:
        slots = self._search(_values(keys))[0]
        if keys.null_count:
            slots[_null_place(keys)] = self._null
        return slots

    def add(self, keys: Any, slots: Slots) -> None:
        values = _values(keys)
        if keys.null_count:
            place = _null_place(keys)
            self._null = int(slots[place])
            values, slots = np.delete(values, place), np.delete(slots, place)
        self._values = grown(self._values, slots)
        self._values[slots] = values
        if 2 * (self._used + len(slots)) > len(self._cells):
            self._rebuild(len(slots))
        self._insert(values, slots)

    def remove(self, slots: Slots) -> None:
        if self._null != NO_SLOT and (slots == self._null).any():
            slots, self._null = slots[slots != self._null], NO_SLOT
        self._cells[self._search(self._values[slots])[1]] = _LEFT

    def keys(self, slots: Slots) -> Any:
        null = slots == self._null if self._null != NO_SLOT else None
        return pa.array(self._values[slots], mask=null if null is not None and null.any() else None)

    # The table --------------------------------------------------------------------------------------------------------

    def _first_cells(self, values: npt.NDArray[np.int64]) -> Slots:
        bits = values.view(np.uint64)
        shift = np.uint64(64 - (len(self._cells).bit_length() - 1))
        return (((bits ^ (bits >> np.uint64(32))) * _FACTOR) >> shift).astype(np.int64)

    def _search(self, values: npt.NDArray[np.int64]) -> tuple[Slots, Slots]:
        """The slot of each value, or NO_SLOT, and the cell where the search ended."""
        cells = self._first_cells(values)
        slots = self._cells.take(cells).astype(np.int64)
        left = np.flatnonzero(self._is_other(slots, values))
        step, mask = 0, len(self._cells) - 1
        while len(left):
            step += 1
            cells[left] = (cells[left] + step) & mask
            slots[left] = self._cells.take(cells[left])
            left = left[self._is_other(slots[left], values[left])]
        return slots, cells

    def _is_other(self, slots: Slots, values: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Whether a search goes on: the cell is of another key, or its key was removed."""
        other: npt.NDArray[np.bool_] = (slots != _EMPTY) & ((slots < 0) | (self._values.take(slots) != values))
        return other

    def _insert(self, values: npt.NDArray[np.int64], slots: Slots) -> None:
        """Every key takes the first free cell of its search. Of several that want one, the last gets it."""
        self._used += len(slots)
        cells = self._first_cells(values)
        left = np.arange(len(values))
        step, mask = 0, len(self._cells) - 1
        while len(left):
            wanted = cells[left]
            content = self._cells.take(wanted)
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
        self._insert(self._values[own], own)


def grown(array: npt.NDArray[Any], slots: Slots) -> npt.NDArray[Any]:
    """An array by slot that has room for some slots; what it had is in it, and then zeros."""
    most = int(slots.max(initial=-1)) + 1
    if most <= len(array):
        return array
    larger = np.zeros((max(most, 2 * len(array)), *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def _values(keys: Any) -> npt.NDArray[np.int64]:
    values: npt.NDArray[np.int64] = (keys.fill_null(0) if keys.null_count else keys).to_numpy(zero_copy_only=False)
    return values


def _null_place(keys: Any) -> int:
    return int(keys.is_null().to_numpy(zero_copy_only=False).argmax())
