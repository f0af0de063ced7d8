"""RocksDBTables: tables by namespace, used block by block: loaded entries stay in memory until room is needed."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Final

from pyrite.core.persistence.persisted_pickling import loads
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Table, Tables
from pyrite.state.evolution.loading import dumps
from pyrite.state.key_groups import key_bytes
from pyrite.state.rocksdb.cache import ObjectBudget, sampled_bytes
from pyrite.state.rocksdb.layout import NAMESPACE, TABLE, grouped, key_of, long, short
from pyrite.state.rocksdb.store import RocksDBStore, pickled

_CHUNK: Final = 5_000
"""The number of entries that `chunks` reads at a time."""
_SAMPLED: Final = 32
"""The number of tables sampled for the size of entries."""
_REMOVED: Final = 10_000
"""The number of removed entries that may wait for their removal from RocksDB; more, if more entries are cached."""
_FEW: Final = 100
"""Up to this many entries are removed one by one; more entries by one range deletion."""


@dataclass
class _Namespace:
    """A namespace: the cached part of its table, and information on the rest."""

    number: int
    whole: bool
    """Whether every entry of RocksDB is in memory or dirty."""
    count: int = 0
    """The total number of entries at the last touch."""
    noted: int = -1
    """The count stored in RocksDB."""
    stored: bool = False
    """Whether RocksDB has any entry of the namespace."""
    table: Table = field(default_factory=dict)
    seen: int = 0
    """The number of entries in memory at the last load or touch: later changes were made by the operator."""
    dirty: set[StateKey] = field(default_factory=set)
    absent: set[StateKey] = field(default_factory=set)
    recent: set[StateKey] = field(default_factory=set)
    """The keys loaded since the last eviction."""
    last: Collection[StateKey] = ()
    """The keys of the last load."""


class RocksDBTables(Tables):
    """A write-back cache over RocksDB. Evicts at the beginning of a load, but never the entries of the last load."""

    def __init__(self, store: RocksDBStore, name: str, max_parallelism: int, budget: ObjectBudget) -> None:
        self._store = store
        self._name = name
        self._max_parallelism = max_parallelism
        self._budget = budget
        self._spaces: dict[Any, _Namespace] = {}
        self._loaded_count = 0
        self._limit = 0
        self._last: Any = None
        self._chunk: tuple[Any, Table] = (None, {})
        self._has_namespaces = False
        budget.sharers += 1

    # Namespaces -------------------------------------------------------------------------------------------------------

    def _prefix(self) -> bytes:
        return short(self._store.number_of(TABLE, self._name))

    def _all(self) -> dict[Any, _Namespace]:
        """The namespaces; namespaces of a restored database are read on first use."""
        if not self._has_namespaces:
            self._has_namespaces = True
            if self._store.is_open:
                prefix = NAMESPACE + self._prefix()
                for key, data in self._store.scan(prefix):
                    namespace, count = loads(data)
                    number = int.from_bytes(key[len(prefix) :], "big")
                    self._spaces[namespace] = _Namespace(number, count == 0, count, count, stored=True)
            self._next = 1 + max((space.number for space in self._spaces.values()), default=0)
        return self._spaces

    def forget(self) -> None:
        """Resets the cache after the database was replaced."""
        self._spaces.clear()
        self._has_namespaces, self._loaded_count, self._last, self._chunk = False, 0, None, (None, {})

    def namespaces(self) -> list[Any]:
        return list(self._all())

    def __contains__(self, namespace: Any) -> bool:
        return namespace in self._all()

    def size(self, namespace: Any) -> int:
        space = self._all().get(namespace)
        return 0 if space is None else space.count

    # Entries ----------------------------------------------------------------------------------------------------------

    def _table_prefix(self, space: _Namespace) -> bytes:
        return TABLE + self._prefix() + long(space.number)

    def _keys(self, space: _Namespace, keys: Collection[StateKey]) -> list[bytes]:
        prefix, limit = self._table_prefix(space), self._max_parallelism
        return [prefix + grouped(key_bytes(key), limit) for key in keys]

    def load(self, namespace: Any, keys: Collection[StateKey]) -> Table:
        if self._loaded_count > self._limit:
            self._make_room()
        space = self._all().get(namespace)
        if space is None:
            space = self._spaces[namespace] = _Namespace(self._next, whole=True)
            self._next += 1
        elif not space.whole:
            self._read(space, keys)
        space.last, self._last = keys, namespace
        space.recent.update(keys)
        return space.table

    def _read(self, space: _Namespace, keys: Collection[StateKey]) -> None:
        missing = list(set(keys).difference(space.table, space.dirty, space.absent))
        if not missing:
            return
        values = self._store.get_many(self._keys(space, missing))
        for key, data in zip(missing, values, strict=True):
            if data is None:
                space.absent.add(key)
            else:
                space.table[key] = loads(data)
        self._loaded_count += len(space.table) - space.seen
        space.seen = len(space.table)

    def touch(self, namespace: Any, keys: Collection[StateKey]) -> None:
        space = self._all()[namespace]
        of, chunk = self._chunk
        if chunk and of == namespace:
            self._keep(space, chunk, keys)
        space.dirty.update(keys)
        change = len(space.table) - space.seen
        space.count += change
        space.seen += change
        self._loaded_count += change
        if len(space.dirty) > 2 * max(self._limit, _REMOVED):
            self._write(space, space.dirty - space.table.keys())

    def _keep(self, space: _Namespace, chunk: Table, keys: Collection[StateKey]) -> None:
        """Caches changed entries that were read for `chunks`."""
        for key in keys:
            if key in chunk and key not in space.table:
                space.table[key] = chunk[key]
        self._loaded_count += len(space.table) - space.seen
        space.seen = len(space.table)

    def chunks(self, namespace: Any) -> Iterator[Table]:
        space = self._all().get(namespace)
        if space is None:
            return
        seen = {*space.table, *space.dirty}
        if space.table:
            yield space.table
        if space.whole:
            return
        prefix = self._table_prefix(space)
        chunk: Table = {}
        for data_key, data in self._store.scan(prefix):
            key = key_of(data_key[len(prefix) + 2 :])
            if key not in seen:
                chunk[key] = loads(data)
                if len(chunk) >= _CHUNK:
                    self._chunk = namespace, chunk
                    yield chunk
                    chunk = {}
        if chunk:
            self._chunk = namespace, chunk
            yield chunk
        self._chunk = None, {}

    def drop(self, namespace: Any) -> None:
        space = self._all().pop(namespace, None)
        if space is None:
            return
        self._loaded_count -= space.seen
        if not space.stored:
            return
        self._store.delete(NAMESPACE + self._prefix() + long(space.number))
        keys = {*space.table, *space.dirty}
        if space.whole and len(keys) <= _FEW:
            for key in self._keys(space, keys):
                self._store.delete(key)
        else:
            self._store.delete_prefix(self._table_prefix(space))

    def drop_if_empty(self, namespace: Any) -> None:
        space = self._all().get(namespace)
        if space is not None and space.count == 0:
            self.drop(namespace)

    # Memory -----------------------------------------------------------------------------------------------------------

    def _make_room(self) -> None:
        """Evicts entries not used since the last eviction; if many remain, all but those of the last load."""
        sizes = [sampled_bytes(space.table) for space in islice(self._spaces.values(), _SAMPLED) if space.table]
        self._limit = self._budget.entries(max(sizes, default=0))
        if self._loaded_count <= self._limit:
            return
        for space in self._spaces.values():
            self._evict(space, space.recent)
        if self._loaded_count > self._limit // 2:
            for namespace, space in self._spaces.items():
                self._evict(space, set(space.last) if namespace == self._last else set())

    def _evict(self, space: _Namespace, retained: set[StateKey]) -> None:
        evicted = space.table.keys() - retained
        self._write(space, evicted)
        for key in evicted:
            del space.table[key]
        if evicted:
            space.whole = False
        self._loaded_count -= len(evicted)
        space.seen = len(space.table)
        space.absent.clear()
        space.recent.clear()

    def _write(self, space: _Namespace, keys: Collection[StateKey]) -> None:
        """Writes the changed entries among these to RocksDB."""
        changed = list(space.dirty.intersection(keys))
        for key, data_key in zip(changed, self._keys(space, changed), strict=True):
            if key in space.table:
                self._store.put(data_key, pickled(space.table[key], self._name, key))
            else:
                self._store.delete(data_key)
        space.dirty.difference_update(changed)
        space.stored = space.stored or bool(changed)

    def write_all(self) -> None:
        """Writes all changes to RocksDB; not called while a block is processed."""
        for namespace, space in self._spaces.items():
            self._write(space, space.dirty)
            if space.noted != space.count:
                space.stored, space.noted = True, space.count
                data = dumps((namespace, space.count))
                self._store.put(NAMESPACE + self._prefix() + long(space.number), data)

    def items(self) -> Iterator[tuple[Any, StateKey, Any]]:
        """All entries of all namespaces."""
        for namespace in self.namespaces():
            for table in self.chunks(namespace):
                for key, value in list(table.items()):
                    yield namespace, key, value
