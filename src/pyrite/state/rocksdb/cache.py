"""CachedState: entries of one state: recently used ones as live objects in memory, all others in RocksDB."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any, Final, Optional

from pyrite.core.persistence.persisted_pickling import loads
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Table
from pyrite.state.key_groups import key_bytes
from pyrite.state.rocksdb.layout import STATE, after, grouped, key_of, short
from pyrite.state.rocksdb.store import RocksDBStore, pickled

FEWEST: Final = 64
"""The minimum number of cached entries: entries used for a single record are never evicted during it."""
_SAMPLE = 16
_OBJECT_FACTOR, _OBJECT_BYTES = 4, 200
"""The memory of a live entry: about this multiple of its pickle, plus a constant."""

Position = list[StateKey] | tuple[int, bytes]
"""The position of a scan over all entries: the remaining keys in memory, then a key group and a key in it."""


class ObjectBudget:
    """The memory for live objects, in equal shares for all states of a backend."""

    def __init__(self, total_bytes: int, fewest: int = FEWEST) -> None:
        self._total_bytes = total_bytes
        self.fewest = fewest
        self.sharers = 0

    def entries(self, pickled_bytes: float) -> int:
        """The number of entries of this average size that one state may cache."""
        share = self._total_bytes / max(self.sharers, 1)
        return max(self.fewest, int(share / (_OBJECT_FACTOR * pickled_bytes + _OBJECT_BYTES)))

    def slots(self, slot_bytes: int) -> int:
        """The number of slots of this size that a state in columns may cache."""
        return max(self.fewest, int(self._total_bytes / max(self.sharers, 1) / slot_bytes))


def sampled_bytes(entries: Table) -> float:
    """The approximate size of the pickles of a table's values."""
    newest = [entries[key] for key in islice(reversed(entries), _SAMPLE)]
    try:
        return sum(len(pickle.dumps(value, 5)) for value in newest) / max(len(newest), 1)
    except Exception:
        return 1024.0  # writing it reports the error


class CachedState:
    """A write-back cache of two generations.

    `young` holds the entries used since it last grew to `limit`; it then becomes `old`, and previously old entries that
    were not used since are evicted, changed ones after being written. `dirty` are the keys of entries that may differ
    from RocksDB's; dirty keys in neither generation were removed. All three stay the same objects.
    """

    def __init__(self, store: RocksDBStore, name: str, max_parallelism: int, budget: ObjectBudget) -> None:
        self.young: Table = {}
        self.old: Table = {}
        self.dirty: set[StateKey] = set()
        self.limit = budget.fewest
        self._absent: set[StateKey] = set()
        self._store = store
        self._name = name
        self._max_parallelism = max_parallelism
        self._budget = budget
        self._number: Optional[bytes] = None
        budget.sharers += 1

    def _key(self, key: StateKey) -> bytes:
        if self._number is None:
            self._number = short(self._store.number_of(STATE, self._name))
        data = grouped(key_bytes(key), self._max_parallelism)
        return STATE + data[:2] + self._number + data[2:]

    def find(self, key: StateKey) -> Any:
        """The value of a key that is not in `young`, moved to it; None if it has no value."""
        value = self.old.pop(key, None)
        if value is None:
            if key in self.dirty or key in self._absent:
                return None
            data = self._store.get(self._key(key))
            if data is None:
                if len(self._absent) >= self.limit:
                    self._absent.clear()
                self._absent.add(key)
                return None
            value = loads(data)
        if len(self.young) >= self.limit:
            self.make_room()
        self.young[key] = value
        return value

    def remove(self, key: StateKey) -> None:
        if key not in self.young and self.find(key) is None:
            return
        del self.young[key]
        self.old.pop(key, None)
        self.dirty.add(key)
        if len(self.dirty) > 4 * self.limit:
            self.write_removed()

    def make_room(self) -> None:
        """Called when `young` exceeds its limit, which is raised step by step as the size of entries becomes known."""
        allowed = self._budget.entries(sampled_bytes(self.young)) // 2
        if self.limit < allowed:
            self.limit = min(2 * self.limit, allowed)
            return
        self.limit = max(allowed, self._budget.fewest)
        self._write(self.old.keys() - self.young.keys())
        self._absent.clear()
        self.old.clear()
        self.old.update(self.young)
        self.young.clear()

    def _write(self, keys: set[StateKey]) -> None:
        for key in keys & self.dirty:
            self._put(key, self.old[key])
            self.dirty.remove(key)

    def _put(self, key: StateKey, value: Any) -> None:
        self._store.put(self._key(key), pickled(value, self._name, key))

    def write_removed(self) -> None:
        for key in [key for key in self.dirty if key not in self.young and key not in self.old]:
            self._store.delete(self._key(key))
            self.dirty.remove(key)

    def write_all(self) -> None:
        """Writes all changes to RocksDB; not called while a record is processed."""
        young, old = self.young, self.old
        for key in self.dirty:
            value = young.get(key)
            if value is None:
                value = old.get(key)
            if value is None:
                self._store.delete(self._key(key))
            else:
                self._put(key, value)
        self.dirty.clear()

    def keys(self) -> list[StateKey]:
        return [key for key, _ in self._entries()]

    def some_keys(
        self, position: Optional[Position], count: int, is_match: Callable[[Any], bool]
    ) -> tuple[list[StateKey], Optional[Position]]:
        """Examines `count` entries, first in memory, then in RocksDB, without caching them."""
        if position is None:
            position = [*self.old.keys() | self.young.keys()]
        if isinstance(position, list):
            keys = [position.pop() for _ in range(min(count, len(position)))]
            return [key for key in keys if self._is_cached_and(is_match, key)], position or (0, b"")
        if self._number is None and not self._store.is_open:
            return [], None
        return self._some_stored(position, count, is_match)

    def _is_cached_and(self, is_match: Callable[[Any], bool], key: StateKey) -> bool:
        value = self.young.get(key)
        if value is None:
            value = self.old.get(key)
        return value is not None and is_match(value)

    def _some_stored(
        self, position: tuple[int, bytes], count: int, is_match: Callable[[Any], bool]
    ) -> tuple[list[StateKey], Optional[Position]]:
        self._key(b"")
        keys: list[StateKey] = []
        first, start = position
        for group in range(first, self._max_parallelism):
            prefix = STATE + short(group) + (self._number or b"")
            for stored_key, data in self._store.scan(prefix + start, after(prefix)):
                if count == 0:
                    return keys, (group, stored_key[5:])
                count -= 1
                if is_match(loads(data)):
                    keys.append(key_of(stored_key[5:]))
            start = b""
        return keys, None

    def items(self) -> Iterator[tuple[StateKey, Any]]:
        """All entries, without caching them."""
        for key, data in self._entries():
            if data is not None:
                yield key, loads(data)
            else:
                yield key, self.young[key] if key in self.young else self.old[key]

    def _entries(self) -> Iterator[tuple[StateKey, Optional[bytes]]]:
        """Every key, with its pickle if it is not in memory."""
        cached = {**self.old, **self.young}
        yield from ((key, None) for key in list(cached))
        if self._number is None and not self._store.is_open:
            return
        removed = set(self.dirty)
        for stored_key, data in self._stored():
            key = key_of(stored_key[5:])
            if key not in cached and key not in removed:
                yield key, data

    def _stored(self) -> Iterator[tuple[bytes, bytes]]:
        """The entries in RocksDB."""
        self._key(b"")
        for group in range(self._max_parallelism):
            prefix = STATE + short(group) + (self._number or b"")
            yield from self._store.scan(prefix, after(prefix))

    def is_empty(self) -> bool:
        return next(self._entries(), None) is None

    def rewrite(self, change: Callable[[Any], Any]) -> None:
        """Replaces every value by `change(value)`."""
        self.write_all()
        self.clear()
        for stored_key, data in self._stored():
            self._store.put(stored_key, pickled(change(loads(data)), self._name, key_of(stored_key[5:])))

    def clear(self) -> None:
        for part in (self.young, self.old, self.dirty, self._absent):
            part.clear()

    def forget_number(self) -> None:
        """Resets the number after the database was replaced."""
        self._number = None
