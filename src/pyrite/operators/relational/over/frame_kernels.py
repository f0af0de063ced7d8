"""FrameKernels: COUNT, SUM, AVG, MIN and MAX over frames of consecutive rows, for a whole block at once.

Results and states are identical to adding and retracting row by row, doubles bit for bit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.types import BooleanType, DoubleType, IntegerNumericType, LogicalType
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.aggregates.aggregate import AggregateCall, Phase
from pyrite.expressions.aggregates.handler import State
from pyrite.expressions.map_keys import MapKeys
from pyrite.operators.relational.aggregate.block_aggregate import InexactError

Places = npt.NDArray[np.int64]
Column = tuple[npt.NDArray[Any], npt.NDArray[np.bool_]]
"""Values, and which of them are not NULL."""


@dataclass(frozen=True)
class Frames:
    """The frames of a block, over rows by key: for each key its earlier rows, then its rows in the block, in order.

    A frame has the rows from `begin` up to but excluding `end`. Both increase within a key.
    """

    key: Places
    """The key of each frame. Keys are numbered from 0."""
    begin: Places
    end: Places
    first: Places
    """The first row of each key."""
    earlier: Places
    """The number of earlier rows of each key."""

    @property
    def last(self) -> Places:
        """The last frame of each key."""
        return np.append(np.flatnonzero(self.key[1:] != self.key[:-1]), len(self.key) - 1)


def takes(calls: Sequence[AggregateCall], columns: Sequence[LogicalType]) -> bool:
    """Returns whether all calls are supported, for columns of these types."""
    return all(isinstance(kind, (IntegerNumericType, DoubleType, BooleanType)) for kind in columns) and all(
        call.function in _KERNELS
        and not (call.is_distinct or call.option)
        and call.phase is Phase.WHOLE
        and len(call.arguments) <= 1
        and (call.function == "COUNT" or isinstance(call.argument_types[0], (IntegerNumericType, DoubleType)))
        for call in calls
    )


class FrameKernels:
    """The calls of an operator, and the columns of its input that they read.

    With `leaves_out`, the states of MIN and MAX are None, since they are expensive.
    """

    def __init__(self, calls: Sequence[AggregateCall], columns: Sequence[int], leaves_out: bool = False) -> None:
        self._calls = calls
        self.leaves_out = leaves_out and any(call.function in ("MIN", "MAX") for call in calls)
        self._places = {column: place for place, column in enumerate(columns)}

    def run(
        self, frames: Frames, columns: Sequence[Column], before: Sequence[Optional[State]]
    ) -> tuple[list[Any], list[State]]:
        """Returns the results of each call in each frame, and the states of the keys after their last frame.

        Raises InexactError for doubles whose order depends on more than their values.
        """
        size = int(frames.end[-1])
        results, states = [], [(frames.end - frames.begin)[frames.last].tolist()]
        for number, call in enumerate(self._calls, 1):
            values, counts = self._argument(call, columns, size)
            totals = np.concatenate(([0], np.cumsum(counts)))
            n = totals[frames.end] - totals[frames.begin]
            former = [None if state is None else state[number] for state in before]
            result, state = _KERNELS[call.function](call, frames, values, counts, n, former)
            results.append(result)
            if state is None:
                state = [None] * len(before) if self.leaves_out else _occurrences(call, frames, values, counts)
            states.append(state)
        return results, list(zip(*states, strict=True))

    def _argument(self, call: AggregateCall, columns: Sequence[Column], size: int) -> Column:
        """Returns the values of a call's argument, and which rows count."""
        counts = np.ones(size, np.bool_)
        if call.filter is not None:
            conditions, valid = columns[self._places[call.filter]]
            counts &= conditions.astype(np.bool_) & valid
        if not call.arguments:
            return counts, counts
        values, valid = columns[self._places[call.arguments[0]]]
        return values, counts & valid


def _count(
    call: AggregateCall, frames: Frames, values: Any, counts: Any, n: Places, before: list[Any]
) -> tuple[Any, list[Any]]:
    return pa.array(n), n[frames.last].tolist()


def _totals(call: AggregateCall, frames: Frames, values: Any, counts: Any, before: list[Any], zero: float) -> Any:
    """Returns the sums of frames. Integers wrap at 64 bits; doubles are added in the order of changes."""
    if isinstance(call.argument_types[0], IntegerNumericType):
        with np.errstate(over="ignore"):
            sums = np.concatenate(([0], np.cumsum(np.where(counts, values, 0).astype(np.int64))))
            return sums[frames.end] - sums[frames.begin]
    starts = [zero if state is None or state[0] is None else state[0] for state in before]
    return _running_totals(frames, values, counts, np.array(starts, np.float64))


def _sum(
    call: AggregateCall, frames: Frames, values: Any, counts: Any, n: Places, before: list[Any]
) -> tuple[Any, list[Any]]:
    totals = _totals(call, frames, values, counts, before, -0.0)  # adding -0.0 changes no double
    result = totals.astype(to_arrow_type(call.result_type).to_pandas_dtype())
    last, lasting = frames.last, (frames.first, frames.end[frames.last])
    seen = np.concatenate(([0], np.cumsum(counts)))
    has_values = seen[lasting[1]] > seen[lasting[0]]
    states = [
        (total if some or (state is not None and state[0] is not None) else None, number)
        for total, number, some, state in zip(
            result[last].tolist(), n[last].tolist(), has_values.tolist(), before, strict=True
        )
    ]
    return pa.array(result, mask=n == 0), states


def _average(
    call: AggregateCall, frames: Frames, values: Any, counts: Any, n: Places, before: list[Any]
) -> tuple[Any, list[Any]]:
    totals = _totals(call, frames, values, counts, before, 0.0)
    divisor = np.maximum(n, 1)
    if totals.dtype == np.float64:
        with np.errstate(all="ignore"):
            result = totals / divisor
    else:
        result = totals // divisor
        result += (totals < 0) & (totals % divisor != 0)  # round toward zero
        result = result.astype(to_arrow_type(call.result_type).to_pandas_dtype())
    last = frames.last
    return pa.array(result, mask=n == 0), list(zip(totals[last].tolist(), n[last].tolist(), strict=True))


def _extreme(
    call: AggregateCall, frames: Frames, values: Any, counts: Any, n: Places, before: list[Any]
) -> tuple[Any, None]:
    is_least = call.function == "MIN"
    if values.dtype == np.float64:
        if np.isnan(values).any() or ((values == 0) & np.signbit(values)).any():
            raise InexactError
        worst: Any = np.inf if is_least else -np.inf
    else:
        limits = np.iinfo(values.dtype)
        worst = limits.max if is_least else limits.min
    best = _best(np.where(counts, values, worst), frames.begin, frames.end, np.minimum if is_least else np.maximum)
    return pa.array(best, mask=n == 0), None


def _occurrences(call: AggregateCall, frames: Frames, values: Any, counts: Any) -> list[Any]:
    """Returns the states of an extreme: the number of occurrences of each value, and the values in order."""
    encode = MapKeys(call.argument_types[0]).encode
    begins, ends = frames.begin[frames.last].tolist(), frames.end[frames.last].tolist()
    states = []
    for begin, end in zip(begins, ends, strict=True):
        own = Counter(map(encode, values[begin:end][counts[begin:end]].tolist()))
        states.append((dict(own), sorted(own)))
    return states


def _best(values: npt.NDArray[Any], begin: Places, end: Places, better: Any) -> npt.NDArray[Any]:
    """Returns the best value of each frame, from two overlapping ranges whose length is a power of two."""
    lengths = end - begin
    results = np.empty(len(begin), values.dtype)
    width, best_up_to = 1, values  # best_up_to[p] is the best of the `width` values up to p
    while True:
        own = np.flatnonzero((lengths >= width) & (lengths < 2 * width))
        results[own] = better(best_up_to[end[own] - 1], best_up_to[begin[own] + width - 1])
        if lengths.max() < 2 * width:
            return results
        wider = best_up_to.copy()
        wider[width:] = better(best_up_to[width:], best_up_to[:-width])
        width, best_up_to = 2 * width, wider


def _running_totals(frames: Frames, values: Any, counts: Any, starts: npt.NDArray[np.float64]) -> Any:
    """Returns the total of each frame. Values that leave it are subtracted before new values are added, one by one."""
    is_first = np.append(True, frames.key[1:] != frames.key[:-1])
    came_from = np.where(is_first, (frames.first + frames.earlier)[frames.key], np.roll(frames.end, 1))
    left_from = np.where(is_first, frames.first[frames.key], np.roll(frames.begin, 1))
    coming, to_frame = _ranges(came_from, frames.end)
    leaving, from_frame = _ranges(left_from, frames.begin)
    rows, of_frame = np.append(leaving, coming), np.append(from_frame, to_frame)
    signed = np.append(-values[leaving], values[coming])
    steps = np.where(counts[rows], signed, -0.0)  # NULL adds nothing
    order = np.lexsort((rows, np.append(2 * from_frame, 2 * to_frame + 1)))
    of_frame = of_frame[order]
    lengths = np.bincount(frames.key[of_frame], minlength=len(starts))
    totals = _accumulated(steps[order], lengths, starts)
    return totals[np.cumsum(np.bincount(of_frame, minlength=len(frames.key))) - 1]


def _ranges(begin: Places, end: Places) -> tuple[Places, Places]:
    """Returns the numbers from each begin up to its end, and the index of the range of each number."""
    lengths = end - begin
    which = np.repeat(np.arange(len(begin)), lengths)
    offsets = np.arange(len(which)) - np.repeat(np.cumsum(lengths) - lengths, lengths)
    return begin[which] + offsets, which


def _accumulated(values: npt.NDArray[np.float64], lengths: Places, starts: npt.NDArray[np.float64]) -> Any:
    """Returns running sums of values by key, from each key's start: key by key, or step by step for many keys."""
    firsts = np.cumsum(lengths) - lengths
    sums = np.empty(len(values))
    with np.errstate(all="ignore"):
        if len(lengths) <= lengths.max():
            for first, length, start in zip(firsts.tolist(), lengths.tolist(), starts.tolist(), strict=True):
                sums[first : first + length] = np.add.accumulate(np.append(start, values[first : first + length]))[1:]
            return sums
        longest = np.argsort(-lengths, kind="stable")
        ordered, totals = lengths[longest], starts[longest]
        for step in range(int(ordered[0])):
            open_ones = int(np.searchsorted(-ordered, -step))
            places = firsts[longest[:open_ones]] + step
            totals[:open_ones] += values[places]
            sums[places] = totals[:open_ones]
    return sums


_KERNELS = {"COUNT": _count, "SUM": _sum, "AVG": _average, "MIN": _extreme, "MAX": _extreme}
