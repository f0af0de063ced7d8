"""The operators of nodes that keep the first rows in an order."""

from __future__ import annotations

from pyrite.core.changelog import ChangeKind
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import TimestampKind
from pyrite.operators.relational.deduplicate import DeduplicateSpec
from pyrite.operators.relational.first_row_by_time import FirstRowByTimeSpec
from pyrite.operators.relational.first_rows import FirstRowsSpec
from pyrite.operators.relational.rank import RankSpec, RankStrategy
from pyrite.operators.relational.temporal_sort import TemporalSortSpec
from pyrite.operators.relational.window_rank import WindowRankSpec
from pyrite.relational.plan import nodes
from pyrite.relational.plan.order import SortLimit, TemporalSort
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.window_rank import WindowDeduplicate, WindowRank


def rank(node: Rank, ttl_ms: int, is_batch: bool) -> OperatorSpec:
    if node.becomes_deduplicate() and not is_batch:
        return _deduplicate(node, ttl_ms)
    pairs = zip(node.order, node.times, strict=True)
    order = tuple(each for each, kind in pairs if kind is not TimestampKind.PROCTIME)
    strategy = RankStrategy.APPEND_FAST if node.strategy is None else node.strategy
    shows_ranks = node.number is not None
    if not order and strategy is RankStrategy.APPEND_FAST:  # by processing time the order is that of arrival
        return _first_rows(node, ttl_ms, is_batch)
    return RankSpec(
        node.partition,
        order,
        node.start,
        node.end,
        shows_ranks,
        strategy,
        node.row_key,
        node.input.row_type,
        node.row_type,
        ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
        describe(node),
        ttl_ms,
    )


def sort_limit(node: SortLimit, ttl_ms: int) -> RankSpec:
    pairs = zip(node.order, node.times, strict=True)
    return RankSpec(
        (),
        tuple(each for each, kind in pairs if kind is not TimestampKind.PROCTIME),
        node.offset + 1,
        node.offset + node.fetch,
        False,
        node.strategy or RankStrategy.APPEND_FAST,
        node.row_key,
        node.row_type,
        node.row_type,
        ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
        describe(node),
        ttl_ms,
    )


def window_rank(node: WindowRank | WindowDeduplicate) -> WindowRankSpec:
    ranks = (node.start, node.end, node.number is not None) if isinstance(node, WindowRank) else (1, 1, False)
    return WindowRankSpec(
        node.bounds,
        node.windowing.zone,
        node.partition,
        node.order,
        *ranks,
        isinstance(node, WindowDeduplicate) and node.keeps_last,
        node.input.row_type,
        node.row_type,
        describe(node),
    )


def temporal_sort(node: TemporalSort) -> TemporalSortSpec:
    first, *others = node.order
    return TemporalSortSpec(first.place if node.is_event_time else None, tuple(others), node.row_type, describe(node))


def limit_of_changes(node: nodes.Limit, fetch: int, ttl_ms: int) -> RankSpec:
    """The first rows that came, of those that are there."""
    return RankSpec(
        (),
        (),
        node.offset + 1,
        node.offset + fetch,
        False,
        RankStrategy.RETRACT,
        (),
        node.row_type,
        node.row_type,
        ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
        describe(node),
        ttl_ms,
    )


def _first_rows(node: Rank, ttl_ms: int, is_batch: bool) -> FirstRowsSpec:
    has_kinds = not is_batch and not node.changelog.is_insert_only
    shows_ranks = node.number is not None
    return FirstRowsSpec(
        node.partition,
        node.start,
        node.end,
        shows_ranks,
        node.input.row_type,
        has_kinds,
        node.number or "",
        describe(node),
        ttl_ms,
    )


def _deduplicate(node: Rank, ttl_ms: int) -> OperatorSpec:
    is_by_arrival = node.time_kind() is TimestampKind.PROCTIME
    if is_by_arrival and not node.keeps_last:
        return _first_rows(node, ttl_ms, is_batch=False)
    (time,) = (each.place for each in node.order)
    if node.changelog.is_insert_only:
        return FirstRowByTimeSpec(node.partition, time, node.row_type, describe(node), ttl_ms)
    return DeduplicateSpec(
        node.partition,
        None if is_by_arrival else time,
        node.keeps_last,
        node.row_type,
        ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
        describe(node),
        ttl_ms,
    )
