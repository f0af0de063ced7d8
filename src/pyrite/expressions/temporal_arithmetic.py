"""Times and intervals in `+`, `-` and `*`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    AnyTimestampType,
    DateType,
    DayTimeIntervalType,
    IntegerNumericType,
    LogicalType,
    NumericType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.core.types.common_type import common_type
from pyrite.expressions.function import Kernel, Resolution, Scope
from pyrite.expressions.java.calendar import add_months
from pyrite.expressions.java.numbers import quotient, remainder, wrapped
from pyrite.expressions.resolved import FunctionCall
from pyrite.expressions.signatures import nullable_if

_TIMES: Final = (DateType, TimeType, AnyTimestampType)
_INTERVALS: Final = (YearMonthIntervalType, DayTimeIntervalType)
_DAY_MS: Final = 86_400_000
_NANOS_PER_MS: Final = 1_000_000


def temporal_plus(types: Sequence[LogicalType]) -> Optional[Resolution]:
    left, right = types
    if isinstance(left, _INTERVALS) and isinstance(right, _TIMES):
        return Resolution((left, right), nullable_if(right, types))
    return temporal_minus(types)


def temporal_minus(types: Sequence[LogicalType]) -> Optional[Resolution]:
    left, right = types
    if isinstance(left, _TIMES) and isinstance(right, _INTERVALS):
        return Resolution((left, right), nullable_if(left, types))
    if isinstance(left, _INTERVALS) and type(left) is type(right):
        common = common_type(types)
        assert common is not None
        return Resolution((left, right), nullable_if(common, types))
    return None


def temporal_times(types: Sequence[LogicalType]) -> Optional[Resolution]:
    left, right = types
    interval, number = (left, right) if isinstance(left, _INTERVALS) else (right, left)
    if not isinstance(interval, _INTERVALS) or not isinstance(number, NumericType):
        return None
    return Resolution((left, right), nullable_if(interval, types))


# Rows -----------------------------------------------------------------------------------------------------------------


def temporal_row(name: str, call: FunctionCall, arguments: Sequence[str], scope: Scope) -> str:
    left, right = arguments
    kinds = [argument.type for argument in call.arguments]
    if isinstance(kinds[0], _INTERVALS) and isinstance(kinds[1], _TIMES):  # an interval as the first operand
        left, right, kinds = right, left, kinds[::-1]
    if isinstance(kinds[0], _TIMES):
        amount = right if name == "+" else f"-({right})"
        return f"{scope.bind(_adder(kinds[0], kinds[1]))}({left}, {amount})"
    bits = 32 if isinstance(call.type, YearMonthIntervalType) else 64
    return f"{scope.bind(wrapped)}(int({left} {name} {right}), {bits})"


def _adder(time: LogicalType, interval: LogicalType) -> Callable[[int, int], int]:
    by_months = isinstance(interval, YearMonthIntervalType)
    if isinstance(time, DateType):
        return add_months if by_months else _add_to_date
    if isinstance(time, TimeType):
        return _same_time if by_months else _add_to_time
    assert isinstance(time, AnyTimestampType)
    if time.precision >= 3 or by_months:
        return _add_months_to_timestamp if by_months else _add_to_timestamp
    unit = 10 ** (9 - time.precision)
    return lambda nanos, ms: _add_to_timestamp(nanos, ms) // unit * unit


def _add_to_date(days: int, ms: int) -> int:
    return days + quotient(ms, _DAY_MS)


def _add_to_time(time_ms: int, ms: int) -> int:
    return (time_ms + _DAY_MS + remainder(ms, _DAY_MS)) % _DAY_MS


def _same_time(time_ms: int, months: int) -> int:
    return time_ms


def _add_to_timestamp(nanos: int, ms: int) -> int:
    return nanos + ms * _NANOS_PER_MS


def _add_months_to_timestamp(nanos: int, months: int) -> int:
    days, rest = divmod(nanos, _DAY_MS * _NANOS_PER_MS)
    return add_months(days, months) * _DAY_MS * _NANOS_PER_MS + rest


# Columns --------------------------------------------------------------------------------------------------------------


def temporal_kernel(name: str, call: FunctionCall) -> Optional[Kernel]:
    """A kernel for timestamps and intervals of milliseconds, as in watermarks, and for intervals alone."""
    kinds = [argument.type for argument in call.arguments]
    if name == "*":
        return None
    if all(isinstance(kind, IntegerNumericType | YearMonthIntervalType) for kind in kinds):
        compute = pc.add if name == "+" else pc.subtract
        return lambda columns: compute(*columns)
    if isinstance(call.type, AnyTimestampType) and call.type.precision < 3:
        return None
    if isinstance(kinds[0], DayTimeIntervalType) and isinstance(kinds[1], AnyTimestampType):
        return lambda columns: _shift(name, columns[1], columns[0])
    if isinstance(kinds[0], AnyTimestampType) and isinstance(kinds[1], DayTimeIntervalType):
        return lambda columns: _shift(name, *columns)
    return None


def _shift(name: str, times: Any, interval: Any) -> Any:
    """An interval is in milliseconds, regardless of its unit."""
    unit = times.type.unit
    per_unit = {"ms": 1, "us": 1_000, "ns": 1_000_000}[unit]
    source = interval.type.unit
    amount = interval.cast(pa.int64())
    divisor = {"s": 1, "ms": 1, "us": 1_000, "ns": 1_000_000}[source]
    factor = 1_000 if source == "s" else 1
    ms = pc.multiply(pc.divide(amount, pa.scalar(divisor, pa.int64())), pa.scalar(factor, pa.int64()))
    whole = times.cast(pa.int64())
    scaled = pc.multiply(ms, pa.scalar(per_unit, pa.int64()))
    moved = pc.add(whole, scaled) if name == "+" else pc.subtract(whole, scaled)
    return moved.cast(times.type)
