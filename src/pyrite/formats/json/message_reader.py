"""MessageReader: reads JSON messages as rows of SQL values, as Flink's json format does. It defines the result.

Numbers keep their text, since Flink reads 1.50 as STRING '1.50'. `QuickReader` and `column_reader` give the same rows
faster, where they apply.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from json.encoder import encode_basestring as quoted
from typing import Any, Final, NoReturn, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BigIntType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowType,
    SmallIntType,
    TimeType,
    TinyIntType,
    YearMonthIntervalType,
)
from pyrite.expressions.java.numbers import double_to_string
from pyrite.formats import java_text
from pyrite.formats.field_error import FieldError
from pyrite.formats.json.quick_reader import QuickReader
from pyrite.formats.table_values import checked_binary, checked_date, timestamp_check

Read = Callable[[Any], Any]

_SPACE: Final = " \t\n\r"


class WholeText(str):
    """The text of a number without fraction and exponent."""

    __slots__ = ()


class FloatingText(str):
    """The text of any other number."""

    __slots__ = ()


class Entries(list[tuple[str, Any]]):
    """The entries of an object, in order."""

    __slots__ = ()


@dataclass(frozen=True)
class JsonReading:
    """The options of the reader. `streaming`: read like Flink's JsonParser, not like its tree of nodes."""

    fails_on_missing_field: bool = False
    ignores_errors: bool = False
    iso_timestamps: bool = False
    streaming: bool = True


def _constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


_DECODER: Final = json.JSONDecoder(
    object_pairs_hook=Entries, parse_int=WholeText, parse_float=FloatingText, parse_constant=_constant, strict=False
)


def parsed(message: bytes) -> Any:
    """Parses the first value of a message. The text after it is ignored, as in Flink."""
    text = message.decode("utf-8-sig")
    start = 0
    while start < len(text) and text[start] in _SPACE:
        start += 1
    try:
        return _DECODER.raw_decode(text, start)[0]
    except RecursionError:
        raise ValueError("objects and arrays are nested too deeply") from None


class MessageReader:
    """Reads one message at a time. Raises FieldError or another ValueError for an invalid message."""

    def __init__(self, row_type: RowType, reading: JsonReading) -> None:
        self._reading = reading
        self._exact_floats = _has_decimal(row_type)
        self._row = self._row_reader(row_type)
        self.quick: Optional[QuickReader] = None
        if reading.streaming and importlib.util.find_spec("orjson") is not None:
            self.quick = QuickReader(row_type, reading.fails_on_missing_field, reading.iso_timestamps)

    def rows(self, message: Optional[bytes]) -> Iterable[tuple[Any, ...]]:
        """Returns the rows of a message: none for an empty message, one per element for an array."""
        quick = self.quick.rows(message) if message and self.quick is not None else None
        return self.exact_rows(message) if quick is None else quick

    def exact_rows(self, message: Optional[bytes]) -> Iterator[tuple[Any, ...]]:
        """The same rows, read without orjson."""
        if not message or not (self._reading.streaming or message.strip()):
            return
        value = parsed(message)
        if value is None and not self._reading.streaming:
            return
        if type(value) is not list:
            yield self._top_row(value)
            return
        for element in value:
            yield self._top_row(element)

    def _top_row(self, value: Any) -> tuple[Any, ...]:
        if type(value) is not Entries:
            raise ValueError(f"expected an object, got {kind_of(value)}")
        row: tuple[Any, ...] = self._row(value)
        return row

    # Rows -------------------------------------------------------------------------------------------------------------

    def _reader(self, kind: LogicalType) -> Read:
        reader = self._value_reader(kind)
        if not self._reading.ignores_errors:
            return lambda value: None if value is None else reader(value)

        def lenient(value: Any) -> Any:
            if value is None:
                return None
            try:
                return reader(value)
            except ValueError:
                return None

        return lenient

    def _row_reader(self, kind: RowType) -> Read:
        names = kind.names
        fields = [(name, self._reader(child)) for name, child in zip(names, kind.children, strict=True)]
        fails_on_missing = self._reading.fails_on_missing_field

        def read(value: Any) -> tuple[Any, ...]:
            if type(value) is not Entries:
                raise ValueError(f"expected an object, got {kind_of(value)}")
            parts = dict(value)  # the last one of repeated fields wins
            row = []
            for name, read_field in fields:
                if fails_on_missing and name not in parts:
                    raise FieldError(name, "Some field is missing in the JSON data.")
                try:
                    row.append(read_field(parts.get(name)))
                except FieldError as error:
                    raise FieldError(f"{name}.{error.path}", error.reason) from None
                except ValueError as error:
                    raise FieldError(name, str(error)) from None
            return tuple(row)

        return read

    # Values -----------------------------------------------------------------------------------------------------------

    def _value_reader(self, kind: LogicalType) -> Read:
        match kind:
            case RowType():
                return self._row_reader(kind)
            case ArrayType():
                return _array_reader(self._reader(kind.element_type))
            case MapType():
                return self._map_reader(kind, kind.key_type, kind.value_type)
            case MultisetType():
                return self._map_reader(kind, kind.element_type, IntType())
            case CharacterStringType():
                return self._text
            case NullType():
                return lambda value: None
            case AnyTimestampType():
                has_zone = isinstance(kind, LocalZonedTimestampType)
                parse = java_text.timestamp_parser(self._reading.iso_timestamps, has_zone)
                check = timestamp_check(kind)
                return lambda value: check(parse(scalar_text(value)))
        return _scalar_reader(kind)

    def _map_reader(self, kind: LogicalType, key_type: LogicalType, value_type: LogicalType) -> Read:
        if not isinstance(key_type, CharacterStringType):
            raise ValidationException(
                f"JSON format doesn't support non-string as key type of map. The type is: {kind.as_summary_string()}"
            )
        read_value, streaming = self._reader(value_type), self._reading.streaming

        def read(value: Any) -> Any:
            if type(value) is not Entries:
                if not streaming:
                    return {}  # Flink's node has no fields in this case
                raise ValueError(f"expected an object, got {kind_of(value)}")
            return {encodable(key): read_value(part) for key, part in value}

        return read

    def _text(self, value: Any) -> str:
        if isinstance(value, list):
            return encodable(self._tree_text(value))
        if type(value) is FloatingText and not self._reading.streaming:
            return self._tree_text(value)
        return encodable(scalar_text(value))

    def _tree_text(self, value: Any) -> str:
        """Returns the text that Jackson writes for the value's tree."""
        if type(value) is Entries:
            return "{" + ",".join(f"{quoted(key)}:{self._tree_text(part)}" for key, part in dict(value).items()) + "}"
        if type(value) is list:
            return "[" + ",".join(map(self._tree_text, value)) + "]"
        if type(value) is FloatingText:
            if self._exact_floats:
                return java_text.decimal_text(Decimal(value), plain=False)
            return double_to_string(float(value))
        return quoted(value) if type(value) is str else "null" if value is None else scalar_text(value)


def _array_reader(read_element: Read) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not list:
            raise ValueError(f"expected an array, got {kind_of(value)}")
        return tuple(map(read_element, value))

    return read


def scalar_text(value: Any) -> str:
    """Returns the text of a token, like Jackson's getText()."""
    if isinstance(value, str):
        return str(value)
    if value is True or value is False:
        return "true" if value else "false"
    raise ValueError(f"expected a single value, got {kind_of(value)}")


def encodable(text: str) -> str:
    """Replaces half a surrogate pair by `?`, as Java's encoder does."""
    return text if text.isascii() else text.encode(errors="replace").decode()


def kind_of(value: Any) -> str:
    if isinstance(value, list):
        return "an object" if type(value) is Entries else "an array"
    if type(value) is str:
        return f"the text {quoted(value[:100])}"
    return "null" if value is None else scalar_text(value)


def _scalar_reader(kind: LogicalType) -> Read:
    match kind:
        case BooleanType():
            return lambda value: (
                value if value is True or value is False else java_text.parse_boolean(scalar_text(value))
            )
        case TinyIntType() | SmallIntType():
            bits = 8 if isinstance(kind, TinyIntType) else 16
            return lambda value: java_text.parse_whole(scalar_text(value), bits)
        case IntType() | YearMonthIntervalType():
            return lambda value: _whole(value, 32)
        case BigIntType() | DayTimeIntervalType():
            return lambda value: _whole(value, 64)
        case FloatType():
            return lambda value: java_text.parse_float(scalar_text(value))
        case DoubleType():
            return lambda value: java_text.parse_double(scalar_text(value))
        case DecimalType():
            return lambda value: _decimal(value, kind)
        case BinaryStringType():
            return lambda value: checked_binary(_base64(value), kind)
        case DateType():
            return lambda value: checked_date(java_text.parse_date(scalar_text(value)))
        case TimeType():
            return lambda value: java_text.parse_time(scalar_text(value))
    raise ValidationException(f"Unsupported type: {kind.as_summary_string()}")


def _whole(value: Any, bits: int) -> int:
    """Java's cast of a number: 1.9 becomes 1. A number out of range is refused."""
    if type(value) is not FloatingText:
        return java_text.parse_whole(scalar_text(value), bits)
    number = float(value)
    if not -(2.0 ** (bits - 1)) <= number <= (2.0**63 if bits == 64 else 2.0**31 - 1):
        raise ValueError(f"{value} is out of range for a whole number of {bits} bits")
    return min(int(number), (1 << bits - 1) - 1)


def _decimal(value: Any, kind: DecimalType) -> Optional[Decimal]:
    if value is True or value is False:
        raise ValueError(f"expected a decimal number, got {kind_of(value)}")
    return java_text.parse_decimal(java_text.trimmed(scalar_text(value)), kind.precision, kind.scale)


def _base64(value: Any) -> bytes:
    if type(value) is not str:
        raise ValueError(f"expected bytes as base64, got {kind_of(value)}")
    return java_text.parse_base64(value)


def _has_decimal(kind: LogicalType) -> bool:
    return isinstance(kind, DecimalType) or any(map(_has_decimal, kind.children))
