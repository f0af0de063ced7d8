"""RankBounds: selects the rows of a block that may be among the first of their key, by one comparison of arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.types import AnyTimestampType, DateType, DoubleType, FloatType, IntegerNumericType, LogicalType
from pyrite.operators.relational.keyed.key_columns import KeyColumns
from pyrite.operators.relational.keyed.sort_column import SortColumn

Array = npt.NDArray[Any]
Entry = Optional[tuple[Any, ...]]
_LEAST_ROWS = 64
"""Smaller blocks are not filtered."""


class RankBounds:
    """Compares the first sort column, which is a number. Rows after the last row of a full key are dropped."""

    def __init__(self, column: SortColumn, kind: LogicalType, is_only: bool, end: int) -> None:
        self._column = column
        self._end = end
        self._is_only = is_only
        self._is_float = isinstance(kind, (FloatType, DoubleType))
        self._dtype: Any = np.float64 if self._is_float else np.int64

    @staticmethod
    def of(order: Sequence[SortColumn], types: Sequence[LogicalType], end: int) -> Optional[RankBounds]:
        """Returns None if the first sort column is not a number."""
        if not order:
            return None
        kind = types[order[0].place]
        return RankBounds(order[0], kind, len(order) == 1, end) if is_number(kind) else None

    def within(self, batch: Any, keys: KeyColumns, entries: Sequence[Entry]) -> Optional[Array]:
        """Returns the positions of rows that may be among the first; None if all rows may be.

        `entries` are the keys' entries, whose first field has the rows of the key in their order.
        """
        if batch.num_rows < _LEAST_ROWS:
            return None
        column = batch.column(self._column.place)
        bounds, is_bounded = self._bounds(entries, _nanos(column))
        if not is_bounded.any():
            return None
        values = numbers_of(column, self._dtype)
        limits = bounds[keys.indices]
        is_out = values < limits if self._column.is_descending else values > limits
        if self._is_only:
            is_out |= (values == limits) & (values != 0)  # 0.0 and -0.0 are distinct bounds
        is_out &= is_bounded[keys.indices]
        if column.null_count:
            is_out &= np.asarray(column.is_valid())
        return np.flatnonzero(~is_out)

    def _bounds(self, entries: Sequence[Entry], nanos: int) -> tuple[Array, Array]:
        """Returns the last value of each full key, in the unit of the column."""
        place, end = self._column.place, self._end
        last = [None if entry is None or len(entry[0]) < end else entry[0][-1][place] for entry in entries]
        is_bounded = np.array([each is not None for each in last])
        if nanos > 1:
            last = [None if each is None else each // nanos for each in last]
        return np.array([0 if each is None else each for each in last], self._dtype), is_bounded


def is_number(kind: LogicalType) -> bool:
    """Returns whether values of a type sort as their numbers do."""
    if isinstance(kind, AnyTimestampType):
        return kind.precision <= 6  # with more digits, a time has two columns
    return isinstance(kind, (IntegerNumericType, FloatType, DoubleType, DateType))


def numbers_of(column: Any, dtype: Any) -> Array:
    """Returns the values of a column as numbers; arbitrary ones for NULL."""
    if pa.types.is_timestamp(column.type):
        column = column.cast(pa.int64())
    elif pa.types.is_date32(column.type):
        column = column.cast(pa.int32())
    filled = column.fill_null(0) if column.null_count else column
    return filled.to_numpy(zero_copy_only=False).astype(dtype, copy=False)  # type: ignore[no-any-return]


def _nanos(column: Any) -> int:
    """Returns the number of nanoseconds in a unit of a time column. Row forms are in nanoseconds."""
    if not pa.types.is_timestamp(column.type):
        return 1
    return {"s": 1_000_000_000, "ms": 1_000_000, "us": 1_000, "ns": 1}[column.type.unit]
