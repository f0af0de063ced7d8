"""Translators of OVER windows."""

from __future__ import annotations

from typing import Any, Final, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.types import TimestampKind
from pyrite.expressions.expression_tree import BoundKind, FrameUnit
from pyrite.graph.transformation import Transformation
from pyrite.operators.relational.over.batch_over import BatchOverSpec, OverWindow
from pyrite.operators.relational.over.changing_over import ChangingOverSpec
from pyrite.operators.relational.over.over_aggregate import OverAggregateSpec
from pyrite.relational.plan.over import OverBound, OverGroup
from pyrite.relational.plan.over_aggregate import BatchOverAggregate, ChangingOverAggregate, OverAggregate
from pyrite.relational.plan.render import describe
from pyrite.relational.translators.translation import Translation, Translators


def _over_aggregate(node: OverAggregate, to: Translation) -> Transformation:
    return to.keyed("OverAggregate", _spec(node, to.ttl_ms), node, node.partition)


def _batch_over(node: BatchOverAggregate, to: Translation) -> Transformation:
    windows = tuple(map(_window, node.groups))
    spec = BatchOverSpec(node.partition, windows, node.input.row_type, node.row_type, text=describe(node))
    return to.keyed("OverAggregate", spec, node, node.partition)


def _spec(node: OverAggregate, ttl_ms: int) -> OverAggregateSpec | ChangingOverSpec:
    group = node.group
    is_rows = group.frame.unit is FrameUnit.ROWS
    rows, output = node.input.row_type, node.row_type
    if isinstance(node, ChangingOverAggregate):
        emits_update_before = ChangeKind.UPDATE_BEFORE in node.changelog.kinds
        return ChangingOverSpec(
            group.partition,
            group.order[0],
            is_rows,
            group.calls,
            rows,
            output,
            emits_update_before,
            text=describe(node),
            ttl_ms=ttl_ms,
        )
    time = group.order[0].place if group.time_kind is TimestampKind.ROWTIME else None
    offset = group.frame.lower.offset
    size = None if offset is None else int(offset.value)
    return OverAggregateSpec(
        group.partition, time, is_rows, size, group.calls, rows, output, text=describe(node), ttl_ms=ttl_ms
    )


def _window(group: OverGroup) -> OverWindow:
    frame = group.frame
    return OverWindow(
        group.order, frame.unit is FrameUnit.ROWS, _distance(frame.lower), _distance(frame.upper), group.calls
    )


def _distance(bound: OverBound) -> Optional[Any]:
    """Returns the distance of a bound from the current row, negative before it; None if unbounded."""
    match bound.kind:
        case BoundKind.CURRENT_ROW:
            return 0
        case BoundKind.UNBOUNDED_PRECEDING | BoundKind.UNBOUNDED_FOLLOWING:
            return None
    assert bound.offset is not None
    return -bound.offset.value if bound.kind is BoundKind.PRECEDING else bound.offset.value


OVER: Final[Translators] = {
    OverAggregate: _over_aggregate,
    BatchOverAggregate: _batch_over,
}
