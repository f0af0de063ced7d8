"""The marker file of a folder that Pyrite made. No folder is removed because of its name or age alone.

Users may keep files anywhere, under any name. So a sweep of leftover folders removes only folders whose marker says
that Pyrite made them, with their kind and their owner (a job or a process).
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
from pathlib import Path
from typing import Final, Optional

MARKER: Final = ".pyrite-folder"


def mark_folder(folder: Path, kind: str, owner: str) -> None:
    """Writes the marker atomically: other processes may read it at any time."""
    fresh = folder / f"{MARKER}.{os.getpid()}"
    fresh.write_text(json.dumps({"made by": "pyrite", "kind": kind, "owner": owner}))
    fresh.replace(folder / MARKER)


def owner_of(folder: Path, kind: str) -> Optional[str]:
    """The owner of a folder of this kind. None for a folder of another kind or another user, and for a link."""
    with contextlib.suppress(OSError, ValueError):
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            return None
        content = json.loads((folder / MARKER).read_text())
        if isinstance(content, dict) and content.get("made by") == "pyrite" and content.get("kind") == kind:
            return str(content.get("owner"))
    return None


def remove_marked(folder: Path) -> None:
    """Removes a folder, its marker last, so that after an interruption a later sweep can remove the rest."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != MARKER:
            path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
