"""SortedRows: all rows in batch, sorted by partition and order, with the bounds of partitions and peers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import LogicalType, RowType
from pyrite.expressions.values import to_values
from pyrite.operators.relational.keyed.sort_column import SortColumn

Places = npt.NDArray[np.int64]


class SortedRows:
    """The sorted rows. Peers, which are equal in the order, stay in the order of `batch`."""

    def __init__(self, batch: Any, partitions: Places, order: Sequence[SortColumn], row_type: RowType) -> None:
        codes = [order_codes(batch.column(each.place), row_type.fields[each.place].type, each) for each in order]
        self.order: Places = np.lexsort((*reversed(codes), partitions))
        self.batch = batch.take(pa.array(self.order))
        self.row_type = row_type
        self.sort_columns = tuple(order)
        sorted_partitions = partitions[self.order]
        is_new = _differs(sorted_partitions)
        self.starts, self.ends = _extents(is_new)
        for each in codes:
            is_new = is_new | _differs(each[self.order])
        self.is_first_peer = is_new
        self.peer_starts, self.peer_ends = _extents(is_new)

    def __len__(self) -> int:
        return len(self.order)


def _differs(values: Any) -> npt.NDArray[np.bool_]:
    """Returns which values differ from the previous one."""
    result = np.ones(len(values), bool)
    result[1:] = values[1:] != values[:-1]
    return result


def _extents(is_new: npt.NDArray[np.bool_]) -> tuple[Places, Places]:
    """Returns the start and the end of the run that each row belongs to."""
    firsts = np.flatnonzero(is_new)
    lengths = np.diff(firsts, append=len(is_new))
    return np.repeat(firsts, lengths), np.repeat(firsts + lengths, lengths)


def order_codes(column: Any, kind: LogicalType, sort: SortColumn) -> Places:
    """Returns integers in the order of a column's values. NULLs sort first or last, NaN after all numbers."""
    is_valid = column.is_valid().to_numpy(zero_copy_only=False)
    ranks = _ranks(column.drop_null(), kind)
    count = int(ranks.max(initial=-1)) + 1
    codes = np.full(len(column), -1 if sort.nulls_first else count, np.int64)
    codes[is_valid] = count - 1 - ranks if sort.is_descending else ranks
    return codes


def _ranks(column: Any, kind: LogicalType) -> Places:
    """Returns the rank of each value among the distinct values."""
    if pa.types.is_integer(column.type) or pa.types.is_floating(column.type):
        return _places(column.to_numpy(zero_copy_only=False))
    if pa.types.is_temporal(column.type) and not pa.types.is_nested(column.type):
        narrow = pa.types.is_date32(column.type) or pa.types.is_time32(column.type)
        return _places(column.cast(pa.int32() if narrow else pa.int64()).to_numpy())
    if pa.types.is_string(column.type) or pa.types.is_binary(column.type) or pa.types.is_decimal(column.type):
        encoded = column.dictionary_encode()
        places = np.empty(len(encoded.dictionary), np.int64)
        places[pc.sort_indices(encoded.dictionary).to_numpy()] = np.arange(len(places))
        ranks: Places = places[encoded.indices.to_numpy()]
        return ranks
    values = to_values(column, kind)
    numbers = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([numbers[value] for value in values], np.int64)


def _places(values: Any) -> Places:
    places: Places = np.unique(values, return_inverse=True)[1].astype(np.int64)
    return places
