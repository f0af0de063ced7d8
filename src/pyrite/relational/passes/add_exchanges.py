"""add_exchanges: distributes rows by key to nodes with keyed state, and all rows to nodes that count all rows.

An Aggregate becomes a GroupAggregate, which is executable.
"""

from __future__ import annotations

from dataclasses import replace

from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate, GroupAggregate
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import TimeJoin
from pyrite.relational.plan.match import Match
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.order import Sort, TemporalSort
from pyrite.relational.plan.rank import Ranked
from pyrite.relational.plan.window_rank import OfWindows


def add_exchanges(plan: RelNode, settings: PassSettings) -> RelNode:
    return rewritten(plan, _over_exchange)


def _over_exchange(node: RelNode) -> RelNode:
    if isinstance(node, Aggregate):
        assert not node.sets, "split_grouping_sets runs before"
        rows = Exchange(node.input, node.grouping)
        return GroupAggregate(
            rows,
            node.grouping,
            node.calls,
            node.names,
            state_ttl_ms=node.state_ttl_ms,
            partial_final=node.partial_final,
        )
    if isinstance(node, RegularJoin):
        left, right = (Exchange(each, side.keys) for each, side in zip(node.inputs, node.sides, strict=True))
        return replace(node, left=left, right=right)
    if isinstance(node, TimeJoin):
        return replace(node, left=Exchange(node.left, node.left_keys), right=Exchange(node.right, node.right_keys))
    if isinstance(node, (OfWindows, Match)):
        return replace(node, input=Exchange(node.input, node.partition))
    if isinstance(node, Ranked):
        return replace(node, input=Exchange(node.input, node.keys))
    if isinstance(node, (nodes.Limit, Sort, TemporalSort)):
        return replace(node, input=Exchange(node.input, ()))
    return node
