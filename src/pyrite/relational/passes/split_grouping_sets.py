"""split_grouping_sets: converts several grouping sets to one GROUP BY over rows that are replicated for each of them.

Repeated sets become a separate GROUP BY, and all of them a union.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.expand import EXPAND_ID, Expand
from pyrite.relational.plan.nodes import Project, RelNode, Union, references, rewritten

_ID: Final = BigIntType(nullable=False)
_OF_SETS: Final = ("GROUPING", "GROUP_ID")
"""Functions of a group's set."""


def split_grouping_sets(plan: RelNode) -> RelNode:
    return rewritten(plan, _split)


def _split(node: RelNode) -> RelNode:
    if not isinstance(node, Aggregate) or not node.sets:
        return node
    parts = [_grouped(node, sets, group_id) for group_id, sets in enumerate(_repetitions(node.sets))]
    return parts[0] if len(parts) == 1 else Union(tuple(parts))


def _repetitions(sets: Sequence[tuple[int, ...]]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Returns the distinct sets, then the sets that occur a second time, and so on.

    The index of each is its GROUP_ID.
    """
    times = Counter(sets)
    for group_id in range(max(times.values())):
        yield tuple(each for each in times if times[each] > group_id)


def _grouped(node: Aggregate, sets: tuple[tuple[int, ...], ...], group_id: int) -> RelNode:
    """Returns the groups of distinct sets, with all columns of the node."""
    calls = [(name, call) for name, call in zip(node.names, node.calls, strict=True) if call.function not in _OF_SETS]
    names, aggregate_calls = tuple(name for name, _ in calls), tuple(call for _, call in calls)
    groups = (
        _of_one_set(node, sets[0], aggregate_calls, names)
        if len(sets) == 1
        else _of_sets(node, sets, aggregate_calls, names)
    )
    columns = references(groups)
    set_keys = sets[0] if len(sets) == 1 else tuple(range(len(node.grouping)))
    number: ResolvedExpression = _number(node, sets[0]) if len(sets) == 1 else columns[len(set_keys)]
    results = iter(columns[len(columns) - len(calls) :])
    projections = [
        *(
            columns[set_keys.index(place)] if place in set_keys else ValueLiteral(None, field.type)
            for place, field in enumerate(node.row_type.fields[: len(node.grouping)])
        ),
        *(
            next(results) if call.function not in _OF_SETS else _of_set(call, number, len(node.grouping), group_id)
            for call in node.calls
        ),
    ]
    return Project(groups, tuple(projections), node.field_names)


def _of_one_set(
    node: Aggregate, only: tuple[int, ...], calls: tuple[AggregateCall, ...], names: tuple[str, ...]
) -> Aggregate:
    keys = tuple(node.grouping[place] for place in only)
    return Aggregate(node.input, keys, calls, names, state_ttl_ms=node.state_ttl_ms)


def _of_sets(
    node: Aggregate, sets: tuple[tuple[int, ...], ...], calls: tuple[AggregateCall, ...], names: tuple[str, ...]
) -> Aggregate:
    """Groups replicated rows: the keys, the number of the set, the aggregates."""
    width = len(node.input.row_type.fields)
    copies = {key: width + place for place, key in enumerate(node.grouping)}
    moved = tuple(_over_copies(call, copies) for call in calls)
    keys = (*node.grouping, width + len(node.grouping))
    return Aggregate(_expanded(node, sets), keys, moved, names, state_ttl_ms=node.state_ttl_ms)


def _expanded(node: Aggregate, sets: tuple[tuple[int, ...], ...]) -> Expand:
    """Returns all columns with NULL for keys outside of a set, copies of the keys for the aggregates, and the id."""
    fields = node.input.row_type.fields
    keys = len(node.grouping)
    columns = references(node.input)
    lists = []
    for each in sets:
        set_columns = {node.grouping[place] for place in each}
        replicated: list[ResolvedExpression] = [
            ValueLiteral(None, column.type.copy(nullable=True))
            if column.index in node.grouping and column.index not in set_columns
            else column
            for column in columns
        ]
        copies = [columns[place] for place in node.grouping]
        lists.append((*replicated, *copies, _number(node, each)))
    left_out = {node.grouping[place] for each in sets for place in range(keys) if place not in each}
    types = [
        RowField(field.name, field.type.copy(nullable=True) if place in left_out else field.type)
        for place, field in enumerate(fields)
    ]
    copied = [RowField(f"{fields[place].name}_0", fields[place].type) for place in node.grouping]
    return Expand(node.input, tuple(lists), RowType((*types, *copied, RowField(EXPAND_ID, _ID)), nullable=False))


def _over_copies(call: AggregateCall, copies: Mapping[int, int]) -> AggregateCall:
    """Redirects arguments and filter of an aggregate to the copies of keys: a key is NULL where the set lacks it."""
    filtered = None if call.filter is None else copies.get(call.filter, call.filter)
    return replace(call, arguments=tuple(copies.get(place, place) for place in call.arguments), filter=filtered)


def _number(node: Aggregate, each: tuple[int, ...]) -> ValueLiteral:
    """Returns the number of a set: a bit for each missing key, the first key as the highest bit."""
    keys = len(node.grouping)
    return ValueLiteral(sum(1 << (keys - 1 - place) for place in range(keys) if place not in each), _ID)


def _of_set(call: AggregateCall, number: ResolvedExpression, keys: int, group_id: int) -> ResolvedExpression:
    """Returns GROUP_ID or GROUPING: the bits of the set's number for some keys, the first key as the highest bit."""
    if call.function == "GROUP_ID":
        return ValueLiteral(group_id, _ID)
    total: ResolvedExpression = ValueLiteral(0, _ID)
    for place, key in enumerate(reversed(call.arguments)):
        shifted = resolve("/", [number, ValueLiteral(1 << (keys - 1 - key), _ID)])
        bit = resolve("%", [shifted, ValueLiteral(2, _ID)])
        total = resolve("+", [total, resolve("*", [bit, ValueLiteral(1 << place, _ID)])])
    return total
