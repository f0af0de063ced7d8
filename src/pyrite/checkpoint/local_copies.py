"""Local copies: what a subtask writes to checkpoint storage, kept on its own machine's disk as well.

A subtask that comes back to the machine reads them instead. They are a help, never needed: a copy that is missing or
damaged is read from the store.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import time
from collections.abc import Iterable
from pathlib import Path

from pyrite.checkpoint.store import CheckpointStore, Names
from pyrite.common.errors import CheckpointError

_FORGOTTEN_S = 7 * 24 * 3600.0
"""Copies of a job that nobody has touched for so long are removed."""


class CopyingStore(CheckpointStore):
    """A store as one subtask uses it, with a folder of copies. The second read of a file goes to the store."""

    def __init__(self, store: CheckpointStore, folder: Path) -> None:
        self._store = store
        self._folder = folder
        self._given: set[str] = set()
        self.inline_only = store.inline_only
        self.limit_bytes = store.limit_bytes
        folder.mkdir(parents=True, exist_ok=True)
        _refuse_others(folder)

    @property
    def uri(self) -> str:
        return self._store.uri

    def _copy(self, path: str) -> Path:
        return self._folder / path.rpartition("/")[2]

    def write(self, path: str, data: bytes) -> None:
        self._store.write(path, data)
        temporary = self._copy(f"{path}.part")
        with contextlib.suppress(OSError):
            temporary.write_bytes(data)
            temporary.rename(self._copy(path))

    def upload(self, source: Path, path: str) -> None:
        self._store.upload(source, path)
        with contextlib.suppress(OSError):
            _link_or_copy(source, self._copy(path))

    def read(self, path: str) -> bytes:
        if path not in self._given:
            self._given.add(path)
            with contextlib.suppress(OSError):
                return self._copy(path).read_bytes()
        return self._store.read(path)

    def download(self, path: str, target: Path) -> None:
        if path not in self._given:
            self._given.add(path)
            with contextlib.suppress(OSError):
                shutil.copyfile(self._copy(path), target)
                return
        self._store.download(path, target)

    def create(self, path: str, data: bytes) -> bool:
        return self._store.create(path, data)

    def list(self, path: str) -> Names:
        return self._store.list(path)

    def sizes(self, path: str) -> dict[str, int]:
        return self._store.sizes(path)

    def delete(self, path: str) -> None:
        self._store.delete(path)

    def delete_folder(self, path: str) -> None:
        self._store.delete_folder(path)

    def keep_only(self, paths: Iterable[str]) -> None:
        """Removes all other copies."""
        kept = {path.rpartition("/")[2] for path in paths}
        for copy in self._folder.iterdir():
            if copy.name not in kept:
                copy.unlink(missing_ok=True)

    def remove(self) -> None:
        """The job is over: no copy is needed any more."""
        shutil.rmtree(self._folder, ignore_errors=True)
        with contextlib.suppress(OSError):
            self._folder.parent.rmdir()


def copies_folder(root: Path, job_id: str, vertex: str, subtask: int) -> Path:
    """Where a subtask's copies lie; removes those of jobs long gone."""
    for job in root.glob("*"):
        with contextlib.suppress(OSError):
            if job.name != job_id and time.time() - job.stat().st_mtime > _FORGOTTEN_S:
                shutil.rmtree(job, ignore_errors=True)
    return root / job_id / f"{vertex}-{subtask}"


def _refuse_others(folder: Path) -> None:
    """Copies are unpickled: nobody else may have put them there."""
    for place in (folder, folder.parent, folder.parent.parent):
        found = place.stat()
        if found.st_uid != os.getuid():
            raise CheckpointError(f"{place}, for local copies of state, belongs to another user")
        if found.st_mode & 0o022:
            place.chmod(0o700)


def _link_or_copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
