"""CsvMessageReader: reads CSV lines as rows of SQL values, as Flink's csv format does. It defines the result.

`column_reader` gives the same rows faster, where it applies.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.core.connector.table_format import projected_type
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
    NullType,
    RowType,
    SmallIntType,
    TimeType,
    TinyIntType,
    YearMonthIntervalType,
)
from pyrite.formats import java_text
from pyrite.formats.csv.fields import CsvSyntax, split_line
from pyrite.formats.field_error import FieldError
from pyrite.formats.table_values import checked_binary, checked_date, timestamp_check

Read = Callable[[str], Any]

_NESTED: Final = (ArrayType, RowType)


@dataclass(frozen=True)
class CsvReading:
    """The options of the reader."""

    syntax: CsvSyntax
    ignores_errors: bool = False


class CsvMessageReader:
    """Reads one message at a time. Raises FieldError or another ValueError for an invalid message."""

    def __init__(self, row_type: RowType, reading: CsvReading, columns: Optional[Sequence[int]] = None) -> None:
        check_csv_types(row_type)
        self._reading = reading
        self._width = len(row_type.fields)
        columns_type = projected_type(row_type, columns)
        places = range(self._width) if columns is None else columns
        self._fields = [
            (place, field.name, self._column_reader(field.type))
            for place, field in zip(places, columns_type.fields, strict=True)
        ]

    def row(self, message: bytes) -> tuple[Any, ...]:
        texts = split_line(message.decode("utf-8-sig"), self._reading.syntax)
        if len(texts) > self._width and not (len(texts) == self._width + 1 and texts[-1] == ""):
            raise ValueError(f"Too many entries: expected at most {self._width}")
        count = min(len(texts), self._width)
        _check_arity(len(self._fields), count, self._reading.ignores_errors)
        return tuple(
            self._field(name, reader, texts[place]) if place < count else None for place, name, reader in self._fields
        )

    def _field(self, name: str, reader: Read, text: str) -> Any:
        try:
            return reader(text)
        except ValueError as error:
            raise FieldError(name, str(error)) from None

    # Values -----------------------------------------------------------------------------------------------------------

    def _column_reader(self, kind: LogicalType) -> Read:
        match kind:
            case ArrayType():
                read_element = self._value_reader(kind.element_type)
                return self._lenient(lambda text: tuple(map(read_element, self._elements(text))))
            case RowType():
                readers = [self._value_reader(child) for child in kind.children]
                return self._lenient(lambda text: self._nested_row(text, readers))
        return self._value_reader(kind)

    def _elements(self, text: str) -> list[str]:
        return text.split(self._reading.syntax.array_delimiter) if java_text.trimmed(text) else []

    def _nested_row(self, text: str, readers: list[Read]) -> Optional[tuple[Any, ...]]:
        parts = self._elements(text)
        if not parts:
            return None
        _check_arity(len(readers), len(parts), self._reading.ignores_errors)
        missing = [None] * (len(readers) - len(parts))
        return (*(reader(part) for reader, part in zip(readers, parts, strict=False)), *missing)

    def _value_reader(self, kind: LogicalType) -> Read:
        reader, null = self._lenient(value_reader(kind)), self._reading.syntax.null_literal
        return lambda text: None if text == null else reader(text)

    def _lenient(self, reader: Read) -> Read:
        if not self._reading.ignores_errors:
            return reader

        def lenient(text: str) -> Any:
            try:
                return reader(text)
            except ValueError:
                return None

        return lenient


def _check_arity(width: int, count: int, ignores_errors: bool) -> None:
    if width > count and not ignores_errors:
        raise ValueError(f"Row length mismatch. {width} fields expected but was {count}.")


def value_reader(kind: LogicalType) -> Read:
    """Returns a function that parses the text of a single value."""
    match kind:
        case CharacterStringType():
            return str
        case BooleanType():
            return java_text.parse_boolean
        case TinyIntType():
            return lambda text: java_text.parse_whole(text, 8)
        case SmallIntType():
            return lambda text: java_text.parse_whole(text, 16)
        case IntType() | YearMonthIntervalType():
            return lambda text: java_text.parse_whole(text, 32)
        case BigIntType() | DayTimeIntervalType():
            return lambda text: java_text.parse_whole(text, 64)
        case FloatType():
            return java_text.parse_float
        case DoubleType():
            return java_text.parse_double
        case DecimalType():
            return lambda text: java_text.parse_decimal(text, kind.precision, kind.scale)
        case BinaryStringType():
            return lambda text: checked_binary(java_text.parse_base64(text), kind)
    return _temporal_reader(kind)


def _temporal_reader(kind: LogicalType) -> Read:
    match kind:
        case DateType():
            return lambda text: checked_date(java_text.parse_lenient_date(text))
        case TimeType():
            step = 10 ** (3 - kind.precision)
            return lambda text: java_text.parse_iso_time(text) // step * step
        case AnyTimestampType():
            parse = java_text.timestamp_parser(iso=False, has_zone=isinstance(kind, LocalZonedTimestampType))
            check = timestamp_check(kind)
            return lambda text: check(parse(java_text.trimmed(text)))
        case NullType():
            return lambda text: None
    raise ValidationException(f"Unsupported type: {kind.as_summary_string()}")


def check_csv_types(row_type: RowType) -> None:
    """Raises ValidationException for types that CSV cannot represent."""
    for field in row_type.fields:
        if not isinstance(field.type, _NESTED):
            _check_single(field.type, f"Unsupported type '{field.type.as_summary_string()}' for field '{field.name}'.")
            continue
        for child in field.type.children:
            _check_single(
                child,
                "Only simple types are supported in the second level nesting of fields "
                f"'{field.name}' but was: {child.as_summary_string()}",
            )


def _check_single(kind: LogicalType, reason: str) -> None:
    if isinstance(kind, TimeType) and kind.precision > 3:
        raise ValidationException(
            f"Csv does not support TIME type with precision: {kind.precision}, it only supports precision 0 ~ 3."
        )
    if isinstance(kind, (YearMonthIntervalType, DayTimeIntervalType)):
        raise ValidationException(reason)
    try:
        value_reader(kind)
    except ValidationException:
        raise ValidationException(reason) from None
