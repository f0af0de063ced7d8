"""choose_time_joins: converts joins as of a time, and, in streaming, joins whose condition bounds their state.

The other joins remain for `choose_joins`.
"""

from __future__ import annotations

from pyrite.core.errors import TableException
from pyrite.core.types import AnyTimestampType, TimestampKind
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.joins.interval_joins import interval_join
from pyrite.relational.passes.joins.lookup_joins import lookup_join, lookup_table
from pyrite.relational.passes.joins.temporal_joins import temporal_join
from pyrite.relational.passes.joins.window_joins import window_join
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.joins.time_joins import SnapshotJoin
from pyrite.relational.plan.nodes import RelNode, rewritten


def choose_time_joins(plan: RelNode, settings: PassSettings) -> RelNode:
    def chosen(node: RelNode) -> RelNode:
        match node:
            case nodes.Calc():
                return merged(node)  # with the Calc that removes computed keys
            case SnapshotJoin():
                return _as_of(node, settings)
            case Join() if not settings.is_batch:
                return window_join(node) or interval_join(node) or node
        return node

    return rewritten(plan, chosen)


def _as_of(node: SnapshotJoin, settings: PassSettings) -> RelNode:
    if node.join_type not in (JoinType.INNER, JoinType.LEFT):
        raise TableException(f"Unknown join type {node.join_type.name}")
    kind = node.period.type
    assert isinstance(kind, AnyTimestampType)
    if kind.kind is TimestampKind.ROWTIME:
        return temporal_join(node)
    table = lookup_table(node.right)
    if table is None:
        raise TableException("Processing-time temporal join is not supported yet.")
    return lookup_join(node, table, settings)
