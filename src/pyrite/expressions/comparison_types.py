"""The types that two values are cast to before they are compared."""

from __future__ import annotations

from typing import Optional

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    NumericType,
    RowType,
    StructuredType,
    TimeType,
    YearMonthIntervalType,
    string_type,
)
from pyrite.core.types.decimal_rules import as_decimal

Pair = tuple[LogicalType, LogicalType]

_SAME_KIND = (
    BooleanType,
    CharacterStringType,
    BinaryStringType,
    DateType,
    TimeType,
    YearMonthIntervalType,
    DayTimeIntervalType,
)
_COMPOSITE = (ArrayType, MapType, MultisetType, RowType, StructuredType)
_FROM_TEXT = (NumericType, DateType, TimeType, AnyTimestampType)


def compared_types(left: LogicalType, right: LogicalType) -> Optional[Pair]:
    """Returns the types that operands of a comparison are cast to; None if they cannot be compared.

    Numbers are promoted as in Java. A DECIMAL and a DOUBLE keep their types, since their comparison has its own order,
    in which NaN is greater than all numbers and 0.0 greater than -0.0.
    """
    if isinstance(left, NullType) or isinstance(right, NullType):
        other = right if isinstance(left, NullType) else left
        other = string_type() if isinstance(other, NullType) else other
        return other, other
    for kind in _SAME_KIND:
        if isinstance(left, kind) and isinstance(right, kind):
            return left, right
    if isinstance(left, NumericType) and isinstance(right, NumericType):
        return _numbers(left, right)
    if isinstance(left, AnyTimestampType) and isinstance(right, AnyTimestampType):
        return _timestamps(left, right)
    if isinstance(left, _COMPOSITE) and isinstance(right, type(left)):
        return _composites(left, right)
    if isinstance(left, CharacterStringType) and isinstance(right, _FROM_TEXT):
        return right, right
    if isinstance(right, CharacterStringType) and isinstance(left, _FROM_TEXT):
        return left, left
    return None


def _numbers(left: NumericType, right: NumericType) -> Pair:
    kinds = {type(left), type(right)}
    if DecimalType in kinds:
        if kinds & {FloatType, DoubleType}:
            return _double_for_float(left), _double_for_float(right)
        return as_decimal(left), as_decimal(right)
    if DoubleType in kinds:
        return DoubleType(), DoubleType()
    if FloatType in kinds:
        return FloatType(), FloatType()
    assert isinstance(left, IntegerNumericType) and isinstance(right, IntegerNumericType)
    wide = left if left.bits >= right.bits else right
    return wide, wide


def _double_for_float(kind: NumericType) -> NumericType:
    return DoubleType() if isinstance(kind, FloatType) else kind


def _timestamps(left: AnyTimestampType, right: AnyTimestampType) -> Pair:
    """If only one has a time zone, the one with fewer digits is cast to the type of the other."""
    if type(left) is type(right):
        return left, right
    return (left, left) if left.precision > right.precision else (right, right)


def _composites(left: LogicalType, right: LogicalType) -> Optional[Pair]:
    if len(left.children) != len(right.children):
        return None
    pairs = [compared_types(a, b) for a, b in zip(left.children, right.children, strict=True)]
    if any(pair is None for pair in pairs):
        return None
    return left, right


def is_ordered(kind: LogicalType) -> bool:
    """Returns whether values of the type can be ordered, not only tested for equality."""
    return not isinstance(kind, _COMPOSITE)
