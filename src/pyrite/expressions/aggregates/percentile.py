"""PERCENTILE."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import ArrayType, DecimalType, DoubleType, IntegerNumericType, LogicalType, NumericType
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateFunction
from pyrite.expressions.function import Argument, Resolution
from pyrite.expressions.java.decimals import to_double
from pyrite.expressions.map_keys import MapKeys


class Percentile(Accumulator):
    """Exact and interpolated.

    The state is the percentages of the first row, and the number of occurrences of each value.
    """

    def __init__(self, kind: LogicalType, is_array: bool) -> None:
        self._decimal = kind if isinstance(kind, DecimalType) else None
        self._keys = MapKeys(DoubleType())
        self._is_array = is_array

    def create(self) -> Any:
        return None, {}

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        percentages = state[0]
        if percentages is None:
            percentages = self._checked(arguments[1])
        return self._count(percentages, state[1], arguments, 1)

    def retract(self, state: Any, *arguments: Any) -> Any:
        return self._count(state[0], state[1], arguments, -1)

    def _checked(self, argument: Any) -> tuple[float, ...]:
        percentages = tuple(map(float, argument)) if self._is_array else (float(argument),)
        for each in percentages:
            if not 0.0 <= each <= 1.0:
                raise ValidationException(f"Percentage of PERCENTILE should be between [0.0, 1.0], but was '{each}'.")
        return percentages

    def _count(self, percentages: Any, counts: Any, arguments: tuple[Any, ...], sign: int) -> Any:
        value, often = arguments[0], arguments[2] if len(arguments) > 2 else 1
        if value is not None and often is not None and often > 0:
            number = float(value) if self._decimal is None else to_double(value, self._decimal)
            self._change(counts, self._keys.encode(number), sign * often)
        return percentages, counts

    def _change(self, counts: Any, key: Any, change: int) -> None:
        count = counts.get(key, 0) + change
        if count:
            counts[key] = count
        else:
            del counts[key]

    def merge(self, state: Any, other: Any) -> Any:
        for key, count in other[1].items():
            self._change(state[1], key, count)
        return (other[0] if state[0] is None else state[0]), state[1]

    def value(self, state: Any) -> Any:
        percentages, counts = state
        total = sum(counts.values())
        if not percentages or total <= 0:
            return None
        ordered = [(self._keys.decode(key), counts[key]) for key in sorted(counts)]
        results = tuple(_at(ordered, each * (total - 1) + 1) for each in percentages)
        return results if self._is_array else results[0]


def _at(ordered: list[tuple[float, int]], position: float) -> float:
    """Returns the value at a position from 1 on, among values with their numbers of occurrences."""
    lower, higher = math.floor(position), math.ceil(position)
    place, seen = 0, ordered[0][1]
    while seen < lower:
        place += 1
        seen += ordered[place][1]
    if seen >= higher:
        return ordered[place][0]
    return (higher - position) * ordered[place][0] + (position - lower) * ordered[place + 1][0]


def _signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    types = [argument.type for argument in arguments]
    if len(types) not in (2, 3) or not isinstance(types[0], NumericType):
        return None
    percentage = types[1]
    percentage_type: LogicalType = DoubleType(nullable=False)
    result: LogicalType = DoubleType()
    if isinstance(percentage, ArrayType):
        percentage_type, result = ArrayType(percentage_type, nullable=False), ArrayType(DoubleType())
        if not isinstance(percentage.element_type, NumericType) or percentage.element_type.nullable:
            return None
    elif not isinstance(percentage, NumericType) or not _may_be_percentage(arguments[1]):
        return None
    if percentage.nullable:
        return None
    if len(types) == 3 and not isinstance(types[2], IntegerNumericType):
        return None
    return Resolution((types[0], percentage_type, *types[2:]), result)


def _may_be_percentage(argument: Argument) -> bool:
    return not argument.is_literal or (argument.value is not None and 0 <= argument.value <= 1)


def _percentile(call: AggregateCall, retracts: bool) -> Accumulator:
    return Percentile(call.argument_types[0], isinstance(call.argument_types[1], ArrayType))


_PERCENTAGE: Final = "percentage [<NUMERIC NOT NULL> | ARRAY<NUMERIC NOT NULL> NOT NULL]"
_FORMS: Final = (
    f"PERCENTILE(expr <NUMERIC>, {_PERCENTAGE})",
    f"PERCENTILE(expr <NUMERIC>, {_PERCENTAGE}, frequency <INTEGER_NUMERIC>)",
)

AGGREGATES: Final = (AggregateFunction("PERCENTILE", _signature, _percentile, _FORMS),)
