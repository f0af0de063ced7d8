"""Local copies: files that a subtask writes to checkpoint storage are also kept on its machine's disk.

A subtask that is restored on the same machine reads the copies instead. Copies are optional: a missing or damaged copy
is read from the store.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterable
from pathlib import Path

from pyrite.core.config.checkpoint_options import LOCAL_BACKUP_DIRECTORIES
from pyrite.core.errors import CheckpointError
from pyrite.storage.folder_marker import MARKER, mark_folder, owner_of, remove_marked
from pyrite.storage.store import CheckpointStore, Names

_KIND = "local copies"
_PREFIX = "pyrite-copies-"
_FORGOTTEN_S = 7 * 24 * 3600.0
"""A job's copies are removed when they were not touched for this long."""


class CopyingStore(CheckpointStore):
    """A store as seen by one subtask, with a folder of copies. The second read of a file goes to the store."""

    def __init__(self, store: CheckpointStore, folder: Path) -> None:
        self._store = store
        self.folder = folder
        self._copies_read: set[str] = set()
        self.inline_only = store.inline_only
        self.limit_bytes = store.limit_bytes

    @property
    def uri(self) -> str:
        return self._store.uri

    def _copy(self, path: str) -> Path:
        return self.folder / path.rpartition("/")[2]

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
        if path not in self._copies_read:
            self._copies_read.add(path)
            with contextlib.suppress(OSError):
                return self._copy(path).read_bytes()
        return self._store.read(path)

    def download(self, path: str, target: Path) -> None:
        if path not in self._copies_read:
            self._copies_read.add(path)
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
        """Removes all other copies, and touches the folder so that other jobs do not treat it as old."""
        names = {path.rpartition("/")[2] for path in paths}
        with contextlib.suppress(OSError):  # the folder may have been removed: copies are optional
            os.utime(self.folder.parent)
            for copy in self.folder.iterdir():
                if copy.name not in names:
                    copy.unlink(missing_ok=True)

    def remove(self) -> None:
        """Removes all copies; called at the end of the job."""
        shutil.rmtree(self.folder, ignore_errors=True)
        job = self.folder.parent
        with contextlib.suppress(OSError):
            if [path.name for path in job.iterdir()] == [MARKER]:
                remove_marked(job)


def copies_folder(root: Path, job_id: str, vertex: str, subtask: int) -> Path:
    """Makes the folder for a subtask's copies, and removes the folders of jobs that ended long ago.

    `root` belongs to the user: its mode and its other contents are not changed.
    """
    root.mkdir(mode=0o700, parents=True, exist_ok=True)
    _refuse_others(root)
    for job in root.glob(f"{_PREFIX}*"):
        with contextlib.suppress(OSError):
            is_old = time.time() - job.stat().st_mtime > _FORGOTTEN_S
            if is_old and owner_of(job, _KIND) not in (None, job_id):
                remove_marked(job)
    folder = _job_folder(root / f"{_PREFIX}{job_id}", job_id) / f"{vertex}-{subtask}"
    folder.mkdir(exist_ok=True)
    os.utime(folder.parent)
    return folder


def _refuse_others(root: Path) -> None:
    """CheckpointError if another user owns the folder: its owner could replace copies, and copies are unpickled."""
    owner = root.stat().st_uid
    if owner not in (os.getuid(), 0):
        raise CheckpointError(
            f"{root}, for local copies of state, belongs to another user ({owner}): name another folder by "
            f"{LOCAL_BACKUP_DIRECTORIES.key}"
        )


def _job_folder(folder: Path, job_id: str) -> Path:
    """A job's folder. Copies are unpickled, so only this user may enter it."""
    if not folder.exists():
        fresh = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder.parent))
        mark_folder(fresh, _KIND, job_id)
        try:
            fresh.rename(folder)
        except OSError:  # another subtask was first
            remove_marked(fresh)
    if owner_of(folder, _KIND) != job_id:
        raise CheckpointError(
            f"{folder} was not made by Pyrite for job {job_id} and this user, so it cannot hold local copies. "
            f"Move it away, or name another folder by {LOCAL_BACKUP_DIRECTORIES.key}"
        )
    return folder


def _link_or_copy(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:
        shutil.copyfile(source, target)
