"""The snapshot of a RocksDB backend: a folder of hard links, written unchanged or in the savepoint format."""

from __future__ import annotations

import shutil
from abc import abstractmethod
from pathlib import Path
from threading import Lock
from typing import Optional

from pyrite.core.errors import CheckpointError
from pyrite.state.handles import ROCKSDB, FileRef, FrozenKeyedState, KeyedHandle, QueryableState, StateWriter
from pyrite.state.rocksdb.read import read_database
from pyrite.state.savepoint_format import chunks_of, write_chunks


class FrozenFolder(FrozenKeyedState):
    """A folder of hard links, which is removed when it is written or no longer needed."""

    def __init__(self, groups: range, folder: Path, states: tuple[str, ...]) -> None:
        self.groups = groups
        self.states = states
        self.folder = folder
        self._lock = Lock()
        """Held while the folder is read; the reader then removes the folder."""
        self._needless = False

    def write(self, files: StateWriter) -> KeyedHandle:
        with self._lock:
            if self._needless:
                raise CheckpointError("the checkpoint was aborted before its state was written")
            try:
                return self._write(files)
            finally:
                shutil.rmtree(self.folder, ignore_errors=True)

    @abstractmethod
    def _write(self, files: StateWriter) -> KeyedHandle: ...

    def remove(self) -> None:
        """Removes the folder when it is no longer needed; called by the task while another thread may be writing."""
        self._needless = True
        if self._lock.acquire(blocking=False):
            shutil.rmtree(self.folder, ignore_errors=True)
            self._lock.release()


class FrozenRocksDB(FrozenFolder):
    """A checkpoint. Files of the last confirmed checkpoint are not written again."""

    def __init__(
        self,
        groups: range,
        folder: Path,
        states: tuple[str, ...],
        queryable: tuple[QueryableState, ...],
        base: Optional[KeyedHandle],
        full: bool,
    ) -> None:
        super().__init__(groups, folder, states)
        self._queryable = queryable
        self._stored = {} if base is None else dict(zip(base.names, base.files, strict=True))
        self._full = full
        self.handle: Optional[KeyedHandle] = None

    def _write(self, files: StateWriter) -> KeyedHandle:
        paths = sorted(path for path in self.folder.iterdir() if path.suffix != ".log")
        refs = tuple(self._write_file(path, files) for path in paths)
        names = tuple(path.name for path in paths)
        first, last = self.groups.start, self.groups.stop - 1
        self.handle = KeyedHandle(ROCKSDB, first, last, refs, names, self.states, self._queryable)
        return self.handle

    def _write_file(self, path: Path, files: StateWriter) -> FileRef:
        if path.suffix != ".sst" or self._full:
            return files.write(path.read_bytes(), is_shared=False)
        return self._stored.get(path.name) or files.upload(path)


class FrozenRocksDBSavepoint(FrozenFolder):
    """A savepoint: read from the folder and written, chunk by chunk."""

    def _write(self, files: StateWriter) -> KeyedHandle:
        chunks = (chunk for delta in read_database(self.folder) for chunk in chunks_of(delta))
        return write_chunks(chunks, files, self.groups, self.states)
