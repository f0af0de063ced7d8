"""Calc: filters and projects rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, LogicalType, RowField, RowType, TinyIntType
from pyrite.expressions.compile.calc import Calc
from pyrite.expressions.python_calls import PythonCallError
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, reads_watermarks
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.rows.user_calls import UserCalls


@dataclass(frozen=True)
class CalcSpec(RelationalSpec):
    """Filters rows by the condition and projects them to the fields of `output`."""

    kind = "Calc"
    projections: tuple[ResolvedExpression, ...]
    condition: Optional[ResolvedExpression]
    input: RowType
    output: RowType

    @property
    def reads_watermarks(self) -> bool:
        return reads_watermarks([*self.projections, *([] if self.condition is None else [self.condition])])

    def build(self) -> CalcOperator:
        return CalcOperator(self)


class CalcOperator(UserCalls):
    """Processes each block separately. The columns `$op` and `$timestamp` are passed through."""

    def __init__(self, spec: CalcSpec) -> None:
        super().__init__()
        self._spec = spec
        self._calcs: dict[tuple[str, ...], Calc] = {}

    def open(self) -> None:
        self._calc(())
        self.open_uses()

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        marks = tuple(batch.schema.names[len(self._spec.input.fields) :])
        calc = self._calcs.get(marks) or self._calc(marks)
        try:
            result = calc.process(batch)
        except PythonCallError as error:
            self.fail_call(error)
        if result.num_rows:
            self.output.emit(ColumnBlock(result))

    def _calc(self, marks: tuple[str, ...]) -> Calc:
        spec = self._spec
        width = len(spec.input.fields)
        kinds = [_MARKS[name] for name in marks]
        mark_columns = [FieldReference(width + i, name, kinds[i]) for i, name in enumerate(marks)]
        calc = self._calcs[marks] = Calc(
            [*spec.projections, *mark_columns],
            spec.condition,
            [*(field.type for field in spec.input.fields), *kinds],
            RowType((*spec.output.fields, *(RowField(name, kind) for name, kind in zip(marks, kinds, strict=True)))),
            self.uses,
        )
        return calc


_MARKS: dict[str, LogicalType] = {"$op": TinyIntType(nullable=False), "$timestamp": BigIntType(nullable=False)}
"""Columns beside the row's columns, by name."""
