"""Conversion between values in row form and values in users' Python code.

DATE, TIME and TIMESTAMP are `datetime.date`, `datetime.time` and `datetime.datetime`, TIMESTAMP_LTZ an `Instant`, ROW a
`Row`, ARRAY a list, MAP a dict, INTERVAL DAY TO SECOND a `datetime.timedelta`, INTERVAL YEAR TO MONTH an int of months.
"""

from __future__ import annotations

import datetime
import operator
from collections.abc import Callable
from decimal import Context, Decimal
from typing import Any, Final, Optional

import numpy as np

from pyrite.core.types import (
    ArrayType,
    BinaryStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    StructuredType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.core.types.instant import Instant
from pyrite.core.types.rows import Row, row_from_parts
from pyrite.expressions.java.zones import LocalZone

Convert = Callable[[Any], Any]
_EPOCH: Final = datetime.date(1970, 1, 1).toordinal()
_START: Final = datetime.datetime(1970, 1, 1)
_UTC_START: Final = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC)


def to_python(kind: LogicalType, is_named: bool = True, in_key: bool = False) -> Optional[Convert]:
    """Returns the conversion of a value in row form, other than None, to a user's value; None if they are the same.

    `is_named`: for functions and streams. Clients that collect results get rows without names, and the shortest digits
    of a FLOAT, 0.1 rather than 0.10000000149011612, as in PyFlink. In keys of a map, arrays are tuples: a list cannot
    be a key.
    """
    match kind:
        case FloatType():
            return None if is_named else _shortest
        case DateType():
            return lambda days: datetime.date.fromordinal(_EPOCH + days)
        case TimeType():
            return _time_of
        case TimestampType():
            return lambda nanos: _START + datetime.timedelta(microseconds=nanos // 1000)
        case LocalZonedTimestampType():
            return lambda nanos: Instant(nanos // 1_000_000_000, nanos % 1_000_000_000)
        case DayTimeIntervalType():
            return lambda millis: datetime.timedelta(milliseconds=millis)
        case ArrayType():
            element = _or_none(to_python(kind.element_type, is_named, in_key))
            if in_key:
                return None if element is None else lambda values: tuple(map(element, values))
            return list if element is None else lambda values: [element(value) for value in values]
        case MapType() | MultisetType():
            return _map_to_python(kind, is_named)
        case RowType():
            return _row_to_python(kind, is_named, in_key)
        case StructuredType():
            return _row_to_python(RowType(kind.attributes), is_named, in_key)
    return None


def _shortest(number: float) -> float:
    """Returns the double with the fewest digits that rounds to this 32-bit number."""
    return float(str(np.float32(number)))


def _time_of(millis: int) -> datetime.time:
    seconds, millis = divmod(millis, 1000)
    return datetime.time(seconds // 3600, seconds // 60 % 60, seconds % 60, millis * 1000)


def _map_to_python(kind: MapType | MultisetType, is_named: bool) -> Convert:
    if isinstance(kind, MultisetType):
        key, value = _or_none(to_python(kind.element_type, is_named, in_key=True)), None
    else:
        key = _or_none(to_python(kind.key_type, is_named, in_key=True))
        value = _or_none(to_python(kind.value_type, is_named))
    same: Convert = lambda part: part  # noqa: E731
    of_key, of_value = key or same, value or same
    return lambda entries: {of_key(k): of_value(v) for k, v in entries.items()}


def _row_to_python(kind: RowType, is_named: bool, in_key: bool) -> Convert:
    names = kind.names if is_named else None
    converts = [_or_none(to_python(field.type, is_named, in_key)) for field in kind.fields]
    if not any(converts):
        return lambda values: row_from_parts(0, names, *values)
    return lambda values: row_from_parts(
        0, names, *[v if convert is None else convert(v) for v, convert in zip(values, converts, strict=True)]
    )


def _or_none(convert: Optional[Convert]) -> Optional[Convert]:
    """Extends a conversion to None."""
    return None if convert is None else lambda value: None if value is None else convert(value)


def nullable_to_python(kind: LogicalType, is_named: bool = True) -> Optional[Convert]:
    """As `to_python`, for values that may be None."""
    return _or_none(to_python(kind, is_named))


# From the user's values -----------------------------------------------------------------------------------------------


def from_python(kind: LogicalType, zone: str = "UTC") -> Convert:
    """Returns the conversion of a user's value to row form. TypeError or ValueError for a value that does not fit.

    A datetime without a time zone is in `zone` if the type is TIMESTAMP_LTZ.
    """
    convert = _from_python(kind, zone)
    if convert is None:
        return lambda value: value
    return lambda value: None if value is None else convert(value)


def _from_python(kind: LogicalType, zone: str) -> Optional[Convert]:
    match kind:
        case DateType():
            return _days_of
        case TimeType():
            return _millis_of_day
        case TimestampType():
            return _nanos_of
        case LocalZonedTimestampType():
            return _instant_nanos_in(zone)
        case DayTimeIntervalType():
            return lambda delta: delta // datetime.timedelta(milliseconds=1)
        case DecimalType():
            quantum, digits = Decimal(1).scaleb(-kind.scale), Context(prec=kind.precision)
            return lambda value: digits.quantize(Decimal(_number(value)), quantum)
        case IntegerNumericType() | YearMonthIntervalType():
            return operator.index
        case FloatType() | DoubleType():
            return lambda value: float(_number(value))
        case BinaryStringType():
            return lambda value: bytes(memoryview(value))
        case ArrayType():
            element = from_python(kind.element_type, zone)
            return lambda values: tuple(element(value) for value in values)
        case MapType():
            key, value = from_python(kind.key_type, zone), from_python(kind.value_type, zone)
            return lambda entries: {key(k): value(v) for k, v in entries.items()}
        case MultisetType():
            counted = from_python(kind.element_type, zone)
            return lambda entries: {counted(k): count for k, count in entries.items()}
        case RowType():
            return _row_from_python(kind, zone)
        case StructuredType():
            return _row_from_python(RowType(kind.attributes), zone)
    return None


def _number(value: Any) -> Any:
    """Rejects texts, which float and Decimal would parse."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"expected a number, got {value!r}")
    return value


def _days_of(value: Any) -> int:
    if isinstance(value, datetime.datetime):
        value = value.date()
    return int(value.toordinal()) - _EPOCH


def _millis_of_day(value: datetime.time) -> int:
    return ((value.hour * 60 + value.minute) * 60 + value.second) * 1000 + value.microsecond // 1000


def _nanos_of(value: Any) -> int:
    if isinstance(value, Instant):
        return value.seconds * 1_000_000_000 + value.nanos
    start = _START if value.tzinfo is None else _UTC_START
    return int((value - start) // datetime.timedelta(microseconds=1)) * 1000


def _instant_nanos_in(zone: str) -> Convert:
    local = LocalZone(zone)

    def convert(value: Any) -> int:
        nanos = _nanos_of(value)
        return nanos if isinstance(value, Instant) or value.tzinfo is not None else local.to_instant(nanos)

    return convert


def _row_from_python(kind: RowType, zone: str) -> Convert:
    converts = [from_python(field.type, zone) for field in kind.fields]
    names = [field.name for field in kind.fields]

    def convert(value: Any) -> tuple[Any, ...]:
        if isinstance(value, Row):
            parts = value.get_fields_by_names(names)
        elif isinstance(value, dict):
            parts = [value.get(name) for name in names]
        else:
            parts = list(value)
        if len(parts) != len(converts):
            raise ValueError(f"expected {len(converts)} fields for {kind}, got {len(parts)}: {value!r}")
        return tuple(each(part) for each, part in zip(converts, parts, strict=True))

    return convert
