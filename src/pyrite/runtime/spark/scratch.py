"""The program's scratch folder: Spark's sockets, gone with the program.

PySpark leaves the sockets of its daemons behind. A program that is killed cannot remove its folder either; the next one
does. A folder whose lock is held belongs to a program that lives, in whatever container that is.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import shutil
import tempfile
import time
from functools import cache
from pathlib import Path

_PREFIX = "pyrite-"
_LONGEST = 60 - len("/pyrite-12345678")
"""Spark takes folders of at most sixty characters for its sockets."""
_SETTLED_S = 60.0


@cache
def scratch_folder() -> Path:
    """This process's folder, made on first use; removes those of programs that are gone."""
    base = Path(tempfile.gettempdir())
    if len(str(base)) > _LONGEST:
        base = Path("/tmp")
    _sweep(base)
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=base))
    _try_lock(folder)
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _sweep(base: Path) -> None:
    for folder in base.glob(f"{_PREFIX}*"):
        try:
            found = folder.stat()
            if found.st_uid == os.getuid() and time.time() - found.st_mtime > _SETTLED_S:
                lock = _try_lock(folder)
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)
        except OSError:
            continue  # held by its owner, or just gone


def _try_lock(folder: Path) -> int:
    """Takes the folder's lock for as long as the file stays open; raises OSError if another program has it."""
    lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        raise
    return lock
