"""AvroCodec: encodes rows in Avro's binary format with fastavro."""

from __future__ import annotations

import json
from io import BytesIO
from typing import Any, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row
from pyrite.formats.avro.values import avro_value


def parsed(schema_string: str) -> Any:
    """Parses a schema with fastavro."""
    fastavro = load("fastavro", "avro", "Avro")
    try:
        return fastavro.parse_schema(json.loads(schema_string))
    except Exception as error:  # ValueError, KeyError, and other exceptions of fastavro
        raise InvalidProgramError(f"the Avro schema cannot be read: {type(error).__name__}: {error}") from None


@persisted("avro-codec/1")
class AvroCodec:
    """Encodes and decodes rows of a record schema. `read_as` is the schema to convert rows to (schema evolution)."""

    def __init__(self, schema_string: str, read_as: Optional[str] = None) -> None:
        fastavro = load("fastavro", "avro", "Avro")
        self._writer_schema = parsed(schema_string)
        self._reader_schema = None if read_as is None else parsed(read_as)
        full_schema = fastavro.schema.expand_schema(json.loads(schema_string if read_as is None else read_as))
        value = avro_value(full_schema)
        if not isinstance(value.kind, RowTypeInfo) or value.read is None:
            raise InvalidProgramError(f"Avro rows: expected the schema of a record, got {schema_string}")
        self.type_info = value.kind
        self._to_row, self._to_record = value.read, value.write
        self._reader, self._write = fastavro.schemaless_reader, fastavro.schemaless_writer

    def decode(self, message: bytes, start: int = 0) -> Row:
        """Decodes the row that begins at `start`. ValueError if bytes are left over."""
        stream = BytesIO(message)
        stream.seek(start)
        try:
            record = self._reader(stream, self._writer_schema, self._reader_schema)
        except EOFError:
            raise ValueError("the message ends before its record does: it was written with another schema") from None
        if stream.tell() != len(message):
            raise ValueError(f"{len(message) - stream.tell()} bytes are left over: it was written with another schema")
        return self._to_row(record)  # type: ignore[no-any-return]

    def encode(self, row: Any, head: bytes = b"") -> bytes:
        """Encodes a row, with `head` before it."""
        record = self._to_record(row)
        stream = BytesIO(head)
        stream.seek(len(head))
        self._write(stream, self._writer_schema, record)
        return stream.getvalue()
