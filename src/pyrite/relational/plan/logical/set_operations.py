"""Intersect and Minus, the logical nodes of INTERSECT and EXCEPT. `rewrite_set_operations` removes them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from pyrite.core.types import RowType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.plan.nodes import RelNode


@dataclass(frozen=True)
class SetOperation(RelNode):
    """Compares whole rows of two inputs with equal types; NULL equals NULL."""

    left: RelNode
    right: RelNode
    is_all: bool
    """Whether rows count as often as they occur. Otherwise the result has no duplicates."""

    @property
    def inputs(self) -> tuple[RelNode, ...]:
        return (self.left, self.right)

    @property
    def row_type(self) -> RowType:
        return self.left.row_type

    def with_inputs(self, inputs: Sequence[RelNode]) -> RelNode:
        return replace(self, left=inputs[0], right=inputs[1])

    def described(self, text: Callable[[ResolvedExpression], str]) -> str:
        return f"Logical{type(self).__name__}(all=[{str(self.is_all).lower()}])"


@dataclass(frozen=True)
class Intersect(SetOperation):
    """The rows that both inputs have."""


@dataclass(frozen=True)
class Minus(SetOperation):
    """The rows of the left input that the right one does not have."""
