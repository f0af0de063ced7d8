"""Conversion of typed values to JSON text, for each field of JsonRowSerializationSchema.

This module builds the text itself, since no JSON library writes all digits of a Decimal.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import cache
from json.encoder import encode_basestring as quoted
from typing import Any, Final

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.basic_type_info import (
    BooleanTypeInfo,
    CharTypeInfo,
    DecimalTypeInfo,
    FloatTypeInfo,
    PickledBytesTypeInfo,
    StringTypeInfo,
    WholeTypeInfo,
)
from pyrite.core.types.composite_type_info import (
    BasicArrayTypeInfo,
    ListTypeInfo,
    MapTypeInfo,
    ObjectArrayTypeInfo,
    PrimitiveArrayTypeInfo,
    RowTypeInfo,
    TupleTypeInfo,
)
from pyrite.core.types.type_information import TypeInformation, inside, misfit
from pyrite.formats.json.text import make_dumps
from pyrite.formats.text_values import float_text, text_writer

Write = Callable[[Any], str]

_QUOTE: Final = '"'

_dumps = cache(make_dumps)


def json_writer(kind: TypeInformation) -> Write:
    """Returns a function that checks and writes a value of this type. None is written as null."""
    write = _writer(kind)
    return lambda value: "null" if value is None else write(value)


def any_text(value: Any) -> str:
    """Writes a value without a type, which may contain Decimals."""
    if isinstance(value, Decimal):
        return str(value)
    if type(value) is dict:
        return "{" + ",".join(f"{quoted(str(key))}:{any_text(item)}" for key, item in value.items()) + "}"
    if type(value) is list:
        return "[" + ",".join(map(any_text, value)) + "]"
    return _dumps()(value).decode()


def _writer(kind: TypeInformation) -> Write:
    if isinstance(kind, RowTypeInfo):
        return _row_writer(kind)
    if isinstance(kind, TupleTypeInfo):
        return _row_writer(RowTypeInfo(kind.get_field_types()))
    if isinstance(kind, MapTypeInfo):
        return _map_writer(kind)
    if isinstance(kind, (StringTypeInfo, CharTypeInfo)):
        return lambda value: quoted(kind.fit(value) or "")
    if isinstance(kind, FloatTypeInfo):
        return lambda value: _number_or_quoted(float_text(kind, value))
    write = text_writer(kind, iso=True)
    if write is not None:
        is_bare = isinstance(kind, (WholeTypeInfo, BooleanTypeInfo, DecimalTypeInfo))
        return write if is_bare else lambda value: f'"{write(value)}"'
    if isinstance(kind, (ObjectArrayTypeInfo, BasicArrayTypeInfo, PrimitiveArrayTypeInfo, ListTypeInfo)):
        return _list_writer(kind)
    if isinstance(kind, PickledBytesTypeInfo):
        return any_text
    raise InvalidProgramError(f"JSON rows: a field cannot have the type {kind!r}")


def _number_or_quoted(text: str) -> str:
    """JSON has no NaN and no Infinity. As in Flink, they are written as strings, which can be read back."""
    return f'"{text}"' if text[-1] in "Ny" else text


def _row_writer(kind: RowTypeInfo) -> Write:
    names = kind.get_field_names()
    keys = [f"{quoted(name)}:" for name in names]
    writers = list(map(json_writer, kind.get_field_types()))

    def write(value: Any) -> str:
        items = kind._fields_of(value)
        texts: list[str] = []
        try:
            for key, write_field, item in zip(keys, writers, items, strict=True):
                texts.append(key + write_field(item))
        except TypeError as error:
            raise inside(f"field {names[len(texts)]!r}", error) from None
        return "{" + ",".join(texts) + "}"

    return write


def _map_writer(kind: MapTypeInfo) -> Write:
    write_key, write_value = json_writer(kind._key_type_info), json_writer(kind._value_type_info)

    def write(value: Any) -> str:
        if not isinstance(value, dict):
            raise misfit("MAP", value)
        texts = []
        for key, item in value.items():
            try:
                name = write_key(key)
                texts.append(f"{name if name.startswith(_QUOTE) else quoted(name)}:{write_value(item)}")
            except TypeError as error:
                raise inside(f"key {key!r}", error) from None
        return "{" + ",".join(texts) + "}"

    return write


def _list_writer(
    kind: ObjectArrayTypeInfo | BasicArrayTypeInfo | PrimitiveArrayTypeInfo | ListTypeInfo,
) -> Write:
    element = kind._element_type
    write_element = json_writer(element)

    def write(value: Any) -> str:
        if not isinstance(value, (list, tuple)):
            raise misfit(kind, value)
        texts: list[str] = []
        try:
            for item in value:
                if item is None and not kind._may_hold_none:
                    element.fit(None)
                texts.append(write_element(item))
        except TypeError as error:
            raise inside(f"element {len(texts)}", error) from None
        return "[" + ",".join(texts) + "]"

    return write
