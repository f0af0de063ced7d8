"""BlockAggregate: adds a block of rows to the states of its groups with numpy, with the same results as row by row.

Supports COUNT, SUM, AVG, MIN and MAX of integers and doubles, over inserts. Doubles are added in the order of the rows.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Optional

import numpy as np
import numpy.typing as npt

from pyrite.core.state_key import StateKey
from pyrite.core.types import BigIntType, DoubleType, IntegerNumericType, LogicalType
from pyrite.expressions.aggregates.aggregate import AggregateCall, Phase
from pyrite.expressions.aggregates.handler import ROWS, State, accumulator_of

Indices = npt.NDArray[np.int64]
Array = npt.NDArray[Any]


class InexactError(Exception):
    """The block contains values for which numpy's order or sum differs: its rows must be added one by one."""


class _Totals(ABC):
    """Adds a column to the state of one aggregate, for all groups."""

    @abstractmethod
    def add(self, before: list[Any], values: Array, groups: Indices, counts: Indices) -> Sequence[Any]:
        """Returns the updated states.

        `before` has None for new groups; `counts` has the number of values for each group.
        """

    def merged(self, states: list[Any], groups: Indices, size: int) -> Sequence[Any]:
        """Merges partial states of groups and returns the results. The default adds them up."""
        missing = None in states
        own = groups if not missing else groups[np.array([state is not None for state in states], bool)]
        values = np.array([state for state in states if state is not None] if missing else states)
        return self.add([None] * size, values, own, np.bincount(own, minlength=size))


class _Count(_Totals):
    def add(self, before: list[Any], values: Array, groups: Indices, counts: Indices) -> Sequence[Any]:
        return [count + (state or 0) for state, count in zip(before, counts.tolist(), strict=True)]

    def merged(self, states: list[Any], groups: Indices, size: int) -> Sequence[Any]:
        sums = np.zeros(size, np.int64)
        np.add.at(sums, groups, np.array(states, np.int64))
        return list(sums.tolist())


class _Sum(_Totals):
    """Integers wrap at 64 bits and finally at the bits of the result, which equals wrapping at each step."""

    def __init__(self, kind: LogicalType) -> None:
        self._bits = kind.bits if isinstance(kind, IntegerNumericType) else 0

    def add(self, before: list[Any], values: Array, groups: Indices, counts: Indices) -> Sequence[Any]:
        start = 0 if self._bits else -0.0  # adding -0.0 changes no double
        sums = np.array([start if state is None else state for state in before], np.int64 if self._bits else np.float64)
        with np.errstate(all="ignore"):
            np.add.at(sums, groups, values.astype(sums.dtype, copy=False))
        if 0 < self._bits < 64:
            sums = sums.astype(f"i{self._bits // 8}")
        return [
            state if not count else total
            for state, total, count in zip(before, sums.tolist(), counts.tolist(), strict=True)
        ]


class _SumFromZero(_Totals):
    """$SUM0, for counts."""

    def add(self, before: list[Any], values: Array, groups: Indices, counts: Indices) -> Sequence[Any]:
        sums = np.array([0 if state is None else state for state in before], np.int64)
        np.add.at(sums, groups, values)
        return list(sums.tolist())


class _Average(_Totals):
    def __init__(self, call: AggregateCall) -> None:
        self._type = np.int64 if isinstance(call.argument_types[0], IntegerNumericType) else np.float64
        self._value = accumulator_of(call, retracts=False).value

    def add(self, before: list[Any], values: Array, groups: Indices, counts: Indices) -> Sequence[Any]:
        sums = np.array([0 if state is None else state[0] for state in before], self._type)
        with np.errstate(all="ignore"):
            np.add.at(sums, groups, values.astype(sums.dtype, copy=False))
        counts_before = (0 if state is None else state[1] for state in before)
        return [
            (total, n + count) for total, n, count in zip(sums.tolist(), counts_before, counts.tolist(), strict=True)
        ]

    def merged(self, states: list[Any], groups: Indices, size: int) -> Sequence[Any]:
        values, numbers = zip(*states, strict=True)
        counts = np.zeros(size, np.int64)
        np.add.at(counts, groups, np.array(numbers, np.int64))
        sums = self.add([None] * size, np.array(values, self._type), groups, counts)
        return [self._value(state) for state in sums]


class _Extreme(_Totals):
    def __init__(self, kind: LogicalType, is_least: bool) -> None:
        self._is_integer = isinstance(kind, IntegerNumericType)
        self._is_least = is_least

    def add(self, before: list[Any], values: Array, groups: Indices, counts: Indices) -> Sequence[Any]:
        worst: Any = np.inf if self._is_least else -np.inf
        if self._is_integer:
            limits = np.iinfo(np.int64)
            worst = limits.max if self._is_least else limits.min
        kind = np.int64 if self._is_integer else np.float64
        best = np.array([worst if state is None else state for state in before], kind)
        if not self._is_integer and (_is_odd(values) or _is_odd(best)):
            raise InexactError
        (np.minimum if self._is_least else np.maximum).at(best, groups, values.astype(kind, copy=False))
        return [
            None if state is None and not count else value
            for state, value, count in zip(before, best.tolist(), counts.tolist(), strict=True)
        ]


def _is_odd(values: Array) -> bool:
    """Returns whether there is a NaN or a -0.0: then the winner of two equal values depends on their order."""
    return bool(np.isnan(values).any() or ((values == 0) & np.signbit(values)).any())


def _totals_of(call: AggregateCall) -> Optional[_Totals]:
    if call.is_distinct or call.option:
        return None
    if call.function == "COUNT" and len(call.arguments) <= 1:
        return _Count()
    kind = call.argument_types[0] if call.argument_types else None
    if not isinstance(kind, (IntegerNumericType, DoubleType)):
        return None
    match call.function:
        case "$SUM0" if isinstance(call.result_type, BigIntType):
            return _SumFromZero()
        case "SUM":
            return _Sum(call.result_type)
        case "AVG":
            return _Average(call)
        case "MIN" | "MAX":
            return _Extreme(kind, call.function == "MIN")
    return None


class BlockAggregate:
    """All aggregates of an operator."""

    def __init__(self, steps: Sequence[tuple[AggregateCall, _Totals]], rows: Optional[int] = None) -> None:
        self._steps = steps
        self._rows = rows

    @staticmethod
    def of(calls: Sequence[AggregateCall], rows: Optional[int] = None) -> Optional[BlockAggregate]:
        """Returns None if an aggregate is not supported.

        `rows` is the column with the number of rows that a row stands for.
        """
        totals = [_totals_of(call) for call in calls]
        if None in totals:
            return None
        steps = [(call, each) for call, each in zip(calls, totals, strict=True) if each is not None]
        return BlockAggregate(steps, rows)

    def add(self, batch: Any, places: Indices, groups: Indices, before: list[Optional[State]]) -> list[State]:
        """Adds the rows at `places` to the states of their groups. `groups` has the group of each row."""
        columns = []
        for place, (call, totals) in enumerate(self._steps, 1):
            values, own = _argument(batch, call, places, groups)
            counts = _counts(batch, call, places, own, len(before))
            former = [None if state is None else state[place] for state in before]
            columns.append(totals.add(former, values, own, counts))
        rows = np.zeros(len(before), np.int64)
        np.add.at(rows, groups, 1 if self._rows is None else batch.column(self._rows).to_numpy()[places])
        numbers = [n + (0 if state is None else state[ROWS]) for n, state in zip(rows.tolist(), before, strict=True)]
        return list(zip(numbers, *columns, strict=True))

    def merged(self, tables: Sequence[Mapping[StateKey, State]]) -> tuple[list[StateKey], list[Sequence[Any]]]:
        """Merges tables of states. Returns their keys, and the results of each key."""
        numbers: dict[StateKey, int] = {}
        groups = np.array([numbers.setdefault(key, len(numbers)) for table in tables for key in table], np.int64)
        states = [state for table in tables for state in table.values()]
        columns = [
            totals.merged([state[place] for state in states], groups, len(numbers))  # faster than zip for many states
            for place, (_, totals) in enumerate(self._steps, 1)
        ]
        return list(numbers), columns


def _counts(batch: Any, call: AggregateCall, places: Indices, groups: Indices, size: int) -> Indices:
    """Returns the number of values for each group. In a global phase, AVG reads it from a column."""
    if call.phase is not Phase.GLOBAL:
        return np.bincount(groups, minlength=size)
    counts = np.zeros(size, np.int64)
    own = batch.column(call.arguments[1]).to_numpy()[places]
    np.add.at(counts, groups, own[own > 0])
    return counts


def _argument(batch: Any, call: AggregateCall, places: Indices, groups: Indices) -> tuple[Array, Indices]:
    """Returns the values to aggregate, in the order of the rows, with their groups."""
    counts: Optional[npt.NDArray[np.bool_]] = None
    if call.filter is not None:
        counts = batch.column(call.filter).fill_null(False).to_numpy(zero_copy_only=False)[places]
    if not call.arguments:
        selected = groups if counts is None else groups[counts]
        return selected, selected
    column = batch.column(call.arguments[0])
    if column.null_count:
        valid = column.is_valid().to_numpy(zero_copy_only=False)[places]
        counts = valid if counts is None else counts & valid
        if call.function != "COUNT":
            column = column.fill_null(0)
    values = groups if call.function == "COUNT" else column.to_numpy(zero_copy_only=False)[places]
    return (values, groups) if counts is None else (values[counts], groups[counts])
