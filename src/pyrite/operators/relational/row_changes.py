"""RowChanges: the rows of a changelog as tuples, each with its kind of change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_column, to_values

Row = tuple[Any, ...]
Change = tuple[int, Row]


class RowChanges:
    """Reads the changes of blocks and writes blocks of changes, of one type of row."""

    def __init__(self, row_type: RowType) -> None:
        self.types = row_type.children
        self._schema = to_arrow_schema(row_type).append(pa.field(CHANGE_KINDS, pa.int8()))

    def read(self, block: ColumnBlock) -> Iterable[Change]:
        columns = [to_values(block.batch.column(place), kind) for place, kind in enumerate(self.types)]
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        return zip(kinds, zip(*columns, strict=True), strict=True)

    def block(self, changes: Sequence[Change]) -> ColumnBlock:
        columns = zip(*(row for _, row in changes), strict=True)
        arrays = [to_column(column, kind) for column, kind in zip(columns, self.types, strict=True)]
        kinds = pa.array([kind for kind, _ in changes], pa.int8())
        return ColumnBlock(pa.record_batch([*arrays, kinds], schema=self._schema))


def is_addition(kind: int) -> bool:
    """Whether a change puts its row into the table, and does not take it out."""
    return kind in (ChangeKind.INSERT, ChangeKind.UPDATE_AFTER)
