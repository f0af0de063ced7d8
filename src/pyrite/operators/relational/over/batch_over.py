"""OverAggregate in batch: sorts all rows of a partition, with any order and frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock, ColumnBuffer
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.operator import Operator
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.over.framed_calls import FramedCalls
from pyrite.operators.relational.over.sorted_rows import SortedRows
from pyrite.operators.relational.relational_spec import RelationalSpec

_BLOCK_ROWS: Final = 10_000


@dataclass(frozen=True)
class OverWindow:
    """An order, and a frame by distances from the current row.

    Negative distances are before the row; None is unbounded.
    """

    order: tuple[SortColumn, ...]
    is_rows: bool
    lower: Optional[Any]
    upper: Optional[Any]
    calls: tuple[AggregateCall, ...]


@dataclass(frozen=True)
class BatchOverSpec(RelationalSpec):
    """Partitions rows by the columns of `partition`.

    `output` has the input columns, then the results of the windows.
    """

    kind = "BatchOverAggregate"
    partition: tuple[int, ...]
    windows: tuple[OverWindow, ...]
    input: RowType
    output: RowType

    def build(self) -> BatchOverOperator:
        return BatchOverOperator(self)


class BatchOverOperator(Operator):
    """Buffers all rows, and emits them with their results at the end of the input."""

    batch_by_key = False

    def __init__(self, spec: BatchOverSpec) -> None:
        self._spec = spec
        self._rows = ColumnBuffer()

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if len(block):
            self._rows.append(block)

    def finish(self) -> None:
        if not len(self._rows):
            return
        batch = self._with_results(self._rows.take().batch)
        for start in range(0, batch.num_rows, _BLOCK_ROWS):
            self.output.emit(ColumnBlock(batch.slice(start, _BLOCK_ROWS)))

    def _with_results(self, batch: Any) -> Any:
        """Returns the rows with their results, in the order of the first window."""
        spec = self._spec
        names = tuple(spec.input.fields[place].name for place in spec.partition)
        partitions = row_keys(batch, names).numbers()
        order: Optional[Any] = None
        results = []
        for window in spec.windows:
            rows = SortedRows(batch, partitions, window.order, spec.input)
            order = rows.order if order is None else order
            back = np.empty(batch.num_rows, np.int64)
            back[rows.order] = np.arange(batch.num_rows)
            columns = FramedCalls(rows, window.is_rows, window.lower, window.upper).columns(window.calls)
            results += [column.take(pa.array(back)) for column in columns]
        whole = pa.record_batch([*batch.columns, *results], schema=to_arrow_schema(spec.output))
        return whole.take(pa.array(order))
