"""Translators of nodes that sort rows or keep the first rows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.config.sql_options import COMPACT_CHANGES
from pyrite.core.errors import ValidationException
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.types import TimestampKind
from pyrite.graph.transformation import Transformation, TransformationKind
from pyrite.operators.relational.rank.deduplicate import DeduplicateSpec
from pyrite.operators.relational.rank.limit import LimitSpec
from pyrite.operators.relational.rank.limit_per_key import FirstRowByTimeSpec, FirstRowsSpec
from pyrite.operators.relational.rank.local_rank import LocalRankSpec
from pyrite.operators.relational.rank.rank import RankSpec, RankStrategy
from pyrite.operators.relational.rank.sort import SortSpec
from pyrite.operators.relational.rank.temporal_sort import TemporalSortSpec
from pyrite.operators.relational.rank.window_rank import WindowRankSpec
from pyrite.relational.plan import nodes
from pyrite.relational.plan.order import Sort, SortLimit, TemporalSort
from pyrite.relational.plan.rank import Rank
from pyrite.relational.plan.render import describe
from pyrite.relational.plan.state_meaning import counted_meaning, state_meaning
from pyrite.relational.plan.window_rank import WindowDeduplicate, WindowRank
from pyrite.relational.translators.translation import Translation, Translators


def _rank(node: Rank, to: Translation) -> Transformation:
    spec = _rank_spec(node, to)
    ranks = to.keyed("Rank", spec, node, node.partition)
    if isinstance(spec, FirstRowsSpec):
        ranks = replace(ranks, state_meaning=counted_meaning(node))
    return _with_local_rank(ranks, to)


def _with_local_rank(ranks: Transformation, to: Translation) -> Transformation:
    """Adds a transformation before the exchange that drops rows, if possible."""
    exchange, spec = to.program[ranks.inputs[0]], ranks.operator
    if to.is_batch or exchange.kind is not TransformationKind.PARTITION:
        return ranks
    rows = to.program[exchange.inputs[0]]
    if rows.kind.is_virtual:
        return ranks
    local: Optional[LocalRankSpec] = None
    if isinstance(spec, FirstRowsSpec) and not spec.ttl_ms:
        local = LocalRankSpec.of(spec.partition, (), spec.end, spec.input)
    elif isinstance(spec, RankSpec) and spec.strategy is RankStrategy.APPEND_FAST and not spec.ttl_ms:
        local = LocalRankSpec.of(spec.partition, spec.order, spec.end, spec.input)
    if local is not None:
        kind, inputs = TransformationKind.OPERATOR, exchange.inputs
        step = Transformation(kind, local.kind, inputs, local, output_format=rows.output_format)
        first = to.program.add(to.with_parallelism_of(inputs[0], step))
        ranks = replace(ranks, inputs=(to.program.add(replace(exchange, inputs=(first,))),))
    return ranks


def _sort(node: Sort, to: Translation) -> Transformation:
    return to.single("Sort", SortSpec(node.order, node.row_type, text=describe(node)), node)


def _temporal_sort(node: TemporalSort, to: Translation) -> Transformation:
    first, *others = node.order
    time = first.place if node.is_event_time else None
    return to.keyed("TemporalSort", TemporalSortSpec(time, tuple(others), node.row_type, text=describe(node)), node, ())


def _limit(node: nodes.Limit, to: Translation) -> Transformation:
    if node.fetch is None and not to.is_batch:
        raise ValidationException("FETCH is missed, which on streaming table is not supported currently.")
    if node.fetch is not None and not node.input.changelog.is_insert_only:
        return to.keyed("Limit", _limit_of_changes(node, node.fetch, to.ttl_ms), node, ())
    limit = to.single("Limit", LimitSpec(node.offset, node.fetch, text=describe(node)), node)
    return replace(limit, state_meaning=state_meaning(node))


def _rank_spec(node: Rank, to: Translation) -> OperatorSpec:
    ttl_ms, is_batch = to.ttl_ms, to.is_batch
    if node.becomes_deduplicate() and not is_batch:
        return _deduplicate(node, to)
    pairs = zip(node.order, node.times, strict=True)
    order = tuple(each for each, kind in pairs if kind is not TimestampKind.PROCTIME)
    strategy = RankStrategy.APPEND_FAST if node.strategy is None else node.strategy
    shows_ranks = node.number is not None
    if not order and strategy is RankStrategy.APPEND_FAST:  # by processing time, the order of arrival
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
        text=describe(node),
        ttl_ms=ttl_ms,
    )


def _sort_limit(node: SortLimit, to: Translation) -> Transformation:
    pairs = zip(node.order, node.times, strict=True)
    spec = RankSpec(
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
        text=describe(node),
        ttl_ms=to.ttl_ms,
    )
    return _with_local_rank(to.keyed("SortLimit", spec, node, ()), to)


def _window_rank(node: WindowRank | WindowDeduplicate, to: Translation) -> Transformation:
    ranks = (node.start, node.end, node.number is not None) if isinstance(node, WindowRank) else (1, 1, False)
    spec = WindowRankSpec(
        node.bounds,
        node.windowing.zone,
        node.partition,
        node.order,
        *ranks,
        isinstance(node, WindowDeduplicate) and node.keeps_last,
        node.input.row_type,
        node.row_type,
        text=describe(node),
    )
    return to.keyed(type(node).__name__, spec, node, node.partition)


def _limit_of_changes(node: nodes.Limit, fetch: int, ttl_ms: int) -> RankSpec:
    """Returns the spec for the first rows on arrival, over changes."""
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
        text=describe(node),
        ttl_ms=ttl_ms,
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
        text=describe(node),
        ttl_ms=ttl_ms,
    )


def _deduplicate(node: Rank, to: Translation) -> OperatorSpec:
    ttl_ms = to.ttl_ms
    is_by_arrival = node.time_kind() is TimestampKind.PROCTIME
    if is_by_arrival and not node.keeps_last:
        return _first_rows(node, ttl_ms, is_batch=False)
    (time,) = (each.place for each in node.order)
    if node.changelog.is_insert_only:
        return FirstRowByTimeSpec(node.partition, time, node.row_type, text=describe(node), ttl_ms=ttl_ms)
    return DeduplicateSpec(
        node.partition,
        None if is_by_arrival else time,
        node.keeps_last,
        node.row_type,
        ChangeKind.UPDATE_BEFORE in node.changelog.kinds,
        text=describe(node),
        ttl_ms=ttl_ms,
        bundle=to.bundle_size() if is_by_arrival or to.configuration.get(COMPACT_CHANGES) else None,
    )


RANKS: Final[Translators] = {
    Rank: _rank,
    SortLimit: _sort_limit,
    WindowRank: _window_rank,
    WindowDeduplicate: _window_rank,
    Sort: _sort,
    TemporalSort: _temporal_sort,
    nodes.Limit: _limit,
}
