"""Recognizes interval joins: conditions that bound the times of both sides against each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.types import AnyTimestampType, TimestampKind
from pyrite.core.types.temporal import without_time_attributes
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    ResolvedExpression,
    ValueLiteral,
    columns_of,
    transformed,
    walk,
)
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.choose_joins import with_keys
from pyrite.relational.passes.substitution import all_of, moved, named
from pyrite.relational.plan.join import Join, joined_type
from pyrite.relational.plan.joins.time_joins import IntervalJoin
from pyrite.relational.plan.nodes import RelNode

_TURNED: Final = {"<": ">", "<=": ">=", ">": "<", ">=": "<=", "=": "="}


@dataclass(frozen=True)
class _Bound:
    """A bound of the left time minus the right time. `sign` is its comparison: the difference is >= or <= it, or =."""

    left_time: int
    right_time: int
    sign: str
    offset_ms: int


def interval_join(node: Join) -> Optional[RelNode]:
    """Returns the interval join; None if the condition does not bound the times in both directions."""
    if node.join_type in (JoinType.SEMI, JoinType.ANTI) or node.condition is None:
        return None
    bounds, others = _split(node)
    limits = _limits(bounds)
    if limits is None:
        return None
    lower_ms, upper_ms = limits
    keyed = with_keys(Join(node.left, node.right, node.join_type, all_of(others)))
    if any(keyed.matches_nulls):
        return None  # the operator's keys match no NULL
    first, width = bounds[0], len(node.left.row_type.fields)
    shift = len(keyed.left.row_type.fields) - width
    both = joined_type(keyed.left.row_type, keyed.right.row_type, JoinType.INNER)
    places = {place: place + (shift if place >= width else 0) for place in columns_of(node.condition)}
    kind = node.left.row_type.children[first.left_time]
    assert isinstance(kind, AnyTimestampType)
    join = IntervalJoin(
        keyed.left,
        keyed.right,
        node.join_type,
        keyed.left_keys,
        keyed.right_keys,
        keyed.condition,
        kind.kind is TimestampKind.ROWTIME,
        lower_ms,
        upper_ms,
        first.left_time,
        first.right_time,
        named(moved(node.condition, places), both),
    )
    return keyed.with_columns_of(join, node)


def _split(node: Join) -> tuple[list[_Bound], list[ResolvedExpression]]:
    width = len(node.left.row_type.fields)
    bounds: list[_Bound] = []
    others = []
    for part in _comparisons(node.condition):
        bound = _bound(part, node, width)
        if bound is None:
            others.append(part)
        else:
            bounds.append(bound)
    return bounds, others


def _comparisons(condition: Optional[ResolvedExpression]) -> list[ResolvedExpression]:
    """Returns the conjuncts, with BETWEEN as two of them."""
    parts: list[ResolvedExpression] = []
    for part in conjuncts(condition):
        if isinstance(part, FunctionCall) and part.function == "BETWEEN ASYMMETRIC" and _has_time(part):
            value, low, high = part.arguments
            parts += [resolve(">=", [value, low]), resolve("<=", [value, high])]
        else:
            parts.append(part)
    return parts


def _has_time(tree: ResolvedExpression) -> bool:
    return any(isinstance(each, FieldReference) and _kind(each) is not None for each in walk(tree))


def _kind(column: FieldReference) -> Optional[TimestampKind]:
    kind = column.type
    return kind.kind if isinstance(kind, AnyTimestampType) and kind.kind is not TimestampKind.REGULAR else None


def _bound(part: ResolvedExpression, node: Join, width: int) -> Optional[_Bound]:
    if not isinstance(part, FunctionCall) or part.function not in _TURNED:
        return None
    sign, (one, other) = part.function, part.arguments
    times = [_time(each) for each in (one, other)]
    if times[0] is None or times[1] is None or _kind(times[0]) is not _kind(times[1]):
        return None
    left, right = times[0], times[1]
    if left.index >= width:
        one, other, left, right, sign = other, one, right, left, _TURNED[sign]
    if not left.index < width <= right.index:
        return None
    offsets = [_offset_ms(each) for each in (one, other)]
    if offsets[0] is None or offsets[1] is None:
        return None
    offset_ms = offsets[1] - offsets[0] + (1 if sign == ">" else -1 if sign == "<" else 0)
    return _Bound(left.index, right.index - width, sign[0], offset_ms)


def _time(tree: ResolvedExpression) -> Optional[FieldReference]:
    """Returns the time attribute in a tree that reads nothing else."""
    columns = [each for each in walk(tree) if isinstance(each, FieldReference)]
    return columns[0] if len(columns) == 1 and _kind(columns[0]) is not None else None


def _offset_ms(tree: ResolvedExpression) -> Optional[int]:
    """Returns the value of a tree where the time attribute is 1970-01-01 00:00."""

    def at_start(each: ResolvedExpression) -> ResolvedExpression:
        if isinstance(each, FieldReference):
            return ValueLiteral(0, without_time_attributes(each.type).copy(nullable=False))
        return each

    value = fold_constants(transformed(tree, at_start))
    if not isinstance(value, ValueLiteral) or not isinstance(value.value, int) or columns_of(value):
        return None
    return value.value // 1_000_000


def _limits(bounds: Sequence[_Bound]) -> Optional[tuple[int, int]]:
    """Returns the least and the greatest difference of the times, from two inequalities or one equality."""
    if len(bounds) == 1 and bounds[0].sign == "=":
        return bounds[0].offset_ms, bounds[0].offset_ms
    if len(bounds) != 2 or {bound.sign for bound in bounds} != {"<", ">"}:
        return None
    lower, upper = sorted(bounds, key=lambda bound: bound.sign == "<")
    return lower.offset_ms, upper.offset_ms
