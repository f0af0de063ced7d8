"""ColumnEntries: the entries of an operator by key, in columns, which may expire some time after they were written."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pyrite.core.clock import Clock
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Table
from pyrite.state.columns.columns import Columns
from pyrite.state.columns.schema import Words
from pyrite.state.columns.slot_index import NO_SLOT, Slots


@dataclass(frozen=True)
class EntryBlock:
    """The entries of a block's keys: work on `words`, and give it to `store_block`."""

    slots: Slots
    known: npt.NDArray[np.bool_]
    """Which of them are there; the words of all others are zeros."""
    words: Words


class ColumnEntries:
    """As `TimedEntries`, by whole blocks too. With a time to live, `columns` has the times of entries' last writes.

    An entry that has expired is never returned. Those that nobody asks for are removed at checkpoints, once in the time
    that entries live.
    """

    def __init__(self, columns: Columns, ttl_ms: int, clock: Clock) -> None:
        self._columns = columns
        self._schema = columns.schema
        self._ttl_ms = ttl_ms
        self._clock = clock
        self._swept_ms = clock.now_ms()
        self._loaded: dict[StateKey, int] = {}
        """The slots of the last `load`."""

    # By block ---------------------------------------------------------------------------------------------------------

    def load_block(self, keys: Any) -> EntryBlock:
        """The entries of keys, an array of Arrow, in which each is once. All are stored next."""
        slots, known = self._columns.slots(keys)
        words = self._columns.read(slots)
        if self._ttl_ms:
            known &= self._live(words)
        words[~known] = 0
        return EntryBlock(slots, known, words)

    def store_block(self, block: EntryBlock) -> None:
        self._write(block.slots, block.words)

    def find_block(self, keys: Any) -> Words:
        """The entries of keys, of which each is once; zeros where there is none."""
        slots = self._columns.find(keys)
        known = slots != NO_SLOT
        words = np.zeros((len(slots), self._schema.width), np.int64)
        words[known] = self._columns.read(slots[known])
        if self._ttl_ms:
            words[~self._live(words)] = 0
        return words

    def put_block(self, keys: Any, words: Words) -> None:
        """Keys have these entries from now on."""
        slots, _ = self._columns.slots(keys)
        self._write(slots, words)

    def _write(self, slots: Slots, words: Words) -> None:
        if self._ttl_ms:
            self._schema.set_time(words, self._clock.now_ms())
        self._columns.write(slots, words)

    def _live(self, words: Words) -> npt.NDArray[np.bool_]:
        times, unknown = self._schema.times(words)
        live: npt.NDArray[np.bool_] = unknown | (times + self._ttl_ms > self._clock.now_ms())
        return live

    # By key -----------------------------------------------------------------------------------------------------------

    def load(self, keys: Collection[StateKey]) -> Table:
        """The entries of these keys that are there."""
        own = list(dict.fromkeys(keys))
        slots = self._columns.find(self._schema.key_array(own))
        self._loaded = {key: slot for key, slot in zip(own, slots.tolist(), strict=True) if slot != NO_SLOT}
        known = np.flatnonzero(slots != NO_SLOT)
        words = self._columns.read(slots[known])
        if self._ttl_ms:
            live = self._live(words)
            known, words = known[live], words[live]
        entries = self._schema.entries_of(words, without_time=True)
        return dict(zip([own[place] for place in known.tolist()], entries, strict=True))

    def store(self, keys: Collection[StateKey], entries: Table) -> None:
        """These keys, which were loaded last, have the entries that the dict has now; those that it lacks are gone."""
        loaded = self._loaded
        gone = [loaded[key] for key in dict.fromkeys(keys) if key not in entries and key in loaded]
        if gone:
            self._columns.free(np.array(gone))
        kept = {key: entries[key] for key in keys if key in entries}
        if not kept:
            return
        if kept.keys() <= loaded.keys():
            slots = np.array([loaded[key] for key in kept])
        else:
            slots, _ = self._columns.slots(self._schema.key_array(list(kept)))
        self._write(slots, self._schema.words_of(list(kept.values())))

    def sweep(self) -> None:
        """Removes what has expired."""
        now_ms = self._clock.now_ms()
        if self._ttl_ms and now_ms >= self._swept_ms + self._ttl_ms:
            self._swept_ms = now_ms
            self._columns.remove_before(now_ms - self._ttl_ms + 1)
