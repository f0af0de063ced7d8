"""ColumnEntries: keyed entries of an operator in columnar state, with an optional time to live."""

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
    """The entries of a block's keys. Callers modify `words` and pass the block to `store_block`."""

    slots: Slots
    exists: npt.NDArray[np.bool_]
    """Which keys have an entry. The words of other keys are zero."""
    words: Words


class ColumnEntries:
    """As `TimedEntries`, with access by block. With a time to live, `columns` has the time of each entry's last write.

    Expired entries are never returned. They are removed at checkpoints, at most once per time to live.
    """

    def __init__(self, columns: Columns, ttl_ms: int, clock: Clock) -> None:
        self._columns = columns
        self._schema = columns.schema
        self._ttl_ms = ttl_ms
        self._clock = clock
        self._swept_ms = clock.now_ms()
        self._loaded: dict[StateKey, int] = {}
        """The slots of the keys in the last `load`."""

    # By block ---------------------------------------------------------------------------------------------------------

    def load_block(self, keys: Any) -> EntryBlock:
        """Returns the entries of an Arrow array of distinct keys. The caller stores all of them next."""
        slots, exists = self._columns.slots(keys)
        words = self._columns.read(slots)
        if self._ttl_ms:
            exists &= self._live(words)
        words[~exists] = 0
        return EntryBlock(slots, exists, words)

    def store_block(self, block: EntryBlock) -> None:
        self._write(block.slots, block.words)

    def find_block(self, keys: Any) -> Words:
        """Returns the entries of distinct keys; zeros for keys without an entry."""
        slots = self._columns.find(keys)
        exists = slots != NO_SLOT
        words = np.zeros((len(slots), self._schema.width), np.int64)
        words[exists] = self._columns.read(slots[exists])
        if self._ttl_ms:
            words[~self._live(words)] = 0
        return words

    def put_block(self, keys: Any, words: Words) -> None:
        """Writes the entries of keys."""
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
        """Returns the existing entries of these keys."""
        own = list(dict.fromkeys(keys))
        slots = self._columns.find(self._schema.key_array(own))
        self._loaded = {key: slot for key, slot in zip(own, slots.tolist(), strict=True) if slot != NO_SLOT}
        positions = np.flatnonzero(slots != NO_SLOT)
        words = self._columns.read(slots[positions])
        if self._ttl_ms:
            live = self._live(words)
            positions, words = positions[live], words[live]
        entries = self._schema.entries_of(words, without_time=True)
        return dict(zip([own[place] for place in positions.tolist()], entries, strict=True))

    def store(self, keys: Collection[StateKey], entries: Table) -> None:
        """Writes the entries in the dict. Other keys of the last `load` lose their entries."""
        loaded = self._loaded
        gone = [loaded[key] for key in dict.fromkeys(keys) if key not in entries and key in loaded]
        if gone:
            self._columns.free(np.array(gone))
        remaining = {key: entries[key] for key in keys if key in entries}
        if not remaining:
            return
        if remaining.keys() <= loaded.keys():
            slots = np.array([loaded[key] for key in remaining])
        else:
            slots, _ = self._columns.slots(self._schema.key_array(list(remaining)))
        self._write(slots, self._schema.words_of(list(remaining.values())))

    def sweep(self) -> None:
        """Removes expired entries."""
        now_ms = self._clock.now_ms()
        if self._ttl_ms and now_ms >= self._swept_ms + self._ttl_ms:
            self._swept_ms = now_ms
            self._columns.remove_before(now_ms - self._ttl_ms + 1)
