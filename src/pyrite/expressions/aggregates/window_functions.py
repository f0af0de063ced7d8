"""Functions that exist only in OVER windows, as accumulators over rows in the order of the window."""

from __future__ import annotations

from typing import Any, Final

from pyrite.core.errors import ValidationException
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, AggregateCatalog, AggregateFunction


class _Ordered(Accumulator):
    """The base class of functions that depend on the order of rows. Rows are only appended."""

    def retract(self, state: Any, *arguments: Any) -> Any:
        raise AssertionError("rows of the window are never retracted")

    def merge(self, state: Any, other: Any) -> Any:
        raise AssertionError("functions of the order are never merged")


class RowNumber(_Ordered):
    """The state is the number of rows."""

    def create(self) -> Any:
        return 0

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return state + 1

    def value(self, state: Any) -> Any:
        return state


class Rank(_Ordered):
    """The state is the rank, the number of rows, and the sort values of the last row."""

    def __init__(self, is_dense: bool) -> None:
        self._is_dense = is_dense

    def create(self) -> Any:
        return 0, 0, None

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        rank, count, last = state
        count += 1
        if count == 1 or arguments != last:
            rank = rank + 1 if self._is_dense else count
        return rank, count, arguments

    def value(self, state: Any) -> Any:
        return state[0]


class Lag(_Ordered):
    """LAG(value, offset, default). The state is the last values, as many as needed, with the offset and the default."""

    def create(self) -> Any:
        return (), 1, None

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        offset = arguments[1] if len(arguments) > 1 else 1
        if offset < 0:
            raise ValidationException(f"Offset({offset}) should be positive.")
        values = (*state[0], arguments[0])[-offset - 1 :]
        return values, offset, arguments[2] if len(arguments) > 2 else None

    def value(self, state: Any) -> Any:
        values, offset, default = state
        return values[0] if len(values) > offset else default


def _none(*arguments: Any) -> None:
    """A placeholder: the binder determines the types of these functions."""


def _function(name: str, make: Any) -> AggregateFunction:
    def accumulator(call: AggregateCall, retracts: bool) -> Accumulator:
        instance: Accumulator = make()
        return instance

    return AggregateFunction(name, _none, accumulator, takes_distinct=False, is_ordered=True)


WINDOW_FUNCTIONS: Final = AggregateCatalog(
    (
        _function("ROW_NUMBER", RowNumber),
        _function("RANK", lambda: Rank(is_dense=False)),
        _function("DENSE_RANK", lambda: Rank(is_dense=True)),
        _function("LAG", Lag),
    )
)
"""The functions in streaming. Batch computes them from the positions of rows."""
