"""The common type of several types, to which values of all of them are cast (Flink's LogicalTypeMerging)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Optional

from pyrite.core.types.basic import NullType, RawType
from pyrite.core.types.casting import CONSTRUCTED, DATETIME, EXACT_NUMERIC, INTERVAL, supports_implicit_cast
from pyrite.core.types.decimal_rules import precision_of, scale_of
from pyrite.core.types.intervals import (
    DayTimeIntervalType,
    DayTimeResolution,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.core.types.logical_type import LogicalType
from pyrite.core.types.numeric import (
    MAX_DECIMAL_PRECISION,
    DecimalType,
    DoubleType,
    FloatType,
    NumericType,
)
from pyrite.core.types.strings import (
    BinaryStringType,
    BinaryType,
    CharacterStringType,
    CharType,
    VarBinaryType,
    VarCharType,
)
from pyrite.core.types.temporal import (
    AnyTimestampType,
    DateType,
    LocalZonedTimestampType,
    TimestampType,
    TimeType,
    ZonedTimestampType,
)

NumberRule = Callable[[NumericType, NumericType], NumericType]
"""The common type of two numeric types."""


def common_type(types: Sequence[LogicalType]) -> Optional[LogicalType]:
    """The most specific type to which all types can be cast; nullable if one of them is. None if they have no common
    type.

    The common type of `[INT, BIGINT, DECIMAL(2, 2)]` is `DECIMAL(21, 2)`.
    """
    return _common(types, _common_number)


def sql_common_type(types: Sequence[LogicalType]) -> Optional[LogicalType]:
    """The common type by the rules of SQL's operators (Calcite's `leastRestrictive`).

    For `[FLOAT, DOUBLE]` it is FLOAT, for `[DOUBLE, FLOAT]` DOUBLE, and for either of them with a DECIMAL it is DOUBLE.
    """
    return _common(types, _sql_number)


def _common(types: Sequence[LogicalType], number: NumberRule) -> Optional[LogicalType]:
    plain = [kind.copy(nullable=True) for kind in types]
    common = _merged(plain, number)
    if common is None:
        common = _widest(plain)
    if common is None or isinstance(common, NullType):
        return None
    return common.copy(nullable=any(kind.nullable for kind in types))


def _widest(types: Sequence[LogicalType]) -> Optional[LogicalType]:
    """The type among them to which the others can be cast implicitly."""
    result = types[0]
    for kind in types:
        if isinstance(kind, NullType):
            continue
        if supports_implicit_cast(result, kind):
            result = kind
        elif not supports_implicit_cast(kind, result):
            return None
    return result


def _merged(types: Sequence[LogicalType], number: NumberRule) -> Optional[LogicalType]:
    if any(isinstance(kind, RawType) for kind in types):
        return types[0] if all(kind == types[0] for kind in types) else None
    result: Optional[LogicalType] = None
    for kind in types:
        if isinstance(kind, NullType):
            continue
        result = kind if result is None else result
        pattern = _time_with_interval(result, kind)
        if pattern is not None:
            result = pattern
        elif isinstance(kind, CONSTRUCTED):
            return _common_composite(types, number)
        else:
            result = _common_of_two(result, kind, number)
        if result is None:
            return None
    return result


def _time_with_interval(left: LogicalType, right: LogicalType) -> Optional[LogicalType]:
    """A time plus an interval has the time's type; a number counts as days."""
    for time, other in ((left, right), (right, left)):
        if isinstance(time, DATETIME) and isinstance(other, INTERVAL):
            return time
        if isinstance(time, (AnyTimestampType, DateType)) and isinstance(other, EXACT_NUMERIC):
            return time
    return None


def _common_of_two(left: LogicalType, right: LogicalType, number: NumberRule) -> Optional[LogicalType]:
    match left, right:
        case CharacterStringType(), CharacterStringType():
            return _common_string(left, right)
        case BinaryStringType(), BinaryStringType():
            return _common_string(left, right)
        case NumericType(), NumericType():
            return number(left, right)
        case DateType(), DateType():
            return left
        case TimeType(), TimeType():
            return TimeType(max(left.precision, right.precision))
        case AnyTimestampType(), AnyTimestampType():
            return _common_timestamp(left, right)
        case DayTimeIntervalType(), DayTimeIntervalType():
            return DayTimeIntervalType(
                DayTimeResolution[_combined(DayTimeResolution, left.resolution.name, right.resolution.name)],
                max(left.day_precision, right.day_precision),
                max(left.fractional_precision, right.fractional_precision),
            )
        case YearMonthIntervalType(), YearMonthIntervalType():
            return YearMonthIntervalType(
                YearMonthResolution[_combined(YearMonthResolution, left.resolution.name, right.resolution.name)],
                max(left.year_precision, right.year_precision),
            )
    return None


def _common_string(
    left: CharacterStringType | BinaryStringType, right: CharacterStringType | BinaryStringType
) -> LogicalType:
    """The longer length. Fixed lengths that differ become variable, so that no value is padded."""
    if left.length == right.length and isinstance(left, (CharType, BinaryType)):
        return right
    length = max(left.length, right.length)
    return VarCharType(length) if isinstance(left, CharacterStringType) else VarBinaryType(length)


def _common_number(left: NumericType, right: NumericType) -> NumericType:
    left_is_exact, right_is_exact = isinstance(left, EXACT_NUMERIC), isinstance(right, EXACT_NUMERIC)
    if left_is_exact and right_is_exact:
        return _common_exact(left, right)
    if right_is_exact:
        return DoubleType() if isinstance(right, DecimalType) else left
    if left_is_exact:
        return right
    return DoubleType() if DoubleType in (type(left), type(right)) else FloatType()


def _sql_number(left: NumericType, right: NumericType) -> NumericType:
    approximate = [kind for kind in (left, right) if isinstance(kind, (FloatType, DoubleType))]
    if len(approximate) == 2:
        return left
    return DoubleType() if approximate and DecimalType in (type(left), type(right)) else _common_number(left, right)


def _common_exact(left: NumericType, right: NumericType) -> NumericType:
    if left == right:
        return left
    if not isinstance(left, DecimalType) and not isinstance(right, DecimalType):
        return right if precision_of(right) > precision_of(left) else left
    whole = max(precision_of(left) - scale_of(left), precision_of(right) - scale_of(right))
    scale = min(max(scale_of(left), scale_of(right)), MAX_DECIMAL_PRECISION - whole)
    return DecimalType(whole + scale, scale)


def _common_timestamp(left: AnyTimestampType, right: AnyTimestampType) -> AnyTimestampType:
    if left == right:
        return left
    precision = max(left.precision, right.precision)
    for kind in (ZonedTimestampType, LocalZonedTimestampType):
        if isinstance(left, kind) or isinstance(right, kind):
            return kind(precision)
    return TimestampType(precision)


def _combined(units: type[DayTimeResolution] | type[YearMonthResolution], left: str, right: str) -> str:
    """From the coarser start to the finer end: DAY and HOUR_TO_MINUTE combine to DAY_TO_MINUTE."""
    order = [unit.name for unit in units if "_TO_" not in unit.name]
    starts, ends = zip(*((name.split("_TO_")[0], name.split("_TO_")[-1]) for name in (left, right)), strict=True)
    start, end = min(starts, key=order.index), max(ends, key=order.index)
    return start if start == end else f"{start}_TO_{end}"


def _common_composite(types: Sequence[LogicalType], number: NumberRule) -> Optional[LogicalType]:
    """The same kind, with the common types of its parts; field names come from the first row type."""
    first = types[0]
    if any(type(kind) is not type(first) or len(kind.children) != len(first.children) for kind in types):
        return None
    parts = [_common(children, number) for children in zip(*(kind.children for kind in types), strict=True)]
    present = [part for part in parts if part is not None]
    if len(present) < len(parts):
        return None
    return first.with_children(present)
