"""Avro files: read block by block, written by fastavro."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, BinaryIO, Final

from pyrite.connectors.files.formats.file_format import FormatReader, Opening
from pyrite.connectors.files.formats.stream_format import StreamFormat
from pyrite.connectors.files.source.source import FileSource
from pyrite.core.connector.input_format import InputFormat
from pyrite.core.connector.serialization import BulkWriter, BulkWriterFactory
from pyrite.core.connector.source import Source
from pyrite.core.errors import InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.type_information import misfit
from pyrite.core.types.types_factory import TypeInformation, Types
from pyrite.formats.avro.blocks import AvroBlockReader
from pyrite.formats.avro.schema import AvroSchema, GenericRecordAvroTypeInfo

_CODECS: Final = ("null", "deflate", "bzip2", "xz", "snappy", "zstandard", "lz4")


def _fastavro() -> Any:
    return load("fastavro", "avro", "Avro")


@persisted("avro-reader-format/1")
class AvroReaderFormat(StreamFormat):
    """Reads the records of Avro files as dicts. Not part of PyFlink."""

    def __init__(self, schema: AvroSchema | str | None = None) -> None:
        """`schema`: the schema that records are converted to, or its text; None: the schema in each file."""
        _fastavro()
        self._schema = AvroSchema.parse_string(schema) if isinstance(schema, str) else schema

    def is_splittable(self, path: str) -> bool:
        return True

    def open(self, opening: Opening) -> FormatReader:
        schema = None if self._schema is None else self._schema.json_schema
        return AvroBlockReader(opening, _fastavro(), schema)

    def get_produced_type(self) -> TypeInformation:
        return Types.PICKLED_BYTE_ARRAY() if self._schema is None else GenericRecordAvroTypeInfo(self._schema)


@persisted("avro-input-format/1")
class AvroInputFormat(InputFormat):
    """Reads records of an Avro file, or of a folder of Avro files, for `env.create_input`."""

    def __init__(self, path: str, schema: AvroSchema) -> None:
        self._path = path
        self._schema = schema

    def get_produced_type(self) -> GenericRecordAvroTypeInfo:
        return GenericRecordAvroTypeInfo(self._schema)

    def create_source(self) -> Source[Any]:
        return FileSource.for_record_stream_format(AvroReaderFormat(self._schema), self._path).build()


class AvroWriter(BulkWriter):
    """Writes dicts. They are checked first: fastavro would silently change some values, such as 1.5 for an int."""

    def __init__(self, stream: BinaryIO, schema: Any, codec: str) -> None:
        fastavro = _fastavro()
        self._writer = fastavro.write.Writer(stream, fastavro.parse_schema(schema), codec=codec, validator=True)
        self._misfits = (fastavro.validation.ValidationError, TypeError, ValueError, OverflowError)

    def add_element(self, element: Any) -> None:
        self.add_elements([element])

    def add_elements(self, elements: Sequence[Any]) -> None:
        write = self._writer.write
        element = None
        try:
            for element in elements:
                write(element)
        except self._misfits as error:
            raise misfit("a record of the Avro schema", element, " ".join(str(error).split())) from None

    def flush(self) -> None:
        self._writer.flush()

    def finish(self) -> None:
        self._writer.flush()


class AvroWriterFactory(BulkWriterFactory):
    """Creates writers of Avro files."""

    def __init__(self, schema: AvroSchema, codec: str) -> None:
        if codec not in _CODECS:
            raise InvalidProgramError(f"codec = {codec!r}: expected one of {', '.join(_CODECS)}")
        _fastavro().parse_schema(schema.json_schema)  # raises now if the schema is invalid
        self._schema = schema
        self._codec = codec

    def create(self, stream: BinaryIO) -> BulkWriter:
        return AvroWriter(stream, self._schema.json_schema, self._codec)


class AvroBulkWriters:
    """Factories of writers of Avro files."""

    @staticmethod
    def for_generic_record(schema: AvroSchema, codec: str = "null") -> BulkWriterFactory:
        """Each record is a dict with the schema's fields. `codec` is not part of PyFlink."""
        return AvroWriterFactory(schema, codec)
