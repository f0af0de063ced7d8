"""What a full disk is reported with: which one it is, and how much is free."""

from __future__ import annotations

import errno
import re
import shutil
import tempfile
from pathlib import Path
from typing import Final

_FULL: Final = (errno.ENOSPC, errno.EDQUOT)
_TEXTS: Final = ("No space left on device", "Disk quota exceeded")
_PATH: Final = re.compile(r"(/[^\s:'\"]+)")


def is_full_disk(error: BaseException) -> bool:
    """Whether a disk had no room; RocksDB and Arrow only say so in words."""
    return (isinstance(error, OSError) and error.errno in _FULL) or any(text in str(error) for text in _TEXTS)


def full_disk_note(error: BaseException, folder: str = "") -> str:
    """What to add to the error's text where a disk is full; else nothing. `folder` is where it wrote, if known."""
    if not is_full_disk(error) or "MB free" in str(error):
        return ""
    path = _existing(Path(folder) if folder else _path_of(error))
    usage = shutil.disk_usage(path)
    return (
        f" ({path} has {usage.free / 1e6:,.1f} MB of {usage.total / 1e6:,.1f} MB free: make room there, or move "
        "execution.checkpointing.dir, state.backend.rocksdb.localdir, spark.local.dir or TMPDIR to a larger disk)"
    )


def _path_of(error: BaseException) -> Path:
    if isinstance(error, OSError) and isinstance(error.filename, str):
        return Path(error.filename)
    named = _PATH.search(str(error))
    return Path(named[1] if named else tempfile.gettempdir())


def _existing(path: Path) -> Path:
    """The path, or the first folder above it that exists."""
    return next((above for above in (path, *path.parents) if above.is_dir()), Path("/"))
