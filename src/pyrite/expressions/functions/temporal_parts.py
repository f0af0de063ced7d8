"""EXTRACT with its short forms, and FLOOR and CEIL to a unit.

As in Flink, timestamps before 1970 are divided toward zero, not down: EXTRACT(DAY) of 1969-12-31 12:00 is 1.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    AnyTimestampType,
    BigIntType,
    DateType,
    DayTimeIntervalType,
    LocalZonedTimestampType,
    LogicalType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.column_forms import by_rows, constant
from pyrite.expressions.function import Argument, Function, Kernel, Resolution, calls_for
from pyrite.expressions.java.calendar import from_days, to_days
from pyrite.expressions.java.julian_floor import rounded_date
from pyrite.expressions.java.time_zones import calendar_offset, time_zone
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.signatures import nullable_if

DAY_MS: Final = 86_400_000
_UNIT_MS: Final = {"HOUR": 3_600_000, "MINUTE": 60_000, "SECOND": 1_000, "MILLISECOND": 1}
_WITHIN: Final = {"HOUR": DAY_MS, "MINUTE": 3_600_000, "SECOND": 60_000, "MILLISECOND": 1_000}
_FRACTIONS: Final = {"MICROSECOND": 1_000, "NANOSECOND": 1}


def divided(number: int, by: int) -> int:
    """Divides toward zero, as Java does."""
    return number // by if number >= 0 else -(-number // by)


def rest(number: int, by: int) -> int:
    """Returns the remainder of a division toward zero."""
    return number - divided(number, by) * by


# EXTRACT --------------------------------------------------------------------------------------------------------------


def _week(days: int) -> int:
    """Returns the ISO week: the week of its Thursday, in the Thursday's year."""
    thursday = days - (days + 3) % 7 + 3
    return (thursday - to_days(from_days(thursday)[0], 1, 1)) // 7 + 1


def _signed_count(year: int, of: int) -> int:
    return (year + of - 1) // of if year > 0 else -((-year + of - 1) // of)


_DATE_PARTS: Final[dict[str, Callable[[int], int]]] = {
    "YEAR": lambda days: from_days(days)[0],
    "QUARTER": lambda days: (from_days(days)[1] + 2) // 3,
    "MONTH": lambda days: from_days(days)[1],
    "WEEK": _week,
    "DAY": lambda days: from_days(days)[2],
    "DOY": lambda days: days - to_days(from_days(days)[0], 1, 1) + 1,
    "DOW": lambda days: (days + 4) % 7 + 1,
    "ISODOW": lambda days: (days + 3) % 7 + 1,
    "ISOYEAR": lambda days: from_days(days - (days + 3) % 7 + 3)[0],
    "DECADE": lambda days: divided(from_days(days)[0], 10),
    "CENTURY": lambda days: _signed_count(from_days(days)[0], 100),
    "MILLENNIUM": lambda days: _signed_count(from_days(days)[0], 1000),
}


def _extract(unit: str, kind: LogicalType) -> Optional[Callable[..., int]]:
    """Returns the function that extracts the unit from values of the type; None if the type does not have it."""
    match kind:
        case DateType():
            if unit == "EPOCH":
                return lambda days: days * 86_400
            return _DATE_PARTS.get(unit) or _extract_time(unit)
        case LocalZonedTimestampType():
            return _extract_zoned(unit)
        case AnyTimestampType():
            return _extract_timestamp(unit)
        case TimeType():
            return _extract_time(unit)
        case DayTimeIntervalType():
            return (lambda ms: divided(ms, DAY_MS)) if unit == "DAY" else _extract_time(unit)
        case YearMonthIntervalType():
            parts: dict[str, Callable[[int], int]] = {
                "YEAR": lambda months: divided(months, 12),
                "MONTH": lambda months: rest(months, 12),
                "QUARTER": lambda months: divided(rest(months, 12) - 1, 3) + 1,
            }
            return parts.get(unit)
    return None


def _extract_time(unit: str) -> Optional[Callable[[int], int]]:
    if unit not in _UNIT_MS:
        return None
    within, unit_ms = _WITHIN[unit], _UNIT_MS[unit]
    return lambda ms: divided(rest(ms, within), unit_ms)


def _extract_timestamp(unit: str) -> Optional[Callable[[int], int]]:
    if unit in _FRACTIONS:
        digits = _FRACTIONS[unit]

        def fraction(nanos: int) -> int:
            ms, below = divmod(nanos, 1_000_000)
            return rest(ms, 1_000) * (1_000_000 // digits) + below // digits

        return fraction
    of_ms = _extract_ms(unit)
    return None if of_ms is None else lambda nanos: of_ms(nanos // 1_000_000)


def _extract_ms(unit: str) -> Optional[Callable[[int], int]]:
    if unit == "EPOCH":
        return lambda ms: divided(ms, 1_000)
    of_date = _DATE_PARTS.get(unit)
    return _extract_time(unit) if of_date is None else lambda ms: of_date(divided(ms, DAY_MS))


def _extract_zoned(unit: str) -> Optional[Callable[..., int]]:
    """Extracts the unit in the session's time zone. Below milliseconds, Flink adds digits that it should append."""
    if unit in _FRACTIONS:
        factor, digits = 1_000_000 // _FRACTIONS[unit], _FRACTIONS[unit]
        return lambda nanos, zone: rest(_local_ms(nanos, zone), 1_000) * factor + nanos % 1_000_000 // digits
    of_ms = _extract_ms(unit)
    return None if of_ms is None else lambda nanos, zone: of_ms(_local_ms(nanos, zone))


def _local_ms(nanos: int, zone: str) -> int:
    ms = nanos // 1_000_000
    return ms + calendar_offset(time_zone(zone), ms // 1_000) * 1_000


def _extract_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 2 or _extract(str(arguments[0].value).upper(), arguments[1].type) is None:
        return None
    kinds = tuple(argument.type for argument in arguments)
    return Resolution(kinds, nullable_if(BigIntType(), kinds[1:]))


def _extract_row(call: FunctionCall) -> Callable[..., int]:
    compute = _extract(constant(call, 0).upper(), call.arguments[1].type)  # type: ignore[union-attr]
    assert compute is not None
    if isinstance(call.arguments[1].type, LocalZonedTimestampType):
        return lambda unit, value, zone: compute(value, zone)
    return lambda unit, value, zone: compute(value)


_COLUMN_PARTS: Final[dict[str, Callable[[Any], Any]]] = {
    "YEAR": pc.year,
    "QUARTER": pc.quarter,
    "MONTH": pc.month,
    "WEEK": pc.iso_week,
    "DAY": pc.day,
    "DOY": pc.day_of_year,
    "DOW": lambda column: pc.day_of_week(column, count_from_zero=False, week_start=7),
    "ISODOW": lambda column: pc.day_of_week(column, count_from_zero=False, week_start=1),
    "ISOYEAR": pc.iso_year,
    "HOUR": pc.hour,
    "MINUTE": pc.minute,
    "SECOND": pc.second,
}


def _extract_kernel(call: FunctionCall) -> Optional[Kernel]:
    """Uses Arrow, which rounds down: for dates, and blocks of timestamps since 1970."""
    unit, kind = str(constant(call, 0)).upper(), call.arguments[1].type
    if unit not in _COLUMN_PARTS:
        return None
    part = _COLUMN_PARTS[unit]
    if isinstance(kind, DateType):
        return None if unit in _UNIT_MS else lambda columns: part(columns[1])
    if isinstance(kind, LocalZonedTimestampType) or not isinstance(kind, AnyTimestampType):
        return None
    slow = by_rows(_extract_row(call), call)
    return lambda columns: part(columns[1]) if _is_from_1970(columns[1]) else slow(columns)


def _is_from_1970(column: Any) -> bool:
    first = pc.min(column.cast(pa.int64())) if isinstance(column, pa.Array) else column.cast(pa.int64())
    return first.as_py() is None or first.as_py() >= 0


# FLOOR and CEIL -------------------------------------------------------------------------------------------------------

_DATE_UNITS: Final = ("MILLENNIUM", "CENTURY", "DECADE", "YEAR", "QUARTER", "MONTH", "WEEK", "DAY")


def _rounded(number: int, unit: int, up: bool) -> int:
    return -(-number // unit) * unit if up else number // unit * unit


def _rounder(unit: str, kind: LogicalType, up: bool) -> Optional[Callable[..., int]]:
    if unit not in _DATE_UNITS and unit not in _UNIT_MS:
        return None
    match kind:
        case DateType():
            return (lambda days: rounded_date(unit, days, up)) if unit in _DATE_UNITS else lambda days: days
        case TimeType():
            return None if unit in _DATE_UNITS else lambda ms: _rounded(ms, _UNIT_MS[unit], up)
        case LocalZonedTimestampType():
            return lambda nanos, zone: _rounded_zoned(nanos, unit, up, zone)
        case AnyTimestampType():
            return _timestamp_rounder(unit, up)
    return None


def _timestamp_rounder(unit: str, up: bool) -> Callable[[int], int]:
    if unit == "MILLISECOND":
        return lambda nanos: _rounded(nanos, 1_000_000, up)
    return lambda nanos: _rounded_ms(nanos // 1_000_000, unit, up) * 1_000_000


def _rounded_ms(ms: int, unit: str, up: bool) -> int:
    if unit == "DAY":
        return _rounded(ms, DAY_MS, up)
    if unit in _UNIT_MS:
        return _rounded(ms, _UNIT_MS[unit], up)
    return rounded_date(unit, divided(ms, DAY_MS), up) * DAY_MS


def _rounded_zoned(nanos: int, unit: str, up: bool, zone: str) -> int:
    """Rounds in local time, with the offset before rounding, as Flink does."""
    ms = nanos // 1_000_000
    offset = calendar_offset(time_zone(zone), ms // 1_000) * 1_000
    return (_rounded_ms(ms + offset, unit, up) - offset) * 1_000_000


def rounding_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 2 or _rounder(str(arguments[1].value).upper(), arguments[0].type, False) is None:
        return None
    kinds = tuple(argument.type for argument in arguments)
    return Resolution(kinds, kinds[0])


def _rounding_kernel(call: FunctionCall, up: bool) -> Optional[Kernel]:
    """Uses Arrow for units from seconds to days, and timestamps without a time zone."""
    unit, kind = str(constant(call, 1)).lower(), call.arguments[0].type
    if unit not in ("second", "minute", "hour", "day"):
        return None
    if isinstance(kind, LocalZonedTimestampType) or not isinstance(kind, AnyTimestampType):
        return None
    if up and kind.precision > 3:  # fractions of a millisecond are ignored
        return lambda columns: pc.ceil_temporal(pc.floor_temporal(columns[0], unit="millisecond"), unit=unit)
    rounded = pc.ceil_temporal if up else pc.floor_temporal
    return lambda columns: rounded(columns[0], unit=unit)


def _rounding(name: str, up: bool) -> Function:
    def make(call: FunctionCall) -> Callable[..., int]:
        compute = _rounder(str(constant(call, 1)).upper(), call.arguments[0].type, up)
        assert compute is not None
        if isinstance(call.arguments[0].type, LocalZonedTimestampType):
            return lambda value, unit, zone: compute(value, zone)
        return lambda value, unit, zone: compute(value)

    return Function(
        f"{name}_TO",
        rounding_types,
        row=calls_for(make),
        kernel=lambda call: _rounding_kernel(call, up),
        forms=(f"'{name}(<DATETIME> TO <TIME_UNIT>)'",),
        needs_zone=True,
        group="temporal",
        documented_as=(f"{name}(timepoint TO timeintervalunit)",),
    )


# Short forms ----------------------------------------------------------------------------------------------------------


def _short(name: str, unit: str, argument: str) -> Function:
    """Defines `YEAR(d)` as `EXTRACT(YEAR FROM d)`."""

    def types(arguments: Sequence[Argument]) -> Optional[Resolution]:
        if len(arguments) != 1 or _extract(unit, arguments[0].type) is None:
            return None
        return Resolution((arguments[0].type,), nullable_if(BigIntType(), [arguments[0].type]))

    def make(call: FunctionCall) -> Callable[..., int]:
        compute = _extract(unit, call.arguments[0].type)
        assert compute is not None
        if isinstance(call.arguments[0].type, LocalZonedTimestampType):
            return compute
        return lambda value, zone: compute(value)

    def kernel(call: FunctionCall) -> Optional[Kernel]:
        part, kind = _COLUMN_PARTS[unit], call.arguments[0].type
        if isinstance(kind, DateType):
            return None if unit in _UNIT_MS else lambda columns: part(columns[0])
        if isinstance(kind, LocalZonedTimestampType) or not isinstance(kind, AnyTimestampType):
            return None
        slow = by_rows(make(call), call)
        return lambda columns: part(columns[0]) if _is_from_1970(columns[0]) else slow(columns)

    return Function(
        name,
        types,
        row=calls_for(make),
        kernel=kernel,
        forms=(f"'{name}(<DATETIME>)'",),
        needs_zone=True,
        group="temporal",
        documented_as=(f"{name}({argument})",),
    )


FUNCTIONS: Final = (
    Function(
        "EXTRACT",
        _extract_types,
        row=calls_for(_extract_row),
        kernel=_extract_kernel,
        forms=(
            "'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME_INTERVAL>)'",
            "'EXTRACT(<DATETIME_INTERVAL> FROM <DATETIME>)'",
        ),
        needs_zone=True,
        group="temporal",
        documented_as=("EXTRACT(timeintervalunit FROM temporal)",),
    ),
    _short("YEAR", "YEAR", "date"),
    _short("QUARTER", "QUARTER", "date"),
    _short("MONTH", "MONTH", "date"),
    _short("WEEK", "WEEK", "date"),
    _short("DAYOFYEAR", "DOY", "date"),
    _short("DAYOFMONTH", "DAY", "date"),
    _short("DAYOFWEEK", "DOW", "date"),
    _short("HOUR", "HOUR", "timestamp"),
    _short("MINUTE", "MINUTE", "timestamp"),
    _short("SECOND", "SECOND", "timestamp"),
    _rounding("FLOOR", False),
    _rounding("CEIL", True),
)
