"""The program's scratch folder: Spark's sockets, gone with the program.

PySpark leaves the sockets of its daemons behind. A program that is killed cannot remove its folder; the next one on the
machine does, since the folder's name tells whose it was.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import tempfile
from pathlib import Path

_PREFIX = "pyrite-"
_LONGEST = 60
"""The path of a Unix socket has a limit of about a hundred characters, a name in it of forty."""


def scratch_folder() -> Path:
    """This process's folder, made on first use; removes those of processes that are gone."""
    base = Path(tempfile.gettempdir())
    if len(str(base)) > _LONGEST:
        base = Path("/tmp")
    _sweep(base)
    folder = base / f"{_PREFIX}{os.getpid()}"
    if not folder.exists():
        folder.mkdir(mode=0o700)
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def _sweep(base: Path) -> None:
    for folder in base.glob(f"{_PREFIX}*"):
        owner = re.fullmatch(rf"{_PREFIX}(\d+)", folder.name)
        if owner is not None and not Path("/proc", owner.group(1)).exists():
            shutil.rmtree(folder, ignore_errors=True)
