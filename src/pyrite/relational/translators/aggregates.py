"""Translators of GROUP BY, in one or several phases."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.aggregate.bundle import BundleSize
from pyrite.operators.relational.aggregate.group_aggregate import GroupAggregateSpec
from pyrite.operators.relational.aggregate.incremental_aggregate import IncrementalAggregateSpec
from pyrite.operators.relational.aggregate.local_aggregate import LocalGroupAggregateSpec
from pyrite.relational.plan.aggregate import GroupAggregate, Grouped
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.two_phases import GlobalGroupAggregate, IncrementalGroupAggregate, LocalGroupAggregate
from pyrite.relational.translators.translation import Translation, Translators


def _group_aggregate(node: GroupAggregate, to: Translation) -> Transformation:
    spec = _spec(node, not node.input.changelog.is_insert_only, to)
    return to.keyed("GroupAggregate", spec, node, node.grouping)


def _local(node: LocalGroupAggregate, to: Translation) -> Transformation:
    spec = LocalGroupAggregateSpec(
        node.grouping,
        node.phases.local_calls,
        node.input.row_type,
        node.row_type,
        node.retracts,
        text=describe(node),
        bundle=_halves(to.bundle_size())[0],
    )
    return to.operator("LocalGroupAggregate", spec, node)


def _incremental(node: IncrementalGroupAggregate, to: Translation) -> Transformation:
    spec = IncrementalAggregateSpec(
        node.grouping,
        node.keys,
        node.sent.local_calls,
        node.phases.local_calls,
        node.input.row_type,
        node.row_type,
        node.retracts,
        text=describe(node),
        ttl_ms=to.ttl_ms if node.state_ttl_ms is None else node.state_ttl_ms,
    )
    return to.keyed("IncrementalGroupAggregate", spec, node, node.grouping)


def _global(node: GlobalGroupAggregate, to: Translation) -> Transformation:
    spec = _spec(node, node.retracts, to)
    bundle = _halves(spec.bundle)[1]
    spec = replace(spec, calls=node.phases.global_calls, rows=node.phases.rows, bundle=bundle)
    return to.keyed("GlobalGroupAggregate", spec, node, node.grouping)


def _spec(node: Grouped, retracts: bool, to: Translation) -> GroupAggregateSpec:
    return GroupAggregateSpec(
        node.grouping,
        node.calls,
        node.input.row_type,
        node.row_type,
        retracts=retracts,
        emits_update_before=ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
        text=describe(node),
        bundle=to.bundle_size(),
        ttl_ms=to.ttl_ms if node.state_ttl_ms is None else node.state_ttl_ms,
    )


def _halves(size: Optional[BundleSize]) -> tuple[Optional[BundleSize], Optional[BundleSize]]:
    """Splits a bundle between two phases, which together wait no longer than one bundle."""
    if size is None:
        return None, None
    first_ms = size.latency_ms // 2
    return replace(size, latency_ms=first_ms), replace(size, latency_ms=size.latency_ms - first_ms)


AGGREGATES: Final[Translators] = {
    GroupAggregate: _group_aggregate,
    LocalGroupAggregate: _local,
    IncrementalGroupAggregate: _incremental,
    GlobalGroupAggregate: _global,
}
