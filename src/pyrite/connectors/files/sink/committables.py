"""What a FileSink's writers hand to its committers, and what they keep for themselves over a checkpoint."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.output_store import HiddenFile, Prepared
from pyrite.core.persistence.persisted import persisted


@persisted("file-publish/1")
@dataclass(frozen=True)
class Publish:
    """Data to be made visible."""

    part: Prepared


@persisted("file-compact/1")
@dataclass(frozen=True)
class Compact:
    """Files to be put together into one, which is then made visible."""

    pieces: tuple[HiddenFile, ...]
    final: Location


@persisted("file-discard/1")
@dataclass(frozen=True)
class Discard:
    """A hidden file of an earlier attempt: the checkpoint that it was for is over."""

    hidden: Location


Committable = Publish | Compact | Discard


@persisted("file-held/1")
@dataclass(frozen=True)
class Held:
    """A hidden file of a bucket that a checkpoint needs: one that is still written, or one that waits for others."""

    bucket_id: str
    file: HiddenFile


@persisted("file-writer-state/1")
@dataclass(frozen=True)
class FileWriterState:
    """All that a writer holds. One is written by every writer: it says which attempt has taken the checkpoint."""

    job_id: str
    attempt: int
    held: tuple[Held, ...]
