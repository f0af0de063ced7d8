"""Partition commit: adds a file `_SUCCESS` to each complete partition.

By processing time, each writer decides alone. By partition time, a partition is complete when the watermark of every
writer has passed its time, and the files of all writers are visible. Writers share no memory, so the committer of each
writer publishes a marker in a hidden folder of the table, after its files: the watermark at the checkpoint, and the
pending partitions. The committer that sees all markers adds the due `_SUCCESS` files. Commits are idempotent.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.output_store import OutputStore
from pyrite.connectors.files.table.partition_time import PartitionTimes
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.persistence.persisted import persisted

END_OF_TIME: Final = 2**63 - 1
_FOLDER: Final = ".pyrite-partition-commit"


@dataclass(frozen=True)
class PartitionCommit:
    """When and how partitions are committed. Without `times`, by processing time."""

    success_file: str
    delay_ms: int = 0
    times: Optional[PartitionTimes] = None


@persisted("pending-partitions/1")
@dataclass(frozen=True)
class PendingPartitions:
    """A writer's state: the folders of uncommitted partitions, with the time of their first row."""

    folders: tuple[tuple[str, int], ...]


@persisted("success-files/1")
@dataclass(frozen=True)
class SuccessFiles:
    """The committable of `_SUCCESS` files."""

    files: tuple[Location, ...]


@persisted("partition-marker/1")
@dataclass(frozen=True)
class PartitionMarker:
    """The committable of a writer's progress. `pending` has success files with the watermark that each requires."""

    folder: Location
    subtask: int
    parallelism: int
    watermark_ms: int
    pending: tuple[tuple[Location, int], ...]

    def place(self, subtask: int) -> Location:
        return self.folder.below(f"{subtask}of{self.parallelism}")

    def as_json(self) -> bytes:
        pending = [[location.scheme, location.path, time_ms] for location, time_ms in self.pending]
        return json.dumps({"watermark": self.watermark_ms, "pending": pending}).encode()


class PartitionTracker:
    """Tracks the uncommitted partitions of a writer."""

    def __init__(self, commit: PartitionCommit, base: Location, context: WriterInitContext, states: list[Any]) -> None:
        self._commit = commit
        self._base = base
        self._context = context
        self._pending = {
            folder: begun_ms
            for state in states
            if isinstance(state, PendingPartitions)
            for folder, begun_ms in state.folders
        }
        self._ended = False

    def add(self, folder: str, now_ms: int) -> None:
        self._pending.setdefault(folder, now_ms)

    def end(self) -> None:
        """Handles the end of input."""
        self._ended = True

    @property
    def _watermark_ms(self) -> int:
        return END_OF_TIME if self._ended else self._context.current_watermark()

    def due(self, now_ms: int) -> list[str]:
        """The folders of complete partitions, as far as this writer can tell."""
        if self._ended:
            return list(self._pending)
        delay_ms, times = self._commit.delay_ms, self._commit.times
        if times is None:
            return [folder for folder, begun in self._pending.items() if delay_ms == 0 or now_ms > begun + delay_ms]
        watermark_ms = self._watermark_ms
        return [folder for folder in self._pending if watermark_ms > times.time_ms(folder) + delay_ms]

    def take(self, due: list[str], store: OutputStore) -> list[Any]:
        """The committables that follow the files of a checkpoint."""
        if self._commit.times is None:
            for folder in due:
                del self._pending[folder]
            return [SuccessFiles(tuple(self._success_file(folder) for folder in due))] if due else []
        for folder in due:
            if store.exists(self._success_file(folder)):
                del self._pending[folder]
        return [self._marker(self._commit.times)]

    def _marker(self, times: PartitionTimes) -> PartitionMarker:
        context = self._context
        whose = hashlib.sha256(f"{context.job_id}/{context.operator_id}".encode()).hexdigest()[:12]
        pending = tuple(
            (self._success_file(folder), times.time_ms(folder) + self._commit.delay_ms) for folder in self._pending
        )
        return PartitionMarker(
            self._base.below(_FOLDER, whose), context.subtask, context.parallelism, self._watermark_ms, pending
        )

    def _success_file(self, folder: str) -> Location:
        return self._base.below(folder, self._commit.success_file)

    def snapshot(self) -> PendingPartitions:
        return PendingPartitions(tuple(self._pending.items()))


def commit_partitions(committables: list[Any], store: OutputStore) -> None:
    """Adds due success files after the files of these committables are visible."""
    for committable in committables:
        if isinstance(committable, SuccessFiles):
            for location in committable.files:
                _write(store, location, b"")
    markers = [committable for committable in committables if isinstance(committable, PartitionMarker)]
    for marker in markers:
        _write(store, marker.place(marker.subtask), marker.as_json())
    for marker in {(marker.folder, marker.parallelism): marker for marker in markers}.values():
        _commit_passed(marker, store)


def _commit_passed(marker: PartitionMarker, store: OutputStore) -> None:
    places = [marker.place(subtask) for subtask in range(marker.parallelism)]
    try:
        all_markers = [_read(store, place) for place in places]
    except FileNotFoundError:  # the first checkpoint of some writer is not committed yet
        return
    watermark_ms = min(one["watermark"] for one in all_markers)
    for one in all_markers:
        for scheme, path, time_ms in one["pending"]:
            location = Location(scheme, path)
            if (watermark_ms > time_ms or watermark_ms == END_OF_TIME) and not store.exists(location):
                _write(store, location, b"")
    if watermark_ms == END_OF_TIME:
        for place in places:
            store.delete(place)


def _read(store: OutputStore, place: Location) -> dict[str, Any]:
    with store.open_input(place) as stream:
        content: dict[str, Any] = json.loads(stream.read())
        return content


def _write(store: OutputStore, location: Location, data: bytes) -> None:
    part = store.begin(location)
    try:
        part.stream.write(data)
        prepared = part.finish()
    except BaseException:
        part.abandon()
        raise
    store.publish([prepared])
