"""Reads the files of a RocksDB backend's checkpoint as deltas, in pieces of bounded size."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from pyrite.common.errors import StateUnreadableError
from pyrite.state.delta import Delta, Part, unreadable
from pyrite.state.evolution import NO_MIGRATIONS, Migrations, loads
from pyrite.state.handles import KeyedHandle, StateReader
from pyrite.state.rocksdb_layout import DESCRIPTION, NAMESPACE, NUMBER, STATE, TABLE, TIMER, after, key_of, time_of
from pyrite.state.rocksdb_store import entries_of, open_to_read

_PIECE_ENTRIES: Final = 50_000
_PIECE_BYTES: Final = 16 << 20


def download(handle: KeyedHandle, files: StateReader, folder: Path) -> None:
    """Puts the files of a handle of this backend into a folder, which it makes."""
    folder.mkdir(parents=True)
    for name, ref in zip(handle.names, handle.files, strict=True):
        files.download(ref, folder / name)


def read_database(folder: Path, migrations: Migrations = NO_MIGRATIONS) -> Iterator[Delta]:
    """All entries of a database that nobody else has open."""
    with closing(open_to_read(folder)) as source:
        yield from _Reading(source, migrations).pieces()


class _Reading:
    """One pass over a database. Entries are added to `_piece` until it is full."""

    def __init__(self, source: Any, migrations: Migrations) -> None:
        self._source = source
        self._migrations = migrations
        self._names = {
            (key[1:2], int(value)): key[2:].decode() for key, value in entries_of(source, NUMBER, after(NUMBER))
        }
        self._descriptions = {
            key[1:].decode(): loads(value) for key, value in entries_of(source, DESCRIPTION, after(DESCRIPTION))
        }
        self._begin()

    def _begin(self) -> None:
        self._piece = Delta()
        self._room, self._room_bytes = _PIECE_ENTRIES, _PIECE_BYTES

    def pieces(self) -> Iterator[Delta]:
        for prefix, add in ((STATE, self._add_state), (TABLE, self._adding_to_tables()), (TIMER, self._add_timer)):
            for key, data in entries_of(self._source, prefix, after(prefix)):
                add(key, data)
                self._room -= 1
                self._room_bytes -= len(data)
                if self._room <= 0 or self._room_bytes <= 0:
                    yield self._piece
                    self._begin()
        if not self._piece.is_empty():
            yield self._piece

    def _name(self, kind: bytes, key: bytes, place: int) -> str:
        return self._names[kind, int.from_bytes(key[place : place + 2], "big")]

    def _add_state(self, key: bytes, data: bytes) -> None:
        name = self._name(STATE, key, 3)
        if name not in self._piece.states:
            self._piece.states[name] = {}, set()
            if name in self._descriptions:
                self._piece.descriptions[name] = self._descriptions[name]
        self._put(self._piece.states[name], name, key[5:], data)

    def _adding_to_tables(self) -> Callable[[bytes, bytes], None]:
        namespaces: dict[bytes, Any] = {}
        for key, data in entries_of(self._source, NAMESPACE, after(NAMESPACE)):
            try:
                namespaces[key[1:]] = loads(data, self._migrations)[0]
            except StateUnreadableError as error:
                name = self._name(TABLE, key, 1)
                raise StateUnreadableError(f"state '{name}', a namespace of it: {error}") from error

        def add(key: bytes, data: bytes) -> None:
            name, namespace = self._name(TABLE, key, 1), namespaces[key[1:11]]
            _, parts = self._piece.tables.setdefault(name, (set(), {}))
            self._put(parts.setdefault(namespace, ({}, set())), name, key[13:], data)

        return add

    def _put(self, part: Part, name: str, key: bytes, data: bytes) -> None:
        found = self._key(name, key)
        try:
            part[0][found] = loads(data, self._migrations)
        except StateUnreadableError as error:
            raise unreadable(name, found, error) from error

    def _key(self, name: str, key: bytes) -> Any:
        try:
            return key_of(key, self._migrations)
        except StateUnreadableError as error:
            raise StateUnreadableError(f"state '{name}', the namespace of a key: {error}") from error

    def _add_timer(self, key: bytes, data: bytes) -> None:
        name = self._name(TIMER, key, 1)
        timers, _ = self._piece.timers.setdefault(name, ({}, set()))
        timers[self._key(name, key[13:]), time_of(key[3:11])] = int(data)
