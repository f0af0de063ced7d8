"""MessageWriter: writes rows of SQL values as JSON messages, as Flink's json format does. It defines the result.

`column_writer` gives the same messages faster.
"""

from __future__ import annotations

import re
from binascii import b2a_base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any, Final

from pyrite.core.errors import PyriteError, ValidationException
from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.formats import java_text

Write = Callable[[Any], str]

NO_KEY: Final = (
    "JSON format doesn't support to serialize map data with null keys. "
    "You can drop null key entries or encode null in literals by specifying map-null-key.mode option."
)
_SPECIAL: Final = re.compile('["\\\\\x00-\x1f\U00010000-\U0010ffff]')
_SHORT: Final = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_WHOLE: Final = (IntegerNumericType, YearMonthIntervalType, DayTimeIntervalType)


@dataclass(frozen=True)
class JsonWriting:
    """The options of the writer. `null_key_mode` is FAIL, DROP or LITERAL."""

    iso_timestamps: bool = False
    plain_decimals: bool = False
    ignores_null_fields: bool = False
    null_key_mode: str = "FAIL"
    null_key_literal: str = "null"


class MessageWriter:
    """Writes one row at a time."""

    def __init__(self, row_type: RowType, writing: JsonWriting) -> None:
        check_writable(row_type)
        self._writing = writing
        self._write = self._row_writer(row_type)

    def write(self, row: Sequence[Any]) -> bytes:
        return self._write(row).encode()

    def _writer(self, kind: LogicalType) -> Write:
        write = self._value_writer(kind)
        return lambda value: "null" if value is None else write(value)

    def _row_writer(self, kind: RowType) -> Write:
        fields = [(f"{quoted(field.name)}:", self._writer(field.type)) for field in kind.fields]
        ignores = self._writing.ignores_null_fields

        def write(row: Any) -> str:
            parts = [
                name + write_field(value)
                for (name, write_field), value in zip(fields, row, strict=True)
                if value is not None or not ignores
            ]
            return "{" + ",".join(parts) + "}"

        return write

    def _value_writer(self, kind: LogicalType) -> Write:
        match kind:
            case RowType():
                return self._row_writer(kind)
            case ArrayType():
                write_element = self._writer(kind.element_type)
                return lambda value: "[" + ",".join(map(write_element, value)) + "]"
            case MapType():
                return self._map_writer(kind.value_type)
            case MultisetType():
                return self._map_writer(IntType())
            case DecimalType():
                plain = self._writing.plain_decimals
                return lambda value: java_text.decimal_text(value, plain)
            case AnyTimestampType():
                iso, has_zone = self._writing.iso_timestamps, isinstance(kind, LocalZonedTimestampType)
                return lambda value: f'"{java_text.timestamp_text(value, iso, has_zone)}"'
        return _scalar_writer(kind)

    def _map_writer(self, value_type: LogicalType) -> Write:
        write_value = self._writer(value_type)
        mode, literal = self._writing.null_key_mode, self._writing.null_key_literal

        def write(entries: Any) -> str:
            if None in entries and mode == "FAIL":
                raise PyriteError(NO_KEY)
            parts = [
                f"{quoted(literal if key is None else key)}:{write_value(value)}"
                for key, value in entries.items()
                if key is not None or mode == "LITERAL"
            ]
            return "{" + ",".join(parts) + "}"

        return write


def _scalar_writer(kind: LogicalType) -> Write:
    match kind:
        case CharacterStringType():
            return quoted
        case BooleanType():
            return lambda value: "true" if value else "false"
        case DoubleType():
            return lambda value: _number(double_to_string(value), value)
        case FloatType():
            return lambda value: _number(float_to_string(value), value)
        case DateType():
            return lambda value: f'"{java_text.date_text(value)}"'
        case TimeType():
            return lambda value: f'"{java_text.time_text(value * 1_000_000)}"'
        case BinaryStringType():
            return lambda value: f'"{b2a_base64(value, newline=False).decode()}"'
        case NullType():
            return lambda value: "null"
    if isinstance(kind, _WHOLE):
        return str
    raise ValidationException(f"Not support to parse type: {kind.as_summary_string()}")


def _number(text: str, value: float) -> str:
    """JSON has no NaN and no Infinity: they are written as strings."""
    return text if isfinite(value) else f'"{text}"'


def quoted(text: str) -> str:
    """Quotes a text with Jackson's escapes: control characters, and characters beyond 16 bits as two surrogates."""
    return f'"{_SPECIAL.sub(_escape, text)}"'


def _escape(match: re.Match[str]) -> str:
    character = match[0]
    code = ord(character)
    if code < 0x10000:
        return _SHORT.get(character) or f"\\u{code:04X}"
    return f"\\u{0xD800 + (code - 0x10000 >> 10):X}\\u{0xDC00 + (code & 0x3FF):X}"


def check_writable(kind: LogicalType) -> None:
    """Raises ValidationException for types that JSON cannot represent."""
    if isinstance(kind, (MapType, MultisetType)):
        key = kind.key_type if isinstance(kind, MapType) else kind.element_type
        if not isinstance(key, CharacterStringType):
            raise ValidationException(
                f"JSON format doesn't support non-string as key type of map. The type is: {kind.as_summary_string()}"
            )
    elif not isinstance(kind, (RowType, ArrayType, DecimalType, AnyTimestampType)):
        _scalar_writer(kind)
    for child in kind.children:
        check_writable(child)
