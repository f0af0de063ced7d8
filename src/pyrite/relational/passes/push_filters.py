"""push_filters: pushes conditions into sources that support filters."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.connector.table import SupportsFilterPushDown
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.determinism import is_deterministic
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.substitution import all_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import FilterPushDown
from pyrite.relational.plan.expression_text import BY_NAME
from pyrite.relational.plan.nodes import RelNode, rewritten


def push_filters(plan: RelNode) -> RelNode:
    return rewritten(plan, _pushed)


def _pushed(node: RelNode) -> RelNode:
    if not isinstance(node, nodes.Calc) or node.condition is None or not isinstance(node.input, nodes.Scan):
        return node
    scan = node.input
    if not isinstance(scan.source, SupportsFilterPushDown) or scan.watermark is not None:
        return node  # filtered rows would not advance the watermark
    filters = conjuncts(node.condition)
    usable = [each for each in filters if is_deterministic(each)]
    ability = FilterPushDown(tuple(usable))
    source, remaining = ability.applied(scan.source)
    remaining_filters = [each for each in filters if each in remaining or each not in usable]
    if len(remaining_filters) == len(filters) and source == scan.source:
        return node
    used = ", ".join(BY_NAME.text(each) for each in usable if each not in remaining_filters)
    descriptions = (f"filter=[{used}]",) if used else ()
    return merged(replace(node, input=scan.with_ability(ability, *descriptions), condition=all_of(remaining_filters)))
