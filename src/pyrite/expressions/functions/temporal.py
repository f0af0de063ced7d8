"""The current time, the current watermark, TIMESTAMPADD, TIMESTAMPDIFF and OVERLAPS.

`resolve` passes the session's time zone as the last, constant argument: see `Function.needs_zone`. The current time is
read for each block, or for each row if rows are computed one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

from pyrite.core.clock import SystemClock
from pyrite.core.types import (
    AnyTimestampType,
    BigIntType,
    BooleanType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    IntegerNumericType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    RowType,
    TimestampKind,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.expressions.column_forms import constant
from pyrite.expressions.function import Argument, Function, Kernel, Nulls, Resolution, calls, calls_for
from pyrite.expressions.functions.temporal_parts import DAY_MS, divided, rest
from pyrite.expressions.functions.temporal_text import unix_timestamp
from pyrite.expressions.java.calendar import add_months
from pyrite.expressions.java.time_zones import time_zone, to_local
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.result_types import BIGINT_RESULT
from pyrite.expressions.signatures import CHARACTER, nullable_if, takes
from pyrite.expressions.values import to_column

_CLOCK: Final = SystemClock()
_MONTHS: Final = {"YEAR": 12, "QUARTER": 3, "MONTH": 1}
_MS: Final = {
    "WEEK": 7 * DAY_MS,
    "DAY": DAY_MS,
    "HOUR": 3_600_000,
    "MINUTE": 60_000,
    "SECOND": 1_000,
    "MILLISECOND": 1,
}
_NANOS_PER_MS: Final = 1_000_000
_ROWTIME_KINDS: Final = ("TIMESTAMP_WITHOUT_TIME_ZONE", "TIMESTAMP_WITH_LOCAL_TIME_ZONE")


# Now ------------------------------------------------------------------------------------------------------------------


TimeAt = Callable[[int, str], int]
"""The value of a function of the current time, from milliseconds since 1970 and the session's time zone."""


def _nanos_at(now_ms: int, zone: str) -> int:
    return now_ms * _NANOS_PER_MS


def _local_ms_at(now_ms: int, zone: str) -> int:
    return to_local(time_zone(zone), now_ms // 1000) * 1000 + now_ms % 1000


AT_START: Final[dict[str, TimeAt]] = {
    "CURRENT_TIMESTAMP": _nanos_at,
    "NOW": _nanos_at,
    "LOCALTIMESTAMP": lambda now_ms, zone: _local_ms_at(now_ms, zone) * _NANOS_PER_MS,
    "CURRENT_DATE": lambda now_ms, zone: _local_ms_at(now_ms, zone) // DAY_MS,
    "CURRENT_TIME": lambda now_ms, zone: _local_ms_at(now_ms, zone) % DAY_MS,
    "LOCALTIME": lambda now_ms, zone: _local_ms_at(now_ms, zone) % DAY_MS,
}
"""Functions of the current time that have one value for a whole query in batch: the value at its start."""


def _now(name: str, kind: LogicalType, *entries: str) -> Function:
    result, time_at = kind.not_null(), AT_START.get(name, _nanos_at)

    def compute(zone: str) -> int:
        return time_at(_CLOCK.now_ms(), zone)

    def kernel(call: FunctionCall) -> Kernel:
        zone = str(constant(call, 0))
        return lambda columns: to_column([compute(zone)], result)[0]

    return Function(
        name,
        lambda arguments: None if arguments else Resolution((), result),
        row=calls(compute),
        kernel=kernel,
        forms=(f"'{name}()'",),
        is_deterministic=False,
        is_time_attribute=name == "PROCTIME",
        needs_zone=True,
        group="temporal",
        documented_as=entries,
    )


def _unix_timestamp_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if not arguments:
        return Resolution((), BigIntType(nullable=False))
    return takes(CHARACTER, CHARACTER, least=1, result=BIGINT_RESULT)(arguments)


def _unix_timestamp(*arguments: str) -> int:
    return unix_timestamp(*arguments) if len(arguments) > 1 else _CLOCK.now_ms() // 1000


# Watermarks -----------------------------------------------------------------------------------------------------------


def _watermark_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1 or _no_rowtime(arguments) is not None:
        return None
    kind = arguments[0].type
    assert isinstance(kind, AnyTimestampType)
    return Resolution((kind,), type(kind)(3))


def _no_rowtime(arguments: Sequence[Argument]) -> Optional[str]:
    if len(arguments) != 1:
        return None
    kind = arguments[0].type
    if not isinstance(kind, (TimestampType, LocalZonedTimestampType)):
        return (
            "CURRENT_WATERMARK() must be called with a single rowtime attribute argument, "
            f"but '{kind.as_summary_string()}' cannot be a time attribute."
        )
    if kind.kind is not TimestampKind.ROWTIME:
        type_text = kind.as_summary_string()
        return f"The argument of CURRENT_WATERMARK() must be a rowtime attribute, but was '{type_text}'."
    return None


# Sums of times --------------------------------------------------------------------------------------------------------


def _added(time: LogicalType, value: int, months: int, ms: int) -> int:
    """Adds months or milliseconds to a value of the type."""
    if isinstance(time, DateType):
        return add_months(value, months) if months else value + divided(ms, DAY_MS)
    if isinstance(time, TimeType):
        return (value + DAY_MS + rest(ms, DAY_MS)) % DAY_MS
    if not months:
        return value + ms * _NANOS_PER_MS
    days, below = divmod(value, DAY_MS * _NANOS_PER_MS)
    return add_months(days, months) * DAY_MS * _NANOS_PER_MS + below


def _add_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 3:
        return None
    unit, kinds = str(arguments[0].value).upper(), tuple(argument.type for argument in arguments)
    if unit not in {*_MONTHS, *_MS} or not isinstance(kinds[1], IntegerNumericType):
        return None
    if not isinstance(kinds[2], (DateType, TimeType, AnyTimestampType)):
        return None
    if isinstance(kinds[2], DateType) and unit in ("HOUR", "MINUTE", "SECOND", "MILLISECOND"):
        return Resolution(kinds, nullable_if(TimestampType(), kinds[1:]))
    return Resolution(kinds, nullable_if(kinds[2], kinds[1:]))


def _timestamp_add(call: FunctionCall) -> Callable[..., int]:
    unit, kind = str(constant(call, 0)).upper(), call.arguments[2].type
    months, ms = _MONTHS.get(unit, 0), _MS.get(unit, 0)
    if isinstance(kind, DateType) and isinstance(call.type, AnyTimestampType):
        return lambda _, amount, value: (value * DAY_MS + amount * ms) * _NANOS_PER_MS
    if months:
        return lambda _, amount, value: _added(kind, value, amount * months, 0) if amount else value
    return lambda _, amount, value: _added(kind, value, 0, amount * ms)


# Differences ----------------------------------------------------------------------------------------------------------


def months_between(later: int, earlier: int) -> int:
    """Returns the whole calendar months between two times in milliseconds."""
    (later_day, later_ms), (day, ms) = divmod(later, DAY_MS), divmod(earlier, DAY_MS)
    months = _months_between_days(later_day, day)
    return months - 1 if add_months(day, months) == later_day and later_ms < ms else months


def _months_between_days(later: int, earlier: int) -> int:
    if later < earlier:
        return -_months_between_days(earlier, later)
    months = (later - earlier) // 31
    while add_months(earlier, months) < later and add_months(earlier, months + 1) <= later:
        months += 1
    return months


def _as_ms(kind: LogicalType) -> Callable[[int], int]:
    if isinstance(kind, DateType):
        return lambda days: days * DAY_MS
    return (lambda ms: ms) if isinstance(kind, TimeType) else lambda nanos: nanos // _NANOS_PER_MS


def _difference_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 3 or str(arguments[0].value).upper() not in {*_MONTHS, *_MS}:
        return None
    kinds = tuple(argument.type for argument in arguments)
    if not all(isinstance(kind, (DateType, AnyTimestampType)) for kind in kinds[1:]):
        return None
    if len({isinstance(kind, LocalZonedTimestampType) for kind in kinds[1:]}) > 1:
        return None
    return Resolution(kinds, nullable_if(IntType(), kinds[1:]))


def _timestamp_difference(call: FunctionCall) -> Callable[..., int]:
    unit = str(constant(call, 0)).upper()
    first, second = (_as_ms(argument.type) for argument in call.arguments[1:3])
    if unit in _MONTHS:
        count = _MONTHS[unit]
        return lambda _, start, end: divided(months_between(second(end), first(start)), count)
    if unit == "WEEK":  # as in Flink, from seconds, truncated to 32 bits
        return lambda _, start, end: divided(_as_int(divided(second(end) - first(start), 1000)), 604_800)
    unit_ms = _MS[unit]
    return lambda _, start, end: _as_int(divided(second(end) - first(start), unit_ms))


def _as_int(number: int) -> int:
    return (number + (1 << 31) & (1 << 32) - 1) - (1 << 31)


def _minus_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """`(a - b) DAY`: two times, and a NULL of the interval's type."""
    if len(arguments) != 3:
        return None
    left, right, interval = (argument.type for argument in arguments)
    if not isinstance(left, (DateType, TimeType, AnyTimestampType)) or type(left) is not type(right):
        return None
    if not isinstance(interval, (YearMonthIntervalType, DayTimeIntervalType)):
        return None
    result: LogicalType = YearMonthIntervalType(YearMonthResolution.MONTH)
    if isinstance(interval, DayTimeIntervalType):
        result = DayTimeIntervalType(DayTimeResolution.SECOND, fractional_precision=3)
    return Resolution((left, right, interval), nullable_if(result, [left, right]))


def _minus(call: FunctionCall) -> Callable[..., Optional[int]]:
    first, second = (_as_ms(argument.type) for argument in call.arguments[:2])
    by_months = isinstance(call.type, YearMonthIntervalType)

    def compute(left: Optional[int], right: Optional[int], _: None) -> Optional[int]:
        if left is None or right is None:
            return None
        later, earlier = first(left), second(right)
        return months_between(later, earlier) if by_months else later - earlier

    return compute


# OVERLAPS -------------------------------------------------------------------------------------------------------------


def _period_types(arguments: Sequence[Argument]) -> Optional[Resolution]:
    """Accepts two rows, each of a time and either a time or an interval."""
    kinds = tuple(argument.type for argument in arguments)
    if len(kinds) != 2 or not all(_is_period(kind) for kind in kinds):
        return None
    fields = [field for kind in kinds for field in kind.children]
    return Resolution(kinds, nullable_if(BooleanType(), [*kinds, *fields]))


def _is_period(kind: LogicalType) -> bool:
    if not isinstance(kind, RowType) or len(kind.children) != 2:
        return False
    start, end = kind.children
    is_time = isinstance(start, (DateType, TimeType, AnyTimestampType))
    return is_time and isinstance(
        end, (DateType, TimeType, AnyTimestampType, YearMonthIntervalType, DayTimeIntervalType)
    )


def _overlaps(call: FunctionCall) -> Callable[..., Optional[bool]]:
    left, right = (_period(argument.type) for argument in call.arguments)

    def overlaps(one: Any, other: Any) -> Optional[bool]:
        if None in one or None in other:
            return None
        (start, end), (first, last) = left(*one), right(*other)
        return end >= first and last >= start

    return overlaps


def _period(kind: LogicalType) -> Callable[[int, int], tuple[int, int]]:
    """Returns a function to the start and the end of a period."""
    start, end = kind.children

    def ordered(first: int, second: int) -> tuple[int, int]:
        if isinstance(end, YearMonthIntervalType):
            second = _added(start, first, second, 0) if second else first
        elif isinstance(end, DayTimeIntervalType):
            second = _added(start, first, 0, second)
        return min(first, second), max(first, second)

    return ordered


def _temporal(name: str, types: Any, make: Any, form: str, entry: str) -> Function:
    return Function(name, types, row=calls_for(make), forms=(form,), group="temporal", documented_as=(entry,))


FUNCTIONS: Final = (
    _now("CURRENT_TIMESTAMP", LocalZonedTimestampType(3), "CURRENT_TIMESTAMP"),
    _now("NOW", LocalZonedTimestampType(3), "NOW()"),
    _now("CURRENT_ROW_TIMESTAMP", LocalZonedTimestampType(3), "CURRENT_ROW_TIMESTAMP()"),
    _now("LOCALTIMESTAMP", TimestampType(3), "LOCALTIMESTAMP"),
    _now("CURRENT_DATE", DateType(), "CURRENT_DATE"),
    _now("CURRENT_TIME", TimeType(0), "CURRENT_TIME"),
    _now("LOCALTIME", TimeType(0), "LOCALTIME"),
    _now("PROCTIME", LocalZonedTimestampType(3, TimestampKind.PROCTIME)),
    Function(
        "CURRENT_WATERMARK",
        _watermark_types,
        row=lambda call, arguments, scope: f"{scope.bind(scope.watermark)}()",
        nulls=Nulls.OWN,
        is_deterministic=False,
        forms=tuple(f"CURRENT_WATERMARK(<{kind} *ROWTIME*>)" for kind in _ROWTIME_KINDS),
        refuse=_no_rowtime,
        group="temporal",
        documented_as=("CURRENT_WATERMARK(rowtime)",),
    ),
    Function(
        "UNIX_TIMESTAMP",
        _unix_timestamp_types,
        row=calls(_unix_timestamp),
        forms=("'UNIX_TIMESTAMP()'", "'UNIX_TIMESTAMP(<CHARACTER>)'", "'UNIX_TIMESTAMP(<CHARACTER>, <CHARACTER>)'"),
        is_deterministic=False,
        needs_zone=True,
        group="temporal",
        documented_as=("UNIX_TIMESTAMP()", "UNIX_TIMESTAMP(string1[, string2])"),
    ),
    _temporal(
        "TIMESTAMPADD",
        _add_types,
        _timestamp_add,
        "'TIMESTAMPADD(<TIME_UNIT>, <INTEGER>, <DATETIME>)'",
        "TIMESTAMPADD(timeintervalunit, interval, timepoint)",
    ),
    _temporal(
        "TIMESTAMPDIFF",
        _difference_types,
        _timestamp_difference,
        "'TIMESTAMPDIFF(<TIME_UNIT>, <DATETIME>, <DATETIME>)'",
        "TIMESTAMPDIFF(timepointunit, timepoint1, timepoint2)",
    ),
    Function(
        "MINUS_DATE",
        _minus_types,
        row=calls_for(_minus),
        nulls=Nulls.OWN,
        takes_null=True,
        forms=("'(<DATETIME> - <DATETIME>) <INTERVAL>'",),
        refuse=lambda arguments: "Parameters must be of the same type",
        group="temporal",
    ),
    _temporal(
        "OVERLAPS",
        _period_types,
        _overlaps,
        "'<PERIOD> OVERLAPS <PERIOD>'",
        "(timepoint1, temporal1) OVERLAPS (timepoint2, temporal2)",
    ),
)
