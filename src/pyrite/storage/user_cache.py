"""The user's cache folder, for what can be made again: in the home folder, or in TMPDIR for a user without one."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import Optional


def user_cache() -> Optional[Path]:
    """A folder that this user alone can write to; None if there is none."""
    for folder in _candidates():
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if _is_own(folder) and os.access(folder, os.W_OK):
                return folder
        except (OSError, RuntimeError):
            continue
    return None


def _candidates() -> list[Path]:
    named = Path(os.environ.get("XDG_CACHE_HOME", ""))
    cache = named if named.is_absolute() else Path("~/.cache").expanduser()
    return [cache / "pyrite", Path(tempfile.gettempdir()) / f"pyrite-cache-{os.getuid()}"]


def _is_own(folder: Path) -> bool:
    """Programs are started from it: nobody else may put one there."""
    status = folder.lstat()
    return stat.S_ISDIR(status.st_mode) and status.st_uid == os.getuid() and not status.st_mode & 0o022
