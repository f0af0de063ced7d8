"""choose_aggregates: an Aggregate becomes a GroupAggregate, over an exchange that brings the rows of a key together."""

from __future__ import annotations

from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.aggregate import Aggregate, GroupAggregate
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import RelNode, rewritten


def choose_aggregates(plan: RelNode, settings: PassSettings) -> RelNode:
    return rewritten(plan, _chosen)


def _chosen(node: RelNode) -> RelNode:
    if not isinstance(node, Aggregate):
        return node
    assert not node.sets, "split_grouping_sets comes before"
    return GroupAggregate(Exchange(node.input, node.grouping), node.grouping, node.calls, node.names)
