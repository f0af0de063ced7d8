"""TO_CHANGELOG and FROM_CHANGELOG: converts changes to rows with a column of change codes, and back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.types import RowField, RowType, string_type
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.nodes import SingleInput


@dataclass(frozen=True)
class ToChangelog(SingleInput):
    """Converts changes to inserts with their codes in the first column. Changes of kinds without a code are dropped."""

    column: str
    codes: tuple[tuple[ChangeKind, str], ...]
    call: str
    """The arguments as plans show them."""

    @property
    def row_type(self) -> RowType:
        return RowType((RowField(self.column, string_type()), *self.input.row_type.fields), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return _described("TO_CHANGELOG", self.call, self.row_type)


@dataclass(frozen=True)
class FromChangelog(SingleInput):
    """Converts rows to changes by the codes in a column, and removes the column."""

    column: int
    kinds: tuple[tuple[str, ChangeKind], ...]
    call: str

    @property
    def row_type(self) -> RowType:
        fields = self.input.row_type.fields
        return RowType((*fields[: self.column], *fields[self.column + 1 :]), nullable=False)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return _described("FROM_CHANGELOG", self.call, self.row_type)


def _described(function: str, call: str, row_type: RowType) -> str:
    types = ", ".join(f"{calcite_name(field.type)} {field.name}" for field in row_type.fields)
    return (
        f"ProcessTableFunction(invocation=[{function}(TABLE(#0), {call}, DEFAULT(), DEFAULT())], uid=[null], "
        f"select=[{','.join(row_type.names)}], rowType=[RecordType({types})])"
    )
