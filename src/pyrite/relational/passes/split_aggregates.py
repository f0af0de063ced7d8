"""split_aggregates: with mini-batch, GROUP BY has a local phase before its exchange, where Flink gives it one."""

from __future__ import annotations

from pyrite.core.config.sql_options import AGG_PHASE_STRATEGY, MINI_BATCH
from pyrite.expressions.aggregates.partials import can_merge
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.aggregate import GroupAggregate
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.two_phases import GlobalGroupAggregate, LocalGroupAggregate


def split_aggregates(plan: RelNode, settings: PassSettings) -> RelNode:
    configuration = settings.configuration
    is_wanted = configuration.get(MINI_BATCH) and configuration.get(AGG_PHASE_STRATEGY) != "ONE_PHASE"
    return rewritten(plan, _split) if is_wanted and not settings.is_batch else plan


def _split(node: RelNode) -> RelNode:
    if not isinstance(node, GroupAggregate) or not can_merge(node.calls):
        return node
    assert isinstance(node.input, Exchange), "a GroupAggregate gets its rows by key"
    local = LocalGroupAggregate(node.input.input, node.grouping, node.calls)
    keys = tuple(range(len(node.grouping)))
    return GlobalGroupAggregate(
        Exchange(local, keys), keys, node.calls, node.names, local.phases, local.retracts, changelog=node.changelog
    )
