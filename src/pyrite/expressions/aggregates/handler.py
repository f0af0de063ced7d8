"""AggregateHandler: all aggregates of an operator, for one group of rows at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.core.types import DoubleType, FloatType
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall
from pyrite.expressions.aggregates.distinct import Distinct
from pyrite.expressions.aggregates.partials import in_phase
from pyrite.expressions.aggregates.window_functions import WINDOW_FUNCTIONS
from pyrite.expressions.failed_values import FailedValues, note_values
from pyrite.expressions.row_identity import RowIdentity

State = tuple[Any, ...]
"""The number of rows in the group, then the state of each call."""
ROWS: Final = 0


class AggregateHandler:
    """Computes calls. With `retracts`, rows may be retracted.

    `accumulate` and `retract` read the values of `columns` in a row, and return the new state; the previous state is
    not used again. In a global phase, the column `rows` has the number of rows that a row stands for.
    """

    def __init__(self, calls: Sequence[AggregateCall], retracts: bool, rows: Optional[int] = None) -> None:
        self._calls = calls
        columns = {place for call in calls for place in (*call.arguments, call.filter)} | {rows}
        self.columns = sorted(place for place in columns if place is not None)
        places = {column: place for place, column in enumerate(self.columns)}
        self._rows = None if rows is None else places[rows]
        self._accumulators = [accumulator_of(call, retracts) for call in calls]
        self._steps = [
            (
                accumulator,
                tuple(places[a] for a in call.arguments),
                None if call.filter is None else places[call.filter],
            )
            for accumulator, call in zip(self._accumulators, calls, strict=True)
        ]
        self._identity = RowIdentity([call.result_type for call in calls])
        self._floats = [
            place for place, call in enumerate(calls) if isinstance(call.result_type, (FloatType, DoubleType))
        ]

    def create(self) -> State:
        return (0, *(accumulator.create() for accumulator in self._accumulators))

    def accumulate(self, state: State, row: Sequence[Any]) -> State:
        after = [state[0] + (1 if self._rows is None else row[self._rows])]
        try:
            for before, (accumulator, places, filtered) in zip(state[1:], self._steps, strict=True):
                if filtered is not None and row[filtered] is not True:
                    after.append(before)
                else:
                    after.append(accumulator.accumulate(before, *[row[place] for place in places]))
        except Exception as error:
            self._note(error, len(after) - 1, row)
            raise
        return tuple(after)

    def retract(self, state: State, row: Sequence[Any]) -> State:
        after = [state[0] - 1]
        try:
            for before, (accumulator, places, filtered) in zip(state[1:], self._steps, strict=True):
                if filtered is not None and row[filtered] is not True:
                    after.append(before)
                else:
                    after.append(accumulator.retract(before, *[row[place] for place in places]))
        except Exception as error:
            self._note(error, len(after) - 1, row)
            raise
        return tuple(after)

    def _note(self, error: Exception, call: int, row: Optional[Sequence[Any]] = None) -> None:
        """Attaches the failed call to the error, with the values that it read, if known."""
        values = {} if row is None else dict(zip(self.columns, row, strict=True))
        note_values(error, FailedValues(values, call=self._calls[call]))

    def merge(self, state: State, other: State) -> State:
        pairs = zip(self._accumulators, state[1:], other[1:], strict=True)
        return (state[0] + other[0], *(accumulator.merge(mine, theirs) for accumulator, mine, theirs in pairs))

    def completed(self, state: State, rows: Sequence[Sequence[Any]]) -> State:
        """Computes the states of aggregates that are None, from the rows of the group."""
        parts = []
        for before, (accumulator, places, filtered) in zip(state[1:], self._steps, strict=True):
            inner_state = accumulator.create() if before is None else before
            for row in rows if before is None else ():
                if filtered is None or row[filtered] is True:
                    inner_state = accumulator.accumulate(inner_state, *[row[place] for place in places])
            parts.append(inner_state)
        return (state[0], *parts)

    def values(self, state: State) -> tuple[Any, ...]:
        """Returns the results."""
        results: list[Any] = []
        try:
            for accumulator, each in zip(self._accumulators, state[1:], strict=True):
                results.append(accumulator.value(each))
        except Exception as error:
            self._note(error, len(results))
            raise
        return tuple(results)

    def columns_of(self, states: Sequence[State]) -> list[Sequence[Any]]:
        """Returns the results of several groups, as a column for each aggregate."""
        columns = list(zip(*states, strict=True))[1:]
        return [
            column if accumulator.is_result else list(map(accumulator.value, column))
            for accumulator, column in zip(self._accumulators, columns, strict=True)
        ]

    def are_same(self, before: tuple[Any, ...], after: tuple[Any, ...]) -> bool:
        """Returns whether a change can be omitted. As in Flink, NaN differs from NaN.

        Unlike in Flink, 0.0 differs from -0.0: otherwise a receiver of one of them could not match the retraction of
        the other.
        """
        if before != after or not all(after[place] == after[place] for place in self._floats):
            return False
        return self._identity.are_same(before, after)


def accumulator_of(call: AggregateCall, retracts: bool) -> Accumulator:
    """Creates the accumulator of a call."""
    function = AGGREGATES.get(call.function) or WINDOW_FUNCTIONS[call.function]
    inner = function.accumulator(call, retracts)
    if call.is_distinct and function.takes_distinct:
        inner = Distinct(inner, call.argument_types)
    return in_phase(inner, call, retracts)


def is_mutable(state: Any) -> bool:
    """Returns whether a state may be updated in place, so that it must be copied to be merged more than once."""
    if isinstance(state, tuple):
        return any(map(is_mutable, state))
    return isinstance(state, (dict, list, set))
