"""StoredState: one state of one subtask in a checkpoint, reading only the necessary files."""

from __future__ import annotations

import copy
import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, Optional

from pyrite.core.errors import StateNotQueryableError
from pyrite.core.state_key import StateKey
from pyrite.queryable_state.placeholder_values import loads
from pyrite.state.delta import IN_PIECES, PICKLED, WITH_COLUMNS, Delta, Part, pieces_in
from pyrite.state.handles import HASHMAP, ROCKSDB, FileRef, KeyedHandle, StateReader
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_bytes, key_group
from pyrite.state.rocksdb.layout import NUMBER, STATE, grouped, short
from pyrite.state.rocksdb.store import open_to_read

MISSING: Final = object()


class StoredState(ABC):
    """Moved from checkpoint to checkpoint; each move reads only the new files."""

    def __init__(self, state: str, files: StateReader) -> None:
        self._state = state
        self._files = files
        self._handle: Optional[KeyedHandle] = None

    def move_to(self, handle: KeyedHandle) -> None:
        """Moves to a checkpoint's handle. Raises CorruptStateError if a file is missing."""
        if handle == self._handle:
            return
        try:
            self._read(handle)
        except BaseException:
            self.close()
            raise
        self._handle = handle

    @abstractmethod
    def _read(self, handle: KeyedHandle) -> None:
        """Reads the missing files."""

    @abstractmethod
    def get(self, key: Any, max_parallelism: int) -> Any:
        """The stored value for a user key, or MISSING."""

    def close(self) -> None:
        """Drops all cached data."""
        self._handle = None


class StoredHashMap(StoredState):
    """Folds the chain's files; if the chain has only grown, only the new files."""

    def __init__(self, state: str, files: StateReader) -> None:
        super().__init__(state, files)
        self._folded_files: tuple[FileRef, ...] = ()
        self._entries: dict[StateKey, Any] = {}

    def _read(self, handle: KeyedHandle) -> None:
        if handle.files[: len(self._folded_files)] != self._folded_files:
            self._folded_files, self._entries = (), {}
        folded = Delta({self._state: (self._entries, set())})
        for ref in handle.files[len(self._folded_files) :]:
            for part in self._parts_in(self._files.read(ref)):
                folded.add(Delta({self._state: part}), keep_removed=False)
        self._folded_files = handle.files

    def _parts_in(self, contents: bytes) -> Iterator[Part]:
        """The parts of the state in a file, in the order of its pieces."""
        version, *parts = loads(contents)
        if version == WITH_COLUMNS:
            yield from self._parts_in(parts[0])
        elif version == IN_PIECES:
            for piece in pieces_in(contents, *parts)[0]:
                yield from self._parts_in(piece)
        elif self._state in parts[0]:
            puts, removed = parts[0][self._state]
            yield {key: loads(data) for key, data in puts.items()} if version == PICKLED else puts, removed

    def get(self, key: Any, max_parallelism: int) -> Any:
        """Returns a copy, so that the caller cannot change cached values."""
        encoded = encode_key(key)
        return copy.deepcopy(self._entries[encoded]) if encoded in self._entries else MISSING

    def close(self) -> None:
        super().close()
        self._folded_files, self._entries = (), {}


class StoredRocksDB(StoredState):
    """A copy of the database in a separate folder, opened read-only. Existing files are not downloaded again."""

    def __init__(self, state: str, files: StateReader, folder: Path) -> None:
        super().__init__(state, files)
        self._folder = folder
        self._number = 0
        self._refs: dict[str, FileRef] = {}
        self._db: Any = None

    def _read(self, handle: KeyedHandle) -> None:
        refs = dict(zip(handle.names, handle.files, strict=True))
        before, folder = self._path(), self._folder / str(self._number + 1)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name, ref in refs.items():
            if self._refs.get(name) == ref:
                os.link(before / name, folder / name)
            else:
                self._files.download(ref, folder / name)
        self.close()
        self._number += 1
        self._refs, self._db = refs, open_to_read(folder)

    def get(self, key: Any, max_parallelism: int) -> Any:
        number = self._db.get(NUMBER + STATE + self._state.encode())
        if number is None:
            return MISSING
        data = grouped(key_bytes(encode_key(key)), max_parallelism)
        value = self._db.get(STATE + data[:2] + short(int(number)) + data[2:])
        return MISSING if value is None else loads(value)

    def close(self) -> None:
        super().close()
        if self._db is not None:
            self._db.close()
        shutil.rmtree(self._path(), ignore_errors=True)
        self._refs, self._db = {}, None

    def _path(self) -> Path:
        return self._folder / str(self._number)


def is_place_of(handle: KeyedHandle, key: Any, max_parallelism: int) -> bool:
    """Whether a user key belongs to the key groups of a handle."""
    return handle.first_group <= key_group(encode_key(key), max_parallelism) <= handle.last_group


def open_stored(backend: str, state: str, files: StateReader, folder: Path) -> StoredState:
    """Opens the state written by a backend; `folder` must be exclusive."""
    if backend == HASHMAP:
        return StoredHashMap(state, files)
    if backend == ROCKSDB:
        return StoredRocksDB(state, files, folder)
    raise StateNotQueryableError(f"state of the {backend} backend cannot be queried, only of {HASHMAP} and {ROCKSDB}")
