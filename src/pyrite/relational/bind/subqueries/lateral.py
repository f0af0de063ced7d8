"""LATERAL sub-queries, which refer to the relations before them."""

from __future__ import annotations

from dataclasses import replace

from pyrite.expressions.expression_tree import Literal
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.bind.errors import BindError, wrong_degree
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.bind.subqueries.subquery_binder import OuterScope, SubQueryBinder
from pyrite.relational.plan.logical.subquery import Apply
from pyrite.relational.plan.nodes import Filter, RelNode
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.sql_tree import JoinKind

Bound = tuple[RelNode, Scope]


def is_lateral(relation: sql_tree.Relation) -> bool:
    query = relation.relation if isinstance(relation, sql_tree.Aliased) else relation
    return isinstance(query, sql_tree.Derived) and query.is_lateral


def bind_lateral(join: sql_tree.Join, left: Bound, subqueries: SubQueryBinder, session: BindSession) -> Bound:
    """Joins a relation with a sub-query that refers to its rows."""
    if join.kind in (JoinKind.RIGHT, JoinKind.FULL) or join.using or join.is_natural:
        raise BindError(f"{join.kind.value} JOIN of a LATERAL sub-query is not supported", join.at)
    rows, scope = left
    binder = ExpressionBinder(scope, session)
    binder.subqueries = subqueries
    outer = OuterScope(binder.bind)
    plan, own = _query(join.right, outer, subqueries)
    join_type = JoinType.LEFT if join.kind is JoinKind.LEFT else JoinType.INNER
    apply = Apply(rows, plan, join_type, tuple(outer.values))
    both = scope + own
    fields = zip(both.fields, apply.row_type.fields, strict=True)
    both = Scope([replace(field, type=output.type) for field, output in fields])
    if join.on is None or (isinstance(join.on, Literal) and join.on.value is True):
        return apply, both
    if join_type is JoinType.LEFT:
        raise BindError("LEFT JOIN of a LATERAL sub-query supports only ON TRUE", join.on.at)
    return Filter(apply, ExpressionBinder(both, session).bind_condition(join.on, "ON")), both


def _query(relation: sql_tree.Relation, outer: OuterScope, subqueries: SubQueryBinder) -> Bound:
    """Binds the sub-query, and names its columns."""
    alias = relation if isinstance(relation, sql_tree.Aliased) else None
    query = relation.relation if isinstance(relation, sql_tree.Aliased) else relation
    assert isinstance(query, sql_tree.Derived), "is_lateral"
    plan = subqueries.bind_query(query.query, outer)
    scope = Scope.of(plan.row_type)
    if alias is None:
        return plan, scope
    if alias.columns and len(alias.columns) != len(scope.fields):
        raise wrong_degree(plan.field_names, alias.columns, alias.at)
    return plan, scope.requalified(alias.alias, alias.columns)
