"""Imports state written by another backend or by other code into RocksDB, entry by entry."""

from __future__ import annotations

from typing import Any

from pyrite.core.state_key import StateKey
from pyrite.state.delta import Delta
from pyrite.state.evolution.loading import dumps, loads
from pyrite.state.key_groups import key_bytes
from pyrite.state.rocksdb.layout import NAMESPACE, STATE, TABLE, TIMER, grouped, long, short, time_bytes
from pyrite.state.rocksdb.store import RocksDBStore, pickled


class RocksDBImport:
    """Adds deltas to a database; `finish` must be called after the last one."""

    def __init__(self, target: RocksDBStore, max_parallelism: int) -> None:
        self._target = target
        self._max_parallelism = max_parallelism
        self._namespaces: dict[tuple[bytes, Any], tuple[int, int]] = {}
        """The number and the entry count of each namespace, by the number of its tables."""
        for key, data in target.scan(NAMESPACE):
            namespace, count = loads(data)
            self._namespaces[key[1:3], namespace] = int.from_bytes(key[3:], "big"), count
        self._last = max((number for number, _ in self._namespaces.values()), default=0)

    def add(self, delta: Delta) -> None:
        """Adds the entries of a delta, whose keys must be new."""
        target = self._target
        for name, (entries, _) in delta.states.items():
            number = short(target.number_of(STATE, name))
            grouped_keys = map(self._grouped, entries)
            self._put(name, [STATE + data[:2] + number + data[2:] for data in grouped_keys], entries)
        for name, (_, parts) in delta.tables.items():
            for namespace, (entries, _) in parts.items():
                self._add_to_table(name, namespace, entries)
        for name, (timers, _) in delta.timers.items():
            prefix = TIMER + short(target.number_of(TIMER, name))
            for (key, time_ms), order in timers.items():
                target.put(prefix + time_bytes(time_ms) + self._grouped(key), b"%d" % order)
        for name, description in delta.descriptions.items():
            target.describe(name, description)

    def _grouped(self, key: StateKey) -> bytes:
        return grouped(key_bytes(key), self._max_parallelism)

    def _add_to_table(self, name: str, namespace: Any, entries: dict[StateKey, Any]) -> None:
        tables = short(self._target.number_of(TABLE, name))
        number, count = self._namespaces.get((tables, namespace), (0, 0))
        if not number:
            number = self._last = self._last + 1
        prefix = TABLE + tables + long(number)
        self._put(name, [prefix + self._grouped(key) for key in entries], entries)
        self._namespaces[tables, namespace] = number, count + len(entries)

    def _put(self, name: str, stored_keys: list[bytes], entries: dict[StateKey, Any]) -> None:
        for stored_key, (key, value) in zip(stored_keys, entries.items(), strict=True):
            self._target.put(stored_key, pickled(value, name, key))

    def finish(self) -> None:
        for (tables, namespace), (number, count) in self._namespaces.items():
            if count:
                self._target.put(NAMESPACE + tables + long(number), dumps((namespace, count)))
        self._target.write()
