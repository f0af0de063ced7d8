"""Rows as Avro messages, with a schema that the writer and the reader share."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Optional

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row
from pyrite.core.types.type_information import TypeInformation
from pyrite.formats.avro.codec import AvroCodec
from pyrite.formats.compiled import Compiled


@persisted("avro-row-deserialization-schema/1")
class AvroRowDeserializationSchema(Compiled, DeserializationSchema):
    """Reads a record in Avro's binary format, without the header of a file or a registry, as a row.

    Records become rows, arrays lists, maps dicts, enums strings, bytes and fixed bytes. Dates, times, timestamps (in
    UTC, without a zone) and decimals become Python's types. In a union of several types, a value has the type of its
    branch, and records are dicts.
    """

    def __init__(self, record_class: Optional[str] = None, avro_schema_string: Optional[str] = None) -> None:
        self._schema_string = _checked("AvroRowDeserializationSchema", record_class, avro_schema_string)
        self._codec  # noqa: B018 - a wrong schema raises here

    def deserialize(self, message: bytes) -> Row:
        return self._codec.decode(message)

    def get_produced_type(self) -> TypeInformation:
        return self._codec.type_info

    @cached_property
    def _codec(self) -> AvroCodec:
        return AvroCodec(self._schema_string)


@persisted("avro-row-serialization-schema/1")
class AvroRowSerializationSchema(Compiled, SerializationSchema):
    """Writes rows for AvroRowDeserializationSchema. Fields of a row are matched by name, or by position."""

    def __init__(self, record_class: Optional[str] = None, avro_schema_string: Optional[str] = None) -> None:
        self._schema_string = _checked("AvroRowSerializationSchema", record_class, avro_schema_string)
        self._codec  # noqa: B018 - a wrong schema raises here

    def serialize(self, element: Any) -> bytes:
        return self._codec.encode(element)

    @cached_property
    def _codec(self) -> AvroCodec:
        return AvroCodec(self._schema_string)


def _checked(where: str, record_class: Optional[str], avro_schema_string: Optional[str]) -> str:
    if record_class is not None:
        raise InvalidProgramError(
            f"{where}: record_class is a Java class, which Pyrite cannot load: pass avro_schema_string"
        )
    if avro_schema_string is None:
        raise InvalidProgramError(f"{where}: pass avro_schema_string")
    return avro_schema_string
