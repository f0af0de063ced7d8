"""ConstraintEnforcer: no NULL reaches a sink's column that is NOT NULL."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow.compute as pc

from pyrite.core.column_block import ColumnBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.operator_spec import OperatorSpec
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class ConstraintEnforcerSpec(OperatorSpec):
    """Columns by position and name; `drops`: rows with NULL in one of them go, else they fail the job."""

    kind = "ConstraintEnforcer"
    columns: tuple[tuple[int, str], ...]
    drops: bool

    @property
    def description(self) -> str:
        names = ", ".join(name for _, name in self.columns)
        return f"ConstraintEnforcer[NotNullEnforcer(fields=[{names}])]"

    def build(self) -> ConstraintEnforcer:
        return ConstraintEnforcer(self)


class ConstraintEnforcer(Operator):
    def __init__(self, spec: ConstraintEnforcerSpec) -> None:
        self._spec = spec

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        for index, name in self._spec.columns:
            column = batch.column(index)
            if column.null_count == 0:
                continue
            if not self._spec.drops:
                raise InvalidProgramError(
                    f"{self.label()}: Column '{name}' is NOT NULL, however, a null value is being written into it. "
                    "You can set job configuration 'table.exec.sink.not-null-enforcer'='DROP' to suppress this "
                    "exception and drop such records silently."
                )
            batch = batch.filter(pc.is_valid(column))
        if batch.num_rows:
            self.output.emit(ColumnBlock(batch))
