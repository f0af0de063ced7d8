"""Joins of two relations: ON, USING and NATURAL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.hints import NO_HINTS, QueryHints
from pyrite.relational.bind.scope import Scope, ScopeField
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.nodes import RelNode, unique_names
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.sql_tree import JoinKind

Bound = tuple[RelNode, Scope]
Ttls = tuple[Optional[int], Optional[int]]
_TYPES: Final = {
    JoinKind.INNER: JoinType.INNER,
    JoinKind.LEFT: JoinType.LEFT,
    JoinKind.RIGHT: JoinType.RIGHT,
    JoinKind.FULL: JoinType.FULL,
    JoinKind.CROSS: JoinType.INNER,
    JoinKind.COMMA: JoinType.INNER,
}


def bind_join(
    join: sql_tree.Join, left: Bound, right: Bound, session: BindSession, hints: QueryHints = NO_HINTS
) -> Bound:
    """Joins two bound relations."""
    _check_aliases(left[1], right[1], join.right.at)
    _check_condition(join)
    left_ttl_ms = None if isinstance(join.left, sql_tree.Join) else hints.state_ttl_ms(left[1])
    ttls_ms = left_ttl_ms, hints.state_ttl_ms(right[1])
    if join.using or join.is_natural:
        names = join.using or common_names(left[1], right[1])
        return _with_merged_columns(join, left, right, names, session, ttls_ms)
    scope = left[1] + right[1]
    condition = None
    if join.on is not None and not _is_true(join.on):
        condition = ExpressionBinder(scope, session).bind_condition(join.on, "ON")
    node = Join(left[0], right[0], _TYPES[join.kind], condition, ttls_ms)
    return node, _typed(scope, node)


def _is_true(expression: object) -> bool:
    return getattr(expression, "value", None) is True


def _check_aliases(left: Scope, right: Scope, at: int) -> None:
    """Tables of one FROM need different names."""
    own = {field.qualifier for field in left.fields if field.qualifier}
    for qualifier in sorted({field.qualifier for field in right.fields if field.qualifier} & own):
        raise BindError(f"Duplicate relation name '{qualifier[-1]}' in FROM clause", at)


def _check_condition(join: sql_tree.Join) -> None:
    needs_one = join.kind in (JoinKind.INNER, JoinKind.LEFT, JoinKind.RIGHT, JoinKind.FULL)
    has_condition = join.on is not None or bool(join.using)
    if join.is_natural and has_condition:
        raise BindError("Cannot specify NATURAL keyword with ON or USING clause", join.at)
    if join.kind is JoinKind.CROSS and has_condition:
        raise BindError("Cannot specify condition (ON, USING) following CROSS JOIN", join.at)
    if needs_one and not has_condition and not join.is_natural:
        raise BindError("INNER, LEFT, RIGHT or FULL join requires a condition (NATURAL keyword or ON or USING clause)")


# USING and NATURAL ----------------------------------------------------------------------------------------------------


def common_names(left: Scope, right: Scope) -> Path:
    """Returns the names of columns that both sides have, in the order of the left side."""
    own = [field.name for field in left.fields if not field.is_hidden and not field.needs_qualifier]
    other = {field.name for field in right.fields if not field.is_hidden and not field.needs_qualifier}
    return tuple(dict.fromkeys(name for name in own if name in other))


def _with_merged_columns(
    join: sql_tree.Join, left: Bound, right: Bound, names: Path, session: BindSession, ttls_ms: Ttls
) -> Bound:
    """Joins by equal columns of both sides. `*` and plain names refer to one column for each pair."""
    scope, width = left[1] + right[1], len(left[1].fields)
    pairs = [(_place(left[1], name, join, "left"), width + _place(right[1], name, join, "right")) for name in names]
    parts = [_equal(scope, pair, join, session) for pair in pairs]
    condition = None if not parts else parts[0] if len(parts) == 1 else resolve("AND", parts)
    node = Join(left[0], right[0], _TYPES[join.kind], condition, ttls_ms)
    columns = _typed(scope, node)
    merged = [_merged(node.join_type, nodes.references(node), pair) for pair in pairs]
    trees = [*merged, *nodes.references(node)]
    fields = [ScopeField(name, tree.type) for name, tree in zip(names, merged, strict=True)]
    hidden = {place for pair in pairs for place in pair}
    fields += [
        replace(field, needs_qualifier=field.needs_qualifier or place in hidden)
        for place, field in enumerate(columns.fields)
    ]
    plan_names = unique_names([*names, *node.field_names])
    return nodes.Project(node, tuple(trees), tuple(plan_names)), Scope(fields)


def _place(scope: Scope, name: str, join: sql_tree.Join, side: str) -> int:
    places = [
        place
        for place, field in enumerate(scope.fields)
        if field.name == name and not field.is_hidden and not field.needs_qualifier
    ]
    if not places:
        raise BindError(f"Column '{name}' not found in any table", join.at)
    if len(places) > 1:
        words = "NATURAL JOIN" if join.is_natural else "USING clause"
        raise BindError(f"Column name '{name}' in {words} is not unique on one side of join", join.at)
    return places[0]


def _equal(scope: Scope, pair: tuple[int, int], join: sql_tree.Join, session: BindSession) -> ResolvedExpression:
    sides = [scope.reference(place) for place in pair]
    try:
        return resolve("=", sides, session.zone, is_sql=True)
    except ValidationException:
        left, right = (calcite_name(each.type) for each in sides)
        raise BindError(
            f"implicit type conversion between {left} and {right} is not supported on join's condition now", join.at
        ) from None


def _merged(join_type: JoinType, columns: Sequence[FieldReference], pair: tuple[int, int]) -> ResolvedExpression:
    """Returns the merged column: the value of the side that has the row."""
    left, right = (columns[place] for place in pair)
    if join_type in (JoinType.INNER, JoinType.LEFT) and left.type == right.type.copy(nullable=left.type.nullable):
        return left
    if join_type is JoinType.RIGHT and left.type.copy(nullable=right.type.nullable) == right.type:
        return right
    return resolve("COALESCE", [left, right])


def _typed(scope: Scope, node: Join) -> Scope:
    """Returns the scope with the types of the join's columns: those of an outer side may be NULL."""
    fields = zip(scope.fields, node.row_type.fields, strict=True)
    return Scope([replace(field, type=output.type) for field, output in fields])
