"""choose_joins: converts a Join to a RegularJoin, by the equal columns in its condition.

Sides of `=` that are not columns, or that differ in type, are computed below the join.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Optional

from pyrite.core.config.sql_options import DELTA_JOIN
from pyrite.core.errors import TableException
from pyrite.core.types import CharacterStringType, LogicalType
from pyrite.core.types.common_type import common_type
from pyrite.core.types.temporal import without_time_attributes
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.resolution import implicit_cast
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, columns_of
from pyrite.operators.relational.join.join_type import JoinSideSpec, JoinType
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.settings import PassSettings
from pyrite.relational.passes.substitution import all_of, moved, named
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join, RegularJoin, joined_type
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.nodes import RelNode, rewritten

_EQUALITIES = {"=": False, "IS NOT DISTINCT FROM": True}
"""The functions that make columns keys, and whether NULL matches NULL."""


def choose_joins(plan: RelNode, settings: PassSettings) -> RelNode:
    if settings.configuration.get(DELTA_JOIN) == "FORCE" and _has_join(plan):
        raise TableException(
            "The current sql doesn't support to do delta join optimization. No source has the index that a delta join "
            f"needs: set {DELTA_JOIN.key} to AUTO or NONE."
        )
    return rewritten(plan, _chosen)


def _has_join(node: RelNode) -> bool:
    return isinstance(node, Join) or any(map(_has_join, node.inputs))


def _chosen(node: RelNode) -> RelNode:
    if isinstance(node, nodes.Calc):
        return merged(node)  # with the Calc that removes computed keys
    return regular_join(node) if isinstance(node, Join) else node


def regular_join(node: Join) -> RelNode:
    keyed = with_keys(node)
    sides = [side_spec(plan, keys) for plan, keys in ((keyed.left, keyed.left_keys), (keyed.right, keyed.right_keys))]
    join = RegularJoin(
        keyed.left,
        keyed.right,
        node.join_type,
        (sides[0], sides[1]),
        keyed.matches_nulls,
        keyed.condition,
        node.state_ttl_ms,
    )
    return keyed.with_columns_of(join, node)


def side_spec(plan: RelNode, keys: tuple[int, ...]) -> JoinSideSpec:
    """Returns the key of one side, and a unique key of its rows: the smallest, if possible one with the join key."""
    own = frozenset(keys)
    unique_keys = upsert_keys(plan) or ()
    if any(key <= own for key in unique_keys):
        return JoinSideSpec(keys, keys, is_key_unique=True)
    best = sorted(unique_keys, key=lambda key: (not key >= own, len(key), sorted(key)))
    return JoinSideSpec(keys, tuple(sorted(best[0])) if best else ())


def matches_at_most_one(node: Join) -> bool:
    """Returns whether a row of the left side matches at most one row: the right side's join key is unique."""
    keyed = with_keys(node)
    keys = frozenset(keyed.right_keys)
    return any(key <= keys for key in upsert_keys(keyed.right) or ())


@dataclass(frozen=True)
class KeyedJoin:
    """The inputs of a join with a column for each key, and the condition on pairs with equal keys."""

    left: RelNode
    right: RelNode
    left_keys: tuple[int, ...]
    right_keys: tuple[int, ...]
    matches_nulls: tuple[bool, ...]
    condition: Optional[ResolvedExpression]

    def with_columns_of(self, join: RelNode, node: Join) -> RelNode:
        """Removes computed keys from the columns of a join over these inputs."""
        widths = [len(each.row_type.fields) for each in (node.left, node.right)]
        places = list(range(widths[0]))
        if node.join_type.has_right_columns:
            first = len(self.left.row_type.fields)
            places += range(first, first + widths[1])
        fields = join.row_type.fields
        columns = tuple(FieldReference(place, fields[place].name, fields[place].type) for place in places)
        return merged(nodes.Calc(join, columns, node.field_names))


@dataclass(frozen=True)
class _Equality:
    left: ResolvedExpression
    right: ResolvedExpression
    matches_null: bool


def with_keys(node: Join) -> KeyedJoin:
    """Splits the condition of a join into keys and the rest."""
    width = len(node.left.row_type.fields)
    equalities: list[_Equality] = []
    others: list[ResolvedExpression] = []
    for part in conjuncts(node.condition):
        equality = _equality(part, width)
        if equality is None:
            others.append(part)
        elif equality not in equalities:
            equalities.append(equality)
    right_places = {width + place: place for place in range(len(node.right.row_type.fields))}
    left, left_keys = _with_columns(node.left, [each.left for each in equalities])
    right, right_keys = _with_columns(node.right, [moved(each.right, right_places) for each in equalities])
    first = len(left.row_type.fields)
    places = {place: place for place in range(width)} | {old: first + new for old, new in right_places.items()}
    both = joined_type(left.row_type, right.row_type, JoinType.INNER)
    condition = all_of([named(moved(each, places), both) for each in others])
    return KeyedJoin(
        left,
        right,
        left_keys,
        right_keys,
        tuple(each.matches_null for each in equalities),
        condition,
    )


def _equality(part: ResolvedExpression, width: int) -> Optional[_Equality]:
    """Returns the sides of a condition that makes them keys; None for other conditions."""
    if not isinstance(part, FunctionCall) or part.function not in _EQUALITIES or not is_deterministic(part):
        return None
    one, other = part.arguments
    if not columns_of(one) or not columns_of(other):
        return None
    if max(columns_of(other)) < width <= min(columns_of(one)):
        one, other = other, one
    if not max(columns_of(one)) < width <= min(columns_of(other)):
        return None
    kind = _key_type(one.type, other.type)
    if kind is None:
        return None
    return _Equality(_cast(one, kind), _cast(other, kind), _EQUALITIES[part.function])


def _key_type(left: LogicalType, right: LogicalType) -> Optional[LogicalType]:
    """Returns the type in which both sides are keys; None if equal values may differ in it."""
    one, other = (without_time_attributes(kind.copy(nullable=True)) for kind in (left, right))
    if one == other or (isinstance(one, CharacterStringType) and isinstance(other, CharacterStringType)):
        return one
    return common_type([one, other])


def _cast(tree: ResolvedExpression, kind: LogicalType) -> ResolvedExpression:
    own = without_time_attributes(tree.type.copy(nullable=True))
    if own == kind or (isinstance(own, CharacterStringType) and isinstance(kind, CharacterStringType)):
        return tree
    return implicit_cast(tree, kind)


def _with_columns(plan: RelNode, trees: Sequence[ResolvedExpression]) -> tuple[RelNode, tuple[int, ...]]:
    """Adds a column for each expression that is not a column. Returns the places of all."""
    columns: list[ResolvedExpression] = list(nodes.references(plan))
    names, width = list(plan.field_names), len(columns)
    places = []
    for tree in trees:
        if isinstance(tree, FieldReference):
            places.append(tree.index)
        elif tree in columns[width:]:
            places.append(columns.index(tree, width))
        else:
            places.append(len(columns))
            names.append(f"$f{len(columns)}")
            columns.append(tree)
    if len(columns) == width:
        return plan, tuple(places)
    return merged(nodes.Calc(plan, tuple(columns), tuple(names))), tuple(places)
