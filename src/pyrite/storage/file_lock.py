"""Locks on files: held for as long as a process has the file open, so they end with the process, however it ends."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Optional

_LOOK_S = 0.2
"""For how long a lock that is held is tried again: somebody may just be looking who has it."""
_LONGEST = 4096


def lock_file(path: Path) -> int:
    """Takes the lock of a file, which is made if it is missing; returns its descriptor. BlockingIOError: it is held."""
    until = time.monotonic() + _LOOK_S
    while True:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if _is_at(file, path):
                return file
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(file)
                raise
        os.close(file)
        time.sleep(_LOOK_S / 20)


def write_locked(file: int, text: str) -> None:
    """Writes into a file that is locked, for those who look at it."""
    os.truncate(file, 0)
    os.pwrite(file, text.encode(), 0)


def held_text(path: Path) -> Optional[str]:
    """What the holder of a file's lock has written into it; None if nobody holds it."""
    try:
        file = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return None
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return os.pread(file, _LONGEST, 0).decode()
    else:
        return None
    finally:
        os.close(file)


def _is_at(file: int, path: Path) -> bool:
    """Whether the file is still there under its name: its last holder may just have removed it."""
    try:
        return path.stat().st_ino == os.fstat(file).st_ino
    except FileNotFoundError:
        return False
