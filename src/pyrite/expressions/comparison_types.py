"""What two values are cast to before they are compared."""

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
    """The types that operands of a comparison are cast to; None if they do not compare.

    Numbers are promoted as Java does it; a DECIMAL and a DOUBLE stay what they are, as they compare in an order of
    their own, in which NaN is above all and 0.0 above -0.0.
    """
    if isinstance(left, NullType) or isinstance(right, NullType):
        known = right if isinstance(left, NullType) else left
        known = string_type() if isinstance(known, NullType) else known
        return known, known
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
    """Where one has a zone and the other none, the one with fewer digits becomes as the other."""
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
    """Whether values of the type have an order, not only equality."""
    return not isinstance(kind, _COMPOSITE)
