"""The scratch folder of a program or a task: Spark's sockets, RocksDB's files; gone with its process.

PySpark leaves the sockets of its daemons. A process that is killed cannot remove its folder either: the next one does,
and a task's watchdog, by the folder's marker. A folder whose lock is held belongs to a program that lives, in whatever
container.
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
"""Spark takes folders of at most sixty characters for its sockets."""
_KIND = "scratch"
_LOCK = "lock"


@cache
def scratch_folder() -> Path:
    """This process's folder, made on first use; removes those of programs that are gone. For small files."""
    return _make(_base())


@cache
def data_folder(folders: tuple[str, ...]) -> Path:
    """This process's folder in one of several, for what may be large: made on first use, and removed like the other."""
    base = Path(folders[os.getpid() % len(folders)])
    try:
        base.mkdir(parents=True, exist_ok=True)
        return _make(base)
    except OSError as error:
        raise InvalidProgramError(
            f"{base} cannot hold the task's local state: {error}. Spark's local folders are set by spark.local.dir or "
            "SPARK_LOCAL_DIRS, RocksDB's own by state.backend.rocksdb.localdir"
        ) from error


def local_folders(configured: Sequence[str]) -> tuple[str, ...]:
    """Where a task keeps what may be large: the configured folders, or those that Spark has for its executor."""
    sparks = [folder for folder in os.environ.get("SPARK_LOCAL_DIRS", "").split(",") if folder]
    return tuple(str(local_path(folder)) for folder in configured) or tuple(sparks) or (tempfile.gettempdir(),)


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
    """Removes the folders of programs and tasks that are gone."""
    places = dict.fromkeys((_base(), *map(Path, bases)))
    for folder in (path for base in places for path in base.glob(f"{_PREFIX}*")):
        if owner_of(folder, _KIND) is None:
            continue
        try:
            lock = _lock(folder)
        except OSError:
            continue  # its owner lives, or it is just being removed
        with contextlib.suppress(OSError):
            remove_marked(folder)
        os.close(lock)


def _lock(folder: Path) -> int:
    """Takes the folder's lock for as long as the file stays open; raises OSError if another program has it."""
    lock = os.open(folder / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock
