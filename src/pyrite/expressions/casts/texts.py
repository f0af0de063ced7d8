"""Casts of all types to text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    StructuredType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.java.calendar import from_days
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.expressions.java.zones import LocalZone

Cast = Callable[[Any], str]
_DAY_NS: Final = 86_400_000_000_000
_DAY_MS: Final = 86_400_000


def text_cast(source: LogicalType, target: CharacterStringType, zone: str) -> Optional[Cast]:
    """Returns the cast to a text of the target's length: truncated, and padded with spaces for CHAR."""
    write = to_text(source, zone)
    length = target.length
    if write is None or length == MAX_LENGTH:
        return write
    if isinstance(target, CharType):
        return lambda value: write(value)[:length].ljust(length)
    return lambda value: write(value)[:length]


def to_text(kind: LogicalType, zone: str) -> Optional[Cast]:
    """Returns a function from values of the type to their text."""
    match kind:
        case CharacterStringType() | IntegerNumericType():
            return str
        case BooleanType():
            return lambda value: "TRUE" if value else "FALSE"
        case DoubleType():
            return double_to_string
        case FloatType():
            return float_to_string
        case DecimalType():
            return lambda value: format(value, "f")
        case BinaryStringType():
            return lambda value: value.decode("utf-8", "replace")
        case YearMonthIntervalType():
            return months_to_text
        case DayTimeIntervalType():
            return interval_to_text
    return _time_to_text(kind, zone) or _composite_to_text(kind, zone)


# Times ----------------------------------------------------------------------------------------------------------------


def _time_to_text(kind: LogicalType, zone: str) -> Optional[Cast]:
    match kind:
        case DateType():
            return date_to_text
        case TimeType():
            digits = min(kind.precision, 3)
            return lambda value: time_to_text(value, digits)
        case TimestampType():
            precision = kind.precision
            return lambda value: timestamp_to_text(value, precision)
        case LocalZonedTimestampType():
            local, precision = LocalZone(zone), kind.precision
            return lambda value: timestamp_to_text(local.to_local(value), precision)
    return None


def date_to_text(days: int) -> str:
    year, month, day = from_days(days)
    return f"{year:04}-{month:02}-{day:02}"


def time_to_text(time_ms: int, digits: int) -> str:
    """Formats a time. Trailing zeros of the fraction are omitted, except for the first digit."""
    text = _clock(time_ms // 1000)
    if digits == 0:
        return text
    fraction = f"{time_ms % 1000:03}"[:digits].rstrip("0")
    return f"{text}.{fraction or '0'}"


def timestamp_to_text(nanos: int, precision: int) -> str:
    """Formats a timestamp with all digits of the fraction."""
    days, rest = divmod(nanos, _DAY_NS)
    seconds, fraction = divmod(rest, 1_000_000_000)
    text = f"{date_to_text(days)} {_clock(seconds)}"
    return f"{text}.{fraction:09}"[: len(text) + 1 + precision] if precision else text


def _clock(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def months_to_text(months: int) -> str:
    years, rest = divmod(abs(months), 12)
    return f"{'-' if months < 0 else '+'}{years}-{rest:02}"


def interval_to_text(ms: int) -> str:
    days, rest = divmod(abs(ms), _DAY_MS)
    return f"{'-' if ms < 0 else '+'}{days} {_clock(rest // 1000)}.{rest % 1000:03}"


# Composites -----------------------------------------------------------------------------------------------------------


def _composite_to_text(kind: LogicalType, zone: str) -> Optional[Cast]:
    parts = [to_text(part, zone) for part in kind.children]
    texts = [_or_null(part) for part in parts if part is not None]
    if (not texts and kind.children) or len(texts) < len(parts):
        return None
    match kind:
        case ArrayType():
            (element,) = texts
            return lambda value: f"[{', '.join(map(element, value))}]"
        case MapType():
            key, item = texts
            return lambda value: f"{{{', '.join(f'{key(k)}={item(v)}' for k, v in value.items())}}}"
        case MultisetType():
            (element,) = texts
            return lambda value: f"{{{', '.join(f'{element(k)}={count}' for k, count in value.items())}}}"
        case RowType() | StructuredType():
            return lambda value: f"({', '.join(write(part) for write, part in zip(texts, value, strict=True))})"
    return None


def _or_null(write: Cast) -> Cast:
    return lambda value: "NULL" if value is None else write(value)
