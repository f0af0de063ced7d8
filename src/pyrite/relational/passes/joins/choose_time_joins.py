"""choose_time_joins: converts joins as of a time, and, in streaming, joins whose condition bounds their state.

The other joins remain for `choose_joins`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from pyrite.core.errors import TableException
from pyrite.core.types import AnyTimestampType, TimestampKind
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.choose_joins import with_keys
from pyrite.relational.passes.joins.interval_joins import interval_join
from pyrite.relational.passes.joins.lookup_joins import lookup_join, lookup_table
from pyrite.relational.passes.joins.temporal_joins import temporal_join
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.passes.substitution import all_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join, joined_type
from pyrite.relational.plan.joins.time_joins import SnapshotJoin, WindowJoin
from pyrite.relational.plan.nodes import RelNode, rewritten
from pyrite.relational.plan.window_properties import WindowProperties, window_properties


def choose_time_joins(plan: RelNode, settings: PassSettings) -> RelNode:
    def chosen(node: RelNode) -> RelNode:
        match node:
            case nodes.Calc():
                return merged(node)  # with the Calc that removes computed keys
            case SnapshotJoin():
                return _as_of(node, settings)
            case Join() if not settings.is_batch:
                return _window_join(node) or interval_join(node) or node
        return node

    return rewritten(plan, chosen)


def _as_of(node: SnapshotJoin, settings: PassSettings) -> RelNode:
    if node.join_type not in (JoinType.INNER, JoinType.LEFT):
        raise TableException(f"Unknown join type {node.join_type.name}")
    kind = node.period.type
    assert isinstance(kind, AnyTimestampType)
    if kind.kind is TimestampKind.ROWTIME:
        return temporal_join(node)
    if settings.is_batch and kind.kind is TimestampKind.REGULAR:  # batch has no event time
        raise TableException(
            "An event-time temporal join is not supported in batch mode: run the query in streaming mode, or join a "
            "lookup source FOR SYSTEM_TIME AS OF a processing time."
        )
    table = lookup_table(node.right)
    if table is None:
        raise TableException("Processing-time temporal join is not supported yet.")
    return lookup_join(node, table, settings)


def _window_join(node: Join) -> Optional[RelNode]:
    """Returns the window join; None if there are no windows, or others, or the condition does not equate them."""
    keyed = with_keys(node)
    left, right = (window_properties(each) for each in (keyed.left, keyed.right))
    if left is None or right is None:
        return None
    pairs = list(zip(keyed.left_keys, keyed.right_keys, keyed.matches_nulls, strict=True))
    starts = [pair for pair in pairs if pair[0] in left.starts and pair[1] in right.starts]
    ends = [pair for pair in pairs if pair[0] in left.ends and pair[1] in right.ends]
    if not starts or not ends or not _are_same(left, right):
        return None
    others = [pair for pair in pairs if pair not in (*starts, *ends)]
    width = len(keyed.left.row_type.fields)
    fields = joined_type(keyed.left.row_type, keyed.right.row_type, JoinType.INNER).fields
    columns = [FieldReference(place, each.name, each.type) for place, each in enumerate(fields)]
    null_safe = [
        resolve("IS NOT DISTINCT FROM", [columns[one], columns[width + other]]) for one, other, safe in others if safe
    ]
    keys = [(one, other) for one, other, is_null_safe in others if not is_null_safe]
    join = WindowJoin(
        keyed.left,
        keyed.right,
        node.join_type,
        tuple(one for one, _ in keys),
        tuple(other for _, other in keys),
        all_of([*null_safe, *([] if keyed.condition is None else [keyed.condition])]),
        (starts[0][0], ends[0][0]),
        (starts[0][1], ends[0][1]),
        left.windowing,
        right.windowing,
    )
    return keyed.with_columns_of(join, node)


def _are_same(left: WindowProperties, right: WindowProperties) -> bool:
    one, other = left.windowing, right.windowing
    same_time = replace(one.time_type, nullable=True) == replace(other.time_type, nullable=True)
    return same_time and one.windows == other.windows
