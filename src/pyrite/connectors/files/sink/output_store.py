"""OutputStore: where a FileSink's files are made. Nothing is seen under its final name before it is published."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.core.persistence.persisted import persisted


@persisted("hidden-file/1")
@dataclass(frozen=True)
class HiddenFile:
    """Data that nobody sees yet: in a file of its own, of which the first `size_bytes` count. Durable; pickles."""

    hidden: Location
    final: Location
    size_bytes: int


@persisted("file-upload/1")
@dataclass(frozen=True)
class Upload:
    """Data that S3 holds as the parts of an upload, which nobody sees. Durable; pickles."""

    final: Location
    upload_id: str
    etags: tuple[str, ...]
    size_bytes: int


Prepared = HiddenFile | Upload
"""Data that waits to be published."""


class OutputPart(ABC):
    """A file that is being written."""

    stream: BinaryIO

    @property
    def size_bytes(self) -> int:
        return self.stream.tell()

    @abstractmethod
    def sync(self) -> HiddenFile:
        """Makes what was written durable; writing continues."""

    @abstractmethod
    def finish(self) -> Prepared:
        """Makes all that was written durable, and closes."""

    @abstractmethod
    def close(self) -> None:
        """Closes, and leaves it as it is."""

    @abstractmethod
    def abandon(self) -> None:
        """Closes, and removes it."""


class OutputStore(ABC):
    """A file system to write to. Used by writers and committers, in any process."""

    can_sync: bool
    """Whether a file can be made durable while it is written; else it ends at every checkpoint."""

    @abstractmethod
    def begin(self, final: Location, readable: bool = False) -> OutputPart:
        """A file to write. `readable` says that it will be read again before it is published."""

    @abstractmethod
    def publish(self, prepared: list[Prepared]) -> None:
        """Makes data visible under its final name, whole. A repeat changes nothing.

        CommittableLostError, if the data is there neither hidden nor under its final name.
        """

    @abstractmethod
    def adopt(self, file: HiddenFile, final: Location) -> HiddenFile:
        """A copy for another final name. The original stays as it is: a checkpoint still names it."""

    @abstractmethod
    def left_overs(self, base: Location, owner: str, readable: bool) -> Iterator[tuple[Location, PartName, Any]]:
        """All that is not published of an owner: where it is, its name, and what `remove` wants."""

    @abstractmethod
    def remove(self, left_over: Any) -> None:
        """Removes what was never published. What is gone already is fine."""

    @abstractmethod
    def discard(self, prepared: Prepared) -> None:
        """Removes what was prepared and is not published."""

    @abstractmethod
    def exists(self, location: Location) -> bool: ...

    @abstractmethod
    def open_input(self, location: Location) -> BinaryIO:
        """Reads a file; FileNotFoundError if it is not there."""

    @abstractmethod
    def delete(self, location: Location) -> None:
        """Removes a file; gone already is fine."""
