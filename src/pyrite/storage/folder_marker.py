"""The marker file of a folder that Pyrite made: nothing is swept by its name or its age alone.

A user may keep anything anywhere, under any name. So whoever removes folders that another process left behind removes
those whose marker says that Pyrite made them, for what, and for which owner (a job or a process).
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
    """Writes the marker. It is whole or not there: other processes may read it at any time."""
    fresh = folder / f"{MARKER}.{os.getpid()}"
    fresh.write_text(json.dumps({"made by": "pyrite", "kind": kind, "owner": owner}))
    fresh.replace(folder / MARKER)


def owner_of(folder: Path, kind: str) -> Optional[str]:
    """The owner that a folder of this kind was made for; None if it is not one, is a link, or is another user's."""
    with contextlib.suppress(OSError, ValueError):
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            return None
        content = json.loads((folder / MARKER).read_text())
        if isinstance(content, dict) and content.get("made by") == "pyrite" and content.get("kind") == kind:
            return str(content.get("owner"))
    return None


def remove_marked(folder: Path) -> None:
    """Removes a folder, its marker last: what is left if this is cut short can still be removed later."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != MARKER:
            path.unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)
