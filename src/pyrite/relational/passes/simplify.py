"""simplify: folds constants, removes conditions that are always TRUE, and all nodes below one that is never TRUE."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.passes.substitution import all_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.joins.time_joins import SnapshotJoin
from pyrite.relational.plan.nodes import RelNode, rewritten


def simplify(plan: RelNode) -> RelNode:
    return rewritten(plan, _simplified)


def _simplified(node: RelNode) -> RelNode:
    match node:
        case nodes.Project(input=nodes.Values(rows=())):
            return nodes.Values((), node.row_type)
        case nodes.Project():
            return replace(node, projections=tuple(fold_constants(tree) for tree in node.projections))
        case Join() | SnapshotJoin() if node.condition is not None:
            parts = conjuncts(fold_constants(node.condition))
            return replace(node, condition=all_of([part for part in parts if not _is_constant(part, (True,))]))
        case nodes.Filter():
            parts = [part for part in conjuncts(fold_constants(node.condition)) if not _is_constant(part, (True,))]
            if any(_is_constant(part, (False, None)) for part in parts):
                return nodes.Values((), node.row_type)
            condition = all_of(parts)
            return node.input if condition is None else replace(node, condition=condition)
    return node


def _is_constant(tree: ResolvedExpression, values: tuple[Optional[bool], ...]) -> bool:
    return isinstance(tree, ValueLiteral) and any(tree.value is value for value in values)
