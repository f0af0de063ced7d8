"""choose_over: selects the operator of an Over: in streaming by time or another column, in batch over all rows."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby
from typing import Final

from pyrite.core.errors import TableException
from pyrite.core.types import DecimalType, TimestampKind
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.expression_tree import BoundKind
from pyrite.expressions.resolved import FieldReference
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.exchange import Exchange
from pyrite.relational.plan.nodes import Calc, RelNode, Union, rewritten
from pyrite.relational.plan.over import Over, OverGroup
from pyrite.relational.plan.over_aggregate import BatchOverAggregate, ChangingOverAggregate, OverAggregate

_BATCH_ONLY: Final = ("LEAD", "CUME_DIST", "PERCENT_RANK", "NTILE")
_BY_ORDER: Final = ("RANK", "DENSE_RANK")


def choose_over(plan: RelNode, settings: PassSettings) -> RelNode:
    run = _batch if settings.is_batch else _streaming
    return rewritten(plan, lambda node: run(node) if isinstance(node, Over) else node)


def _batch(node: Over) -> RelNode:
    """Creates a node for each run of windows with equal partitions, which keeps the order of columns."""
    plan, names = node.input, list(node.names)
    for partition, each in groupby(node.groups, lambda group: group.partition):
        groups = tuple(each)
        count = sum(len(group.calls) for group in groups)
        plan = BatchOverAggregate(Exchange(plan, partition), groups, tuple(names[:count]))
        del names[:count]
    return plan


def _streaming(node: Over) -> RelNode:
    if len(node.groups) > 1:
        raise TableException(
            "Over Agg: Unsupported use of OVER windows. All aggregates must be computed on the same window. please "
            "re-check the over window statement."
        )
    group = node.groups[0]
    _check_order(group)
    if _is_key(node.input, group.order[0].place):
        group = replace(group, time_kind=TimestampKind.REGULAR)
    below = Exchange(node.input, group.partition)
    kinds = [field.type for field in node.input.row_type.fields]
    order = group.order[0].place
    calls = tuple(
        replace(call, arguments=(order,), argument_types=(kinds[order],)) if call.function in _BY_ORDER else call
        for call in group.calls
    )
    aggregate = OverAggregate(below, (replace(group, calls=calls),), node.names)
    if group.time_kind is TimestampKind.REGULAR:
        aggregate = ChangingOverAggregate(below, aggregate.groups, node.names)
    _check_frame(aggregate)
    for call in group.calls:
        _check_call(call, aggregate)
    return aggregate


def _is_key(node: RelNode, place: int) -> bool:
    """Returns whether a column is a key of GROUP BY or DISTINCT, which is no longer a time attribute."""
    match node:
        case Aggregate():
            return place < len(node.grouping)
        case Calc():
            column = node.projections[place]
            return isinstance(column, FieldReference) and _is_key(node.input, column.index)
        case Union():
            return any(_is_key(part, place) for part in node.parts)
    return False


def _check_order(group: OverGroup) -> None:
    if len(group.order) != 1:
        raise TableException("The window can only be ordered by a single time column.")
    if group.order[0].is_descending:
        raise TableException("The window can only be ordered in ASCENDING mode.")


def _check_frame(node: OverAggregate) -> None:
    lower, upper = node.group.frame.lower, node.group.frame.upper
    begins = (BoundKind.UNBOUNDED_PRECEDING, BoundKind.PRECEDING)
    if upper.kind is not BoundKind.CURRENT_ROW or lower.kind not in begins:
        raise TableException("OVER RANGE FOLLOWING windows are not supported yet.")
    if lower.offset is not None and isinstance(lower.offset.type, DecimalType):
        raise TableException("the specific value is decimal which haven not supported yet.")
    if lower.offset is not None and isinstance(node, ChangingOverAggregate):
        raise TableException("Non-time attribute sort is not supported for bounded OVER window.")


def _check_call(call: AggregateCall, node: OverAggregate) -> None:
    if call.function in _BATCH_ONLY:
        raise TableException(f"{call.function} Function is not supported in stream mode.")
    if call.function == "LAG" and node.group.frame.lower.offset is not None:
        raise TableException("LAG Function with retraction is not supported in stream mode.")
