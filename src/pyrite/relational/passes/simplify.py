"""simplify: constants are folded; a condition that is always TRUE goes."""

from __future__ import annotations

from dataclasses import replace

from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolved import ValueLiteral
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, rewritten


def simplify(plan: RelNode) -> RelNode:
    return rewritten(plan, _simplified)


def _simplified(node: RelNode) -> RelNode:
    match node:
        case nodes.Project():
            return replace(node, projections=tuple(fold_constants(tree) for tree in node.projections))
        case nodes.Filter():
            condition = fold_constants(node.condition)
            if isinstance(condition, ValueLiteral) and condition.value is True:
                return node.input
            return replace(node, condition=condition)
    return node
