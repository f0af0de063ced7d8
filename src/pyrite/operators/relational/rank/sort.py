"""Sort: sorts all rows of a batch job at the end of the input. Runs in one subtask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.column_block import ColumnBlock, ColumnBuffer
from pyrite.core.types import DoubleType, FloatType, LogicalType, RowType
from pyrite.expressions.values import to_values
from pyrite.operators.operator import Operator
from pyrite.operators.relational.keyed.row_order import RowOrder
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.relational_spec import RelationalSpec

_BLOCK_ROWS: Final = 10_000
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class SortSpec(RelationalSpec):
    kind = "Sort"
    order: tuple[SortColumn, ...]
    row_type: RowType

    def build(self) -> SortOperator:
        return SortOperator(self)


class SortOperator(Operator):
    def __init__(self, spec: SortSpec) -> None:
        self._spec = spec
        self._rows = ColumnBuffer()

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self._rows.append(block)

    def finish(self) -> None:
        if not len(self._rows):
            return
        batch = self._rows.take().batch
        places = sorted_places(batch, self._spec.order, self._spec.row_type.children)
        for first in range(0, len(places), _BLOCK_ROWS):
            self.output.emit(ColumnBlock(batch.take(pa.array(places[first : first + _BLOCK_ROWS]))))


def sorted_places(batch: Any, order: Sequence[SortColumn], types: Sequence[LogicalType]) -> Indices:
    """Returns the positions of a block's rows in sorted order. The sort is stable."""
    if any(not _has_kernel(batch.column(each.place).type, types[each.place]) for each in order):
        return _by_rows(batch, order, types)
    places: Indices = np.arange(batch.num_rows)
    for each in reversed(order):  # a stable sort by each column, least significant first
        column = batch.column(each.place).take(pa.array(places))
        direction = "descending" if each.is_descending else "ascending"
        nulls = "at_start" if each.nulls_first else "at_end"
        places = places[pc.array_sort_indices(column, direction, null_placement=nulls).to_numpy()]
    return places


def _has_kernel(arrow: Any, kind: LogicalType) -> bool:
    """Returns False for doubles: Arrow sorts NaN differently."""
    return not isinstance(kind, (FloatType, DoubleType)) and not pa.types.is_nested(arrow)


def _by_rows(batch: Any, order: Sequence[SortColumn], types: Sequence[LogicalType]) -> Indices:
    places = [each.place for each in order]
    columns = [to_values(batch.column(place), types[place]) for place in places]
    moved = [SortColumn(n, each.is_descending, each.nulls_first) for n, each in enumerate(order)]
    key = RowOrder(moved, [types[place] for place in places]).key
    rows = list(zip(*columns, strict=True))
    return np.array(sorted(range(len(rows)), key=lambda place: key(rows[place])), np.int64)
