"""ConstraintEnforcer: what reaches a sink is as its columns are declared, NOT NULL and of their length."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NoReturn, Optional

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import BinaryType, CharType, LogicalType
from pyrite.core.types.logical_type import MAX_LENGTH
from pyrite.core.types.strings import BinaryStringType, CharacterStringType
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class LengthConstraint:
    """A column of CHAR(n), VARCHAR(n), BINARY(n) or VARBINARY(n)."""

    column: int
    name: str
    length: int
    is_text: bool
    pads: bool
    """Whether values that are shorter are filled up: those of CHAR and BINARY."""

    @staticmethod
    def of(column: int, name: str, kind: LogicalType) -> Optional[LengthConstraint]:
        if not isinstance(kind, (CharacterStringType, BinaryStringType)) or kind.length == MAX_LENGTH:
            return None
        is_text = isinstance(kind, CharacterStringType)
        return LengthConstraint(column, name, kind.length, is_text, isinstance(kind, (CharType, BinaryType)))

    def lengths(self, values: Any) -> Any:
        return pc.utf8_length(values) if self.is_text else pc.binary_length(values)

    def fitted(self, values: Any) -> Any:
        """The values cut or filled up to the length."""
        if not self.is_text:
            return pa.array([self._fitted_bytes(value) for value in values.to_pylist()], values.type)
        cut = pc.utf8_slice_codeunits(values, 0, self.length)
        return pc.utf8_rpad(cut, self.length) if self.pads else cut

    def _fitted_bytes(self, value: Optional[bytes]) -> Optional[bytes]:
        if value is None:
            return None
        return value[: self.length].ljust(self.length if self.pads else 0, b"\0")

    def refuses(self, lengths: Any) -> Any:
        """Which of the lengths are not the column's."""
        return pc.not_equal(lengths, self.length) if self.pads else pc.greater(lengths, self.length)

    @property
    def type_text(self) -> str:
        name = {True: ("VARCHAR", "CHAR"), False: ("VARBINARY", "BINARY")}[self.is_text][self.pads]
        return f"{name}({self.length})"


@dataclass(frozen=True)
class ConstraintEnforcerSpec(OperatorSpec):
    """NOT NULL columns by position and name; `drops`: rows with NULL in one of them go, else they fail the job.

    `trims`: values are made to fit their length, else those that do not fail the job.
    """

    kind = "ConstraintEnforcer"
    columns: tuple[tuple[int, str], ...]
    drops: bool
    lengths: tuple[LengthConstraint, ...] = ()
    trims: bool = False

    @property
    def description(self) -> str:
        texts = [each.name for each in self.lengths if each.is_text]
        others = [each.name for each in self.lengths if not each.is_text]
        parts = [f"NotNullEnforcer(fields=[{', '.join(name for _, name in self.columns)}])"] if self.columns else []
        parts += [f"LengthEnforcer(fields=[{', '.join(names)}])" for names in (texts, others) if names]
        return f"ConstraintEnforcer[{', '.join(parts)}]"

    def build(self) -> ConstraintEnforcer:
        return ConstraintEnforcer(self)


class ConstraintEnforcer(Operator):
    def __init__(self, spec: ConstraintEnforcerSpec) -> None:
        self._spec = spec

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = self._without_nulls(block.batch)
        for constraint in self._spec.lengths:
            batch = self._of_length(batch, constraint)
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
            self._refuse(
                f"Column '{constraint.name}' is {constraint.type_text}, however, a string of length {first} is being "
                "written into it. You can set job configuration 'table.exec.sink.type-length-enforcer' to control "
                "this behaviour.",
                batch,
                refused,
            )
        return batch.set_column(constraint.column, batch.schema.field(constraint.column), constraint.fitted(values))

    def _refuse(self, message: str, batch: Any, refused: Any) -> NoReturn:
        """Fails with the first row that breaks a constraint."""
        row = batch.filter(refused).slice(0, 1).to_pylist()[0]
        row.pop(CHANGE_KINDS, None)
        raise_user_error(InvalidProgramError(message), self.label(), None, shorten(row))


def null_in(column: str) -> str:
    """Flink's sentence."""
    return (
        f"Column '{column}' is NOT NULL, however, a null value is being written into it. You can set job configuration "
        "'table.exec.sink.not-null-enforcer'='DROP' to suppress this exception and drop such records silently."
    )
