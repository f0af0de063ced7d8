"""Translators of joins."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Optional

from pyrite.core.config.sql_options import INTERVAL_JOIN_CLEANUP
from pyrite.core.connector.lookup import SupportsLookup
from pyrite.core.types import RowType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.operators.relational.join.regular_join import RegularJoinSpec
from pyrite.operators.relational.lookup.lookup_join import LookupJoinSpec, LookupOrder
from pyrite.operators.relational.time_join.interval_join import IntervalJoinSpec
from pyrite.operators.relational.time_join.temporal_join import TemporalJoinSpec
from pyrite.operators.relational.time_join.window_join import WindowJoinSpec
from pyrite.relational.plan.join import RegularJoin
from pyrite.relational.plan.joins.time_joins import IntervalJoin, LookupJoin, TemporalJoin, TimeJoin, WindowJoin
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.render import describe
from pyrite.relational.translators.translation import Translation, Translators


def _regular_join(node: RegularJoin, to: Translation) -> Transformation:
    left_ttl_ms, right_ttl_ms = (to.ttl_ms if each is None else each for each in node.state_ttl_ms)
    spec = RegularJoinSpec(
        node.join_type,
        node.sides,
        node.matches_nulls,
        node.condition and to.computed(node.condition),
        (node.left.row_type, node.right.row_type),
        node.row_type,
        (not node.left.changelog.is_insert_only, not node.right.changelog.is_insert_only),
        (left_ttl_ms, right_ttl_ms),
        text=describe(node),
    )
    return to.keyed_join("Join", spec, node, bool(node.sides[0].keys))


def _interval_join(node: IntervalJoin, to: Translation) -> Transformation:
    keeps_left, keeps_right = node.join_type.is_outer
    spec = IntervalJoinSpec(
        *_sides(node, to),
        node.lower_ms,
        node.upper_ms,
        to.configuration.get(INTERVAL_JOIN_CLEANUP),
        (node.left_time, node.right_time) if node.is_event_time else None,
        keeps_left,
        keeps_right,
        text=describe(node),
    )
    return to.keyed_join("IntervalJoin", spec, node, bool(node.left_keys))


def _temporal_join(node: TemporalJoin, to: Translation) -> Transformation:
    is_left = node.join_type is JoinType.LEFT
    spec = TemporalJoinSpec(
        *_sides(node, to), node.left_time, node.right_time, is_left, text=describe(node), ttl_ms=to.ttl_ms
    )
    return to.keyed_join("TemporalJoin", spec, node, has_keys=True)


def _window_join(node: WindowJoin, to: Translation) -> Transformation:
    spec = WindowJoinSpec(
        *_sides(node, to),
        node.left_window,
        node.right_window,
        node.left_windowing.zone,
        node.join_type,
        text=describe(node),
    )
    return to.keyed_join("WindowJoin", spec, node, bool(node.left_keys))


def _sides(
    node: TimeJoin, to: Translation
) -> tuple[RowType, RowType, RowType, tuple[int, ...], tuple[int, ...], Optional[ResolvedExpression]]:
    condition = node.condition and to.computed(node.condition)
    return node.left.row_type, node.right.row_type, node.row_type, node.left_keys, node.right_keys, condition


def _lookup_join(node: LookupJoin, to: Translation) -> Transformation:
    """Rows with the same upsert key, or equal rows, are looked up in their order."""
    assert isinstance(node.source, SupportsLookup)
    name, asynchronous = node.table.identifier, node.async_lookup()
    places = tuple(place for place, _ in node.keys)
    if asynchronous is not None and asynchronous.order is LookupOrder.KEY_ORDERED:
        keys = upsert_keys(node.input)
        key = min(keys, key=sorted) if keys else range(len(node.input.row_type.fields))
        asynchronous = replace(asynchronous, key=tuple(sorted(key)))
    spec = LookupJoinSpec(
        node.source.describe_lookup(places),
        f"{name.catalog}.{name.database}.{name.object}",
        tuple(to.computed(value) for _, value in node.keys),
        places,
        node.input.row_type,
        node.scan_type,
        node.row_type,
        node.join_type is JoinType.LEFT,
        node.left_condition and to.computed(node.left_condition),
        node.condition and to.computed(node.condition),
        not node.input.changelog.is_insert_only,
        asynchronous,
        node.retry,
        text=describe(node),
    )
    return to.operator("LookupJoin", spec, node)


JOINS: Final[Translators] = {
    RegularJoin: _regular_join,
    IntervalJoin: _interval_join,
    TemporalJoin: _temporal_join,
    WindowJoin: _window_join,
    LookupJoin: _lookup_join,
}
