"""Values as the printed tables of Flink show them."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from decimal import Decimal
from typing import Any, Final
from zoneinfo import ZoneInfo

import numpy as np

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

Shown = Callable[[Any], str]
_NULL: Final = "NULL"


def text_of_type(kind: LogicalType, zone: str) -> Shown:
    """What makes text of a value of the type, as `collect` gives it; None is `NULL`."""
    shown = _shown(kind, zone)
    return lambda value: _NULL if value is None else shown(value)


def _shown(kind: LogicalType, zone: str) -> Shown:
    match kind:
        case BooleanType():
            return lambda value: "TRUE" if value else "FALSE"
        case FloatType():
            return lambda value: java_float(value, is_single=True)
        case DoubleType():
            return java_float
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


def _nested(kind: LogicalType, zone: str) -> Shown:
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


def java_float(value: float, is_single: bool = False) -> str:
    """A number as Java writes it: `1.0`, `2.5E20`, `1.0E-5`."""
    if value != value or value in (float("inf"), float("-inf")):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    if value == 0:
        return str(float(value))
    digits = str(np.float32(value)) if is_single else repr(float(value))
    sign, number = ("-", Decimal(digits[1:])) if digits.startswith("-") else ("", Decimal(digits))
    if Decimal("1E-3") <= number < Decimal("1E7"):
        text = format(number.normalize(), "f")
        return f"{sign}{text}" if "." in text else f"{sign}{text}.0"
    _, places, _ = number.normalize().as_tuple()
    mantissa = "".join(map(str, places))
    return f"{sign}{mantissa[0]}.{mantissa[1:] or '0'}E{number.adjusted()}"


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
