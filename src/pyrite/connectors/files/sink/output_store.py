"""OutputStore: the file system of a FileSink. No file is visible under its final name before it is published."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final

from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.sink.part_name import PartName
from pyrite.core.errors import CommittableLostError
from pyrite.core.persistence.persisted import persisted


@persisted("hidden-file/1")
@dataclass(frozen=True)
class HiddenFile:
    """Invisible data in a hidden file, of which the first `size_bytes` are valid. Durable and picklable."""

    hidden: Location
    final: Location
    size_bytes: int


@persisted("file-upload/1")
@dataclass(frozen=True)
class Upload:
    """Invisible data in the parts of an S3 multipart upload. Durable and picklable."""

    final: Location
    upload_id: str
    etags: tuple[str, ...]
    size_bytes: int


UNFINISHED: Final = ".inprogress"
"""The end of a hidden file's name."""
_PIECE_BYTES: Final = 1 << 20


Prepared = HiddenFile | Upload
"""Unpublished data."""


class OutputPart(ABC):
    """A file in progress."""

    stream: BinaryIO

    @property
    def size_bytes(self) -> int:
        return self.stream.tell()

    @abstractmethod
    def sync(self) -> HiddenFile:
        """Makes the written data durable. The file stays open."""

    @abstractmethod
    def finish(self) -> Prepared:
        """Makes all data durable, and closes the file."""

    @abstractmethod
    def close(self) -> None:
        """Closes the file, and keeps its data."""

    @abstractmethod
    def abandon(self) -> None:
        """Closes the file, and removes its data."""


class OutputStore(ABC):
    """A file system for output. Writers and committers use it, in any process."""

    can_sync: bool
    """Whether an open file can be made durable. Otherwise files end at every checkpoint."""

    @abstractmethod
    def begin(self, final: Location, readable: bool = False) -> OutputPart:
        """Creates a file. `readable` says that it will be read before it is published."""

    @abstractmethod
    def publish(self, prepared: list[Prepared]) -> None:
        """Makes data visible under its final name, atomically and idempotently.

        CommittableLostError if the data exists neither under its hidden nor under its final name.
        """

    @abstractmethod
    def adopt(self, file: HiddenFile, final: Location) -> HiddenFile:
        """Copies a file for another final name. The original is kept, because a checkpoint names it."""

    @abstractmethod
    def leftovers(self, base: Location, owner: str, readable: bool) -> Iterator[tuple[Location, PartName, Any]]:
        """The unpublished data of an owner: the location, the name, and the argument for `remove`."""

    @abstractmethod
    def remove(self, left_over: Any) -> None:
        """Removes unpublished data. Missing data is ignored."""

    @abstractmethod
    def discard(self, prepared: Prepared) -> None:
        """Removes prepared, unpublished data."""

    @abstractmethod
    def exists(self, location: Location) -> bool: ...

    @abstractmethod
    def open_input(self, location: Location) -> BinaryIO:
        """Opens a file for reading. FileNotFoundError if it does not exist."""

    @abstractmethod
    def delete(self, location: Location) -> None:
        """Removes a file. A missing file is ignored."""


def copy_start(source: BinaryIO, target: BinaryIO, file: HiddenFile) -> None:
    """Copies the valid bytes of a hidden file."""
    count = file.size_bytes
    while count > 0:
        data = source.read(min(count, _PIECE_BYTES))
        if not data:
            raise CommittableLostError(f"{file.hidden.uri} is {count} bytes shorter than it was at the checkpoint")
        target.write(data)
        count -= len(data)


def lost(part: HiddenFile) -> CommittableLostError:
    """The error of a prepared file that exists under neither of its names."""
    return CommittableLostError(
        f"{part.final.uri} cannot be committed: neither it nor its {part.size_bytes} prepared bytes, in "
        f"{part.hidden.uri}, exist. Another program must have removed them"
    )
