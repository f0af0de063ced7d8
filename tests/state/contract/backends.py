"""The backends that the contract is for."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from pyrite.state.backend import KeyedStateBackend
from pyrite.state.hashmap.backend import HashMapBackend
from pyrite.state.rocksdb.backend import RocksDBBackend
from pyrite.state.rocksdb.cache import ObjectBudget

GROUPS: Final = 16
"""The maximum parallelism in these tests."""

Make = Callable[[range], KeyedStateBackend]
"""Makes a backend for a range of key groups."""


def hashmap(groups: range) -> KeyedStateBackend:
    return HashMapBackend(groups=groups, max_parallelism=GROUPS, tracked=True, merge_above=3)


def folder() -> Path:
    """A folder that the backend removes; in memory where there is such a disk, since RocksDB syncs its files."""
    memory = Path("/dev/shm")
    return Path(tempfile.mkdtemp(prefix="pyrite-contract-", dir=memory if memory.is_dir() else None))


def rocksdb(groups: range) -> KeyedStateBackend:
    return RocksDBBackend(folder(), groups=groups, max_parallelism=GROUPS, memory_bytes=8 << 20)


def rocksdb_heap_timers(groups: range) -> KeyedStateBackend:
    return RocksDBBackend(folder(), groups=groups, max_parallelism=GROUPS, memory_bytes=8 << 20, timer_store="HEAP")


def rocksdb_without_memory(groups: range) -> KeyedStateBackend:
    """Nearly everything is read from RocksDB."""
    backend = RocksDBBackend(folder(), groups=groups, max_parallelism=GROUPS, memory_bytes=8 << 20)
    backend._contents.budget = ObjectBudget(0, fewest=2)
    backend._contents.timers_at_once = 2
    return backend


BACKENDS: Final[dict[str, Make]] = {
    "hashmap": hashmap,
    "rocksdb": rocksdb,
    "rocksdb, timers on the heap": rocksdb_heap_timers,
    "rocksdb, without memory": rocksdb_without_memory,
}


def opened(name: str, made: list[KeyedStateBackend]) -> KeyedStateBackend:
    """A backend of all key groups, by its name; it is added to those that a fixture closes."""
    made.append(BACKENDS[name](range(GROUPS)))
    return made[-1]
