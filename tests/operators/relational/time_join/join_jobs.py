"""Joins of rows (key, name, time in ms) in a harness."""

from __future__ import annotations

from typing import Any, Optional

import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import BigIntType, BooleanType, RowField, RowType, TimestampType, VarCharType
from pyrite.expressions.resolved import FieldReference, FunctionCall
from pyrite.operators.operator import build_operator
from pyrite.operators.relational.time_join.keyed_join import KeyedJoinSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

NAME = VarCharType(100)
SIDE = RowType((RowField("k", BigIntType()), RowField("name", NAME), RowField("t", TimestampType(3))))
BOTH = RowType((*SIDE.fields, *(RowField(f"{field.name}0", field.type) for field in SIDE.fields)))
NAMES_DIFFER = FunctionCall("<>", (FieldReference(1, "name", NAME), FieldReference(4, "name0", NAME)), BooleanType())
SIDES = {"left": SIDE, "right": SIDE, "output": BOTH, "left_keys": (0,), "right_keys": (0,), "text": "join"}

Row = tuple[Optional[int], str, int]


class JoinJob:
    """`left` and `right` process rows; `take` returns the names of joined rows, with their kind if they have one."""

    def __init__(self, spec: KeyedJoinSpec, **more: Any) -> None:
        self.spec = spec
        self.job = Harness(build_operator(spec), [lambda row: row, lambda row: row], **more)

    def left(self, *rows: Row, kinds: Optional[list[int]] = None) -> None:
        self._process(0, rows, kinds)

    def right(self, *rows: Row, kinds: Optional[list[int]] = None) -> None:
        self._process(1, rows, kinds)

    def _process(self, side: int, rows: tuple[Row, ...], kinds: Optional[list[int]]) -> None:
        types = (pa.int64(), pa.string(), pa.timestamp("ms"))
        columns = [pa.array(column, kind) for column, kind in zip(zip(*rows, strict=True), types, strict=True)]
        batch = pa.record_batch(columns, list(SIDE.names))
        if kinds is not None:
            batch = batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8()))
        self.job.operator.process_block(ColumnBlock(batch), side)

    def watermark(self, time_ms: int) -> list[tuple[Any, ...]]:
        """The rows that come with a watermark."""
        assert self.take() == [], "rows came before the watermark"
        self.job.process_watermark(time_ms)
        return self.take()

    def take(self) -> list[tuple[Any, ...]]:
        rows: list[tuple[Any, ...]] = []
        for block in self.job.output.blocks:
            assert isinstance(block, ColumnBlock)
            columns = [column.to_pylist() for place, column in enumerate(block.batch.columns) if place in (1, 4, 6)]
            rows += zip(*columns, strict=True)
        self.job.output.blocks.clear()
        return rows

    def is_empty(self) -> bool:
        """Whether no state remains."""
        assert self.job.backend is not None
        return self.job.backend.entry_count() == 0
