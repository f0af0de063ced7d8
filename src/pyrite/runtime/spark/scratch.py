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
from functools import cache
from pathlib import Path

from pyrite.checkpoint.folder_marker import mark_folder, owner_of, remove_marked

_PREFIX = "pyrite-"
_LONGEST = 60 - len("/pyrite-12345678")
"""Spark takes folders of at most sixty characters for its sockets."""
_KIND = "scratch"
_LOCK = "lock"


@cache
def scratch_folder() -> Path:
    """This process's folder, made on first use; removes those of programs that are gone."""
    sweep_scratch()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=_base()))
    _lock(folder)
    mark_folder(folder, _KIND, str(os.getpid()))  # after the lock: a marked folder without a holder may be swept
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _base() -> Path:
    base = Path(tempfile.gettempdir())
    return base if len(str(base)) <= _LONGEST else Path("/tmp")


def sweep_scratch() -> None:
    """Removes the folders of programs and tasks that are gone."""
    for folder in _base().glob(f"{_PREFIX}*"):
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
