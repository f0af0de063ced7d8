"""Printer of literals."""

from __future__ import annotations

from datetime import date, timedelta
from decimal import Decimal
from math import isfinite
from typing import Any, Final

from pyrite.core.types import (
    BooleanType,
    DateType,
    DayTimeIntervalType,
    LocalZonedTimestampType,
    LogicalType,
    NullType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.core.types.quoting import quoted_text
from pyrite.expressions.expression_tree import Literal
from pyrite.relational.sql.interval_literals import MILLIS, MILLISECONDS, MONTHS
from pyrite.relational.sql.literals import (
    IllegalLiteral,
    binary_literal,
    decimal_literal,
    double_literal,
    integer_literal,
    string_literal,
)

_EPOCH: Final = date(1970, 1, 1)
_NANOS_OF_DAY: Final = 86_400_000_000_000


def literal_sql(literal: Literal) -> str:
    """Prints a literal, with a CAST if the parser would give it another type."""
    if literal.value is None:
        return _null(literal.type)
    text, natural = _written(literal.value, literal.type)
    return text if natural == literal.type else f"CAST({text} AS {type_sql(literal.type)})"


def type_sql(kind: LogicalType) -> str:
    """Prints a type for CAST, without its own nullability."""
    return kind.copy(nullable=True).as_serializable_string()


def _null(kind: LogicalType) -> str:
    if isinstance(kind, NullType):
        return "NULL"
    return "UNKNOWN" if kind == BooleanType() else f"CAST(NULL AS {type_sql(kind)})"


def _written(value: Any, kind: LogicalType) -> tuple[str, LogicalType]:
    """Returns the text of a value, and the type that the parser gives to this text."""
    if isinstance(value, bool):
        return str(value).upper(), BooleanType(nullable=False)
    if isinstance(value, str):
        return quoted_text(value), string_literal(value).type
    if isinstance(value, bytes):
        return f"X'{value.hex()}'", binary_literal(value.hex()).type
    if isinstance(value, float):
        text = _double(value)
        return text, double_literal(value).type if isfinite(value) else string_literal(text).type
    if isinstance(value, Decimal):
        return _decimal(value)
    return _whole(int(value), kind)


def _double(value: float) -> str:
    if not isfinite(value):
        return quoted_text({"inf": "Infinity", "-inf": "-Infinity"}.get(str(value), "NaN"))
    text = repr(value)
    return text if "e" in text else f"{text}E0"


def _decimal(value: Decimal) -> tuple[str, LogicalType]:
    text = format(value, "f")
    try:
        natural = decimal_literal(value) if "." in text else integer_literal(int(value))
    except IllegalLiteral:
        return quoted_text(text), string_literal(text).type
    return text, natural.type


def _whole(value: int, kind: LogicalType) -> tuple[str, LogicalType]:
    if isinstance(kind, DateType):
        return f"DATE '{_day(value)}'", DateType(nullable=False)
    if isinstance(kind, TimeType):
        return f"TIME '{_time(value * 1_000_000, kind.precision)}'", kind.not_null()
    if isinstance(kind, TimestampType | LocalZonedTimestampType):
        word = "TIMESTAMP" if isinstance(kind, TimestampType) else "TIMESTAMP WITH LOCAL TIME ZONE"
        days, nanos = divmod(value, _NANOS_OF_DAY)
        return f"{word} '{_day(days)} {_time(nanos, kind.precision)}'", kind.not_null()
    if isinstance(kind, YearMonthIntervalType):
        return _months(value), MONTHS
    if isinstance(kind, DayTimeIntervalType):
        return _millis(value), MILLISECONDS
    return str(value), integer_literal(value).type


def _day(days: int) -> str:
    return (_EPOCH + timedelta(days=days)).isoformat()


def _time(nanos: int, digits: int) -> str:
    seconds, fraction = divmod(nanos, 1_000_000_000)
    minutes, second = divmod(seconds, 60)
    text = f"{minutes // 60:02}:{minutes % 60:02}:{second:02}"
    return f"{text}.{fraction:09}"[: len(text) + 1 + digits] if digits else text


def _months(value: int) -> str:
    unit, amount = ("YEAR", abs(value) // 12) if value and value % 12 == 0 else ("MONTH", abs(value))
    return _interval(value < 0, str(amount), unit)


def _millis(value: int) -> str:
    for unit, millis in MILLIS.items():
        if value and value % millis == 0:
            return _interval(value < 0, str(abs(value) // millis), unit)
    seconds, millis = divmod(abs(value), 1000)
    return _interval(value < 0, f"{seconds}.{millis:03}", "SECOND")


def _interval(is_negative: bool, amount: str, unit: str) -> str:
    digits = len(amount.partition(".")[0])
    precision = f"({digits})" if digits > 2 else ""
    return f"INTERVAL {'-' if is_negative else ''}'{amount}' {unit}{precision}"
