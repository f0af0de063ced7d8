"""Parser of types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Optional

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BigIntType,
    BinaryType,
    BitmapType,
    BooleanType,
    CharType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RawType,
    RowField,
    RowType,
    SmallIntType,
    StructuredType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VarCharType,
    VariantType,
    ZonedTimestampType,
    bytes_type,
    string_type,
)
from pyrite.expressions.unresolved_type import UnresolvedUserDefinedType
from pyrite.relational.sql.errors import SqlParserException
from pyrite.relational.sql.interval_literals import IntervalQualifier
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.tokens import TokenKind

_SIMPLE: Final[dict[str, Callable[[], LogicalType]]] = {
    "BOOLEAN": BooleanType,
    "TINYINT": TinyIntType,
    "SMALLINT": SmallIntType,
    "INT": IntType,
    "INTEGER": IntType,
    "BIGINT": BigIntType,
    "FLOAT": FloatType,
    "REAL": FloatType,
    "DATE": DateType,
    "STRING": string_type,
    "BYTES": bytes_type,
    "VARIANT": VariantType,
    "BITMAP": BitmapType,
}
_ONLY_ALONE: Final = ("NULL", "INTERVAL")
"""Types that are not types of columns."""
_UNITS: Final = {
    unit: unit.removesuffix("S") if unit.endswith("S") else unit
    for single in ("YEAR", "QUARTER", "MONTH", "WEEK", "DAY", "HOUR", "MINUTE", "SECOND")
    for unit in (single, f"{single}S")
}
_LATER_UNITS: Final = {
    "YEAR": ("MONTH",),
    "DAY": ("HOUR", "MINUTE", "SECOND"),
    "HOUR": ("MINUTE", "SECOND"),
    "MINUTE": ("SECOND",),
}


def type_alone(cursor: Cursor) -> LogicalType:
    """Parses a text that is one type, as in `DataTypes` and Python functions."""
    cursor.is_type_text = True
    return data_type(cursor)


def data_type(cursor: Cursor) -> LogicalType:
    """Parses a type with its nullability, for columns and fields."""
    kind = _nullability(cursor, _type_name(cursor))
    while (suffix := cursor.take_one(("ARRAY", "MULTISET"))) is not None:
        kind = _nullability(cursor, ArrayType(kind) if suffix == "ARRAY" else MultisetType(kind))
    return kind


def cast_type(cursor: Cursor) -> LogicalType:
    """Parses a type for CAST, without its own nullability, or an interval."""
    kind = _interval(cursor) if cursor.take("INTERVAL") else _type_name(cursor)
    while (suffix := cursor.take_one(("ARRAY", "MULTISET"))) is not None:
        kind = ArrayType(kind) if suffix == "ARRAY" else MultisetType(kind)
    return kind


def interval_qualifier(cursor: Cursor, is_single: bool = False) -> IntervalQualifier:
    """Parses the units after INTERVAL. `is_single`: without TO."""
    first = _UNITS[cursor.need_one(_UNITS)]
    precision = fraction = last = None
    if cursor.sees("("):
        numbers = cursor.parenthesized(cursor.integer)
        if len(numbers) > (2 if first == "SECOND" else 1):
            cursor.fail()
        precision, fraction = numbers[0], numbers[1] if len(numbers) > 1 else None
    later = _LATER_UNITS.get(first, ())
    if not is_single and later and cursor.sees("TO") and _UNITS.get(cursor.next_word()) in later:
        cursor.need("TO")
        last = _UNITS[cursor.need_one(_UNITS)]
        fraction = _precision(cursor) if last == "SECOND" else None
    return IntervalQualifier(first, last, precision, fraction)


def _nullability(cursor: Cursor, kind: LogicalType) -> LogicalType:
    if cursor.take("NOT", "NULL"):
        return _checked(cursor, kind.not_null)
    cursor.take("NULL")
    return kind


def _checked(cursor: Cursor, make: Callable[[], LogicalType]) -> LogicalType:
    """Creates a type. An invalid one, such as CHAR(0), is an error at this position."""
    at = cursor.tokens.starts[max(0, cursor.index - 1)]
    try:
        return make()
    except SqlParserException:
        raise
    except InvalidProgramError as error:
        cursor.fail_because(str(error), at)


def _type_name(cursor: Cursor) -> LogicalType:
    word = cursor.word
    if cursor.kind is TokenKind.WORD and cursor.next_word() != ".":
        if (simple := _SIMPLE.get(word)) is not None:
            cursor.index += 1
            return simple()
        if (rule := _RULES.get(word)) is not None and (cursor.is_type_text or word not in _ONLY_ALONE):
            cursor.index += 1
            return _checked(cursor, lambda: rule(cursor))
    if not cursor.sees_name():
        cursor.sees_one((*_SIMPLE, *_RULES))
    return UnresolvedUserDefinedType(cursor.path())


def _precision(cursor: Cursor) -> Optional[int]:
    if not cursor.take("("):
        return None
    number = cursor.integer()
    cursor.need(")")
    return number


def _characters(cursor: Cursor) -> LogicalType:
    varies = cursor.words[cursor.index - 1] == "VARCHAR" or cursor.take("VARYING")
    length = _precision(cursor)
    if cursor.take("CHARACTER", "SET"):
        cursor.name()
    if varies:
        return VarCharType(_default_length(cursor) if length is None else length)
    return CharType(1 if length is None else length)


def _default_length(cursor: Cursor) -> int:
    """Returns the default length of VARCHAR and VARBINARY: 1 in a type alone, as in Flink; in SQL the maximum."""
    return 1 if cursor.is_type_text else MAX_LENGTH


def _binary(cursor: Cursor) -> LogicalType:
    varies = cursor.words[cursor.index - 1] == "VARBINARY" or cursor.take("VARYING")
    length = _precision(cursor)
    if varies:
        return VarBinaryType(_default_length(cursor) if length is None else length)
    return BinaryType(1 if length is None else length)


def _decimal(cursor: Cursor) -> LogicalType:
    numbers = cursor.parenthesized(cursor.integer) if cursor.sees("(") else ()
    if len(numbers) > 2:
        cursor.fail()
    return DecimalType(*numbers)


def _double(cursor: Cursor) -> LogicalType:
    cursor.take("PRECISION")
    return DoubleType()


def _time(cursor: Cursor) -> LogicalType:
    precision = _precision(cursor)
    cursor.take("WITHOUT", "TIME", "ZONE")
    return TimeType(0 if precision is None else precision)


def _timestamp(cursor: Cursor) -> LogicalType:
    precision = _precision(cursor)
    digits = 6 if precision is None else precision
    if cursor.take("WITH", "LOCAL", "TIME", "ZONE"):
        return LocalZonedTimestampType(digits)
    if cursor.is_type_text and cursor.take("WITH", "TIME", "ZONE"):
        return ZonedTimestampType(digits)
    cursor.take("WITHOUT", "TIME", "ZONE")
    return TimestampType(digits)


def _timestamp_ltz(cursor: Cursor) -> LogicalType:
    precision = _precision(cursor)
    return LocalZonedTimestampType(6 if precision is None else precision)


def _elements(cursor: Cursor) -> LogicalType:
    word = cursor.words[cursor.index - 1]
    cursor.need("<")
    element = data_type(cursor)
    cursor.need(">")
    return ArrayType(element) if word == "ARRAY" else MultisetType(element)


def _map(cursor: Cursor) -> LogicalType:
    cursor.need("<")
    key = data_type(cursor)
    cursor.need(",")
    value = data_type(cursor)
    cursor.need(">")
    return MapType(key, value)


def _row(cursor: Cursor) -> LogicalType:
    if cursor.take("<>"):
        return RowType(())
    closing = ">" if cursor.need_one(("<", "(")) == "<" else ")"
    if cursor.take(closing):
        return RowType(())
    fields = cursor.listed(lambda: _field(cursor))
    cursor.need(closing)
    return RowType(fields)


def _field(cursor: Cursor) -> RowField:
    name = cursor.name()
    kind = data_type(cursor)
    return RowField(name, kind, cursor.string() if cursor.kind is TokenKind.STRING else None)


def _structured(cursor: Cursor) -> LogicalType:
    cursor.need("<")
    class_name = cursor.string()
    attributes = cursor.listed(lambda: _field(cursor)) if cursor.take(",") else ()
    cursor.need(">")
    return StructuredType(attributes, class_name)


def _raw(cursor: Cursor) -> LogicalType:
    cursor.need("(")
    class_name = cursor.string()
    cursor.need(",")
    serializer = cursor.string()
    cursor.need(")")
    return RawType(class_name, serializer)


def _null(cursor: Cursor) -> LogicalType:
    return NullType()


def _interval(cursor: Cursor) -> LogicalType:
    return interval_qualifier(cursor).interval_type()


_RULES: Final[dict[str, Callable[[Cursor], LogicalType]]] = {
    "CHAR": _characters,
    "CHARACTER": _characters,
    "VARCHAR": _characters,
    "BINARY": _binary,
    "VARBINARY": _binary,
    "DECIMAL": _decimal,
    "DEC": _decimal,
    "NUMERIC": _decimal,
    "DOUBLE": _double,
    "TIME": _time,
    "TIMESTAMP": _timestamp,
    "TIMESTAMP_LTZ": _timestamp_ltz,
    "ARRAY": _elements,
    "MULTISET": _elements,
    "MAP": _map,
    "ROW": _row,
    "STRUCTURED": _structured,
    "RAW": _raw,
    "INTERVAL": _interval,
    "NULL": _null,
}

TYPE_NAMES: Final = (*_SIMPLE, *_RULES)
"""The first words of types."""
