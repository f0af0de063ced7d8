"""Locks on files. A lock lasts while its process has the file open, so it ends with the process, even by SIGKILL."""

from __future__ import annotations

import fcntl
import os
import time
from pathlib import Path
from typing import Optional

_LOOK_S = 0.2
"""How long to retry a lock that is taken: another process may hold it briefly to read the holder's text."""
_LONGEST = 4096


def lock_file(path: Path) -> int:
    """Locks a file, creating it if missing; returns its descriptor. BlockingIOError: another process has the lock."""
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
    """Writes a text into a locked file, for `held_text` in other processes."""
    os.truncate(file, 0)
    os.pwrite(file, text.encode(), 0)


def held_text(path: Path) -> Optional[str]:
    """The text that the holder of a file's lock has written; None if the file is not locked."""
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
    """Whether the path still refers to this file: its last holder may have just removed it."""
    try:
        return path.stat().st_ino == os.fstat(file).st_ino
    except FileNotFoundError:
        return False
