"""choose_sorts: in streaming, sorts by time or keeps the first rows; in batch, sorts by any columns."""

from __future__ import annotations

from pyrite.core.errors import TableException
from pyrite.core.types import TimestampKind
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.order import Sort, SortLimit, TemporalSort
from pyrite.relational.plan.rank import times_of


def choose_sorts(plan: RelNode, settings: PassSettings) -> RelNode:
    def change(node: RelNode) -> RelNode:
        return _chosen(node, settings.is_batch) if isinstance(node, Sort) else node

    return rewritten(plan, change)


def _chosen(node: Sort, is_batch: bool) -> RelNode:
    times = times_of(node.order, node.input.row_type)
    if node.fetch == 0:
        return nodes.Values((), node.row_type)
    if node.fetch is not None:
        return SortLimit(node.input, node.order, times, offset=node.offset, fetch=node.fetch)
    if is_batch:
        return nodes.Limit(Sort(node.input, node.order), node.offset) if node.offset else node
    if node.offset:
        raise TableException("FETCH is missed, which on streaming table is not supported currently.")
    if times[0] is TimestampKind.REGULAR or node.order[0].is_descending:
        raise TableException("Sort on a non-time-attribute field is not supported.")
    return TemporalSort(node.input, node.order, times[0] is TimestampKind.ROWTIME)
