"""Values of SQL types as Java prints the objects that Flink makes of them: what `print` and Row.toString show."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import Any, Final

import numpy as np

from pyrite.core.types import (
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DistinctType,
    DoubleType,
    FloatType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    StructuredType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
    YearMonthResolution,
)

_NS_PER_DAY: Final = 86_400_000_000_000
_NS_PER_SECOND: Final = 1_000_000_000

Text = Callable[[Any], str]


def text_of(kind: LogicalType) -> Text:
    """A function from values, as `pyrite.expressions.values` has them, to text. It takes None, too."""
    inner = _text_of(kind)
    return lambda value: "null" if value is None else inner(value)


def _text_of(kind: LogicalType) -> Text:
    match kind:
        case CharacterStringType():
            return str
        case BooleanType():
            return lambda value: "true" if value else "false"
        case FloatType():
            return lambda value: java_double(float(str(np.float32(value))))
        case DoubleType():
            return java_double
        case DateType():
            return date_text
        case TimeType():
            return lambda value: clock_text(value * 1_000_000, short=True)
        case TimestampType():
            return lambda value: _moment(value, short=True)
        case LocalZonedTimestampType():
            return lambda value: _moment(value, short=False) + "Z"
        case YearMonthIntervalType():
            return partial(_period, kind.resolution)
        case DayTimeIntervalType():
            return _duration
        case BinaryStringType():
            return lambda value: f"[{', '.join(str(byte - 256 if byte > 127 else byte) for byte in value)}]"
        case DistinctType():
            return _text_of(kind.source_type)
    return _nested_text(kind)


def _nested_text(kind: LogicalType) -> Text:
    match kind:
        case ArrayType():
            element = text_of(kind.element_type)
            return lambda value: f"[{', '.join(map(element, value))}]"
        case MapType() | MultisetType():
            key = text_of(kind.key_type if isinstance(kind, MapType) else kind.element_type)
            item = text_of(kind.value_type) if isinstance(kind, MapType) else str
            return lambda value: f"{{{', '.join(f'{key(k)}={item(v)}' for k, v in value.items())}}}"
        case RowType() | StructuredType():
            parts = [text_of(child) for child in kind.children]
            return lambda value: f"+I[{', '.join(part(v) for part, v in zip(parts, value, strict=True))}]"
    return str  # numbers, decimals


def java_double(value: float) -> str:
    """Java's Double.toString."""
    if value != value:
        return "NaN"
    if value in (float("inf"), float("-inf")):
        return "Infinity" if value > 0 else "-Infinity"
    if value == 0 or 1e-3 <= abs(value) < 1e7:
        text = format(Decimal(repr(value)), "f")
        return text if "." in text else f"{text}.0"
    sign, digits, exponent = Decimal(repr(value)).normalize().as_tuple()
    first, rest = str(digits[0]), "".join(map(str, digits[1:])) or "0"
    assert isinstance(exponent, int)
    return f"{'-' if sign else ''}{first}.{rest}E{exponent + len(digits) - 1}"


def civil_date(days: int) -> tuple[int, int, int]:
    """Year, month and day of a number of days since 1970-01-01, in the proleptic Gregorian calendar, of any size."""
    era, day = divmod(days + 719_468, 146_097)
    year = (day - day // 1460 + day // 36_524 - day // 146_096) // 365
    of_year = day - (365 * year + year // 4 - year // 100)
    month = (5 * of_year + 2) // 153
    of_month = of_year - (153 * month + 2) // 5 + 1
    return year + era * 400 + (month >= 10), month + 3 if month < 10 else month - 9, of_month


def date_text(days: int) -> str:
    """Java's LocalDate.toString."""
    year, month, day = civil_date(days)
    shown = f"{year:04d}" if 0 <= year <= 9999 else f"+{year}" if year > 0 else f"-{-year:04d}"
    return f"{shown}-{month:02d}-{day:02d}"


def clock_text(nanos: int, short: bool) -> str:
    """Java's LocalTime.toString: if `short`, without seconds where they are zero."""
    seconds, fraction = divmod(nanos, _NS_PER_SECOND)
    text = f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}"
    if short and seconds % 60 == 0 and fraction == 0:
        return text
    text += f":{seconds % 60:02d}"
    if fraction == 0:
        return text
    digits = f"{fraction:09d}"
    return f"{text}.{digits[:3] if fraction % 1_000_000 == 0 else digits[:6] if fraction % 1000 == 0 else digits}"


def _moment(nanos: int, short: bool) -> str:
    days, of_day = divmod(nanos, _NS_PER_DAY)
    return f"{date_text(days)}T{clock_text(of_day, short)}"


def _period(resolution: YearMonthResolution, months: int) -> str:
    """Java's Period.toString, with the units that Flink fills."""
    size = abs(months)
    years, rest = divmod(size, 12)
    if resolution is YearMonthResolution.YEAR:
        rest = 0
    elif resolution is YearMonthResolution.MONTH:
        years, rest = 0, size
    sign = "-" if months < 0 else ""
    text = (f"{sign}{years}Y" if years else "") + (f"{sign}{rest}M" if rest else "")
    return f"P{text or '0D'}"


def _duration(ms: int) -> str:
    """Java's Duration.toString."""
    sign = "-" if ms < 0 else ""
    seconds, fraction = divmod(abs(ms), 1000)
    hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
    text = (f"{sign}{hours}H" if hours else "") + (f"{sign}{minutes}M" if minutes else "")
    if seconds or fraction or not text:
        text += f"{sign}{seconds}" + (f".{fraction:03d}".rstrip("0") if fraction else "") + "S"
    return f"PT{text}"
