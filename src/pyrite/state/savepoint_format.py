"""The savepoint format of keyed state, which every backend writes and reads.

A handle's files are chunks of bounded size, each of one state, of tables or of timers: they can be read in parallel,
and written from state larger than memory. State in columns is stored as tables of tuples. A chunk is a first line with
the version of the format, followed by a delta (`state/delta.py`) without removals. A handle's `names` describe the
chunks: `state/count`, `table/windows`, `timer/event-time`.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path
from typing import Any, Final

from pyrite.core.errors import CheckpointError, CorruptStateError
from pyrite.state.columns.namespace import NAMESPACE
from pyrite.state.delta import Delta, fold, in_pieces
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import NO_MIGRATIONS, Migrations, dumps
from pyrite.state.handles import HASHMAP, ROCKSDB, FileRef, FrozenKeyedState, KeyedHandle, StateReader, StateWriter
from pyrite.state.rocksdb.read import download, read_database

SAVEPOINT: Final = "savepoint"
STATE, TABLE, TIMER = "state", "table", "timer"
VERSION: Final = 1
_MAGIC: Final = b"pyrite-keyed-state"
CHUNK_ENTRIES: Final = 1_000_000
CHUNK_BYTES: Final = 16 << 20
_FEW: Final = 16


@dataclass(frozen=True)
class Chunk:
    """The contents of one file. `of` is its name in `KeyedHandle.names`."""

    of: str
    data: bytes


class FrozenSavepoint(FrozenKeyedState):
    """Chunks that exist, or are built from data unaffected by later changes."""

    def __init__(self, groups: range, chunks: Iterable[Chunk], states: tuple[str, ...]) -> None:
        self._groups = groups
        self._chunks = chunks
        self._states = states

    def write(self, files: StateWriter) -> KeyedHandle:
        return write_chunks(self._chunks, files, self._groups, self._states)


def write_chunks(chunks: Iterable[Chunk], files: StateWriter, groups: range, states: tuple[str, ...]) -> KeyedHandle:
    """Writes the chunks one by one; returns their handle."""
    refs: list[FileRef] = []
    names: list[str] = []
    for chunk in chunks:
        refs.append(files.write(chunk.data, is_shared=False))
        names.append(chunk.of)
    return KeyedHandle(SAVEPOINT, groups.start, groups.stop - 1, tuple(refs), tuple(names), states)


# Writing --------------------------------------------------------------------------------------------------------------

_Tables = dict[Any, dict[Any, Any]]
"""The entries of tables by namespace."""


def chunks_of(delta: Delta, entries: int = CHUNK_ENTRIES, size_bytes: int = CHUNK_BYTES) -> Iterator[Chunk]:
    """Splits a delta into chunks of at most this many entries and about this many bytes. Drops removals."""
    for name, (puts, _) in delta.states.items():
        described = {name: delta.descriptions[name]} if name in delta.descriptions else {}
        of_state = _Chunks(f"{STATE}/{name}", partial(_state, name, described), entries, size_bytes)
        yield from of_state.of({None: puts})
    for name, (_, parts) in delta.tables.items():
        of_table = _Chunks(f"{TABLE}/{name}", partial(_table, name), entries, size_bytes)
        yield from of_table.of({namespace: puts for namespace, (puts, _) in parts.items()})
    for name, column_part in delta.columns.items():
        of_columns = _Chunks(f"{TABLE}/{name}", partial(_table, name), entries, size_bytes)
        for some in column_part.chunks(entries):
            yield from of_columns.of({NAMESPACE: some})
    for name, (puts, _) in delta.timers.items():
        of_timers = _Chunks(f"{TIMER}/{name}", partial(_timers, name), entries, size_bytes)
        yield from of_timers.of({None: puts})


def _state(name: str, described: dict[str, StateDescription], tables: _Tables) -> Delta:
    return Delta(states={name: (tables[None], set())}, descriptions=described)


def _table(name: str, tables: _Tables) -> Delta:
    return Delta(tables={name: (set(), {namespace: (table, set()) for namespace, table in tables.items()})})


def _timers(name: str, tables: _Tables) -> Delta:
    return Delta(timers={name: (tables[None], set())})


class _Chunks:
    """Builds the chunks of one state. The entries per chunk are estimated from a few, then from the last chunk."""

    def __init__(self, of: str, delta: Callable[[_Tables], Delta], entries: int, size_bytes: int) -> None:
        self._of = of
        self._delta = delta
        self._most = entries
        self._size_bytes = size_bytes
        self._entries = 0

    def of(self, tables: _Tables) -> Iterator[Chunk]:
        chunk: _Tables = {}
        room = 0
        for namespace, table in tables.items():
            if not chunk:
                room = self._entries or self._guess(table)
            if len(table) < room:  # the usual case: no copy
                chunk[namespace] = table
                room -= len(table)
                continue
            rest = iter(table.items())
            while part := dict(islice(rest, room)):
                chunk[namespace] = part
                room -= len(part)
                if room == 0:
                    yield from self._encoded(chunk)
                    chunk, room = {}, self._entries
        if chunk:
            yield from self._encoded(chunk)

    def _guess(self, table: dict[Any, Any]) -> int:
        few = dict(islice(table.items(), _FEW))
        try:
            return self._fitting(len(few), len(dumps(few)))
        except Exception:
            return _FEW  # encoding it reports the error

    def _fitting(self, entries: int, size_bytes: int) -> int:
        return max(1, min(self._most, self._size_bytes * entries // max(size_bytes, 1)))

    def _encoded(self, tables: _Tables) -> Iterator[Chunk]:
        data = self._delta(tables).encode()
        entries = sum(map(len, tables.values()))
        self._entries = self._fitting(entries, len(data))
        if len(data) > 2 * self._size_bytes and entries > 1:
            yield from self.of(tables)
        else:
            yield Chunk(self._of, b"%s %d\n" % (_MAGIC, VERSION) + data)


def chunks_of_pieces(pieces: Iterable[tuple[str, bytes]], size_bytes: int = CHUNK_BYTES) -> Iterator[Chunk]:
    """Groups encoded deltas, each with the name of its state, into chunks of about this many bytes."""
    for of, of_state in groupby(pieces, key=itemgetter(0)):
        waiting: list[bytes] = []
        for _, piece in of_state:
            if waiting and sum(map(len, waiting)) + len(piece) > size_bytes:
                yield _chunk_of(of, waiting)
                waiting = []
            waiting.append(piece)
        yield _chunk_of(of, waiting)


def _chunk_of(of: str, pieces: list[bytes]) -> Chunk:
    return Chunk(of, b"%s %d\n" % (_MAGIC, VERSION) + in_pieces(pieces, {}))


# Reading --------------------------------------------------------------------------------------------------------------


def decode_chunk(data: bytes, migrations: Migrations = NO_MIGRATIONS, of: str = "keyed state") -> Delta:
    """Decodes a chunk. `of` names it in errors."""
    head, _, body = data.partition(b"\n")
    magic, _, version = head.partition(b" ")
    if magic != _MAGIC or not version.isdigit():
        raise CorruptStateError(f"{of}: expected a chunk of a savepoint, got {data[:40]!r}")
    if int(version) > VERSION:
        raise CheckpointError(
            f"{of} is of format version {int(version)}, but this Pyrite reads up to {VERSION}: use a later Pyrite"
        )
    return Delta.decode(body, migrations, of)


def read_deltas(
    handle: KeyedHandle, files: StateReader, folder: Path, migrations: Migrations = NO_MIGRATIONS
) -> Iterator[Delta]:
    """All entries of a handle of any backend, in pieces without common keys. `folder` is scratch space, left empty."""
    if handle.backend == SAVEPOINT:
        for name, ref in zip(handle.names, handle.files, strict=True):
            yield decode_chunk(files.read(ref), migrations, name)
    elif handle.backend == HASHMAP:
        yield fold(map(files.read, handle.files), keep_removed=False, migrations=migrations)
    elif handle.backend == ROCKSDB:
        database = folder / "database"
        try:
            download(handle, files, database)
            yield from read_database(database, migrations)
        finally:
            shutil.rmtree(database, ignore_errors=True)
    else:
        raise CheckpointError(
            f"keyed state was written by the {handle.backend} backend, unknown to this Pyrite: use a later one"
        )


def deltas_of_groups(
    handle: KeyedHandle,
    files: StateReader,
    folder: Path,
    groups: range,
    max_parallelism: int,
    migrations: Migrations,
) -> Iterator[Delta]:
    """The entries of these groups in a handle of any backend, in pieces. `folder` is scratch space."""
    is_whole = groups.start <= handle.first_group and handle.last_group < groups.stop
    for delta in read_deltas(handle, files, folder, migrations):
        yield delta if is_whole else delta.of_groups(groups, max_parallelism)
