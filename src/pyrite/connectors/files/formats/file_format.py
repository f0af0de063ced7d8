"""FileFormat: how the records of a file are read. StreamFormat and BulkFormat are its kinds in the user's hands."""

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
    """What a format needs to read a split."""

    files: InputFiles
    split: FileSplit
    policy: BadRecords
    context: SourceReaderContext

    def open_file(self) -> Any:
        """The split's file, which can be sought in. One that is shorter now than what is left of it is refused."""
        split = self.split
        file = self.files.open(split.location)
        size = file.size()
        if size < split.end and (split.start or split.position is not None):
            file.close()
            raise ConnectorError(
                f"{split.location.uri} has {size} bytes, and had {split.size_bytes} when it was listed: it was cut or "
                "replaced, and what is left to read of it is gone. Put the file back, or start without the checkpoint"
            )
        return file

    def decoder(self, schema: DeserializationSchema) -> Decoder:
        return Decoder(schema, self.policy, self.context)


class FormatReader(ABC):
    """Reads one split in order. Called from one thread."""

    @abstractmethod
    def read(self, max_records: int) -> Optional[list[Any]]:
        """The next records, at most this many; none if none of those that were next could be read. None: the end."""

    @abstractmethod
    def position(self) -> Any:
        """Where the next `read` continues, as `FileSplit.position`."""

    @abstractmethod
    def close(self) -> None:
        """Closes the file."""


@persisted("file-format/1")
class FileFormat(ABC):
    """Pickles: it travels to the tasks."""

    def is_splittable(self, path: str) -> bool:
        """Whether several readers may share a file of this name."""
        return False

    @abstractmethod
    def open(self, opening: Opening) -> FormatReader:
        """A reader that begins where the split says."""

    def no_records(self) -> Any:
        """A block without records: at the end of a split."""
        return []

    def get_produced_type(self) -> TypeInformation:
        """The type of the records that a file gives."""
        return Types.PICKLED_BYTE_ARRAY()
