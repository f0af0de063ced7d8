"""INSERT OVERWRITE: replaces all files of a folder with new files.

On a local disk the new files are moved into a hidden folder beside the old folder, and the two folders are exchanged
atomically: a crash leaves either the old files of a partition or the new ones. On systems without such an exchange, the
old folder is moved away first: after a crash between the two moves, the partition's folder is missing, and the old
files are in a hidden folder beside it. In S3 the new files become visible, and then the old files are deleted: a crash
in between leaves both. A repeated commit completes the replacement in all cases.

As in Flink, hidden files and folders, whose names begin with `.` or `_`, are kept.
"""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from pyrite.connectors.files.input_files import InputFiles
from pyrite.connectors.files.paths import Location, PathPattern
from pyrite.connectors.files.sink.output_store import HiddenFile, OutputStore, Prepared
from pyrite.core.errors import CommittableLostError
from pyrite.core.machine import exchange, sync_path
from pyrite.core.persistence.persisted import persisted

_EXCHANGE: Final = 2
_AT_FDCWD: Final = -100
"""RENAME_EXCHANGE and AT_FDCWD of Linux."""


@persisted("replace-folder/1")
@dataclass(frozen=True)
class ReplaceFolder:
    """The committable of a folder that is replaced even if no row was written to it."""

    folder: Location


def replace_folders(
    parts: Sequence[Prepared], replaced: Sequence[ReplaceFolder], store: OutputStore, files: InputFiles
) -> None:
    """Publishes parts, and removes the former files of their folders."""
    groups: dict[Location, list[Prepared]] = {one.folder: [] for one in replaced}
    for part in parts:
        folder = Location(part.final.scheme, part.final.path.rpartition("/")[0])
        groups.setdefault(folder, []).append(part)
    for folder, new in groups.items():
        if folder.scheme == "file":
            _replace_locally(Path(folder.path), [part for part in new if isinstance(part, HiddenFile)])
        else:
            _replace_remotely(folder, new, store, files)


def _replace_remotely(folder: Location, new: list[Prepared], store: OutputStore, files: InputFiles) -> None:
    store.publish(new)
    new_locations = {part.final for part in new}
    for file in files.find(PathPattern(folder), may_be_missing=True):
        if file.location not in new_locations:
            store.delete(file.location)


def _replace_locally(folder: Path, new: list[HiddenFile]) -> None:
    names = sorted(Path(part.final.path).name for part in new)
    mark = hashlib.sha256("/".join(names).encode()).hexdigest()[:12]
    staged = folder.parent / f".{folder.name}.overwrite-{mark}"
    if new and all((folder / name).exists() for name in names):
        shutil.rmtree(staged, ignore_errors=True)  # a repeated commit
        return
    staged.mkdir(parents=True, exist_ok=True)
    for part in new:
        target = staged / Path(part.final.path).name
        try:
            Path(part.hidden.path).rename(target)
        except FileNotFoundError:
            if not target.exists():
                raise CommittableLostError(
                    f"{part.final.path} cannot be committed: neither it nor {part.hidden.path} exists"
                ) from None
    sync_path(staged)
    if folder.exists():
        exchange(staged, folder)
        for entry in staged.iterdir():
            if entry.name.startswith((".", "_")):
                entry.rename(folder / entry.name)
        shutil.rmtree(staged)
    else:
        staged.rename(folder)
    sync_path(folder)
    sync_path(folder.parent)
