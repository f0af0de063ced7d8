"""Types from their SQL text, for the recorded answers."""

from __future__ import annotations

import re

from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BinaryType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowField,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VarCharType,
    YearMonthIntervalType,
    YearMonthResolution,
    ZonedTimestampType,
    bytes_type,
    string_type,
)

_PLAIN: dict[str, LogicalType] = {
    "BOOLEAN": BooleanType(),
    "TINYINT": TinyIntType(),
    "SMALLINT": SmallIntType(),
    "INT": IntType(),
    "INTEGER": IntType(),
    "BIGINT": BigIntType(),
    "FLOAT": FloatType(),
    "DOUBLE": DoubleType(),
    "STRING": string_type(),
    "BYTES": bytes_type(),
    "DATE": DateType(),
    "NULL": NullType(),
}
_SIZED: dict[str, type[CharType | VarCharType | BinaryType | VarBinaryType]] = {
    "CHAR": CharType,
    "VARCHAR": VarCharType,
    "BINARY": BinaryType,
    "VARBINARY": VarBinaryType,
}
_ZONES = (
    ("WITH LOCAL TIME ZONE", LocalZonedTimestampType),
    ("WITH TIME ZONE", ZonedTimestampType),
    ("", TimestampType),
)


def type_of(text: str) -> LogicalType:
    """The type that the whole text is."""
    kind, rest = _take(text.strip())
    if rest.strip():
        raise ValueError(f"not a type: {text!r}, at {rest!r}")
    return kind


def split_columns(text: str) -> list[tuple[str, LogicalType]]:
    """`a INT, b DECIMAL(10, 2) NOT NULL` as names and types."""
    columns = []
    rest = text
    while rest:
        match = re.match(r"\s*`?([\w$]+)`?\s+(.*)$", rest, re.DOTALL)
        assert match is not None, rest
        kind, rest = _take(match[2])
        rest = rest.strip().removeprefix(",")
        columns.append((match[1], kind))
    return columns


def _take(text: str) -> tuple[LogicalType, str]:
    """A type from the beginning of the text, with its nullability, and what is left."""
    match = re.match(r"\s*([A-Z_]+)\s*(.*)$", text, re.DOTALL)
    assert match is not None, text
    kind, rest = _base(match[1], match[2])
    nullability = re.match(r"\s*(NOT\s+)?NULL\b(.*)$", rest, re.DOTALL)
    if nullability is None or isinstance(kind, NullType):
        return kind, rest
    return kind.copy(nullable=nullability[1] is None), nullability[2]


def _base(name: str, rest: str) -> tuple[LogicalType, str]:
    if name in _PLAIN:
        return _PLAIN[name], rest
    if name in ("ARRAY", "MULTISET"):
        (element,), rest = _parts(rest)
        return (ArrayType(element) if name == "ARRAY" else MultisetType(element)), rest
    if name == "MAP":
        (key, value), rest = _parts(rest)
        return MapType(key, value), rest
    if name == "ROW":
        return _row(rest)
    if name == "INTERVAL":
        return _interval(rest)
    numbers, rest = _numbers(rest)
    if name in _SIZED:
        return _SIZED[name](numbers[0] if numbers else 1), rest
    if name in ("DECIMAL", "NUMERIC"):
        return DecimalType(*(numbers or [10, 0])), rest
    if name == "TIME":
        return TimeType(*numbers), rest
    if name == "TIMESTAMP_LTZ":
        return LocalZonedTimestampType(numbers[0] if numbers else 6), rest
    assert name == "TIMESTAMP", name
    for words, zoned in _ZONES:
        if rest.lstrip().startswith(words):
            return zoned(numbers[0] if numbers else 6), rest.lstrip()[len(words) :]
    raise AssertionError


def _numbers(text: str) -> tuple[list[int], str]:
    match = re.match(r"\s*\(([\d,\s]+)\)(.*)$", text, re.DOTALL)
    return ([int(part) for part in match[1].split(",")], match[2]) if match else ([], text)


def _parts(text: str) -> tuple[list[LogicalType], str]:
    rest, kinds = text.lstrip()[1:], []
    while True:
        kind, rest = _take(rest)
        kinds.append(kind)
        rest = rest.lstrip()
        if rest[0] == ">":
            return kinds, rest[1:]
        rest = rest[1:]


def _row(text: str) -> tuple[LogicalType, str]:
    rest, fields = text.lstrip()[1:], []
    while True:
        match = re.match(r"\s*`?([\w$]+)`?\s+(.*)$", rest, re.DOTALL)
        assert match is not None, rest
        kind, rest = _take(match[2])
        fields.append(RowField(match[1], kind))
        rest = rest.lstrip()
        if rest[0] == ">":
            return RowType(tuple(fields)), rest[1:]
        rest = rest[1:]


def _interval(text: str) -> tuple[LogicalType, str]:
    match = re.match(r"\s*(\w+)(?:\s*\(\s*(\d+)\s*\))?(?:\s+TO\s+(\w+))?(?:\s*\(\s*(\d+)\s*\))?(.*)$", text, re.DOTALL)
    assert match is not None, text
    start, end = match[1], match[3] or match[1]
    name = start if start == end else f"{start}_TO_{end}"
    if start in ("YEAR", "MONTH"):
        return YearMonthIntervalType(YearMonthResolution[name], int(match[2] or 2)), match[5]
    days = int(match[2]) if start == "DAY" and match[2] else 2
    fraction = match[4] or (match[2] if start == "SECOND" else None)
    return DayTimeIntervalType(DayTimeResolution[name], days, int(fraction or 6) if end == "SECOND" else 6), match[5]
