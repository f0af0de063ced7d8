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
    """Slots that were freed are used again, the last one first."""

    def __init__(self, schema: ColumnSchema) -> None:
        self._schema = schema
        self._row: Any = np.dtype((np.void, 8 * schema.width))
        """A row as one value: numpy copies those of 64 bits one by one."""
        self._words: Words = np.zeros((_FEWEST, schema.width), np.int64)
        self._freed: list[Slots] = []
        self._next = 0
        self.index: SlotIndex[Any] = NumberIndex() if schema.keys == "int" else TextIndex(schema.key_type)
        self.is_live = np.zeros(_FEWEST, bool)
        self.count = 0

    def add(self, keys: Any, slots: Slots, known: npt.NDArray[Any]) -> None:
        """Puts new slots into `slots`, where keys are not known."""
        places = np.flatnonzero(~known)
        new = self._take(len(places))
        self._words, self.is_live = grown(self._words, new), grown(self.is_live, new)
        self.index.add(keys.take(places), new)
        self.is_live[new] = True
        self.count += len(new)
        slots[places] = new

    def _take(self, count: int) -> Slots:
        taken: list[Slots] = []
        while count and self._freed:
            freed = self._freed.pop()
            if len(freed) > count:
                self._freed.append(freed[count:])
                freed = freed[:count]
            taken.append(freed)
            count -= len(freed)
        taken.append(np.arange(self._next, self._next + count))
        self._next += count
        return np.concatenate(taken)

    def read(self, slots: Slots) -> Words:
        rows: Any = self._words.view(self._row)[:, 0].take(slots)
        words: Words = rows.view(np.int64).reshape(len(slots), self._schema.width)
        return words

    def read_live(self) -> tuple[Slots, Words]:
        """All slots that have a key, and a copy of their entries."""
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
        """The slots of entries that were written before a time."""
        times, unknown = self._schema.times(self._words)
        return np.flatnonzero(self.is_live & ~unknown & (times < time_ms))
