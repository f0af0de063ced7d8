"""Avro's schemas as Arrow's: what Parquet files of Avro records have."""

from __future__ import annotations

from typing import Any, Final

import pyarrow as pa

from pyrite.common.errors import InvalidProgramError
from pyrite.connectors.formats.avro_schema import AvroSchema

_PLAIN: Final = {
    "null": pa.null(),
    "boolean": pa.bool_(),
    "int": pa.int32(),
    "long": pa.int64(),
    "float": pa.float32(),
    "double": pa.float64(),
    "bytes": pa.binary(),
    "string": pa.string(),
}
_LOGICAL: Final = {
    "date": pa.date32(),
    "time-millis": pa.time32("ms"),
    "time-micros": pa.time64("us"),
    "timestamp-millis": pa.timestamp("ms", "UTC"),
    "timestamp-micros": pa.timestamp("us", "UTC"),
    "local-timestamp-millis": pa.timestamp("ms"),
    "local-timestamp-micros": pa.timestamp("us"),
}


def arrow_schema_of(schema: AvroSchema) -> pa.Schema:
    """The columns of a record."""
    found = schema.json_schema
    if not isinstance(found, dict) or found.get("type") != "record":
        raise InvalidProgramError(f"expected the schema of a record, got {schema}")
    return pa.schema(_fields(found, {}))


def _fields(record: dict[str, Any], known: dict[str, pa.DataType]) -> list[pa.Field]:
    fields = []
    for field in record["fields"]:
        kind = field["type"]
        is_nullable = kind == "null" or (isinstance(kind, list) and "null" in kind)
        fields.append(pa.field(field["name"], _arrow(kind, known), nullable=is_nullable))
    return fields


def _arrow(kind: Any, known: dict[str, pa.DataType]) -> pa.DataType:
    if isinstance(kind, str):
        found = _PLAIN.get(kind) or known.get(kind)
        if found is None:
            raise InvalidProgramError(f"the Avro type {kind!r} is not defined, or contains itself")
        return found
    if isinstance(kind, list):
        others = [part for part in kind if part != "null"]
        if len(others) > 1:
            raise InvalidProgramError(f"a union of several types has no column: {kind}")
        return _arrow(others[0], known) if others else pa.null()
    if kind.get("logicalType") in _LOGICAL:
        return _LOGICAL[kind["logicalType"]]
    if kind.get("logicalType") == "decimal":
        return pa.decimal128(kind["precision"], kind.get("scale", 0))
    return _nested(kind, known)


def _nested(kind: dict[str, Any], known: dict[str, pa.DataType]) -> pa.DataType:
    match kind["type"]:
        case "array":
            return pa.list_(_arrow(kind["items"], known))
        case "map":
            return pa.map_(pa.string(), _arrow(kind["values"], known))
        case "record":
            known[kind["name"]] = made = pa.struct(_fields(kind, known))
            return made
        case "enum":
            known[kind["name"]] = pa.string()
            return pa.string()
        case "fixed":
            known[kind["name"]] = made = pa.binary(kind["size"])
            return made
    return _arrow(kind["type"], known)
