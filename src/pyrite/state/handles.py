"""Handles: references to written state in a checkpoint. They are part of acknowledgements and manifests."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Optional, Protocol

HASHMAP: Final = "hashmap"
ROCKSDB: Final = "rocksdb"
"""The names of backends in `KeyedHandle.backend`."""


@dataclass(frozen=True, slots=True)
class FileRef:
    """A file of a checkpoint, or its contents if they are short."""

    path: str
    """Relative to the job's folder (`shared/...`, `chk-7/...`), in a savepoint to the savepoint's folder, or a whole
    URI if the file is elsewhere; empty if the contents are in `data`.
    """
    size: int
    checksum: int
    """CRC-32 of the contents."""
    data: Optional[bytes] = None
    digest: str = ""
    """SHA-256 of the contents of a file, in hexadecimal digits, if manifests are signed."""

    @property
    def is_elsewhere(self) -> bool:
        """Whether it is outside the job's folder: it belongs to a savepoint, or to another job."""
        return "://" in self.path


@dataclass(frozen=True)
class QueryableState:
    """A state that clients may read from checkpoints, and the form in which the backend stores it."""

    name: str
    """The queryable name of the state."""
    state: str
    """The name of the state in the backend."""
    kind: str
    """value, list, map, reducing or aggregating."""
    ttl_ms: int = 0
    """The time to live of an entry; 0: it never expires. If above 0, values carry the time of their last renewal."""


@dataclass(frozen=True)
class KeyedHandle:
    """The keyed state of one operator in one subtask. The meaning of `files` and `names` depends on the backend."""

    backend: str
    first_group: int
    last_group: int
    files: tuple[FileRef, ...]
    names: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
    """The names of the states in it."""
    queryable: tuple[QueryableState, ...] = ()

    def is_of(self, groups: range) -> bool:
        """Whether it holds exactly these key groups."""
        return (self.first_group, self.last_group) == (groups.start, groups.stop - 1)

    def may_hold(self, groups: range) -> bool:
        """Whether it may hold keys of these groups."""
        return self.first_group < groups.stop and self.last_group >= groups.start


@dataclass(frozen=True)
class UnkeyedStateSummary:
    """The contents of an `unkeyed` file: after a rescale, each subtask reads only the files that it needs."""

    watermark_ms: int
    output_watermark_ms: int
    windows: str = ""
    """A description of the window state."""
    lists: tuple[tuple[str, int], ...] = ()
    """The names and the lengths of the lists that are redistributed."""
    broadcasts: int = 0
    """The number of broadcast states."""
    has_numbered: bool = False


@dataclass(frozen=True)
class StoredOperatorState:
    """All state of one operator in one subtask, as handles. `unkeyed` is its OperatorSubtaskState, pickled."""

    keyed: Optional[KeyedHandle] = None
    unkeyed: Optional[FileRef] = None
    has_unkeyed: bool = False
    """Whether `unkeyed` contains state besides the watermarks."""
    has_unions: bool = False
    """Whether it contains union lists, which are restored from all subtasks."""
    staged: tuple[FileRef, ...] = ()
    """The staged files of `unkeyed`: pending records of a sink, each written once for all checkpoints."""
    summary: Optional[UnkeyedStateSummary] = None
    """The summary of `unkeyed`; None without such a file."""


@dataclass(frozen=True, slots=True)
class InFlightData:
    """The data that an unaligned barrier overtook on one edge to one subtask."""

    ref: FileRef
    records: int
    """0 if it contains only watermarks and other marks."""


@dataclass(frozen=True)
class TaskStateSnapshot:
    """All stored state of one subtask, by operator id, with which it acknowledges a checkpoint.

    `in_flight`: the data overtaken by an unaligned barrier, by edge.
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
        """Writes a file of the task's disk as a shared file."""
        ...


class StagingWriter(StateWriter, Protocol):
    """A StateWriter that also writes data independent of single checkpoints."""

    def stage(self, data: bytes, inline: bool) -> FileRef:
        """Writes data that any later checkpoint may refer to, whether or not this one completes.

        `inline`: short data may be kept in the handle.
        """
        ...


class StateReader(Protocol):
    """Reads the files of handles. Raises CorruptStateError if their contents are damaged."""

    def read(self, ref: FileRef) -> bytes: ...

    def download(self, ref: FileRef, path: Path) -> None:
        """Downloads a file to the task's disk."""
        ...


class FrozenKeyedState(ABC):
    """The keyed state at a barrier, unaffected by later changes.

    The task calls `encode`, between records, until `is_encoded`; then `write` is called in another thread.
    """

    @property
    def is_encoded(self) -> bool:
        """Whether `write` no longer depends on objects that the task may change."""
        return True

    def encode(self, most: int) -> None:  # noqa: B027
        """Encodes a slice of about `most` entries."""

    @abstractmethod
    def write(self, files: StateWriter) -> KeyedHandle:
        """Writes the additions of this checkpoint; called once, in the upload thread, while the task keeps running."""
