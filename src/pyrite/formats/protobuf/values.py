"""Protobuf messages as dicts and rows, by their descriptors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyrite.core.extras import load
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.rows import Row, RowKind
from pyrite.core.types.type_information import TypeInformation
from pyrite.core.types.types_factory import Types

Convert = Callable[[Any], Any]

_ENUM: Final = 14
_SCALARS: Final = {
    1: Types.DOUBLE,
    2: Types.FLOAT,
    3: Types.LONG,
    4: Types.BIG_INT,
    5: Types.INT,
    6: Types.BIG_INT,
    7: Types.LONG,
    8: Types.BOOLEAN,
    9: Types.STRING,
    12: lambda: Types.PRIMITIVE_ARRAY(Types.BYTE()),
    13: Types.LONG,
    _ENUM: Types.STRING,
    15: Types.INT,
    16: Types.LONG,
    17: Types.INT,
    18: Types.LONG,
}
"""Keyed by the type numbers of descriptors. Unsigned numbers have the next larger type."""


def descriptor_set_of(message_class: Any) -> bytes:
    """Returns a FileDescriptorSet with a message's file and all its imports, imports first."""
    descriptor_pb2 = load("google.protobuf.descriptor_pb2", "protobuf", "Protobuf")
    files = descriptor_pb2.FileDescriptorSet()
    names: set[str] = set()

    def add(file: Any) -> None:
        if file.name not in names:
            names.add(file.name)
            for dependency in file.dependencies:
                add(dependency)
            file.CopyToProto(files.file.add())

    add(message_class.DESCRIPTOR.file)
    return bytes(files.SerializeToString())


def message_class_of(descriptor_set: bytes, name: str) -> Any:
    """Builds a message class from a FileDescriptorSet; KeyError if the set does not contain it."""
    descriptor_pb2 = load("google.protobuf.descriptor_pb2", "protobuf", "Protobuf")
    descriptor_pool = load("google.protobuf.descriptor_pool", "protobuf", "Protobuf")
    message_factory = load("google.protobuf.message_factory", "protobuf", "Protobuf")
    pool = descriptor_pool.DescriptorPool()
    for file in descriptor_pb2.FileDescriptorSet.FromString(descriptor_set).file:
        pool.Add(file)
    return message_factory.GetMessageClass(pool.FindMessageTypeByName(name))


@persisted("protobuf-message-reading/1")
class MessageReading:
    """Converts messages to dicts or rows. An unset field with presence is None; enums are names."""

    def __init__(self, as_rows: bool) -> None:
        self._as_rows = as_rows
        self._conversions: dict[str, Convert] = {}

    def converter(self, descriptor: Any) -> Convert:
        """Returns a function that converts a message of this type to a dict or a row."""
        name = descriptor.full_name
        if name in self._conversions:
            return self._conversions[name]
        self._conversions[name] = lambda message: convert(message)  # a message may contain its own type
        fields = [(field.name, self._field(field)) for field in descriptor.fields]
        convert = _to_row(fields) if self._as_rows else _to_dict(fields)
        self._conversions[name] = convert
        return convert

    def _field(self, field: Any) -> Convert:
        """Returns a function that reads a field of a message."""
        name = field.name
        if _is_map(field):
            item = self._value(field.message_type.fields_by_name["value"])
            return lambda message: {key: item(value) for key, value in getattr(message, name).items()}
        value = self._value(field)
        if field.is_repeated:
            return lambda message: list(map(value, getattr(message, name)))
        if field.has_presence:
            return lambda message: value(getattr(message, name)) if message.HasField(name) else None
        return lambda message: value(getattr(message, name))

    def _value(self, field: Any) -> Convert:
        if field.message_type is not None:
            return self.converter(field.message_type)
        if field.type == _ENUM:
            names = {number: value.name for number, value in field.enum_type.values_by_number.items()}
            return lambda number: names.get(number, number)
        return _as_it_is


def _to_dict(fields: list[tuple[str, Convert]]) -> Convert:
    return lambda message: {name: take(message) for name, take in fields}


def _to_row(fields: list[tuple[str, Convert]]) -> Convert:
    names = tuple(name for name, _ in fields)

    def convert(message: Any) -> Row:
        row = Row.__new__(Row)
        row._fields, row._row_kind = names, RowKind.INSERT
        row._values = [take(message) for _, take in fields]
        return row

    return convert


def row_type_of(descriptor: Any, inside: tuple[str, ...] = ()) -> TypeInformation:
    """Returns the type of a message's rows. A recursive message has none; its values stay messages."""
    if descriptor.full_name in inside:
        return Types.PICKLED_BYTE_ARRAY()
    inside = (*inside, descriptor.full_name)
    kinds = [_field_type(field, inside) for field in descriptor.fields]
    return Types.ROW_NAMED([field.name for field in descriptor.fields], kinds)


def _field_type(field: Any, inside: tuple[str, ...]) -> TypeInformation:
    if _is_map(field):
        parts = field.message_type.fields_by_name
        return Types.MAP(_field_type(parts["key"], inside), _field_type(parts["value"], inside))
    if field.message_type is not None:
        kind = row_type_of(field.message_type, inside)
    else:
        kind = _SCALARS[field.type]()
    return Types.OBJECT_ARRAY(kind) if field.is_repeated else kind


def _is_map(field: Any) -> bool:
    return field.message_type is not None and bool(field.message_type.GetOptions().map_entry)


def _as_it_is(value: Any) -> Any:
    return value
