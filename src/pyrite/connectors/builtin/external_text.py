"""Formats values of SQL types as Java's toString does for Flink's external objects, for `print` and Row.toString."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final

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
from pyrite.expressions.java.calendar import from_days
from pyrite.expressions.java.numbers import double_to_string, float_to_string

_NS_PER_DAY: Final = 86_400_000_000_000
_NS_PER_SECOND: Final = 1_000_000_000

Text = Callable[[Any], str]


def text_of(kind: LogicalType) -> Text:
    """A function that formats internal values, of `pyrite.expressions.values`. It accepts None."""
    inner = _text_of(kind)
    return lambda value: "null" if value is None else inner(value)


def _text_of(kind: LogicalType) -> Text:
    match kind:
        case CharacterStringType():
            return str
        case BooleanType():
            return lambda value: "true" if value else "false"
        case FloatType():
            return float_to_string
        case DoubleType():
            return double_to_string
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


def date_text(days: int) -> str:
    """Java's LocalDate.toString."""
    year, month, day = from_days(days)
    year_text = f"{year:04d}" if 0 <= year <= 9999 else f"+{year}" if year > 0 else f"-{-year:04d}"
    return f"{year_text}-{month:02d}-{day:02d}"


def clock_text(nanos: int, short: bool) -> str:
    """Java's LocalTime.toString. `short` omits zero seconds."""
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
    """Java's Period.toString, with the units of Flink's type."""
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
