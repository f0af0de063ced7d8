"""Sub-queries in expressions, and Apply, a join whose right side refers to the left: `decorrelate` removes them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from pyrite.core.types import LogicalType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.join import TwoInputs
from pyrite.relational.plan.nodes import RelNode


class SubQueryKind(Enum):
    """The value of a sub-query."""

    EXISTS = "EXISTS"
    IN = "IN"
    SOME = "SOME"
    SCALAR = "$SCALAR_QUERY"


@dataclass(frozen=True)
class OuterColumn(ResolvedExpression):
    """A value of the enclosing query: a position in the `outer` values of the sub-query."""

    index: int
    name: str
    value_type: LogicalType

    @property
    def type(self) -> LogicalType:
        return self.value_type


@dataclass(frozen=True)
class SubQuery(ResolvedExpression):
    """A sub-query as a value. The plan refers to `outer` by OuterColumns."""

    kind: SubQueryKind
    plan: RelNode
    operands: tuple[ResolvedExpression, ...]
    """For IN: the values that are compared with the columns of the plan."""
    outer: tuple[ResolvedExpression, ...]
    value_type: LogicalType
    comparison: str = ""
    """The operator of SOME."""

    @property
    def type(self) -> LogicalType:
        return self.value_type

    @property
    def children(self) -> tuple[ResolvedExpression, ...]:
        return (*self.operands, *self.outer)

    def with_children(self, children: tuple[ResolvedExpression, ...]) -> SubQuery:
        count = len(self.operands)
        return replace(self, operands=children[:count], outer=children[count:])


@dataclass(frozen=True)
class Apply(TwoInputs):
    """Joins each row of the left side with the rows of the right side, which refers to `outer` by OuterColumns."""

    outer: tuple[ResolvedExpression, ...]

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return f"LogicalCorrelate(correlation=[$cor0], joinType=[{self.join_type.name.lower()}])"
