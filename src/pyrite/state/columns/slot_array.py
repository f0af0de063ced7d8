"""SlotArray: slots for keys, and an array of words with a row for each slot."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pyrite.state.columns.schema import ColumnSchema, Words
from pyrite.state.columns.slot_index import NumberIndex, SlotIndex, Slots, grown
from pyrite.state.columns.text_index import TextIndex

_FEWEST = 1024


class SlotArray:
    """Freed slots are reused, the last freed first."""

    def __init__(self, schema: ColumnSchema) -> None:
        self._schema = schema
        self._row: Any = np.dtype((np.void, 8 * schema.width))
        """The type of a row as a single value, since numpy copies 64-bit values one by one."""
        self._words: Words = np.zeros((_FEWEST, schema.width), np.int64)
        self._freed: list[Slots] = []
        self._next = 0
        self.index: SlotIndex[Any] = NumberIndex() if schema.keys == "int" else TextIndex(schema.key_type)
        self.is_live = np.zeros(_FEWEST, bool)
        self.count = 0

    def add(self, keys: Any, slots: Slots, present: npt.NDArray[Any]) -> None:
        """Allocates slots for the keys that are not `present`, and stores them in `slots`."""
        missing = np.flatnonzero(~present)
        new = self._take(len(missing))
        self._words, self.is_live = grown(self._words, new), grown(self.is_live, new)
        self.index.add(keys.take(missing), new)
        self.is_live[new] = True
        self.count += len(new)
        slots[missing] = new

    def _take(self, count: int) -> Slots:
        slots: list[Slots] = []
        while count and self._freed:
            freed = self._freed.pop()
            if len(freed) > count:
                self._freed.append(freed[count:])
                freed = freed[:count]
            slots.append(freed)
            count -= len(freed)
        slots.append(np.arange(self._next, self._next + count))
        self._next += count
        return np.concatenate(slots)

    def read(self, slots: Slots) -> Words:
        rows: Any = self._words.view(self._row)[:, 0].take(slots)
        words: Words = rows.view(np.int64).reshape(len(slots), self._schema.width)
        return words

    def read_live(self) -> tuple[Slots, Words]:
        """All slots with a key, and a copy of their entries."""
        if self.count == self._next:
            return np.arange(self._next), self._words[: self._next].copy()
        slots = self.live()
        return slots, self.read(slots)

    def write(self, slots: Slots, words: Words) -> None:
        self._words.view(self._row)[:, 0][slots] = np.ascontiguousarray(words).view(self._row)[:, 0]

    def free(self, slots: Slots) -> None:
        self.index.remove(slots)
        self.is_live[slots] = False
        self._freed.append(slots)
        self.count -= len(slots)

    def live(self) -> Slots:
        return np.flatnonzero(self.is_live)

    def written_before(self, time_ms: int) -> Slots:
        """The slots of entries written before a time."""
        times, unknown = self._schema.times(self._words)
        return np.flatnonzero(self.is_live & ~unknown & (times < time_ms))
