"""split_distinct: computes DISTINCT aggregates in buckets of their values, and the results from the buckets.

`GROUP BY k` becomes `GROUP BY k` over `GROUP BY k, bucket`, which distributes the rows of a key over subtasks. The
order of a key's rows is lost, so aggregates with functions that depend on the order are not split; Flink splits them
with different results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Optional

from pyrite.core.config.sql_options import SPLIT_BUCKETS, SPLIT_DISTINCT
from pyrite.core.types import (
    BigIntType,
    DecimalType,
    DoubleType,
    IntegerNumericType,
    IntType,
    LogicalType,
    RowField,
    RowType,
)
from pyrite.core.types.decimal_rules import sum_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.functions.buckets import BUCKET
from pyrite.expressions.resolution import implicit_cast, resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral, transformed
from pyrite.operators.relational.window.time_windows import Session
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import EXTREMES, Aggregate, PartialFinal, unique_name, unnamed_columns
from pyrite.relational.plan.expand import EXPAND_ID, Expand
from pyrite.relational.plan.nodes import RelNode, references, rewritten
from pyrite.relational.plan.window_properties import window_properties

_COUNT: Final = BigIntType(nullable=False)
_FROM_BUCKETS: Final = {"COUNT": "$SUM0", "SUM": "SUM", "$SUM0": "$SUM0", "MIN": "MIN", "MAX": "MAX"}
"""The functions that combine the results of buckets."""


def split_distinct(plan: RelNode, settings: PassSettings) -> RelNode:
    if settings.is_batch or not settings.configuration.get(SPLIT_DISTINCT):
        return plan
    buckets = settings.configuration.get(SPLIT_BUCKETS)

    def split(node: RelNode) -> RelNode:
        match node:
            case Aggregate() if _can_split(node):
                return _split(node, buckets)
            case nodes.Calc():
                return _with_names_of_input(node)
        return node

    if isinstance(plan, nodes.Sink):
        return replace(plan, input=_renamed(rewritten(plan.input, split), plan.input.field_names))
    return _renamed(rewritten(plan, split), plan.field_names)


def _renamed(plan: RelNode, names: tuple[str, ...]) -> RelNode:
    """Renames the columns of the plan for its consumer."""
    return plan if plan.field_names == names else merged(nodes.Calc(plan, references(plan), names))


def _can_split(node: Aggregate) -> bool:
    calls = node.calls
    if not any(call.is_distinct and call.function not in EXTREMES for call in calls):
        return False
    if not all(call.function in (*_FROM_BUCKETS, "AVG") and len(call.arguments) <= 1 for call in calls):
        return False
    properties = window_properties(node.input)
    if properties is None or not properties.within(frozenset(node.grouping)):
        return True
    windowing = properties.windowing
    return windowing.is_event_time and not windowing.is_group_window and not isinstance(windowing.windows, Session)


def _split(node: Aggregate, buckets: int) -> RelNode:
    calls = [each for call in node.calls for each in _bucket_calls(call)]
    rows = bucket_rows(node, calls, buckets)
    filtered = tuple(replace(call, filter=place) for call, place in zip(calls, rows.filters, strict=True))
    partial = _aggregate(rows.plan, rows.keys, filtered, PartialFinal.PARTIAL, node)
    first = len(rows.keys)
    final_calls = tuple(
        AggregateCall(_FROM_BUCKETS[call.function], (first + number,), (call.result_type,), call.result_type)
        for number, call in enumerate(calls)
    )
    final = _aggregate(partial, tuple(range(len(node.grouping))), final_calls, PartialFinal.FINAL, node)
    return _with_averages(final, node)


def _bucket_calls(call: AggregateCall) -> list[AggregateCall]:
    """Returns the calls of a bucket: for AVG the sum, in AVG's internal type, and the count."""
    if call.function in EXTREMES:
        return [replace(call, is_distinct=False)]
    if call.function != "AVG":
        return [call]
    kind = call.argument_types[0]
    wide: LogicalType = DoubleType(nullable=False)
    if isinstance(kind, IntegerNumericType):
        wide = BigIntType(nullable=False)
    elif isinstance(kind, DecimalType):
        wide = sum_type(kind).copy(nullable=True)
    return [replace(call, function="$SUM0", result_type=wide), replace(call, function="COUNT", result_type=_COUNT)]


def _aggregate(
    rows: RelNode, keys: tuple[int, ...], calls: tuple[AggregateCall, ...], phase: PartialFinal, node: Aggregate
) -> Aggregate:
    names = unnamed_columns([rows.field_names[key] for key in keys], len(calls))
    return Aggregate(rows, keys, calls, names, state_ttl_ms=node.state_ttl_ms, partial_final=phase)


def _with_averages(final: Aggregate, node: Aggregate) -> RelNode:
    """Computes AVG from its sum and count, with the original types."""
    width = len(node.grouping)
    columns = iter(references(final))
    trees: list[ResolvedExpression] = [next(columns) for _ in range(width)]
    for call in node.calls:
        column = next(columns)
        trees.append(_average(column, next(columns), call.result_type) if call.function == "AVG" else column)
    if all(isinstance(tree, FieldReference) for tree in trees):
        return final
    names: list[str] = []
    for place, tree in enumerate(trees):
        name = tree.name if isinstance(tree, FieldReference) else f"$f{place}"
        names.append(unique_name(name, names))
    return nodes.Calc(final, tuple(trees), tuple(names))


def _average(total: ResolvedExpression, count: ResolvedExpression, kind: LogicalType) -> ResolvedExpression:
    is_empty = resolve("=", [count, ValueLiteral(0, _COUNT)])
    quotient = implicit_cast(resolve("/", [total, count]), kind)
    return resolve("IF", [is_empty, ValueLiteral(None, kind.copy(nullable=True)), quotient])


def _with_names_of_input(calc: nodes.Calc) -> nodes.Calc:
    """Names columns as the input does."""
    fields = calc.input.row_type.fields

    def renamed(tree: ResolvedExpression) -> ResolvedExpression:
        return replace(tree, name=fields[tree.index].name) if isinstance(tree, FieldReference) else tree

    projections = tuple(transformed(tree, renamed) for tree in calc.projections)
    return replace(calc, projections=projections, condition=calc.condition and transformed(calc.condition, renamed))


_ID: Final = BigIntType(nullable=False)
Places = frozenset[int]


@dataclass(frozen=True)
class BucketRows:
    """The rows, their grouping columns, and the filter of each call."""

    plan: RelNode
    keys: tuple[int, ...]
    filters: tuple[Optional[int], ...]


def has_buckets(call: AggregateCall) -> bool:
    """Returns whether a call has buckets, including MIN and MAX, which store their values for retraction."""
    return call.is_distinct or call.function in EXTREMES


def bucket_rows(node: Aggregate, calls: Sequence[AggregateCall], buckets: int) -> BucketRows:
    """Returns the rows of an aggregate for `calls`, which are computed from buckets."""
    values = sorted({place for call in calls if has_buckets(call) for place in call.arguments} - {*node.grouping})
    rows = _with_buckets(node.input, values, buckets)
    width = len(node.input.row_type.fields)
    bucket_of = {place: width + number for number, place in enumerate(values)}
    keys = (*node.grouping, *bucket_of.values())
    own = [
        frozenset(bucket_of[place] for place in call.arguments if place in bucket_of) if has_buckets(call) else Places()
        for call in calls
    ]
    if not _must_repeat(calls, own):
        return BucketRows(rows, keys, tuple(call.filter for call in calls))
    numbers = [_expand_id(each, node.grouping, keys) for each in own]
    sets = dict(sorted(zip(numbers, own, strict=True), key=lambda pair: pair[0]))
    return _filtered(_repeated(rows, sets, keys[len(node.grouping) :]), calls, numbers, keys)


def _with_buckets(rows: RelNode, values: Sequence[int], buckets: int) -> RelNode:
    if not values:
        return rows
    calc = rows if isinstance(rows, nodes.Calc) else nodes.Calc(rows, references(rows), rows.field_names)
    count = ValueLiteral(buckets, IntType(nullable=False))
    bucket_columns = tuple(resolve(BUCKET, [calc.projections[place], count]) for place in values)
    names = unnamed_columns(calc.names, len(bucket_columns))
    return replace(calc, projections=(*calc.projections, *bucket_columns), names=(*calc.names, *names))


def _must_repeat(calls: Sequence[AggregateCall], own: Sequence[Places]) -> bool:
    """Returns whether calls have buckets of different columns.

    Flink ignores this if a call without buckets is first, and then counts DISTINCT keys once in each bucket.
    """
    return len({each for call, each in zip(calls, own, strict=True) if has_buckets(call)}) > 1


def _expand_id(own: Places, grouping: Sequence[int], keys: Sequence[int]) -> int:
    """Returns a bit for each key that a set lacks, the first key as the highest bit."""
    there = own | {*grouping}
    return sum(1 << bit for bit, key in enumerate(sorted(keys, reverse=True)) if key not in there)


def _repeated(rows: RelNode, sets: dict[int, Places], buckets: Sequence[int]) -> Expand:
    lists = []
    for number, own in sets.items():
        others = {*buckets} - own
        columns: list[ResolvedExpression] = [
            ValueLiteral(None, each.type.copy(nullable=True)) if each.index in others else each
            for each in references(rows)
        ]
        lists.append((*columns, ValueLiteral(number, _ID)))
    fields = [
        RowField(field.name, field.type.copy(nullable=True)) if place in buckets else field
        for place, field in enumerate(rows.row_type.fields)
    ]
    number_of_set = RowField(unique_name(EXPAND_ID, rows.field_names), _ID)
    return Expand(rows, tuple(lists), RowType((*fields, number_of_set), nullable=False))


def _filtered(
    expand: Expand, calls: Sequence[AggregateCall], numbers: Sequence[int], keys: tuple[int, ...]
) -> BucketRows:
    *columns, number = references(expand)
    conditions: dict[tuple[int, Optional[int]], ResolvedExpression] = {}
    for call, own in zip(calls, numbers, strict=True):
        is_own = resolve("=", [number, ValueLiteral(own, _ID)])
        conditions[own, call.filter] = is_own if call.filter is None else resolve("AND", [is_own, columns[call.filter]])
    names: list[str] = []
    for own, _ in conditions:
        names.append(unique_name(f"$g_{own}", [*expand.field_names, *names]))
    places = {each: len(columns) + place for place, each in enumerate(conditions)}
    calc = nodes.Calc(expand, (*columns, *conditions.values()), (*expand.field_names[:-1], *names))
    filters = tuple(places[own, call.filter] for call, own in zip(calls, numbers, strict=True))
    return BucketRows(calc, keys, filters)
