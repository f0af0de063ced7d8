"""Join, the logical node, and RegularJoin, which keeps the rows of both sides in state."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.types import RowField, RowType
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.operators.relational.join.join_type import JoinSideSpec, JoinType
from pyrite.relational.plan.nodes import RelNode, unique_names


@dataclass(frozen=True)
class TwoInputs(RelNode):
    """A node with a left and a right input. Expressions in it are over the columns of both, left first."""

    left: RelNode
    right: RelNode
    join_type: JoinType

    @property
    def inputs(self) -> tuple[RelNode, ...]:
        return (self.left, self.right)

    @property
    def row_type(self) -> RowType:
        return joined_type(self.left.row_type, self.right.row_type, self.join_type)

    @property
    def both_type(self) -> RowType:
        """The columns that a condition may read."""
        return joined_type(self.left.row_type, self.right.row_type, JoinType.INNER)

    def with_inputs(self, inputs: Sequence[RelNode]) -> RelNode:
        return replace(self, left=inputs[0], right=inputs[1])


@dataclass(frozen=True)
class Join(TwoInputs):
    """A join as written. `condition` None: all pairs."""

    plan_name = "logical-join"
    condition: Optional[ResolvedExpression] = None
    state_ttl_ms: tuple[Optional[int], Optional[int]] = (None, None)
    """The times to live of the left and right side in a hint; None: the session's."""

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        kind = self.join_type.name.lower()
        return f"LogicalJoin(condition=[{_condition_text(self.condition, text)}], joinType=[{kind}])"


@dataclass(frozen=True)
class RegularJoin(TwoInputs):
    """Joins all rows of both inputs, however far apart they arrive. Rows with equal keys are in one subtask."""

    plan_name = "join"
    sides: tuple[JoinSideSpec, JoinSideSpec]
    matches_nulls: tuple[bool, ...] = ()
    """For each key, whether NULL matches NULL, as with IS NOT DISTINCT FROM."""
    condition: Optional[ResolvedExpression] = None
    """The condition on pairs with equal keys."""
    state_ttl_ms: tuple[Optional[int], Optional[int]] = (None, None)

    def where(self) -> Optional[ResolvedExpression]:
        """Returns the whole condition of the join."""
        fields, width = self.both_type.fields, len(self.left.row_type.fields)

        def column(place: int) -> ResolvedExpression:
            return FieldReference(place, fields[place].name, fields[place].type)

        pairs = zip(self.sides[0].keys, self.sides[1].keys, self.matches_nulls, strict=True)
        parts = [
            resolve("IS NOT DISTINCT FROM" if matches_null else "=", [column(left), column(width + right)])
            for left, right, matches_null in pairs
        ]
        parts += [] if self.condition is None else [self.condition]
        return None if not parts else parts[0] if len(parts) == 1 else resolve("AND", parts)

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        names = ", ".join(self.field_names)
        left, right = (side.layout.value for side in self.sides)
        return (
            f"Join(joinType=[{self.join_type.value}], where=[{_condition_text(self.where(), text)}], "
            f"select=[{names}], leftInputSpec=[{left}], rightInputSpec=[{right}])"
        )


def _condition_text(condition: Optional[ResolvedExpression], text: Callable[[ResolvedExpression], str]) -> str:
    return "true" if condition is None else text(condition)


def joined_type(left: RowType, right: RowType, join_type: JoinType) -> RowType:
    """Returns the columns of a join: names are unique, and columns of a side that may be missing are nullable."""
    if not join_type.has_right_columns:
        return left
    left_is_outer, right_is_outer = join_type.is_outer
    fields = [*_nullable(left, right_is_outer), *_nullable(right, left_is_outer)]
    names = unique_names([field.name for field in fields])
    return RowType(tuple(RowField(n, field.type) for n, field in zip(names, fields, strict=True)), nullable=False)


def _nullable(row: RowType, may_be_missing: bool) -> Sequence[RowField]:
    if not may_be_missing:
        return row.fields
    return [RowField(field.name, field.type.copy(nullable=True)) for field in row.fields]
