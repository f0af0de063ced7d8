"""QuickReader: reads JSON messages as columns or rows with orjson. MessageReader, which is slower, defines the result.

orjson does not keep the text of numbers, and is stricter. Where that may matter, and for all errors, it gives up.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final, NoReturn, Optional

import pyarrow as pa

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BigIntType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    CharType,
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
    VarCharType,
    YearMonthIntervalType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.values import to_column
from pyrite.formats import java_text
from pyrite.formats.table_values import batch_of, checked_binary, checked_date, timestamp_check

Read = Callable[[Any], Any]

_NEGATIVE_ZERO: Final = re.compile(rb"[:,\[\s]-0[,}\]\s]")
"""An integer that orjson reads as 0, although its text and its double have a sign."""
_BITS: Final[dict[type[LogicalType], int]] = {
    TinyIntType: 8,
    SmallIntType: 16,
    IntType: 32,
    YearMonthIntervalType: 32,
    BigIntType: 64,
    DayTimeIntervalType: 64,
}


_INT, _STR = frozenset({int}), frozenset({str})
_AS_IS: Final[dict[type[LogicalType], frozenset[type]]] = {
    **dict.fromkeys((TinyIntType, SmallIntType, IntType, BigIntType), _INT),
    **dict.fromkeys((CharType, VarCharType), _STR),
    BooleanType: frozenset({bool}),
    DoubleType: frozenset({float}),
}
"""Values that Arrow accepts without conversion; it refuses values out of range."""
_NOTHING: Final[frozenset[type]] = frozenset()


class QuickReader:
    """`read` and `rows` return None if MessageReader must decide."""

    def __init__(self, row_type: RowType, fails_on_missing_field: bool, iso_timestamps: bool) -> None:
        self._loads = importlib.import_module("orjson").loads
        self._fails_on_missing = fails_on_missing_field
        self._iso = iso_timestamps
        self._row = self._row_reader(row_type)
        self._row_type = row_type
        self._columns = [(field.name, field.type, self._reader(field.type)) for field in row_type.fields]

    def read(self, messages: Sequence[Optional[bytes]]) -> Optional[Any]:
        """Returns a record batch with a row for each message; None if MessageReader must decide."""
        try:
            values = list(map(self._loads, messages))
            if set(map(type, values)) != {dict}:
                return None
            columns = [self._column(messages, values, *field) for field in self._columns]
        except (ValueError, TypeError, OverflowError, pa.ArrowException):
            return None
        return batch_of(columns, self._row_type, len(values))

    def _column(
        self, messages: Sequence[Any], values: list[dict[str, Any]], name: str, kind: LogicalType, reader: Read
    ) -> Any:
        if self._fails_on_missing and not all(name in value for value in values):
            _give_up()
        column = [value.get(name) for value in values]
        types = set(map(type, column)) - {type(None)}
        if types <= _AS_IS.get(type(kind), _NOTHING):
            return pa.array(column, to_arrow_type(kind))
        if int in types and 0 in column and any(map(_NEGATIVE_ZERO.search, messages)):
            _give_up()
        return to_column(list(map(reader, column)), kind)

    def rows(self, message: bytes) -> Optional[list[tuple[Any, ...]]]:
        if b"-0" in message and _NEGATIVE_ZERO.search(message) is not None:
            return None
        try:
            value = self._loads(message)
            return [self._row(value)] if type(value) is dict else [self._row(element) for element in _list(value)]
        except ValueError:
            return None

    def _reader(self, kind: LogicalType) -> Read:
        reader = self._value_reader(kind)
        return lambda value: None if value is None else reader(value)

    def _row_reader(self, kind: RowType) -> Read:
        fields = [(field.name, self._reader(field.type)) for field in kind.fields]
        names = frozenset(kind.names if self._fails_on_missing else ())

        def read(value: Any) -> tuple[Any, ...]:
            if type(value) is not dict or not value.keys() >= names:
                _give_up()
            get = value.get
            return tuple([read_field(get(name)) for name, read_field in fields])

        return read

    def _value_reader(self, kind: LogicalType) -> Read:
        match kind:
            case RowType():
                return self._row_reader(kind)
            case ArrayType():
                element = self._reader(kind.element_type)
                return lambda value: tuple(map(element, _list(value)))
            case MapType():
                return _map_reader(self._reader(kind.value_type))
            case MultisetType():
                return _map_reader(self._reader(IntType()))
            case AnyTimestampType():
                parse = java_text.timestamp_parser(self._iso, isinstance(kind, LocalZonedTimestampType))
                check = timestamp_check(kind)
                return lambda value: check(parse(_text(value)))
        return _scalar_reader(kind)


def _scalar_reader(kind: LogicalType) -> Read:
    match kind:
        case CharacterStringType():
            return _string
        case BooleanType():
            return lambda value: value if type(value) is bool else java_text.parse_boolean(_text(value))
        case DoubleType():
            return _double
        case FloatType():
            return lambda value: java_text.parse_float(_text(value))
        case DecimalType():
            return lambda value: _decimal(value, kind)
        case DateType():
            return lambda value: checked_date(java_text.parse_date(_text(value)))
        case TimeType():
            return lambda value: java_text.parse_time(_text(value))
        case BinaryStringType():
            return lambda value: checked_binary(java_text.parse_base64(_text(value)), kind)
        case NullType():
            return lambda value: None
    bits = _BITS[type(kind)]
    return lambda value: _whole(value, bits)


def _give_up() -> NoReturn:
    raise ValueError("MessageReader has to decide")


def _list(value: Any) -> list[Any]:
    return value if type(value) is list else _give_up()


def _text(value: Any) -> str:
    return value if type(value) is str else _give_up()


def _string(value: Any) -> str:
    kind = type(value)
    if kind is str:
        return value  # type: ignore[no-any-return]
    if kind is bool:
        return "true" if value else "false"
    return str(value) if kind is int else _give_up()


def _double(value: Any) -> float:
    kind = type(value)
    if kind is float:
        return value  # type: ignore[no-any-return]
    return float(value) if kind is int else java_text.parse_double(_text(value))


def _decimal(value: Any, kind: DecimalType) -> Optional[Decimal]:
    if type(value) is int:
        return java_text.fitted_decimal(Decimal(value), kind.precision, kind.scale)
    return java_text.parse_decimal(java_text.trimmed(_text(value)), kind.precision, kind.scale)


def _whole(value: Any, bits: int) -> int:
    if type(value) is int:
        return java_text.checked_whole(value, bits)
    return java_text.parse_whole(_text(value), bits)


def _map_reader(read_value: Read) -> Read:
    def read(value: Any) -> Any:
        if type(value) is not dict:
            _give_up()
        return {key: read_value(part) for key, part in value.items()}

    return read
