"""FramedCalls: aggregates and functions over the frames of sorted rows."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.errors import ValidationException
from pyrite.core.types import AnyTimestampType, DateType, DoubleType, FloatType, IntegerNumericType
from pyrite.core.types.arrow import to_arrow_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.relational.over.sorted_rows import Places, SortedRows

_FROM_EITHER_END: Final = ("COUNT", "SUM", "MIN", "MAX")
"""Functions whose result does not depend on the order of rows, except for sums of doubles."""
_DAY_MS: Final = 86_400_000


class FramedCalls:
    """A frame by distances from the current row. Negative distances are before the row; None is unbounded."""

    def __init__(self, rows: SortedRows, is_rows: bool, lower: Optional[Any], upper: Optional[Any]) -> None:
        self._rows = rows
        self._numbers = np.arange(len(rows))
        begin, end = self._by_rows(lower, upper) if is_rows else self._by_range(lower, upper)
        self._begin, self._end = begin, np.maximum(begin, end)

    def columns(self, calls: Sequence[AggregateCall]) -> list[Any]:
        """Returns the results of each call, in the order of the rows."""
        return [_FUNCTIONS.get(call.function, FramedCalls._aggregate)(self, call) for call in calls]

    # Frames -----------------------------------------------------------------------------------------------------------

    def _by_rows(self, lower: Optional[int], upper: Optional[int]) -> tuple[Places, Places]:
        rows = self._rows
        begin = rows.starts if lower is None else np.clip(self._numbers + lower, rows.starts, rows.ends)
        end = rows.ends if upper is None else np.clip(self._numbers + upper + 1, rows.starts, rows.ends)
        return begin, end

    def _by_range(self, lower: Optional[Any], upper: Optional[Any]) -> tuple[Places, Places]:
        rows = self._rows
        begin = rows.starts if lower is None else rows.peer_starts
        end = rows.ends if upper is None else rows.peer_ends
        if lower:
            begin = self._reached(lower, "left")
        if upper:
            end = self._reached(upper, "right")
        return begin, end

    def _reached(self, distance: Any, side: Any) -> Places:
        """Returns the first or last row whose value is within a distance; for NULL, its first or last peer."""
        rows = self._rows
        result = (rows.peer_starts if side == "left" else rows.peer_ends).copy()
        (sort,) = rows.sort_columns
        column = rows.batch.column(sort.place)
        is_valid = column.is_valid().to_numpy(zero_copy_only=False)
        sign = -1 if sort.is_descending else 1
        values, distance = self._numbers_of(column, sort.place, distance)
        for start in np.unique(rows.starts).tolist():
            places = np.flatnonzero(is_valid[start : rows.ends[start]]) + start
            if not len(places):
                continue
            own = np.array([sign * values[place] for place in places.tolist()])
            result[places] = places[0] + np.searchsorted(own, own + distance, side=side)
        return result

    def _numbers_of(self, column: Any, place: int, distance: Any) -> tuple[list[Any], Any]:
        """Returns the values of a column in the unit of a distance. Intervals are in milliseconds."""
        kind = self._rows.row_type.fields[place].type
        values = to_values(column, kind)
        if isinstance(kind, AnyTimestampType):
            return values, distance * 1_000_000
        if isinstance(kind, DateType):
            return [None if value is None else value * _DAY_MS for value in values], distance
        if isinstance(kind, (DoubleType, FloatType)):
            return values, float(distance)
        return values, distance

    # Aggregates -------------------------------------------------------------------------------------------------------

    def _aggregate(self, call: AggregateCall) -> Any:
        if not call.is_distinct and len(call.arguments) < 2:
            if call.function == "COUNT":
                return pa.array(self._within(self._counted(call).astype(np.int64)))
            if call.function == "SUM" and isinstance(call.result_type, IntegerNumericType):
                return self._whole_sum(call)
        return to_column(self._by_row(call), call.result_type)

    def _within(self, values: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """Returns the sums of integers in each frame. They wrap on overflow."""
        total = np.zeros(len(values) + 1, np.int64)
        with np.errstate(over="ignore"):
            np.cumsum(values, out=total[1:])
            sums: npt.NDArray[np.int64] = total[self._end] - total[self._begin]
        return sums

    def _counted(self, call: AggregateCall) -> npt.NDArray[np.bool_]:
        """Returns which rows an aggregate of one column reads."""
        batch = self._rows.batch
        counted = np.ones(len(self._rows), bool)
        for place in call.arguments:
            counted &= batch.column(place).is_valid().to_numpy(zero_copy_only=False)
        if call.filter is not None:
            counted &= batch.column(call.filter).fill_null(False).to_numpy(zero_copy_only=False)
        return counted

    def _whole_sum(self, call: AggregateCall) -> Any:
        counted = self._counted(call)
        values = self._rows.batch.column(call.arguments[0]).fill_null(0).to_numpy().astype(np.int64)
        sums = self._within(np.where(counted, values, 0))
        kind = to_arrow_type(call.result_type)
        return pa.array(sums.astype(kind.to_pandas_dtype()), mask=self._within(counted.astype(np.int64)) == 0)

    def _by_row(self, call: AggregateCall) -> list[Any]:
        """Reuses the state of a frame that only grows. Other frames are computed from their first row, as in Flink."""
        is_whole = not isinstance(call.result_type, (DoubleType, FloatType))
        if call.function in _FROM_EITHER_END and is_whole and (self._end == self._rows.ends).all():
            return self._backward(call)
        handler, rows = self._handler(call)
        results: list[Any] = []
        begun, ended, state = -1, -1, handler.create()
        for begin, end in zip(self._begin.tolist(), self._end.tolist(), strict=True):
            if (begin, end) == (begun, ended):
                results.append(results[-1])
                continue
            if begin != begun or end < ended:
                state, ended = handler.create(), begin
            for row in rows[ended:end]:
                state = handler.accumulate(state, row)
            begun, ended = begin, end
            results.append(handler.values(state)[0])
        return results

    def _backward(self, call: AggregateCall) -> list[Any]:
        """Computes frames up to the end of the partition, starting at its last row."""
        handler, rows = self._handler(call)
        results: list[Any] = []
        begun, ended, state = -1, -1, handler.create()
        for begin, end in zip(self._begin[::-1].tolist(), self._end[::-1].tolist(), strict=True):
            if (begin, end) == (begun, ended):
                results.append(results[-1])
                continue
            if end != ended:
                state, begun = handler.create(), end
            for row in reversed(rows[begin:begun]):
                state = handler.accumulate(state, row)
            begun, ended = begin, end
            results.append(handler.values(state)[0])
        return results[::-1]

    def _handler(self, call: AggregateCall) -> tuple[AggregateHandler, list[Any]]:
        handler = AggregateHandler((call,), retracts=False)
        kinds = self._rows.row_type.fields
        columns = [to_values(self._rows.batch.column(place), kinds[place].type) for place in handler.columns]
        return handler, list(zip(*columns, strict=True)) if columns else [()] * len(self._rows)

    # Functions of the position in a partition -------------------------------------------------------------------------

    def _row_number(self, call: AggregateCall) -> Any:
        return pa.array(self._numbers - self._rows.starts + 1)

    def _rank(self, call: AggregateCall) -> Any:
        return pa.array(self._rows.peer_starts - self._rows.starts + 1)

    def _dense_rank(self, call: AggregateCall) -> Any:
        counts = np.cumsum(self._rows.is_first_peer)
        return pa.array(counts - counts[self._rows.starts] + 1)

    def _percent_rank(self, call: AggregateCall) -> Any:
        others = self._rows.ends - self._rows.starts - 1
        before = self._rows.peer_starts - self._rows.starts
        return pa.array(np.where(others == 0, 0.0, before / np.maximum(others, 1)))

    def _cume_dist(self, call: AggregateCall) -> Any:
        rows = self._rows
        return pa.array((rows.peer_ends - rows.starts) / (rows.ends - rows.starts))

    def _ntile(self, call: AggregateCall) -> Any:
        """Divides rows into parts of equal size. The first parts are larger by one if necessary."""
        rows = self._rows
        parts = rows.batch.column(call.arguments[0]).to_numpy(zero_copy_only=False).astype(np.int64)
        if (parts <= 0).any():
            raise ValidationException(f"NTILE takes a number above 0, not {int(parts.min())}")
        counts, number = rows.ends - rows.starts, self._numbers - rows.starts
        size, larger = np.divmod(counts, parts)
        in_larger = number < larger * (size + 1)
        part = np.where(in_larger, number // (size + 1), larger + (number - larger * (size + 1)) // np.maximum(size, 1))
        return pa.array(part + 1).cast(to_arrow_type(call.result_type))

    def _lag(self, call: AggregateCall) -> Any:
        return self._shifted(call, -1)

    def _lead(self, call: AggregateCall) -> Any:
        return self._shifted(call, 1)

    def _shifted(self, call: AggregateCall, sign: int) -> Any:
        """Returns the value of another row of the partition, or the default outside of it."""
        rows, (value, *more) = self._rows, call.arguments
        offsets: Any = 1
        if more:
            offsets = rows.batch.column(more[0]).to_numpy(zero_copy_only=False).astype(np.int64)
        places = self._numbers + sign * offsets
        is_inside = (places >= rows.starts) & (places < rows.ends)
        moved = rows.batch.column(value).take(pa.array(places, mask=~is_inside))
        if len(more) < 2:
            return moved
        default = rows.batch.column(more[1])
        return pa.compute.if_else(pa.array(is_inside), moved, default.cast(moved.type))


_FUNCTIONS: Final[dict[str, Callable[[FramedCalls, AggregateCall], Any]]] = {
    "ROW_NUMBER": FramedCalls._row_number,
    "RANK": FramedCalls._rank,
    "DENSE_RANK": FramedCalls._dense_rank,
    "PERCENT_RANK": FramedCalls._percent_rank,
    "CUME_DIST": FramedCalls._cume_dist,
    "NTILE": FramedCalls._ntile,
    "LAG": FramedCalls._lag,
    "LEAD": FramedCalls._lead,
}
