"""LocalRank: drops rows that cannot be among the first of their key, before they are sent to the subtask of the key.

A row is dropped if as many rows of its key as are ranked went the same way before it and precede it in the order: the
receiver gets those first and would ignore the row. Results do not change, only the number of rows that are sent. Only
for inserts without a time to live: after rows expire, the receiver may need the row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import DoubleType, FloatType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.operator import Operator
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank.key_slots import KeySlots
from pyrite.operators.relational.rank.rank_bounds import is_number, numbers_of
from pyrite.state.column_keys import Indices

MOST_RANKS: Final = 100
"""With more ranks, no bound is kept."""
_LEAST_ROWS: Final = 64
"""Smaller blocks pass through."""
_LONGEST_REST: Final = 16
"""The maximum number of blocks that pass through after a block of which less than half was dropped."""
Array = npt.NDArray[Any]


@dataclass(frozen=True)
class LocalRankSpec(OperatorSpec):
    """Keeps the first `end` rows of each key, the columns of `partition`.

    Without sort columns, in the order of arrival.
    """

    kind = "LocalRank"
    is_in_ids = False  # it is not used with a time to live
    partition: tuple[int, ...]
    order: tuple[SortColumn, ...]
    end: int
    input: RowType

    @property
    def description(self) -> str:
        names = self.input.names
        keys, order = ([names[place] for place in places] for places in (self.partition, [o.place for o in self.order]))
        return f"LocalRank(partitionBy=[{', '.join(keys)}], orderBy=[{', '.join(order)}], rows=[{self.end}])"

    @staticmethod
    def of(
        partition: tuple[int, ...], order: tuple[SortColumn, ...], end: int, rows: RowType
    ) -> Optional[LocalRankSpec]:
        """Returns None if no bound can be kept: the first sort column is not a number, or too many rows are ranked."""
        if end > MOST_RANKS or (order and not is_number(rows.children[order[0].place])):
            return None
        return LocalRankSpec(partition, order, end, rows)

    def build(self) -> LocalRankOperator:
        return LocalRankOperator(self)


class LocalRankOperator(Operator):
    """Its knowledge of keys is in no snapshot: after a restore, more rows are sent.

    It pauses for one block if less than half of a block was dropped, and for twice as many blocks each time this
    repeats.
    """

    def __init__(self, spec: LocalRankSpec) -> None:
        names, types = spec.input.names, to_arrow_schema(spec.input).types
        self._places = KeySlots([names[place] for place in spec.partition], [types[place] for place in spec.partition])
        self._sent: _Counts | _Bests = _Bests(spec) if spec.order else _Counts(spec.end)
        self._rest = self._off_for = 0

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        if self._off_for or batch.num_rows < _LEAST_ROWS or block.change_kinds is not None:
            self._off_for = max(0, self._off_for - 1)
            self.output.emit(block)
            return
        places, is_forgotten = self._places.of_rows(batch)
        if is_forgotten:
            self._sent.forget()
        is_in = self._sent.passes(batch, places)
        count = int(np.count_nonzero(is_in))
        self._rest = min(max(1, 2 * self._rest), _LONGEST_REST) if 2 * count > batch.num_rows else 0
        self._off_for = self._rest
        if count:
            self.output.emit(block if count == batch.num_rows else ColumnBlock(batch.filter(pa.array(is_in))))


class _Counts:
    """The number of rows of each key that were sent."""

    def __init__(self, end: int) -> None:
        self._end = end
        self.forget()

    def forget(self) -> None:
        self._counts = np.zeros(0, np.int64)

    def passes(self, batch: Any, places: Indices) -> Array:
        self._counts = _grown(self._counts, places, 0)
        is_in: Array = self._counts[places] < self._end
        if is_in.any():
            np.add.at(self._counts, places[is_in], 1)
        return is_in


class _Bests:
    """The best values of each key that were sent, in descending order, by the first sort column."""

    def __init__(self, spec: LocalRankSpec) -> None:
        self._column = spec.order[0]
        self._is_only = len(spec.order) == 1
        self._end = spec.end
        self._is_float = isinstance(spec.input.children[self._column.place], (FloatType, DoubleType))
        self._dtype: Any = np.float64 if self._is_float else np.int64
        self._worst: Any = np.inf if self._is_float else np.iinfo(np.int64).max
        self.forget()

    def forget(self) -> None:
        self._bests = np.zeros((0, self._end), self._dtype)

    def passes(self, batch: Any, places: Indices) -> Array:
        self._bests = _grown(self._bests, places, self._worst)
        column = batch.column(self._column.place)
        values = self._turned(numbers_of(column, self._dtype))
        limits = self._bests[places, -1]
        is_out = values > limits
        if self._is_only:
            is_out |= (values == limits) & (limits != self._worst) & (values != 0)  # 0.0 sorts after -0.0
        valid = None
        if column.null_count:
            valid = column.is_valid().to_numpy(zero_copy_only=False)
            is_out &= valid
        is_in: Array = ~is_out
        if is_in.any():
            is_noted = is_in if valid is None else is_in & valid
            self._note(places[is_noted], values[is_noted])
        return is_in

    def _turned(self, values: Array) -> Array:
        """Reverses values if necessary, so that the least is the best."""
        if not self._column.is_descending:
            return values
        return -values if self._is_float else ~values

    def _note(self, places: Indices, values: Array) -> None:
        if self._is_float and np.isnan(values).any():
            numbers = ~np.isnan(values)
            places, values = places[numbers], values[numbers]
        touched = np.unique(places)
        keys = np.concatenate((np.repeat(touched, self._end), places))
        both = np.concatenate((self._bests[touched].reshape(-1), values))
        order = np.lexsort((both, keys))
        starts = np.searchsorted(keys[order], touched)
        self._bests[touched] = both[order[starts[:, None] + np.arange(self._end)]]


def _grown(array: Array, places: Indices, filling: Any) -> Array:
    """Extends the array to hold all places."""
    size = int(places.max(initial=-1)) + 1
    if size <= len(array):
        return array
    larger = np.full((max(size, 2 * len(array)), *array.shape[1:]), filling, array.dtype)
    larger[: len(array)] = array
    return larger
