"""FileFormat: reads the records of files. Its public subclasses are StreamFormat and BulkFormat."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.files.input_files import InputFiles
from pyrite.connectors.files.source.split import FileSplit
from pyrite.core.connector.bad_records import BadRecords
from pyrite.core.connector.serialization import DeserializationSchema
from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.errors import ConnectorError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.types_factory import TypeInformation, Types


@dataclass(frozen=True)
class Opening:
    """The parameters with which a format opens a split."""

    files: InputFiles
    split: FileSplit
    policy: BadRecords
    context: SourceReaderContext

    def open_file(self) -> Any:
        """The split's file, seekable. ConnectorError if the file has become shorter than the split."""
        split = self.split
        file = self.files.open(split.location)
        size = file.size()
        if size < split.end and (split.start or split.position is not None):
            file.close()
            raise ConnectorError(
                f"{split.location.uri} has {size} bytes, but had {split.size_bytes} when it was listed: it was "
                "truncated or replaced, and unread records are lost. Restore the file, or start without the checkpoint"
            )
        return file

    def decoder(self, schema: DeserializationSchema) -> Decoder:
        return Decoder(schema, self.policy, self.context)


class FormatReader(ABC):
    """Reads one split in order. Not thread-safe."""

    @abstractmethod
    def read(self, max_records: int) -> Optional[list[Any]]:
        """The next records, at most `max_records`. The list is empty if all of them were skipped. None at the end."""

    @abstractmethod
    def position(self) -> Any:
        """The position of the next `read`, for `FileSplit.position`."""

    @abstractmethod
    def close(self) -> None:
        """Closes the file."""


@persisted("file-format/1")
class FileFormat(ABC):
    """Creates readers of splits. It must be picklable, because it is sent to the tasks."""

    def is_splittable(self, path: str) -> bool:
        """Whether a file with this name can be divided among several readers."""
        return False

    @abstractmethod
    def open(self, opening: Opening) -> FormatReader:
        """A reader that begins at the split's position."""

    def no_records(self) -> Any:
        """An empty block, for the end of a split."""
        return []

    def get_produced_type(self) -> TypeInformation:
        """The type of the records."""
        return Types.PICKLED_BYTE_ARRAY()
