"""Values as Flink prints them in tables."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

from pyrite.core.types import (
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.java.numbers import double_to_string, float_to_string

Formatter = Callable[[Any], str]
_NULL: Final = "NULL"


def text_of_type(kind: LogicalType, zone: str) -> Formatter:
    """Returns a function that formats a value of `collect`. None becomes `NULL`."""
    format_value = _formatter(kind, zone)
    return lambda value: _NULL if value is None else format_value(value)


def _formatter(kind: LogicalType, zone: str) -> Formatter:
    match kind:
        case BooleanType():
            return lambda value: "TRUE" if value else "FALSE"
        case FloatType():
            return float_to_string
        case DoubleType():
            return double_to_string
        case DecimalType():
            return _decimal
        case CharType():
            return lambda value: str(value).ljust(kind.length)
        case BinaryStringType():
            return lambda value: f"x'{bytes(value).hex()}'"
        case DateType():
            return lambda value: f"{value.year:04}-{value.month:02}-{value.day:02}"
        case TimeType():
            return lambda value: _time(value, kind.precision)
        case TimestampType():
            return lambda value: _timestamp(value, value.microsecond * 1000, kind.precision)
        case LocalZonedTimestampType():
            return lambda value: _instant(value, kind.precision, zone)
        case DayTimeIntervalType():
            return _day_time
        case YearMonthIntervalType():
            return _year_month
    return _nested(kind, zone)


def _nested(kind: LogicalType, zone: str) -> Formatter:
    parts = [text_of_type(child, zone) for child in kind.children]
    match kind:
        case ArrayType():
            return lambda values: f"[{', '.join(map(parts[0], values))}]"
        case MapType():
            return lambda entries: "{" + ", ".join(f"{parts[0](k)}={parts[1](v)}" for k, v in entries.items()) + "}"
        case MultisetType():
            return lambda entries: "{" + ", ".join(f"{parts[0](k)}={count}" for k, count in entries.items()) + "}"
        case RowType():
            return lambda row: f"({', '.join(part(value) for part, value in zip(parts, row, strict=True))})"
    return str


def _decimal(value: Decimal) -> str:
    return format(value, "f")


def _time(value: datetime.time, precision: int) -> str:
    text = value.strftime("%H:%M:%S")
    if precision == 0:
        return text
    millis = f"{value.microsecond // 1000:03}"[:precision].rstrip("0")
    return f"{text}.{millis or '0'}"


def _timestamp(value: datetime.datetime, nanos: int, precision: int) -> str:
    text = f"{value.year:04}-{value.month:02}-{value.day:02} {value.strftime('%H:%M:%S')}"
    return text if precision == 0 else f"{text}.{f'{nanos:09}'[:precision]}"


def _instant(value: Any, precision: int, zone: str) -> str:
    moment = datetime.datetime.fromtimestamp(value.seconds, datetime.UTC).astimezone(ZoneInfo(zone))
    return _timestamp(moment, value.nanos, precision)


def _day_time(value: datetime.timedelta) -> str:
    millis = value // datetime.timedelta(milliseconds=1)
    sign = "-" if millis < 0 else "+"
    seconds, millis = divmod(abs(millis), 1000)
    days, seconds = divmod(seconds, 86_400)
    return f"{sign}{days} {seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}.{millis:03}"


def _year_month(months: int) -> str:
    sign = "-" if months < 0 else "+"
    return f"{sign}{abs(months) // 12}-{abs(months) % 12:02}"
