"""DropUpdateBefore: drops UPDATE_BEFORE, so that updates are +U alone."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow.compute as pc

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class DropUpdateBeforeSpec(OperatorSpec):
    kind = "DropUpdateBefore"

    @property
    def description(self) -> str:
        return "DropUpdateBefore"

    def build(self) -> DropUpdateBefore:
        return DropUpdateBefore()


class DropUpdateBefore(Operator):
    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        kinds = block.change_kinds
        if kinds is not None:
            block = ColumnBlock(block.batch.filter(pc.not_equal(kinds, ChangeKind.UPDATE_BEFORE)))
        if len(block):
            self.output.emit(block)
