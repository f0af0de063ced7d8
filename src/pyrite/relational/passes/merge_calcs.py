"""merge_calcs: converts Project and Filter to Calc, and merges adjacent Calcs unless that repeats a computation."""

from __future__ import annotations

from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.resolved import FieldReference
from pyrite.relational.passes.substitution import both, may_inline, substituted
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, rewritten


def merge_calcs(plan: RelNode) -> RelNode:
    return rewritten(plan, _as_calc)


def _as_calc(node: RelNode) -> RelNode:
    match node:
        case nodes.Project():
            return merged(nodes.Calc(node.input, node.projections, node.names))
        case nodes.Filter():
            fields = node.input.row_type.fields
            columns = tuple(FieldReference(i, field.name, field.type) for i, field in enumerate(fields))
            names = tuple(field.name for field in fields)
            return merged(nodes.Calc(node.input, columns, names, node.condition))
    return node


def merged(calc: nodes.Calc) -> RelNode:
    """Merges the Calc with a Calc directly below it. Returns the input if the Calc has no effect."""
    below = calc.input
    if not isinstance(below, nodes.Calc):
        return below if _is_identity(calc) else calc
    users = [*calc.projections, *([] if calc.condition is None else [calc.condition])]
    conditions_agree = below.condition is None or calc.condition is None or is_deterministic(below.condition)
    if not (may_inline(below.projections, users) and conditions_agree):
        return calc
    condition = calc.condition and substituted(calc.condition, below.projections)
    projections = tuple(substituted(tree, below.projections) for tree in calc.projections)
    return merged(nodes.Calc(below.input, projections, calc.names, both(below.condition, condition)))


def _is_identity(calc: nodes.Calc) -> bool:
    fields = calc.input.row_type.fields
    return (
        calc.condition is None
        and len(fields) == len(calc.projections)
        and all(
            isinstance(tree, FieldReference) and tree.index == i and name == fields[i].name
            for i, (tree, name) in enumerate(zip(calc.projections, calc.names, strict=True))
        )
    )
