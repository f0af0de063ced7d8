"""Python values as literals."""

from __future__ import annotations

import datetime
from decimal import Decimal
from typing import Any, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import (
    BigIntType,
    BinaryType,
    BooleanType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DoubleType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    NullType,
    TimestampType,
    TimeType,
)
from pyrite.core.types.instant import Instant
from pyrite.expressions import expression_tree
from pyrite.expressions.python_values import from_python
from pyrite.relational.sql.literals import string_literal

_INT_LIMIT = 1 << 31
MILLIS = DayTimeIntervalType(DayTimeResolution.SECOND, fractional_precision=3, nullable=False)
"""The type of interval literals."""


def literal(value: Any, kind: Optional[LogicalType] = None) -> expression_tree.Literal:
    """Returns the literal of a value, with the declared type or the type that follows from the value."""
    if kind is None:
        return _typed(value)
    if value is None:
        return expression_tree.Literal(None, kind.copy(nullable=True))
    if kind.nullable and not isinstance(kind, NullType):
        raise ValidationException("Literals that have a non-null value must not have a nullable data type.")
    return expression_tree.Literal(from_python(kind)(value), kind)


def _typed(value: Any) -> expression_tree.Literal:
    if isinstance(value, str):
        return string_literal(value)
    kind = _type_of(value)
    if kind is None:
        text = "null" if value is None else value
        raise ValidationException(
            f"Cannot derive a data type for value '{text}'. The data type must be specified explicitly."
        )
    return expression_tree.Literal(from_python(kind)(value), kind.not_null())


def _type_of(value: Any) -> Optional[LogicalType]:
    match value:
        case bool():
            return BooleanType()
        case int():
            return IntType() if -_INT_LIMIT <= value < _INT_LIMIT else BigIntType()
        case float():
            return DoubleType()
        case bytes() | bytearray():
            return BinaryType(max(1, len(value)))
        case Decimal():
            return _decimal_type(value)
        case datetime.datetime():
            digits = _digits(value.microsecond)
            return TimestampType(digits) if value.tzinfo is None else LocalZonedTimestampType(digits)
        case datetime.date():
            return DateType()
        case datetime.time():
            return TimeType(_digits(value.microsecond))
        case datetime.timedelta():
            return MILLIS
        case Instant():
            return LocalZonedTimestampType(9)
    return None


def _decimal_type(value: Decimal) -> DecimalType:
    _, digits, exponent = value.as_tuple()
    if not isinstance(exponent, int):
        raise ValidationException(f"{value} has no DECIMAL type")
    scale = max(0, -exponent)
    return DecimalType(max(len(digits) + max(0, exponent), scale, 1), scale)


def _digits(micros: int) -> int:
    """Returns the number of digits in the fraction of a second."""
    return len(f"{micros:06}".rstrip("0")) if micros else 0
