"""Full disks: recognizes their errors, and adds the disk's path and free space to the report."""

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
    """Whether an error means a full disk. RocksDB and Arrow report it only in the error's text."""
    return (isinstance(error, OSError) and error.errno in _FULL) or any(text in str(error) for text in _TEXTS)


def full_disk_note(error: BaseException, folder: str = "") -> str:
    """A note for the text of a full disk's error; empty for other errors. `folder` is the write's target, if known."""
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
    match = _PATH.search(str(error))
    return Path(match[1] if match else tempfile.gettempdir())


def _existing(path: Path) -> Path:
    """The path, or the first folder above it that exists."""
    return next((above for above in (path, *path.parents) if above.is_dir()), Path("/"))
