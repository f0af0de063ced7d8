"""Expand: replicates each row for each grouping set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral
from pyrite.expressions.values import to_column
from pyrite.operators.operator import Operator
from pyrite.operators.relational.relational_spec import RelationalSpec


@dataclass(frozen=True)
class ExpandSpec(RelationalSpec):
    """Lists of columns and constants. Each list is a row of the output."""

    kind = "Expand"
    projections: tuple[tuple[ResolvedExpression, ...], ...]
    input: RowType
    output: RowType

    def build(self) -> Expand:
        return Expand(self)


class Expand(Operator):
    """Emits all rows for an input row before the rows for the next one, as Flink does."""

    def __init__(self, spec: ExpandSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        self._schema = to_arrow_schema(self._spec.output)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        times = len(self._spec.projections)
        columns = [self._column(batch, place, times) for place in range(len(self._schema))]
        schema = self._schema
        if block.change_kinds is not None:
            schema = schema.append(pa.field(CHANGE_KINDS, pa.int8()))
            columns.append(pa.array(np.repeat(block.change_kinds.to_numpy(), times)))
        self.output.emit(ColumnBlock(pa.record_batch(columns, schema=schema)))

    def _column(self, batch: Any, place: int, times: int) -> Any:
        """Returns the column's values for all rows of the first list, then of the second list and so on."""
        kind = self._spec.output.fields[place].type
        parts = []
        for projection in self._spec.projections:
            tree = projection[place]
            if isinstance(tree, FieldReference):
                parts.append(batch.column(tree.index))
            else:
                assert isinstance(tree, ValueLiteral), tree
                parts.append(to_column([tree.value] * batch.num_rows, kind))
        order = np.arange(batch.num_rows * times).reshape(times, batch.num_rows).T.ravel()
        return pa.concat_arrays(parts).take(pa.array(order))
