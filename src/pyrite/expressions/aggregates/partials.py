"""Two-phase aggregation: a local phase sends partial results of rows in columns, and a global phase merges them.

For COUNT, SUM, AVG, MIN and MAX, partial results are plain results. Other functions send their state as bytes. With
retractions, a state may lack rows that its retractions refer to: then the rows are sent and replayed.
"""

from __future__ import annotations

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

from pyrite.core.types import (
    BigIntType,
    DecimalType,
    DoubleType,
    IntegerNumericType,
    LogicalType,
    RowField,
    bytes_type,
)
from pyrite.expressions.aggregates.aggregate import Accumulator, AggregateCall, Phase

_COUNT: Final = BigIntType(nullable=False)
_BYTES: Final = bytes_type().not_null()
_UNMERGEABLE: Final = ("FIRST_VALUE", "LAST_VALUE", "JSON_ARRAYAGG")
"""Flink cannot merge these functions."""
_SIGNED: Final = ("SUM", "AVG", "MIN", "MAX")
"""Functions whose state represents retractions without preceding rows."""


@dataclass(frozen=True)
class TwoPhases:
    """The calls of a local phase, which have a column each, and the calls of the global phase over these columns."""

    local_calls: tuple[AggregateCall, ...]
    global_calls: tuple[AggregateCall, ...]
    rows: Optional[int] = None
    """The column with the number of accumulated minus retracted rows; None if rows are not counted."""

    def fields(self) -> list[RowField]:
        return [RowField(f"acc${number}", column_type(call)) for number, call in enumerate(self.local_calls)]


def column_type(call: AggregateCall) -> LogicalType:
    """Returns the result type of a call in its phase."""
    return _BYTES if call.phase in (Phase.LOCAL, Phase.RELAY) else call.result_type


def can_merge(calls: Sequence[AggregateCall]) -> bool:
    """Returns whether all calls can be computed in two phases."""
    return not any(call.function in _UNMERGEABLE for call in calls)


def two_phases(calls: Sequence[AggregateCall], retracts: bool, first: int, counts_rows: bool = False) -> TwoPhases:
    """Splits calls. Columns of the local phase are numbered from `first`. With retractions, rows are counted."""
    local: list[AggregateCall] = []
    merging = []
    for call in calls:
        own = _local_calls(call, retracts)
        places = tuple(range(first + len(local), first + len(local) + len(own)))
        local += own
        merging.append(_merging(call, own, places))
    if not retracts and not counts_rows:
        return TwoPhases(tuple(local), tuple(merging))
    rows = AggregateCall("COUNT", (), (), _COUNT)
    return TwoPhases((*local, rows), tuple(merging), first + len(local))


def increments(calls: Sequence[AggregateCall]) -> tuple[AggregateCall, ...]:
    """Returns the calls over new values, without DISTINCT since new values are distinct."""
    return tuple(replace(call, is_distinct=False) for call in calls)


def relaying(call: AggregateCall, place: int) -> AggregateCall:
    """Returns the call that merges columns of a local phase to one such column, which is at `place`."""
    if call.phase is Phase.LOCAL:
        return replace(call, arguments=(place,), filter=None, phase=Phase.RELAY)
    function = "$SUM0" if call.function == "COUNT" else call.function
    return replace(call, function=function, arguments=(place,), argument_types=(call.result_type,), filter=None)


def _local_calls(call: AggregateCall, retracts: bool) -> list[AggregateCall]:
    is_plain = not call.is_distinct or call.function in ("MIN", "MAX")
    match call.function:
        case "COUNT" | "$SUM0" if is_plain:
            return [call]
        case "SUM" | "MIN" | "MAX" if is_plain and not retracts:
            return [replace(call, result_type=call.result_type.copy(nullable=True))]
        case "AVG" if is_plain and not retracts and not isinstance(call.argument_types[0], DecimalType):
            wide: LogicalType = BigIntType() if isinstance(call.argument_types[0], IntegerNumericType) else DoubleType()
            return [
                replace(call, function="SUM", result_type=wide),
                replace(call, function="COUNT", result_type=_COUNT),
            ]
    return [replace(call, phase=Phase.LOCAL)]


def _merging(call: AggregateCall, local: list[AggregateCall], places: tuple[int, ...]) -> AggregateCall:
    merged = replace(call, arguments=places, filter=None)
    if local[0].phase is Phase.LOCAL or len(local) > 1:
        return replace(merged, phase=Phase.GLOBAL)
    if call.function == "COUNT":
        return replace(merged, function="$SUM0", argument_types=(_COUNT,))
    return merged


def in_phase(inner: Accumulator, call: AggregateCall, retracts: bool) -> Accumulator:
    """Returns the accumulator of a call in its phase. `inner` computes the whole call."""
    replays = retracts and (call.is_distinct or call.function not in _SIGNED)
    match call.phase:
        case Phase.LOCAL:
            return _Recorded() if replays else _Sent(inner)
        case Phase.GLOBAL:
            return _Replayed(inner) if replays else _Merged(inner)
        case Phase.RELAY:
            return _Relayed(_Recorded() if replays else inner)
    return inner


class _Whole(Accumulator):
    """Delegates to another accumulator."""

    def __init__(self, inner: Accumulator) -> None:
        self._inner = inner

    def create(self) -> Any:
        return self._inner.create()

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return self._inner.accumulate(state, *arguments)

    def retract(self, state: Any, *arguments: Any) -> Any:
        return self._inner.retract(state, *arguments)

    def merge(self, state: Any, other: Any) -> Any:
        return self._inner.merge(state, other)

    def value(self, state: Any) -> Any:
        return self._inner.value(state)


class _Sent(_Whole):
    """The result is the state."""

    def value(self, state: Any) -> bytes:
        return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


class _Merged(_Whole):
    """Merges states: a sum and a count for AVG, the bytes of `_Sent` for other functions."""

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        if len(arguments) == 2:
            return self._inner.merge(state, (arguments[0] or 0, arguments[1]))
        return self._inner.merge(state, pickle.loads(arguments[0]))


class _Relayed(_Sent):
    """Merges states to a state."""

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        return self._inner.merge(state, pickle.loads(arguments[0]))


class _Recorded(Accumulator):
    """The result is the rows: whether each was retracted, and its arguments."""

    def create(self) -> Any:
        return []

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        state.append((False, arguments))
        return state

    def retract(self, state: Any, *arguments: Any) -> Any:
        state.append((True, arguments))
        return state

    def merge(self, state: Any, other: Any) -> Any:
        return state + other

    def value(self, state: Any) -> bytes:
        return pickle.dumps(state, pickle.HIGHEST_PROTOCOL)


class _Replayed(_Whole):
    """Replays the rows of `_Recorded`."""

    def accumulate(self, state: Any, *arguments: Any) -> Any:
        for is_retraction, row in pickle.loads(arguments[0]):
            state = (self._inner.retract if is_retraction else self._inner.accumulate)(state, *row)
        return state
