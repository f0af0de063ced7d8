"""split_grouping_sets: several grouping sets become one GROUP BY over rows that are repeated for each of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pyrite.core.types import BigIntType, RowField, RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.expand import EXPAND_ID, Expand
from pyrite.relational.plan.nodes import Project, RelNode, rewritten

_ID = BigIntType(nullable=False)


def split_grouping_sets(plan: RelNode) -> RelNode:
    return rewritten(plan, _split)


def _split(node: RelNode) -> RelNode:
    if not isinstance(node, Aggregate) or not node.sets:
        return node
    expand = _expanded(node)
    width, keys = len(node.input.row_type.fields), len(node.grouping)
    calls = [(name, call) for name, call in zip(node.names, node.calls, strict=True) if call.function != "GROUPING"]
    copies = {key: width + place for place, key in enumerate(node.grouping)}
    moved = tuple(_over_copies(call, copies) for _, call in calls)
    names = tuple(name for name, _ in calls)
    groups = Aggregate(expand, (*node.grouping, width + keys), moved, names, state_ttl_ms=node.state_ttl_ms)
    made = groups.row_type.fields
    columns: list[ResolvedExpression] = [
        FieldReference(place, field.name, field.type) for place, field in enumerate(made)
    ]
    results = iter(columns[keys + 1 :])
    projections = [
        *columns[:keys],
        *(
            _grouping(call, columns[keys], keys) if call.function == "GROUPING" else next(results)
            for call in node.calls
        ),
    ]
    return Project(groups, tuple(projections), node.field_names)


def _expanded(node: Aggregate) -> Expand:
    """All columns with the keys that a set leaves out as NULL, the keys as they are for the aggregates, and the id."""
    fields = node.input.row_type.fields
    keys = len(node.grouping)
    references = [FieldReference(place, field.name, field.type) for place, field in enumerate(fields)]
    lists = []
    for each in node.sets:
        kept = {node.grouping[place] for place in each}
        shown: list[ResolvedExpression] = [
            ValueLiteral(None, reference.type.copy(nullable=True))
            if reference.index in node.grouping and reference.index not in kept
            else reference
            for reference in references
        ]
        number = sum(1 << (keys - 1 - place) for place in range(keys) if place not in each)
        copies = [references[place] for place in node.grouping]
        lists.append((*shown, *copies, ValueLiteral(number, _ID)))
    left_out = {node.grouping[place] for each in node.sets for place in range(keys) if place not in each}
    types = [
        RowField(field.name, field.type.copy(nullable=True) if place in left_out else field.type)
        for place, field in enumerate(fields)
    ]
    copied = [RowField(f"{fields[place].name}_0", fields[place].type) for place in node.grouping]
    return Expand(node.input, tuple(lists), RowType((*types, *copied, RowField(EXPAND_ID, _ID)), nullable=False))


def _over_copies(call: AggregateCall, copies: Mapping[int, int]) -> AggregateCall:
    """An aggregate of a key reads the copy: the key itself is NULL where the set leaves it out."""
    return replace(call, arguments=tuple(copies.get(place, place) for place in call.arguments))


def _grouping(call: AggregateCall, number: ResolvedExpression, keys: int) -> ResolvedExpression:
    """GROUPING: the bits of the id that belong to some keys, the first the highest."""
    total: ResolvedExpression = ValueLiteral(0, _ID)
    for place, key in enumerate(reversed(call.arguments)):
        shifted = resolve("/", [number, ValueLiteral(1 << (keys - 1 - key), _ID)])
        bit = resolve("%", [shifted, ValueLiteral(2, _ID)])
        total = resolve("+", [total, resolve("*", [bit, ValueLiteral(1 << place, _ID)])])
    return total
