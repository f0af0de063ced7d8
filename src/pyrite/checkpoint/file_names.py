"""File names of checkpoints. A name contains the attempt that writes the file, so that no two attempts share a name."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.checkpoint.manifest import Manifest
from pyrite.state.handles import FileRef
from pyrite.storage.store import TEMPORARY

METADATA: Final = "_metadata"
COMMITTED: Final = "_committed"
"""In a savepoint's folder: the job that stopped with it has committed its sinks' committables."""
SHARED: Final = "shared"
TASK_OWNED: Final = "taskowned"
_OWN: Final = re.compile(r"a(?P<attempt>\d+)-(?:(?P<kind>[cm])(?P<number>\d+)-)?")
_FOLDER: Final = re.compile(r"chk-(\d+)")


@dataclass(frozen=True)
class FileOrigin:
    """The writer of a file: its attempt, and its checkpoint or merge."""

    attempt: int
    checkpoint_id: Optional[int] = None
    merge: Optional[int] = None


def origin_of(name: str) -> Optional[FileOrigin]:
    """Parses a file's name, temporary or final; None if no task writes files of such a name."""
    match = _OWN.match(name.rpartition("/")[2].removeprefix(TEMPORARY))
    if match is None:
        return None
    number = int(match["number"]) if match["number"] else None
    is_merge = match["kind"] == "m"
    return FileOrigin(int(match["attempt"]), None if is_merge else number, number if is_merge else None)


def folder_of(checkpoint_id: int) -> str:
    return f"chk-{checkpoint_id}"


def id_of_folder(name: str) -> Optional[int]:
    """The checkpoint's id; None for names of other folders."""
    match = _FOLDER.fullmatch(name)
    return int(match[1]) if match else None


def shared_name(attempt: int, checkpoint_id: int, vertex: str, subtask: int, counter: int) -> str:
    return f"{SHARED}/a{attempt}-c{checkpoint_id}-{_plain(vertex)}-{subtask}-{counter}"


def merged_name(attempt: int, merge: int, vertex: str, subtask: int, counter: int) -> str:
    return f"{SHARED}/a{attempt}-m{merge}-{_plain(vertex)}-{subtask}-{counter}"


def exclusive_name(attempt: int, checkpoint_id: int, vertex: str, subtask: int, counter: int) -> str:
    return f"{folder_of(checkpoint_id)}/a{attempt}-{_plain(vertex)}-{subtask}-{counter}"


def staged_name(attempt: int, vertex: str, subtask: int, counter: int) -> str:
    return f"{TASK_OWNED}/a{attempt}-{_plain(vertex)}-{subtask}-{counter}"


def savepoint_name(attempt: int, vertex: str, subtask: int, counter: int) -> str:
    return f"a{attempt}-{_plain(vertex)}-{subtask}-{counter}"


def _plain(vertex: str) -> str:
    """A vertex's id as part of a file's name, unique for each vertex."""
    plain = re.sub(r"[^A-Za-z0-9_]", "_", vertex)[:40]
    return f"v{plain}" if plain == vertex else f"v{plain}_{zlib.crc32(vertex.encode()):08x}"


def named_files(manifest: Manifest) -> Iterator[FileRef]:
    """Every file that a manifest names, without contents inside the manifest."""
    return (ref for ref in references(manifest) if ref.path)


def references(manifest: Manifest) -> Iterator[FileRef]:
    """All contents that a manifest refers to, in files or inside the manifest."""
    for operator in manifest.operators.values():
        if operator.enumerator is not None:
            yield operator.enumerator
        for handle in operator.subtasks.values():
            if handle.keyed is not None:
                yield from handle.keyed.files
            if handle.unkeyed is not None:
                yield handle.unkeyed
            yield from handle.staged
    for edge in manifest.in_flight:
        yield from (data.ref for data in edge.subtasks.values())
