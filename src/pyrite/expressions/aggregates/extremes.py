"""MIN and MAX."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

from pyrite.core.types import (
    AnyTimestampType,
    BooleanType,
    CharacterStringType,
    DateType,
    LogicalType,
    NumericType,
    TimeType,
)
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateFunction
from pyrite.expressions.compile.rows import compile_function
from pyrite.expressions.function import Argument, Resolution
from pyrite.expressions.map_keys import MapKeys
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference

_COMPARABLE: Final = (NumericType, BooleanType, CharacterStringType, DateType, TimeType, AnyTimestampType)


class Extreme(Accumulator):
    """MIN or MAX over inserts. The state is the value, None before the first value."""

    is_result = True

    def __init__(self, kind: LogicalType, comparison: str) -> None:
        self._kind, self._comparison = kind.not_null(), comparison
        self._is_better: Callable[[Any, Any], bool] = self._compiled()

    def _compiled(self) -> Any:
        """Compiles the comparison.

        Flink compares by SQL's operator, which differs from the sort order for some types.
        """
        columns = [FieldReference(place, f"c{place}", self._kind) for place in range(2)]
        return compile_function(resolve(self._comparison, columns), 2)

    def create(self) -> Any:
        return None

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        (value,) = arguments
        if value is None:
            return state
        return value if state is None or self._is_better(value, state) else state

    def retract(self, state: Any, *arguments: Any) -> Any:
        raise AssertionError("inserts are never retracted")

    def merge(self, state: Any, other: Any) -> Any:
        return self.accumulate(state, other)

    def value(self, state: Any) -> Any:
        return state


class RetractableExtreme(Accumulator):
    """The state is the number of occurrences of each value, and the distinct values in order."""

    def __init__(self, kind: LogicalType, place: int) -> None:
        self._keys = MapKeys(kind)
        self._place = place

    def create(self) -> Any:
        return {}, []

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return self._count(state, arguments[0], 1)

    def retract(self, state: Any, *arguments: Any) -> Any:
        return self._count(state, arguments[0], -1)

    def _count(self, state: Any, value: Any, change: int) -> Any:
        if value is not None:
            self._change(state, self._keys.encode(value), change)
        return state

    def _change(self, state: Any, key: Any, change: int) -> None:
        """Counts a value. A value that is retracted before it arrives has a negative count and is not a result."""
        counts, ordered = state
        before = counts.get(key, 0)
        after = before + change
        if after:
            counts[key] = after
        else:
            del counts[key]
        if before <= 0 < after:
            insort(ordered, key)
        elif after <= 0 < before:
            del ordered[bisect_left(ordered, key)]

    def merge(self, state: Any, other: Any) -> Any:
        for key, count in other[0].items():
            self._change(state, key, count)
        return state

    def value(self, state: Any) -> Any:
        ordered = state[1]
        return self._keys.decode(ordered[self._place]) if ordered else None


def _signature(arguments: Sequence[Argument]) -> Optional[Resolution]:
    if len(arguments) != 1 or not isinstance(arguments[0].type, _COMPARABLE):
        return None
    return Resolution((arguments[0].type,), arguments[0].type)


def _extreme(name: str, comparison: str, place: int) -> AggregateFunction:
    def accumulator(call: AggregateCall, retracts: bool) -> Accumulator:
        kind = call.argument_types[0]
        return RetractableExtreme(kind, place) if retracts else Extreme(kind, comparison)

    return AggregateFunction(name, _signature, accumulator, (f"'{name}(<COMPARABLE_TYPE>)'",), takes_distinct=False)


AGGREGATES: Final = (_extreme("MIN", "<", 0), _extreme("MAX", ">", -1))
