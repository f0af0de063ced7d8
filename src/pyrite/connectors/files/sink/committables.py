"""The committables and the writer state of a FileSink."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.output_store import HiddenFile, Prepared
from pyrite.core.persistence.persisted import persisted


@persisted("file-publish/1")
@dataclass(frozen=True)
class Publish:
    """Makes data visible."""

    part: Prepared


@persisted("file-compact/1")
@dataclass(frozen=True)
class Compact:
    """Merges files into one, and makes it visible."""

    pieces: tuple[HiddenFile, ...]
    final: Location


@persisted("file-discard/1")
@dataclass(frozen=True)
class Discard:
    """Deletes a hidden file of an earlier attempt that no checkpoint refers to."""

    hidden: Location


Committable = Publish | Compact | Discard


@persisted("file-held/1")
@dataclass(frozen=True)
class Held:
    """A hidden file that a checkpoint needs: a file in progress, or a finished file that waits for compaction."""

    bucket_id: str
    file: HiddenFile


@persisted("file-writer-state/1")
@dataclass(frozen=True)
class FileWriterState:
    """The hidden files of a writer. Every writer has a state, because it names the attempt that took the checkpoint."""

    job_id: str
    attempt: int
    files: tuple[Held, ...]
