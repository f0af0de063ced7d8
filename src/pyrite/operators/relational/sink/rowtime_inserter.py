"""RowtimeInserter: sets the timestamps of a sink's records to the event-time column."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.expressions.failed_values import rowtime_column
from pyrite.operators.operator import Operator
from pyrite.operators.relational.window.time_windows import milliseconds


@dataclass(frozen=True)
class RowtimeInserterSpec(OperatorSpec):
    kind = "StreamRecordTimestampInserter"
    rowtime: int
    name: str

    @property
    def description(self) -> str:
        return f"StreamRecordTimestampInserter(rowtime field: {self.name})"

    def build(self) -> RowtimeInserter:
        return RowtimeInserter(self)


class RowtimeInserter(Operator):
    def __init__(self, spec: RowtimeInserterSpec) -> None:
        self._place = spec.rowtime

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.output.emit(block.with_timestamps(milliseconds(rowtime_column(block.batch, self._place)).tolist()))
