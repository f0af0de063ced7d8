"""The rows that aggregates of DISTINCT values are split over: with the buckets of values as columns.

Where values of several columns have buckets, each row is there once for each of these columns, and a condition says
which of them a call counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Optional

from pyrite.core.types import BigIntType, IntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.functions.buckets import BUCKET
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import EXTREMES, Aggregate, unique_name, unnamed_columns
from pyrite.relational.plan.expand import EXPAND_ID, Expand
from pyrite.relational.plan.nodes import RelNode, references

_ID: Final = BigIntType(nullable=False)
Places = frozenset[int]


@dataclass(frozen=True)
class BucketRows:
    """The rows, the columns that they are grouped by, and the filter of each call."""

    plan: RelNode
    keys: tuple[int, ...]
    filters: tuple[Optional[int], ...]


def has_buckets(call: AggregateCall) -> bool:
    """MIN and MAX have them, too: with retraction they keep their values."""
    return call.is_distinct or call.function in EXTREMES


def bucket_rows(node: Aggregate, calls: Sequence[AggregateCall], buckets: int) -> BucketRows:
    """The rows of an aggregate for `calls`, which are computed of buckets."""
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
    made = tuple(resolve(BUCKET, [calc.projections[place], count]) for place in values)
    names = unnamed_columns(calc.names, len(made))
    return replace(calc, projections=(*calc.projections, *made), names=(*calc.names, *names))


def _must_repeat(calls: Sequence[AggregateCall], own: Sequence[Places]) -> bool:
    """Whether calls have buckets of different columns.

    Flink looks away where a call without buckets comes first, and then counts DISTINCT keys once in each bucket.
    """
    return len({each for call, each in zip(calls, own, strict=True) if has_buckets(call)}) > 1


def _expand_id(own: Places, grouping: Sequence[int], keys: Sequence[int]) -> int:
    """A bit for each key that a set lacks, the first the highest."""
    there = own | {*grouping}
    return sum(1 << bit for bit, key in enumerate(sorted(keys, reverse=True)) if key not in there)


def _repeated(rows: RelNode, sets: dict[int, Places], buckets: Sequence[int]) -> Expand:
    lists = []
    for number, own in sets.items():
        others = {*buckets} - own
        shown: list[ResolvedExpression] = [
            ValueLiteral(None, each.type.copy(nullable=True)) if each.index in others else each
            for each in references(rows)
        ]
        lists.append((*shown, ValueLiteral(number, _ID)))
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
