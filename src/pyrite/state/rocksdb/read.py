"""Reads the files of a RocksDB checkpoint as deltas, in pieces of bounded size."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any, Final

from pyrite.core.errors import StateUnreadableError
from pyrite.core.persistence.persisted_pickling import loads as loads_persisted
from pyrite.state.delta import Delta, unreadable
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations, loads
from pyrite.state.handles import KeyedHandle, StateReader
from pyrite.state.rocksdb.layout import (
    DESCRIPTION,
    NAMESPACE,
    NUMBER,
    STATE,
    TABLE,
    TIMER,
    after,
    key_of,
    short,
    time_of,
)
from pyrite.state.rocksdb.store import entries_of, open_to_read

_PIECE_ENTRIES: Final = 50_000
_PIECE_BYTES: Final = 4 << 20
"""The size of a piece, which is in memory several times while it is read and written again."""


def download(handle: KeyedHandle, files: StateReader, folder: Path) -> None:
    """Downloads the files of a handle of this backend into a new folder."""
    folder.mkdir(parents=True)
    for name, ref in zip(handle.names, handle.files, strict=True):
        files.download(ref, folder / name)


def read_database(folder: Path, migrations: Migrations = NO_MIGRATIONS) -> Iterator[Delta]:
    """All entries of a database that is not open elsewhere."""
    with closing(open_to_read(folder)) as source:
        yield from _Reading(source, migrations).pieces()


_Raw = dict[bytes, tuple[list[bytes], list[bytes]]]
"""Stored keys and values, by the part of the key that identifies the state."""


class _Reading:
    """One pass over a database."""

    def __init__(self, source: Any, migrations: Migrations) -> None:
        self._source = source
        self._migrations = migrations
        self._load = loads_persisted if migrations.same_code else partial(loads, migrations=migrations)
        self._names = {(key[1:2], short(int(value))): key[2:].decode() for key, value in self._entries(NUMBER)}
        self._descriptions = {key[1:].decode(): loads(value) for key, value in self._entries(DESCRIPTION)}
        self._namespaces = {key[1:]: self._namespace(key, data) for key, data in self._entries(NAMESPACE)}

    def _entries(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        return entries_of(self._source, prefix, after(prefix))

    def _namespace(self, key: bytes, data: bytes) -> Any:
        try:
            return loads(data, self._migrations)[0]
        except StateUnreadableError as error:
            raise StateUnreadableError(f"state '{self._names[TABLE, key[1:3]]}', a namespace: {error}") from error

    def pieces(self) -> Iterator[Delta]:
        for raw in self._raw(STATE, slice(3, 5)):
            yield self._states(raw)
        for raw in self._raw(TABLE, slice(1, 11)):
            yield self._tables(raw)
        for raw in self._raw(TIMER, slice(1, 3)):
            yield self._timers(raw)

    def _raw(self, prefix: bytes, what: slice) -> Iterator[_Raw]:
        """All entries with the prefix, in pieces."""
        raw: _Raw = {}
        room, room_bytes = _PIECE_ENTRIES, _PIECE_BYTES
        for key, data in self._entries(prefix):
            of = key[what]
            if of not in raw:
                raw[of] = [], []
            keys, values = raw[of]
            keys.append(key)
            values.append(data)
            room -= 1
            room_bytes -= len(data)
            if room == 0 or room_bytes <= 0:
                yield raw
                raw, room, room_bytes = {}, _PIECE_ENTRIES, _PIECE_BYTES
        if raw:
            yield raw

    def _states(self, raw: _Raw) -> Delta:
        delta = Delta()
        for of, (keys, values) in raw.items():
            name = self._names[STATE, of]
            delta.states[name] = self._decoded(name, [key[5:] for key in keys], values), set()
            if name in self._descriptions:
                delta.descriptions[name] = self._descriptions[name]
        return delta

    def _tables(self, raw: _Raw) -> Delta:
        delta = Delta()
        for of, (keys, values) in raw.items():
            name = self._names[TABLE, of[:2]]
            _, parts = delta.tables.setdefault(name, (set(), {}))
            parts[self._namespaces[of]] = self._decoded(name, [key[13:] for key in keys], values), set()
        return delta

    def _timers(self, raw: _Raw) -> Delta:
        delta = Delta()
        for of, (keys, values) in raw.items():
            name = self._names[TIMER, of]
            times = [time_of(key[3:11]) for key in keys]
            owners = [self._key(name, key[13:]) for key in keys]
            delta.timers[name] = dict(zip(zip(owners, times, strict=True), map(int, values), strict=True)), set()
        return delta

    def _decoded(self, name: str, keys: list[bytes], values: list[bytes]) -> dict[Any, Any]:
        decoded_keys = [self._key(name, key) for key in keys]
        try:
            return dict(zip(decoded_keys, map(self._load, values), strict=True))
        except Exception:  # finds the unreadable value
            return {key: self._value(name, key, data) for key, data in zip(decoded_keys, values, strict=True)}

    def _value(self, name: str, key: Any, data: bytes) -> Any:
        try:
            return loads(data, self._migrations)
        except StateUnreadableError as error:
            raise unreadable(name, key, error) from error

    def _key(self, name: str, data: bytes) -> Any:
        try:
            return key_of(data, self._migrations)
        except StateUnreadableError as error:
            raise StateUnreadableError(f"state '{name}', the namespace of a key: {error}") from error
