"""Handles: what a checkpoint knows of state that was written. They go into acknowledgements and manifests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Optional, Protocol

HASHMAP: Final = "hashmap"
ROCKSDB: Final = "rocksdb"
"""The backends, as `KeyedHandle.backend` names them."""


@dataclass(frozen=True, slots=True)
class FileRef:
    """A file of a checkpoint, or its contents where they are short."""

    path: str
    """Relative to the job's folder (`shared/...`, `chk-7/...`), in a savepoint to its own, or a whole URI if it is
    elsewhere; empty where the contents are in `data`."""
    size: int
    checksum: int
    """CRC-32 of the contents."""
    data: Optional[bytes] = None

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is not in the job's own folder: it belongs to a savepoint, or to another job."""
        return "://" in self.path


@dataclass(frozen=True)
class QueryableState:
    """A state that clients may read from checkpoints, and how to read what the backend has stored of it."""

    name: str
    """Under which it is published."""
    state: str
    """Its name in the backend."""
    kind: str
    """value, list, map, reducing or aggregating."""
    ttl_ms: int = 0
    """How long an entry lives; 0: it never expires. Above 0, values carry the time of their last renewal."""


@dataclass(frozen=True)
class KeyedHandle:
    """The keyed state of one operator in one subtask. What `files` and `names` mean is the backend's own."""

    backend: str
    first_group: int
    last_group: int
    files: tuple[FileRef, ...]
    names: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    """The names of the states in it."""
    queryable: tuple[QueryableState, ...] = ()

    def is_of(self, groups: range) -> bool:
        """Whether it holds just these key groups."""
        return (self.first_group, self.last_group) == (groups.start, groups.stop - 1)

    def may_hold(self, groups: range) -> bool:
        """Whether it may hold keys of these groups."""
        return self.first_group < groups.stop and self.last_group >= groups.start


@dataclass(frozen=True)
class UnkeyedStateSummary:
    """What is in an `unkeyed` file: when the job is rescaled, each subtask reads only those that it takes from."""

    watermark_ms: int
    output_watermark_ms: int
    windows: str = ""
    """What windows hold, in words."""
    lists: tuple[tuple[str, int], ...] = ()
    """The names and the lengths of the lists that are redistributed."""
    broadcasts: int = 0
    """How many broadcast states."""
    has_numbered: bool = False


@dataclass(frozen=True)
class StoredOperatorState:
    """All state of one operator in one subtask, as handles. `unkeyed` is its OperatorSubtaskState, pickled."""

    keyed: Optional[KeyedHandle] = None
    unkeyed: Optional[FileRef] = None
    has_unkeyed: bool = False
    """Whether `unkeyed` holds state, and not only how far event time had come."""
    has_unions: bool = False
    """Whether union lists are in it: each subtask is restored with those of all."""
    staged: tuple[FileRef, ...] = ()
    """What `unkeyed` refers to: records that a sink still has to commit, each written once for all checkpoints."""
    summary: Optional[UnkeyedStateSummary] = None
    """Of `unkeyed`; None: it has no such file."""


@dataclass(frozen=True, slots=True)
class InFlightData:
    """What an unaligned barrier overtook on one edge on its way to one subtask."""

    ref: FileRef
    records: int
    """0: only watermarks and the like."""


@dataclass(frozen=True)
class TaskStateSnapshot:
    """All stored state of one subtask, by operator id, with which it acknowledges a checkpoint.

    `in_flight` is what an unaligned barrier overtook, by edge.
    """

    operators: dict[str, StoredOperatorState] = field(default_factory=dict)
    in_flight: dict[int, InFlightData] = field(default_factory=dict)
    finished: bool = False


class StateWriter(Protocol):
    """Writes files of one checkpoint of one subtask. Used by the task's upload thread."""

    def write(self, data: bytes, is_shared: bool) -> FileRef:
        """Writes durably, or keeps short data in the handle. `is_shared`: later checkpoints may refer to the file."""
        ...

    def upload(self, path: Path) -> FileRef:
        """Writes a file of the task's disk, shared."""
        ...


class StagingWriter(StateWriter, Protocol):
    """A StateWriter that also writes what belongs to no single checkpoint."""

    def stage(self, data: bytes, inline: bool) -> FileRef:
        """Writes what any later checkpoint may name, whether or not this one completes.

        `inline`: short data may be kept in the handle.
        """
        ...


class StateReader(Protocol):
    """Reads what a handle names. Raises CorruptStateError where the contents are not what was written."""

    def read(self, ref: FileRef) -> bytes: ...

    def download(self, ref: FileRef, path: Path) -> None:
        """Puts a file onto the task's disk."""
        ...


class FrozenKeyedState(ABC):
    """Keyed state as it was at a barrier. What is written later cannot change it.

    The task calls `encode`, between records, until `is_encoded`; then `write` is called in another thread.
    """

    @property
    def is_encoded(self) -> bool:
        """Whether `write` needs nothing that the task may change meanwhile."""
        return True

    def encode(self, most: int) -> None:  # noqa: B027
        """Encodes a slice of about so many entries."""

    @abstractmethod
    def write(self, files: StateWriter) -> KeyedHandle:
        """Writes what this checkpoint adds; called once, in the upload thread, while the task keeps running."""
