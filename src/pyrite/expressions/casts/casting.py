"""The cast between two types, as a function over values that are not NULL."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BinaryStringType,
    BinaryType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DistinctType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NumericType,
    RowType,
    StructuredType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.casts.numbers import number_cast
from pyrite.expressions.casts.parsing import parsing_cast
from pyrite.expressions.casts.texts import text_cast
from pyrite.expressions.java.numbers import quotient
from pyrite.expressions.java.zones import LocalZone

Cast = Callable[[Any], Any]
_DAY_NS: Final = 86_400_000_000_000
_DAY_MS: Final = 86_400_000
_NANOS_PER_MS: Final = 1_000_000
_INTERVALS: Final = (YearMonthIntervalType, DayTimeIntervalType)


def cast_function(source: LogicalType, target: LogicalType, zone: str = "UTC") -> Optional[Cast]:
    """Returns the cast, or None if it is not supported.

    The function raises for invalid values, and returns None on overflow.
    """
    if isinstance(source, DistinctType):
        return cast_function(source.source_type, target, zone)
    if isinstance(target, DistinctType):
        return cast_function(source, target.source_type, zone)
    if source.copy(nullable=True) == target.copy(nullable=True):
        return _unchanged
    match source, target:
        case _, CharacterStringType():
            return text_cast(source, target, zone)
        case CharacterStringType(), BinaryStringType():
            resize = _binary_cast(target)
            return lambda text: resize(text.encode("utf-8", "surrogatepass"))
        case CharacterStringType(), _:
            return parsing_cast(target, zone)
        case BinaryStringType(), BinaryStringType():
            return _binary_cast(target)
        case ((NumericType() | BooleanType() | YearMonthIntervalType() | DayTimeIntervalType()), _):
            if isinstance(source, _INTERVALS) and type(source) is type(target):
                return _unchanged
            return number_cast(source, target)
        case ((DateType() | TimeType() | AnyTimestampType()), _):
            return _time_cast(source, target, zone)
    return _composite_cast(source, target, zone)


def can_fail(source: LogicalType, target: LogicalType) -> bool:
    """Returns whether a value may make the cast raise."""
    if isinstance(source, CharacterStringType):
        return not isinstance(target, (CharacterStringType, BinaryStringType))
    if source.children and len(source.children) == len(target.children):
        return any(map(can_fail, source.children, target.children))
    return isinstance(source, NumericType) and isinstance(target, NumericType) and _is_double_to_decimal(source, target)


def _is_double_to_decimal(source: LogicalType, target: LogicalType) -> bool:
    """NaN and Infinity cannot be decimals."""
    return hasattr(target, "scale") and type(source).__name__ in ("FloatType", "DoubleType")


def _binary_cast(target: BinaryStringType) -> Cast:
    """Truncates bytes, and pads BINARY with zeros."""
    length = target.length
    if isinstance(target, BinaryType):
        return lambda data: data[:length].ljust(length, b"\0")
    return lambda data: data[:length]


# Times ----------------------------------------------------------------------------------------------------------------


def _time_cast(source: LogicalType, target: LogicalType, zone: str) -> Optional[Cast]:
    local = LocalZone(zone)
    match source, target:
        case DateType(), LocalZonedTimestampType():
            return lambda days: local.to_instant(days * _DAY_NS)
        case DateType(), AnyTimestampType():
            return lambda days: days * _DAY_NS
        case TimeType(), LocalZonedTimestampType():
            return lambda ms: local.to_instant(ms * _NANOS_PER_MS)
        case TimeType(), AnyTimestampType():
            return lambda ms: ms * _NANOS_PER_MS
        case TimeType(), TimeType():
            return _time_of_precision(target.precision)
        case AnyTimestampType(), DateType():
            if isinstance(source, LocalZonedTimestampType):
                return lambda nanos: local.to_local(nanos) // _DAY_NS
            return lambda nanos: quotient(nanos // _NANOS_PER_MS, _DAY_MS)  # toward 1970, as Flink does
        case AnyTimestampType(), TimeType():
            cut = _time_of_precision(target.precision)
            if isinstance(source, LocalZonedTimestampType):
                return lambda nanos: cut(local.to_local(nanos) // _NANOS_PER_MS % _DAY_MS)
            return lambda nanos: cut(nanos // _NANOS_PER_MS % _DAY_MS)
        case AnyTimestampType(), AnyTimestampType():
            return _timestamp_cast(source, target, local)
    return None


def _time_of_precision(precision: int) -> Cast:
    unit = 10 ** max(0, 3 - precision)
    return lambda ms: ms // unit * unit


def _timestamp_cast(source: AnyTimestampType, target: AnyTimestampType, local: LocalZone) -> Cast:
    cut = _cut_timestamp(target.precision) if target.precision < source.precision else _unchanged
    if isinstance(source, LocalZonedTimestampType) and not isinstance(target, LocalZonedTimestampType):
        return lambda nanos: cut(local.to_local(nanos))
    if isinstance(target, LocalZonedTimestampType) and not isinstance(source, LocalZonedTimestampType):
        return lambda nanos: cut(local.to_instant(nanos))
    return cut


def _cut_timestamp(precision: int) -> Cast:
    """Truncates milliseconds toward 1970, smaller units down."""
    if precision >= 3:
        unit = 10 ** (9 - precision)
        return lambda nanos: nanos // unit * unit
    coarse = 10 ** (3 - precision)
    return lambda nanos: quotient(nanos // _NANOS_PER_MS, coarse) * coarse * _NANOS_PER_MS


# Composites -----------------------------------------------------------------------------------------------------------


def _composite_cast(source: LogicalType, target: LogicalType, zone: str) -> Optional[Cast]:
    if len(source.children) != len(target.children):
        return None
    casts = [cast_function(a, b, zone) for a, b in zip(source.children, target.children, strict=True)]
    parts = [_or_null(cast) for cast in casts if cast is not None]
    if len(parts) < len(casts):
        return None
    match source, target:
        case ArrayType(), ArrayType():
            (element,) = parts
            return lambda value: tuple(map(element, value))
        case MapType(), MapType():
            key, item = parts
            return lambda value: {key(k): item(v) for k, v in value.items()}
        case MultisetType(), MultisetType():
            (element,) = parts
            return lambda value: {element(k): count for k, count in value.items()}
        case ((RowType() | StructuredType()), (RowType() | StructuredType())):
            return lambda value: tuple(cast(part) for cast, part in zip(parts, value, strict=True))
    return None


def _or_null(cast: Cast) -> Cast:
    return lambda value: None if value is None else cast(value)


def _unchanged(value: Any) -> Any:
    return value
