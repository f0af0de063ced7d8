"""Conversion of rows to and from the values of fastavro, by an Avro schema."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.type_information import TypeInformation, inside, misfit
from pyrite.core.types.types_factory import Types

Convert = Callable[[Any], Any]


@persisted("avro-value/1")
@dataclass(frozen=True)
class AvroValue:
    """The type of a part of a schema, with its conversions. `read` is None if fastavro's value needs no conversion.

    `write` raises TypeError for a value that the schema cannot hold: fastavro would silently change some of them.
    """

    kind: TypeInformation
    read: Optional[Convert]
    write: Convert


def avro_value(schema: Any) -> AvroValue:
    """Converts a schema as `fastavro.schema.expand_schema` returns it: only recursive references are left as names."""
    if isinstance(schema, list):
        return _union(schema)
    name, logical = (schema, None) if isinstance(schema, str) else (schema["type"], schema.get("logicalType"))
    if isinstance(name, (dict, list)):
        return avro_value(name)
    if logical is not None and name in _LOGICAL.get(logical, ()):
        return _logical(logical)
    match name:
        case "record" | "error":
            return _record(schema)
        case "array":
            return _array(avro_value(schema["items"]))
        case "map":
            return _map(avro_value(schema["values"]))
        case "enum":
            return _enum(schema["symbols"])
        case "fixed" | "bytes":
            return _leaf(Types.PRIMITIVE_ARRAY(Types.BYTE()))
        case "null":
            return AvroValue(Types.PICKLED_BYTE_ARRAY(), None, _only_none)
    if name not in _LEAVES:
        raise InvalidProgramError(f"Avro rows: the type {name!r} contains itself, which no row type can")
    return _leaf(_LEAVES[name]())


_LEAVES: Final = {
    "boolean": Types.BOOLEAN,
    "int": Types.INT,
    "long": Types.LONG,
    "float": Types.FLOAT,
    "double": Types.DOUBLE,
    "string": Types.STRING,
}
_LOGICAL: Final[dict[str, tuple[str, ...]]] = {
    "decimal": ("bytes", "fixed"),
    "uuid": ("string",),
    "date": ("int",),
    "time-millis": ("int",),
    "time-micros": ("long",),
    "timestamp-millis": ("long",),
    "timestamp-micros": ("long",),
    "local-timestamp-millis": ("long",),
    "local-timestamp-micros": ("long",),
}
"""Logical types and the types that they may annotate. Avro requires that all others are ignored."""


def _leaf(kind: TypeInformation, reader: Optional[Convert] = None, write: Optional[Convert] = None) -> AvroValue:
    convert = write or kind.fit

    def write_value(value: Any) -> Any:
        if value is None:
            raise misfit(getattr(kind, "name", kind), value, "the schema does not allow null")
        return convert(value)

    return AvroValue(kind, reader, write_value)


def _logical(name: str) -> AvroValue:
    if name == "decimal":
        return _leaf(Types.BIG_DEC())
    if name == "uuid":
        return _leaf(Types.STRING(), reader=str)
    if name == "date":
        return _leaf(Types.SQL_DATE())
    if name.startswith("time-"):
        return _leaf(Types.SQL_TIME(), write=_time)
    if name.startswith("timestamp-"):
        return _leaf(Types.SQL_TIMESTAMP(), lambda value: value.replace(tzinfo=None), _timestamp)
    return _leaf(Types.SQL_TIMESTAMP(), write=lambda value: _timestamp(value).replace(tzinfo=None))


def _time(value: Any) -> Any:
    """A time with its microseconds; the schema decides whether they are written."""
    Types.SQL_TIME().fit(value)
    return value.time() if isinstance(value, datetime) else value.replace(tzinfo=None)


def _timestamp(value: Any) -> datetime:
    """A timestamp in UTC. A timestamp without a zone is in UTC already."""
    if not isinstance(value, datetime):
        raise misfit("SQL_TIMESTAMP", value)
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _only_none(value: Any) -> None:
    if value is not None:
        raise misfit("None", value)


def _enum(symbols: list[str]) -> AvroValue:
    allowed_symbols = frozenset(symbols)

    def write(value: Any) -> Any:
        if value not in allowed_symbols:
            raise misfit(f"one of {symbols}", value)
        return value

    return AvroValue(Types.STRING(), None, write)


def _union(branches: list[Any]) -> AvroValue:
    """A type or null. In a union of several types, fastavro chooses the branch of a value."""
    rest = [branch for branch in branches if branch != "null"]
    if len(rest) != 1:
        return AvroValue(Types.PICKLED_BYTE_ARRAY(), None, lambda value: value)
    inner = avro_value(rest[0])
    if len(rest) == len(branches):
        return inner
    reader, write = inner.read, inner.write
    read_or_none = None if reader is None else lambda value: None if value is None else reader(value)
    return AvroValue(inner.kind, read_or_none, lambda value: None if value is None else write(value))


def _array(element: AvroValue) -> AvroValue:
    reader, write = element.read, element.write

    def write_all(value: Any) -> list[Any]:
        if not isinstance(value, (list, tuple)):
            raise misfit("a list", value)
        items: list[Any] = []
        try:
            for item in value:
                items.append(write(item))
        except TypeError as error:
            raise inside(f"element {len(items)}", error) from None
        return items

    read_all = None if reader is None else lambda value: list(map(reader, value))
    return AvroValue(Types.OBJECT_ARRAY(element.kind), read_all, write_all)


def _map(item: AvroValue) -> AvroValue:
    reader, write = item.read, item.write

    def write_all(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
            raise misfit("a dict with str keys", value)
        entries = {}
        for key, element in value.items():
            try:
                entries[key] = write(element)
            except TypeError as error:
                raise inside(f"key {key!r}", error) from None
        return entries

    read_all = None if reader is None else lambda value: {key: reader(element) for key, element in value.items()}
    return AvroValue(Types.MAP(Types.STRING(), item.kind), read_all, write_all)


def _record(schema: dict[str, Any]) -> AvroValue:
    names = tuple(field["name"] for field in schema["fields"])
    fields = [avro_value(field["type"]) for field in schema["fields"]]
    kind = RowTypeInfo([field.kind for field in fields], names)
    conversions = [(index, field.read) for index, field in enumerate(fields) if field.read is not None]

    def read(record: dict[str, Any]) -> Row:
        values = [record[name] for name in names]
        for index, convert in conversions:
            values[index] = convert(values[index])
        row = Row.__new__(Row)
        row._fields, row._row_kind, row._values = names, RowKind.INSERT, values
        return row

    def write(row: Any) -> dict[str, Any]:
        values = kind._fields_of(row)
        values_by_name: dict[str, Any] = {}
        try:
            for name, field, value in zip(names, fields, values, strict=True):
                values_by_name[name] = field.write(value)
        except TypeError as error:
            raise inside(f"field {names[len(values_by_name)]!r}", error) from None
        return values_by_name

    return AvroValue(kind, read, write)
