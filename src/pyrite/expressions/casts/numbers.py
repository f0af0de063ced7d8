"""Casts between numbers, booleans and intervals."""

from __future__ import annotations

import math
from collections.abc import Callable
from decimal import ROUND_DOWN, Decimal
from typing import Any, Optional

from pyrite.core.types import (
    BooleanType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    YearMonthIntervalType,
)
from pyrite.expressions.java.decimals import EXACT, DecimalFit, to_double
from pyrite.expressions.java.numbers import as_float, integer_to_float, to_integer, wrapped

Cast = Callable[[Any], Any]
_ONE = Decimal(1)


def number_cast(source: LogicalType, target: LogicalType) -> Optional[Cast]:
    """Returns the cast of a number, a boolean or an interval to a number or a boolean."""
    match target:
        case IntegerNumericType():
            return _to_integer(source, target.bits)
        case DecimalType():
            return _to_decimal(source, target)
        case FloatType() | DoubleType():
            return _to_double(source, isinstance(target, FloatType))
        case BooleanType():
            return bool
        case YearMonthIntervalType():
            return _to_integer(source, 32) if isinstance(source, IntegerNumericType) else None
        case DayTimeIntervalType():
            return _to_integer(source, 64) if isinstance(source, IntegerNumericType) else None
    return None


def _to_integer(source: LogicalType, bits: int) -> Optional[Cast]:
    match source:
        case BooleanType():
            return int
        case IntegerNumericType():
            return _unchanged if source.bits <= bits else lambda x: wrapped(x, bits)
        case FloatType() | DoubleType():
            return lambda x: to_integer(x, bits)
        case DecimalType():
            return lambda x: wrapped(int(x.quantize(_ONE, ROUND_DOWN, EXACT)), bits)
        case YearMonthIntervalType() | DayTimeIntervalType():
            return lambda x: wrapped(x, bits)
    return None


def _to_decimal(source: LogicalType, target: DecimalType) -> Optional[Cast]:
    fit = DecimalFit(target)
    match source:
        case BooleanType() | IntegerNumericType() | YearMonthIntervalType() | DayTimeIntervalType():
            return lambda x: fit(Decimal(int(x)))
        case FloatType() | DoubleType():
            return lambda x: fit(decimal_of_text(x))
        case DecimalType():
            return fit
    return None


def decimal_of_text(number: float) -> Decimal:
    """Converts a double to a decimal by its text, as Java's BigDecimal does."""
    if not math.isfinite(number):
        letter = "N" if math.isnan(number) else "I"
        raise ArithmeticError(
            f'Character {letter} is neither a decimal digit number, decimal point, nor "e" notation exponential mark.'
        )
    return Decimal(repr(number))


def _to_double(source: LogicalType, is_float: bool) -> Optional[Cast]:
    match source:
        case BooleanType():
            return float
        case IntegerNumericType():
            return integer_to_float if is_float else float
        case FloatType() | DoubleType():
            return as_float if is_float else _unchanged
        case DecimalType():
            if is_float:
                return lambda x: as_float(to_double(x, source))
            return lambda x: to_double(x, source)
    return None


def _unchanged(value: Any) -> Any:
    return value
