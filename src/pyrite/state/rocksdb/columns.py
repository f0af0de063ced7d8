"""RocksDBColumns: entries of numbers by key; recently used ones are cached in an array, with slots for keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pyrite.core.persistence.persisted_pickling import loads
from pyrite.core.state_key import StateKey
from pyrite.state.column_key_groups import column_key_groups
from pyrite.state.columns.columns import Columns
from pyrite.state.columns.namespace import NAMESPACE as COLUMNS
from pyrite.state.columns.schema import ColumnSchema, Words, state_keys
from pyrite.state.columns.slot_array import SlotArray
from pyrite.state.columns.slot_index import NO_SLOT, Slots, grown
from pyrite.state.evolution.loading import dumps
from pyrite.state.key_groups import key_bytes
from pyrite.state.rocksdb.cache import ObjectBudget
from pyrite.state.rocksdb.layout import NAMESPACE, TABLE, grouped, key_of, long, short
from pyrite.state.rocksdb.packed_entries import PackedEntries
from pyrite.state.rocksdb.store import RocksDBStore

_CHUNK: Final = 5_000
"""The number of entries read at a time in a full scan."""
_SLOT_BYTES: Final = 32
"""The approximate memory of a slot in addition to its entry, which depends on the key."""
_INT: Final = ord("j")


class RocksDBColumns(Columns):
    """A write-back cache over a table in RocksDB: the table with namespace 0.

    Entries are evicted when slots are requested: previously returned slots are no longer in use then.
    """

    def __init__(
        self, store: RocksDBStore, name: str, schema: ColumnSchema, max_parallelism: int, budget: ObjectBudget
    ) -> None:
        self.schema = schema
        self._store = store
        self._name = name
        self._max_parallelism = max_parallelism
        self._budget = budget
        self._packed = PackedEntries(schema)
        budget.sharers += 1
        self.forget()

    def forget(self) -> None:
        """Resets the cache after the database was replaced."""
        self._slots = SlotArray(self.schema)
        self._dirty = np.zeros(1024, bool)
        self._recent = np.zeros(1024, bool)
        """The slots used since the last eviction."""
        self._number = 0
        self._count = 0
        self._noted = -1
        """The count stored in RocksDB."""
        self._whole = True
        """Whether all entries of RocksDB are in memory."""
        if self._store.is_open:
            self._look_up()

    def _look_up(self) -> None:
        prefix = NAMESPACE + short(self._store.number_of(TABLE, self._name))
        spaces = {int.from_bytes(key[len(prefix) :], "big"): loads(data) for key, data in self._store.scan(prefix)}
        for number, (namespace, count) in spaces.items():
            if namespace == COLUMNS:
                self._number, self._count, self._noted, self._whole = number, count, count, count == 0
        self._number = self._number or 1 + max(spaces, default=0)

    def _prefix(self) -> bytes:
        if not self._number:
            self._look_up()
        return TABLE + short(self._store.number_of(TABLE, self._name)) + long(self._number)

    def _stored_keys(self, keys: Any) -> list[bytes]:
        prefix = self._prefix()
        if self.schema.keys != "int" or keys.null_count:
            return [prefix + grouped(key_bytes(key), self._max_parallelism) for key in state_keys(keys)]
        head = len(prefix)
        data = np.zeros((len(keys), head + 11), np.uint8)
        data[:, :head] = np.frombuffer(prefix, np.uint8)
        groups = column_key_groups(keys, self._max_parallelism)
        data[:, head : head + 2] = groups.astype(">u2").view(np.uint8).reshape(-1, 2)
        data[:, head + 2] = _INT
        data[:, head + 3 :] = keys.to_numpy(zero_copy_only=False).astype(">i8").view(np.uint8).reshape(-1, 8)
        stored: list[bytes] = data.view(np.dtype((np.void, head + 11)))[:, 0].tolist()
        return stored

    # Slots ------------------------------------------------------------------------------------------------------------

    def find(self, keys: Any) -> Slots:
        self._make_room()
        slots = self._slots.index.find(keys)
        missing = np.flatnonzero(slots == NO_SLOT)
        if len(missing) and not self._whole:
            self._load(keys, slots, missing)
        used = slots[slots != NO_SLOT]
        self._recent = grown(self._recent, used)
        self._recent[used] = True
        return slots

    def _load(self, keys: Any, slots: Slots, missing: Slots) -> None:
        """Reads the entries of missing keys from RocksDB into new slots."""
        values = self._store.get_many(self._stored_keys(keys.take(missing)))
        is_stored = np.array([data is not None for data in values], bool)
        if is_stored.any():
            present = np.ones(len(slots), bool)
            present[missing[is_stored]] = False
            self._slots.add(keys, slots, present)
            self._slots.write(
                slots[missing[is_stored]], self._packed.read([data for data in values if data is not None])
            )

    def slots(self, keys: Any) -> tuple[Slots, npt.NDArray[Any]]:
        slots = self.find(keys)
        present = slots != NO_SLOT
        if not present.all():
            self._slots.add(keys, slots, present)
            self._count += int(np.count_nonzero(~present))
            self._recent = grown(self._recent, slots)
            self._recent[slots] = True
        return slots, present

    def read(self, slots: Slots) -> Words:
        return self._slots.read(slots)

    def write(self, slots: Slots, words: Words) -> None:
        self._slots.write(slots, words)
        self._dirty = grown(self._dirty, slots)
        self._dirty[slots] = True

    def free(self, slots: Slots) -> None:
        for stored_key in self._stored_keys(self._slots.index.keys(slots)):
            self._store.delete(stored_key)
        self._count -= len(slots)
        self._let_go(slots)

    def _let_go(self, slots: Slots) -> None:
        self._slots.free(slots)
        for of_slots in (self._dirty, self._recent):
            of_slots[slots[slots < len(of_slots)]] = False

    def put(self, key: StateKey, entry: tuple[Any, ...]) -> None:
        """Adds one entry given as a tuple."""
        self.write(self.slots(self.schema.key_array([key]))[0], self.schema.words_of([entry]))

    def size(self) -> int:
        return self._count

    # Memory -----------------------------------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Evicts entries not used since the last eviction, or all entries if those used are too many."""
        limit = self._budget.slots(8 * self.schema.width + _SLOT_BYTES)
        if self._slots.count <= limit:
            return
        live = self._slots.live()
        recent = grown(self._recent, live)[live]
        evicted = live if np.count_nonzero(recent) > limit // 2 else live[~recent]
        self._write_back(evicted)
        self._let_go(evicted)
        self._recent[:] = False
        self._whole = False

    def _write_back(self, slots: Slots) -> None:
        """Writes the changed entries of slots to RocksDB."""
        self._dirty = grown(self._dirty, slots)
        changed = slots[self._dirty[slots]]
        if not len(changed):
            return
        stored_keys = self._stored_keys(self._slots.index.keys(changed))
        self._store.put_many(stored_keys, self._packed.pickles(self._slots.read(changed)))
        self._dirty[changed] = False

    def write_all(self) -> None:
        """Writes all changes to RocksDB."""
        self._write_back(self._slots.live())
        if self._noted != self._count:
            record = NAMESPACE + self._prefix()[len(TABLE) :]
            self._store.put(record, dumps((COLUMNS, self._count)))
            self._noted = self._count

    # All entries ------------------------------------------------------------------------------------------------------

    def items(self) -> Iterator[tuple[StateKey, tuple[Any, ...]]]:
        self.write_all()
        for keys, words in self._stored():
            yield from zip(keys, self.schema.entries_of(words), strict=True)

    def _stored(self) -> Iterator[tuple[list[StateKey], Words]]:
        """The entries in RocksDB, in pieces."""
        prefix = self._prefix()
        entries = self._store.scan(prefix)
        while piece := list(islice(entries, _CHUNK)):
            yield [key_of(key[len(prefix) + 2 :]) for key, _ in piece], self._packed.read([data for _, data in piece])

    def remove_before(self, time_ms: int) -> None:
        evicted = self._slots.written_before(time_ms)
        if len(evicted):
            self.free(evicted)
        if self._whole:
            return
        for keys, words in self._stored():
            times, unknown = self.schema.times(words)
            expired = self.schema.key_array([keys[index] for index in np.flatnonzero(~unknown & (times < time_ms))])
            stale = expired.take(np.flatnonzero(self._slots.index.find(expired) == NO_SLOT))
            for stored_key in self._stored_keys(stale):
                self._store.delete(stored_key)
            self._count -= len(stale)
