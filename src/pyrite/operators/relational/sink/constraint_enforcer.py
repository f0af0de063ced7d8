"""ConstraintEnforcer: enforces NOT NULL and length constraints of a sink's columns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import RowType
from pyrite.expressions.failed_values import row_text
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.operator import Operator
from pyrite.operators.relational.sink.length_constraint import LengthConstraint, null_in
from pyrite.operators.relational.sink.nested_constraints import (
    BrokenConstraintError,
    DroppedRow,
    Enforce,
    NestedConstraints,
)


@dataclass(frozen=True)
class ConstraintEnforcerSpec(OperatorSpec):
    """NOT NULL columns by position and name. With `drops`, rows with NULL are dropped; otherwise they fail the job.

    With `trims`, values are trimmed or padded to their length; otherwise values of another length fail the job.
    """

    kind = "ConstraintEnforcer"
    columns: tuple[tuple[int, str], ...]
    drops: bool
    lengths: tuple[LengthConstraint, ...] = ()
    trims: bool = False
    nested: Optional[NestedConstraints] = None
    """Constraints inside of values."""
    row_type: Optional[RowType] = None

    @property
    def description(self) -> str:
        texts = [each.name for each in self.lengths if each.is_text]
        others = [each.name for each in self.lengths if not each.is_text]
        parts = [f"NotNullEnforcer(fields=[{', '.join(name for _, name in self.columns)}])"] if self.columns else []
        parts += [f"LengthEnforcer(fields=[{', '.join(names)}])" for names in (texts, others) if names]
        if self.nested_enforcer is not None:
            parts.append(self.nested_enforcer[1])
        return f"ConstraintEnforcer[{', '.join(parts)}]"

    @property
    def nested_enforcer(self) -> Optional[tuple[Enforce, str]]:
        """Returns the function that enforces nested constraints, and its description."""
        if self.nested is None or self.row_type is None:
            return None
        return self.nested.of_fields(self.row_type.fields)

    def build(self) -> ConstraintEnforcer:
        return ConstraintEnforcer(self)


class ConstraintEnforcer(Operator):
    def __init__(self, spec: ConstraintEnforcerSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        nested = self._spec.nested_enforcer
        self._nested = None if nested is None else nested[0]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = self._without_nulls(block.batch)
        for constraint in self._spec.lengths:
            batch = self._of_length(batch, constraint)
        if self._nested is not None and self._spec.row_type is not None:
            batch = self._as_declared(batch, self._nested, self._spec.row_type)
        if batch.num_rows:
            self.output.emit(ColumnBlock(batch))

    def _without_nulls(self, batch: Any) -> Any:
        for index, name in self._spec.columns:
            column = batch.column(index)
            if column.null_count == 0:
                continue
            if not self._spec.drops:
                self._refuse(null_in(name), batch, pc.is_null(column))
            batch = batch.filter(pc.is_valid(column))
        return batch

    def _of_length(self, batch: Any, constraint: LengthConstraint) -> Any:
        values = batch.column(constraint.column)
        lengths = constraint.lengths(values)
        refused = constraint.refuses(lengths)
        if not pc.any(refused).as_py():
            return batch
        if not self._spec.trims:
            first = lengths.filter(refused)[0].as_py()
            self._refuse(constraint.sentence(constraint.name, first), batch, refused)
        return batch.set_column(constraint.column, batch.schema.field(constraint.column), constraint.fitted(values))

    def _as_declared(self, batch: Any, enforce: Enforce, row_type: RowType) -> Any:
        """Enforces nested constraints. Returns the remaining rows."""
        kinds = row_type.children
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(kinds)]
        places, rows = [], []
        for place, row in enumerate(zip(*columns, strict=True)):
            try:
                rows.append(enforce(row))
                places.append(place)
            except DroppedRow:
                continue
            except BrokenConstraintError as error:
                raise_user_error(InvalidProgramError(str(error)), self.label(), None, row_text(batch, place))
        arrays = [to_column(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
        remaining = batch.take(pa.array(places, pa.int64()))
        if not rows or not self._spec.trims:
            return remaining
        return pa.record_batch([*arrays, *remaining.columns[len(kinds) :]], schema=remaining.schema)

    def _refuse(self, message: str, batch: Any, refused: Any) -> NoReturn:
        """Raises for the first row that violates a constraint."""
        row = batch.filter(refused).slice(0, 1).to_pylist()[0]
        row.pop(CHANGE_KINDS, None)
        raise_user_error(InvalidProgramError(message), self.label(), None, shorten(row))
