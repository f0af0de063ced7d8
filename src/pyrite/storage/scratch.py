"""The scratch folder of a program or a task, for Spark's sockets and RocksDB's files. Removed when its process ends.

PySpark leaves the sockets of its daemons behind, and a killed process cannot remove its folder. The next program and a
task's watchdog remove such folders, recognized by their marker. A locked folder belongs to a running program, possibly
in another container.
"""

from __future__ import annotations

import atexit
import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from pyrite.core.errors import InvalidProgramError
from pyrite.core.file_uri import local_path
from pyrite.storage.folder_marker import mark_folder, owner_of, remove_marked

_PREFIX = "pyrite-"
_LONGEST = 60 - len("/pyrite-12345678")
"""Spark accepts folders of at most sixty characters for its sockets."""
_KIND = "scratch"
_LOCK = "lock"


@cache
def scratch_folder() -> Path:
    """This process's folder for small files, created on first use. Also removes the folders of ended programs."""
    return _make(_base())


@cache
def data_folder(folders: tuple[str, ...]) -> Path:
    """This process's folder for large files, in one of several: created on first use, removed at the process's end."""
    base = Path(folders[os.getpid() % len(folders)])
    try:
        base.mkdir(parents=True, exist_ok=True)
        return _make(base)
    except OSError as error:
        raise InvalidProgramError(
            f"{base} cannot hold the task's local state: {error}. Spark's local folders are set by spark.local.dir or "
            "SPARK_LOCAL_DIRS, RocksDB's own by state.backend.rocksdb.localdir"
        ) from error


def local_folders(folders: Sequence[str]) -> tuple[str, ...]:
    """The folders for a task's large files: the configured folders, or the local folders of Spark's executor."""
    sparks = [folder for folder in os.environ.get("SPARK_LOCAL_DIRS", "").split(",") if folder]
    return tuple(str(local_path(folder)) for folder in folders) or tuple(sparks) or (tempfile.gettempdir(),)


def _make(base: Path) -> Path:
    sweep_scratch((str(base),))
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
    _lock(folder)
    mark_folder(folder, _KIND, str(os.getpid()))  # after the lock: a marked folder without a holder may be swept
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _base() -> Path:
    base = Path(tempfile.gettempdir())
    return base if len(str(base)) <= _LONGEST else Path("/tmp")


def sweep_scratch(bases: Sequence[str] = ()) -> None:
    """Removes the folders of programs and tasks that have ended."""
    places = dict.fromkeys((_base(), *map(Path, bases)))
    for folder in (path for base in places for path in base.glob(f"{_PREFIX}*")):
        if owner_of(folder, _KIND) is None:
            continue
        try:
            lock = _lock(folder)
        except OSError:
            continue  # its owner is running, or another process is removing it
        with contextlib.suppress(OSError):
            remove_marked(folder)
        os.close(lock)


def _lock(folder: Path) -> int:
    """Locks the folder for as long as the file stays open; raises OSError if another program has the lock."""
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock
