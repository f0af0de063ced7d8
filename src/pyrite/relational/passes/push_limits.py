"""push_limits: pushes LIMIT into sources that support it. Projections are moved above the limit."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.connector.table import SupportsLimitPushDown
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.plan import nodes
from pyrite.relational.plan.abilities import LimitPushDown
from pyrite.relational.plan.nodes import RelNode, rewritten


def push_limits(plan: RelNode) -> RelNode:
    return rewritten(plan, _pushed)


def _pushed(node: RelNode) -> RelNode:
    if isinstance(node, nodes.Calc):
        return merged(node)
    if not isinstance(node, nodes.Limit):
        return node
    if node.fetch == 0:
        return nodes.Values((), node.row_type)
    below = node.input
    if isinstance(below, nodes.Calc) and below.condition is None:
        return replace(below, input=_pushed(replace(node, input=below.input)))
    if node.fetch is None or not isinstance(below, nodes.Scan) or not isinstance(below.source, SupportsLimitPushDown):
        return node
    rows = node.offset + node.fetch
    return replace(node, input=below.with_ability(LimitPushDown(rows), f"limit=[{rows}]"))
