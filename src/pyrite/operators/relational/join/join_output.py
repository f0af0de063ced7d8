"""JoinOutput: the changes that a block of one side causes, as blocks of columns."""

from __future__ import annotations

from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema, to_arrow_type
from pyrite.expressions.values import to_column
from pyrite.operators.output import Output
from pyrite.operators.relational.join.join_type import JoinType

Row = tuple[Any, ...]
_BLOCK_ROWS: Final = 10_000


class JoinOutput:
    """Collects pairs of a row of the block, by its position, and a stored row of the other side. None: NULLs.

    A block is emitted whenever enough changes are collected, so a row may match any number of rows.
    """

    def __init__(self, join_type: JoinType, inputs: tuple[RowType, RowType], output: RowType, has_kinds: bool) -> None:
        self._types = tuple(row_type.children for row_type in inputs)
        self._has_right_columns = join_type.has_right_columns
        schema = to_arrow_schema(output)
        self._schema = schema.append(pa.field(CHANGE_KINDS, pa.int8())) if has_kinds else schema
        self._has_kinds = has_kinds
        self.output: Output
        self._batch: Any = None
        self._side = 0
        self.kinds: list[int] = []
        self._own: list[Optional[int]] = []
        self._others: list[Optional[Row]] = []

    def begin(self, batch: Any, side: int) -> None:
        """Begins the changes by a block of a side."""
        self._batch, self._side = batch, side

    def add(self, kind: int, own: Optional[int], other: Optional[Row], count: int = 1) -> None:
        """Adds a change `count` times."""
        if count == 1:
            self.kinds.append(kind)
            self._own.append(own)
            self._others.append(other)
        else:
            self.kinds += [kind] * count
            self._own += [own] * count
            self._others += [other] * count
        if len(self.kinds) >= _BLOCK_ROWS:
            self.flush()

    def add_pairs(self, kinds: list[int], pairs: list[tuple[int, Row]]) -> None:
        """Adds a change for each pair."""
        self.kinds += kinds
        self._own += [place for place, _ in pairs]
        self._others += [other for _, other in pairs]
        if len(self.kinds) >= _BLOCK_ROWS:
            self.flush()

    def flush(self) -> None:
        """Emits the collected changes."""
        if not self.kinds:
            return
        own, others = self._own_columns(), self._other_columns()
        columns = [*own, *others] if self._side == 0 else [*others, *own]
        kinds = [pa.array(self.kinds, pa.int8())] if self._has_kinds else []
        self.kinds, self._own, self._others = [], [], []
        self.output.emit(ColumnBlock(pa.record_batch([*columns, *kinds], schema=self._schema)))

    def _own_columns(self) -> list[Any]:
        if self._side == 1 and not self._has_right_columns:
            return []
        if self._batch is None:  # after the end of the input, there are only stored rows
            return [pa.nulls(len(self._own), to_arrow_type(kind)) for kind in self._types[self._side]]
        places = pa.array(self._own, pa.int64())
        return [self._batch.column(column).take(places) for column in range(len(self._types[self._side]))]

    def _other_columns(self) -> list[Any]:
        if self._side == 0 and not self._has_right_columns:
            return []
        types = self._types[1 - self._side]
        no_row = (None,) * len(types)
        columns = zip(*(no_row if row is None else row for row in self._others), strict=True)
        return [to_column(column, kind.copy(nullable=True)) for column, kind in zip(columns, types, strict=True)]
