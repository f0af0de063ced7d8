"""SQL types of Avro schemas."""

from __future__ import annotations

from typing import Any, Final

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BinaryType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    NullType,
    RowField,
    RowType,
    TimestampType,
    TimeType,
    bytes_type,
    string_type,
)
from pyrite.formats.avro.schema import AvroSchema

_PLAIN: Final[dict[str, LogicalType]] = {
    "null": NullType(),
    "boolean": BooleanType(),
    "int": IntType(),
    "long": BigIntType(),
    "float": FloatType(),
    "double": DoubleType(),
    "bytes": bytes_type(),
    "string": string_type(),
}
_LOGICAL: Final[dict[str, LogicalType]] = {
    "date": DateType(),
    "time-millis": TimeType(3),
    "time-micros": TimeType(6),
    "timestamp-millis": LocalZonedTimestampType(3),
    "timestamp-micros": LocalZonedTimestampType(6),
    "local-timestamp-millis": TimestampType(3),
    "local-timestamp-micros": TimestampType(6),
}


def row_type_of_avro(schema: AvroSchema) -> RowType:
    """Returns the row type of a record schema."""
    record = schema.json_schema
    if not isinstance(record, dict) or record.get("type") != "record":
        raise InvalidProgramError(f"expected the schema of a record, got {schema}")
    return RowType(_fields(record, {}), nullable=False)


def _fields(record: dict[str, Any], named_types: dict[str, LogicalType]) -> tuple[RowField, ...]:
    fields = []
    for field in record["fields"]:
        kind = field["type"]
        is_nullable = kind == "null" or (isinstance(kind, list) and "null" in kind)
        fields.append(RowField(field["name"], _logical(kind, named_types).copy(nullable=is_nullable)))
    return tuple(fields)


def _logical(kind: Any, named_types: dict[str, LogicalType]) -> LogicalType:
    """Returns the nullable type of a schema. Elements and values stay nullable, as in existing files."""
    if isinstance(kind, str):
        plain = _PLAIN.get(kind) or named_types.get(kind)
        if plain is None:
            raise InvalidProgramError(f"the Avro type {kind!r} is not defined, or contains itself")
        return plain
    if isinstance(kind, list):
        others = [part for part in kind if part != "null"]
        if len(others) > 1:
            raise InvalidProgramError(f"a union of several types has no column type: {kind}")
        return _logical(others[0], named_types) if others else NullType()
    if kind.get("logicalType") in _LOGICAL:
        return _LOGICAL[kind["logicalType"]]
    if kind.get("logicalType") == "decimal":
        return DecimalType(kind["precision"], kind.get("scale", 0))
    return _nested(kind, named_types)


def _nested(kind: dict[str, Any], named_types: dict[str, LogicalType]) -> LogicalType:
    match kind["type"]:
        case "array":
            return ArrayType(_logical(kind["items"], named_types))
        case "map":
            return MapType(string_type(), _logical(kind["values"], named_types))
        case "record":
            named_types[kind["name"]] = row = RowType(_fields(kind, named_types))
            return row
        case "enum":
            named_types[kind["name"]] = string_type()
            return string_type()
        case "fixed":
            named_types[kind["name"]] = binary = BinaryType(kind["size"])
            return binary
    return _logical(kind["type"], named_types)
