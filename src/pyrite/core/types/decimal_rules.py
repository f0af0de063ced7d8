"""Precision and scale of decimal results: sums, products, quotients and rounded numbers, as in Flink."""

from __future__ import annotations

from typing import Final

from pyrite.core.types.numeric import (
    MAX_DECIMAL_PRECISION,
    BigIntType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    NumericType,
    SmallIntType,
    TinyIntType,
)

_MIN_ADJUSTED_SCALE: Final = 6
_DIGITS: Final[dict[type[NumericType], int]] = {
    TinyIntType: 3,
    SmallIntType: 5,
    IntType: 10,
    BigIntType: 19,
    FloatType: 7,
    DoubleType: 15,
}


def precision_of(kind: NumericType) -> int:
    """The maximum number of digits of the type."""
    return kind.precision if isinstance(kind, DecimalType) else _DIGITS[type(kind)]


def scale_of(kind: NumericType) -> int:
    """The number of digits after the decimal point."""
    return kind.scale if isinstance(kind, DecimalType) else 0


def as_decimal(kind: NumericType) -> DecimalType:
    """The decimal type that contains all numbers of an integer type."""
    return DecimalType(precision_of(kind), scale_of(kind), nullable=kind.nullable)


def addition_type(left: NumericType, right: NumericType) -> DecimalType:
    """The type of a sum or a difference."""
    scale = max(scale_of(left), scale_of(right))
    whole = max(precision_of(left) - scale_of(left), precision_of(right) - scale_of(right))
    return _adjusted(whole + scale + 1, scale)


def multiplication_type(left: NumericType, right: NumericType) -> DecimalType:
    return _adjusted(precision_of(left) + precision_of(right) + 1, scale_of(left) + scale_of(right))


def division_type(left: NumericType, right: NumericType) -> DecimalType:
    scale = max(_MIN_ADJUSTED_SCALE, scale_of(left) + precision_of(right) + 1)
    return _adjusted(precision_of(left) - scale_of(left) + scale_of(right) + scale, scale)


def modulo_type(left: NumericType, right: NumericType) -> DecimalType:
    scale = max(scale_of(left), scale_of(right))
    whole = min(precision_of(left) - scale_of(left), precision_of(right) - scale_of(right))
    return _adjusted(whole + scale, scale)


def round_type(kind: DecimalType, digits: int) -> DecimalType:
    """The type of a number rounded to this many digits after the point."""
    if digits >= kind.scale:
        return DecimalType(kind.precision, kind.scale)
    if digits < 0:
        return DecimalType(min(MAX_DECIMAL_PRECISION, 1 + kind.precision - kind.scale), 0)
    return DecimalType(1 + kind.precision - kind.scale + digits, digits)


def sum_type(kind: DecimalType) -> DecimalType:
    """The type of SUM over a column."""
    return DecimalType(MAX_DECIMAL_PRECISION, kind.scale)


def average_type(kind: DecimalType) -> DecimalType:
    """The type of AVG over a column."""
    return division_type(DecimalType(MAX_DECIMAL_PRECISION, kind.scale), DecimalType(20, 0))


def _adjusted(precision: int, scale: int) -> DecimalType:
    """Reduces the scale if there are too many digits, but to no less than six."""
    if precision <= MAX_DECIMAL_PRECISION:
        return DecimalType(precision, scale)
    digits = max(MAX_DECIMAL_PRECISION - (precision - scale), min(scale, _MIN_ADJUSTED_SCALE))
    return DecimalType(MAX_DECIMAL_PRECISION, digits)
