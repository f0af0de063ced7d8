"""split_aggregates: adds a local phase before the exchange of aggregates, where Flink does.

GROUP BY has a local phase with mini-batch; event-time windows of table functions, except for SESSION, always have one.
Where DISTINCT values are split into buckets, the global phase of the buckets and the next local phase become one.
"""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.config.sql_options import AGG_PHASE_STRATEGY, INCREMENTAL_AGG, MINI_BATCH
from pyrite.expressions.aggregates.partials import can_merge
from pyrite.operators.relational.window.time_windows import Session
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.aggregate import GroupAggregate, PartialFinal
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.two_phase_windows import GlobalWindowAggregate, LocalWindowAggregate
from pyrite.relational.plan.two_phases import GlobalGroupAggregate, IncrementalGroupAggregate, LocalGroupAggregate
from pyrite.relational.plan.windows import WindowAggregate, Windowing


def split_aggregates(plan: RelNode, settings: PassSettings) -> RelNode:
    if settings.is_batch or settings.configuration.get(AGG_PHASE_STRATEGY) == "ONE_PHASE":
        return plan
    has_bundles = settings.configuration.get(MINI_BATCH)
    is_incremental = settings.configuration.get(INCREMENTAL_AGG)

    def split(node: RelNode) -> RelNode:
        match node:
            case GroupAggregate() if has_bundles and can_merge(node.calls):
                phases = _split_groups(node)
                return _incremental(phases) if is_incremental else phases
            case WindowAggregate() if _has_slices(node.windowing) and can_merge(node.calls):
                return _split_windows(node)
        return node

    return rewritten(plan, split)


def _split_groups(node: GroupAggregate) -> GlobalGroupAggregate:
    assert isinstance(node.input, Exchange), "the input of a GroupAggregate is an Exchange"
    local = LocalGroupAggregate(node.input.input, node.grouping, node.calls, partial_final=node.partial_final)
    keys = tuple(range(len(node.grouping)))
    return GlobalGroupAggregate(
        Exchange(local, keys),
        keys,
        node.calls,
        node.names,
        local.retracts,
        state_ttl_ms=node.state_ttl_ms,
        partial_final=node.partial_final,
        changelog=node.changelog,
    )


def _incremental(final: GlobalGroupAggregate) -> GlobalGroupAggregate:
    """Merges the phases between the buckets and the final phase, if it is the final phase of a split aggregate."""
    assert isinstance(final.input, Exchange)
    local = final.input.input
    assert isinstance(local, LocalGroupAggregate)
    buckets = local.input
    if final.partial_final is not PartialFinal.FINAL or not isinstance(buckets, GlobalGroupAggregate):
        return final
    incremental = IncrementalGroupAggregate(
        buckets.input,
        buckets.grouping,
        len(final.grouping),
        buckets.calls,
        buckets.retracts,
        state_ttl_ms=final.state_ttl_ms,
    )
    rows = Exchange(incremental, final.grouping)
    return replace(final, input=rows, bucket_calls=buckets.calls, retracts=buckets.retracts)


def _has_slices(windowing: Windowing) -> bool:
    is_session = isinstance(windowing.windows, Session)
    return windowing.is_event_time and not windowing.is_group_window and not is_session


def _split_windows(node: WindowAggregate) -> RelNode:
    assert isinstance(node.input, Exchange), "the input of a WindowAggregate is an Exchange"
    rows = node.input.input
    local = LocalWindowAggregate(rows, node.grouping, node.calls, node.windowing, node.attached)
    keys = tuple(range(len(node.grouping)))
    attached = None if node.attached is None else (len(keys), len(keys) + 1)
    return GlobalWindowAggregate(
        Exchange(local, keys),
        keys,
        node.calls,
        node.names,
        node.windowing,
        node.properties,
        attached,
        local.retracts,
        changelog=node.changelog,
    )
