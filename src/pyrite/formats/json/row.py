"""Rows as JSON objects, by a row type or a JSON schema."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cached_property
from typing import Any, Optional

from pyrite.core.connector.serialization import DeserializationSchema, SerializationSchema
from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.basic_type_info import DecimalTypeInfo
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row
from pyrite.core.types.type_information import TypeInformation
from pyrite.formats.compiled import Compiled
from pyrite.formats.json.row_reading import JsonRowReading
from pyrite.formats.json.row_writing import json_writer
from pyrite.formats.json.schema_types import type_of_json_schema
from pyrite.formats.json.text import make_loads


@persisted("json-row-deserialization-schema/1")
class JsonRowDeserializationSchema(Compiled, DeserializationSchema):
    """Reads JSON objects as rows of a type; created by `builder()`. `null` gives no record.

    A missing field and a null field are None. Fields that the type does not have are ignored.
    """

    def __init__(self, type_info: RowTypeInfo, reading: JsonRowReading) -> None:
        self._type_info = type_info
        self._reading = reading
        self._deserialize  # noqa: B018 - a type that JSON has no form for raises here

    @staticmethod
    def builder() -> JsonRowDeserializationSchema.Builder:
        """Returns a builder."""
        return JsonRowDeserializationSchema.Builder()

    def deserialize(self, message: bytes) -> Optional[Row]:
        return self._deserialize(message)  # type: ignore[no-any-return]

    def get_produced_type(self) -> TypeInformation:
        return self._type_info

    @cached_property
    def _deserialize(self) -> Callable[[bytes], Any]:
        loads = make_loads(Decimal if _has_decimals(self._type_info) else None)
        convert = self._reading.converter(self._type_info)

        def deserialize(message: bytes) -> Any:
            return convert(loads(message))

        def deserialize_or_skip(message: bytes) -> Any:
            try:
                return convert(loads(message))
            except (ValueError, RecursionError):
                return None

        return deserialize_or_skip if self._reading.ignores_errors else deserialize

    class Builder:
        """Builds a JsonRowDeserializationSchema: needs `type_info` or `json_schema`."""

        def __init__(self) -> None:
            self._type_info: Optional[TypeInformation] = None
            self._fail_on_missing_field = False
            self._ignore_parse_errors = False

        def type_info(self, type_info: TypeInformation) -> JsonRowDeserializationSchema.Builder:
            """Sets the type of the rows. Fields are matched by name."""
            self._type_info = type_info
            return self

        def json_schema(self, json_schema: str) -> JsonRowDeserializationSchema.Builder:
            """Sets the type of the rows by a JSON schema. Numbers become BIG_DEC."""
            self._type_info = type_of_json_schema(json_schema)
            return self

        def fail_on_missing_field(self) -> JsonRowDeserializationSchema.Builder:
            """Treats a message without one of the fields as a bad record."""
            self._fail_on_missing_field = True
            return self

        def ignore_parse_errors(self) -> JsonRowDeserializationSchema.Builder:
            """Reads an invalid field as None, and skips a message that is not a JSON object."""
            self._ignore_parse_errors = True
            return self

        def build(self) -> JsonRowDeserializationSchema:
            """Returns the schema."""
            if self._fail_on_missing_field and self._ignore_parse_errors:
                raise InvalidProgramError(
                    "JsonRowDeserializationSchema: fail_on_missing_field() and ignore_parse_errors() exclude each other"
                )
            type_info = checked_row_type("JsonRowDeserializationSchema", self._type_info)
            reading = JsonRowReading(self._fail_on_missing_field, self._ignore_parse_errors)
            return JsonRowDeserializationSchema(type_info, reading)


@persisted("json-row-serialization-schema/1")
class JsonRowSerializationSchema(Compiled, SerializationSchema):
    """Writes rows as JSON objects; created by `builder()`. Fields of a row without names go by position."""

    def __init__(self, type_info: RowTypeInfo) -> None:
        self._type_info = type_info
        self._write  # noqa: B018 - a type that JSON has no form for raises here

    @staticmethod
    def builder() -> JsonRowSerializationSchema.Builder:
        """Returns a builder."""
        return JsonRowSerializationSchema.Builder()

    def serialize(self, element: Any) -> bytes:
        return self._write(element).encode()

    @cached_property
    def _write(self) -> Callable[[Any], str]:
        return json_writer(self._type_info)

    class Builder:
        """Builds a JsonRowSerializationSchema."""

        def __init__(self) -> None:
            self._type_info: Optional[TypeInformation] = None

        def with_type_info(self, type_info: TypeInformation) -> JsonRowSerializationSchema.Builder:
            """Sets the type of the rows. Its field names are the keys of the JSON objects."""
            self._type_info = type_info
            return self

        def build(self) -> JsonRowSerializationSchema:
            """Returns the schema."""
            return JsonRowSerializationSchema(checked_row_type("JsonRowSerializationSchema", self._type_info))


def checked_row_type(where: str, type_info: Optional[TypeInformation]) -> RowTypeInfo:
    if not isinstance(type_info, RowTypeInfo):
        raise InvalidProgramError(f"{where}: expected a type such as Types.ROW_NAMED([...], [...]), got {type_info!r}")
    return type_info


def _has_decimals(kind: TypeInformation) -> bool:
    parts = [
        part for argument in kind._arguments() for part in (argument if isinstance(argument, tuple) else [argument])
    ]
    return isinstance(kind, DecimalTypeInfo) or any(
        _has_decimals(part) for part in parts if isinstance(part, TypeInformation)
    )
