"""QueryBinder: converts queries to relational nodes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Final, Optional

from pyrite.core.types import LogicalType
from pyrite.core.types.common_type import sql_common_type
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Path, Query
from pyrite.expressions.folding import evaluate_constant
from pyrite.expressions.resolution import implicit_cast
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.bind.aggregates import GroupBinder, distinct, grouped_condition, has_aggregate, is_aggregate
from pyrite.relational.bind.errors import BindError, unsupported, wrong_degree
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.group_windows import with_group_window
from pyrite.relational.bind.grouping_sets import GroupingSets
from pyrite.relational.bind.hints import NO_HINTS, QueryHints
from pyrite.relational.bind.order import ordered, without_order
from pyrite.relational.bind.over import OverBinder, qualified
from pyrite.relational.bind.relations import RelationBinder, one_row
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.bind.snapshot_joins import check_lookup_hints
from pyrite.relational.bind.subqueries.subquery_binder import OuterScope, SubQueryBinder
from pyrite.relational.plan import nodes
from pyrite.relational.plan.logical.set_operations import Intersect, Minus
from pyrite.relational.plan.nodes import RelNode, projected, row_type_of, unique_names
from pyrite.relational.sql import sql_tree

_NO_SCOPE: Final = Scope([])


@dataclass(frozen=True)
class QueryBinder:
    """Binds queries. `common` has the visible tables of WITH, `views` the enclosing views."""

    session: BindSession
    common: Mapping[str, RelNode]
    views: tuple[Query, ...] = ()
    outer: Optional[OuterScope] = None
    """The query that encloses this one, if it is a sub-query."""

    def bind(self, query: Query) -> RelNode:
        """Returns the plan of a query as written. Passes optimize it."""
        return self.bind_named(query)[0]

    def bind_named(self, query: Query) -> tuple[RelNode, list[str]]:
        """Returns the plan, and the query's names of its columns, which may repeat. The plan's names are unique."""
        if isinstance(query, sql_tree.Select):
            return self._select(query)
        if isinstance(query, sql_tree.OrderBy) and query.keys:
            return ordered(query, self.bind_named, *self._range(query))
        plan = self._other(query)
        return plan, [field.name for field in plan.row_type.fields]

    def _other(self, query: Query) -> RelNode:
        match query:
            case sql_tree.Values():
                return self._values(query)
            case sql_tree.TableQuery():
                return self.bind_relation(sql_tree.TableName(query.table, at=query.at))[0]
            case sql_tree.SetOperation():
                return self._set_operation(query)
            case sql_tree.With():
                return self._with(query)
            case sql_tree.OrderBy():
                return self._limited(query)
        raise BindError(f"{type(query).__name__} is not a query", query.at)

    def _relations(self, hints: QueryHints = NO_HINTS) -> RelationBinder:
        return RelationBinder(self.session, self.common, self.bind_named, self._view, self._subqueries(), hints)

    def _subqueries(self) -> SubQueryBinder:
        return SubQueryBinder(self._bind_inner, self.outer)

    def _bind_inner(self, query: Query, outer: OuterScope) -> RelNode:
        """Binds a sub-query of this query."""
        return replace(self, outer=outer).bind(without_order(query))

    def _expressions(self, scope: Scope) -> ExpressionBinder:
        """Returns a binder of expressions, which may contain sub-queries."""
        binder = ExpressionBinder(scope, self.session)
        binder.subqueries = self._subqueries()
        return binder

    def within(self, scope: Scope) -> QueryBinder:
        """Returns a binder of the sub-queries of a query over the columns of a scope."""
        return replace(self, outer=OuterScope(self._expressions(scope).bind))

    def bind_relation(self, relation: sql_tree.Relation) -> tuple[RelNode, Scope]:
        """Binds a relation of FROM."""
        return self._relations().bind(relation)

    def _view(self, query: Query) -> RelNode:
        """Binds the query of a view. Names of the enclosing query are not visible in it."""
        if any(query is each for each in self.views):
            raise BindError("the view refers to itself")
        return QueryBinder(self.session, {}, (*self.views, query)).bind(without_order(query))

    # SELECT -----------------------------------------------------------------------------------------------------------

    def _select(self, query: sql_tree.Select) -> tuple[RelNode, list[str]]:
        hints = QueryHints.of(query)
        node, scope = self._source(query, hints)
        hints.check_state_ttl(scope)
        ttl_ms = None if isinstance(query.source, sql_tree.Join) else hints.state_ttl_ms(scope)
        binder = self._expressions(scope)
        if query.where is not None:
            node = nodes.Filter(node, binder.bind_condition(query.where, "WHERE"))
        query, node, scope = with_group_window(query, node, scope, self.session)
        if _is_grouped(query):
            plan, names = self._grouped(query, node, scope, ttl_ms)
        else:
            plan, names = self._projected(query, node, binder)
        return distinct(plan, ttl_ms) if query.is_distinct else plan, names

    def _grouped(
        self, query: sql_tree.Select, node: RelNode, scope: Scope, ttl_ms: Optional[int]
    ) -> tuple[RelNode, list[str]]:
        """Binds SELECT over groups: a projection, the aggregate, HAVING, a projection."""
        rows = self._expressions(scope)
        sets = GroupingSets.of(query.group_by, rows.bind_key, query.is_group_by_distinct)
        binder = GroupBinder(scope, self.session, sets, rows)
        over = self._over(query, binder)
        projections: list[ResolvedExpression] = []
        names: list[str] = []
        for item in query.items:
            if isinstance(item, expression_tree.Star):
                for name, column in scope.star(item.qualifier, item.at):
                    key = binder.key(column)
                    if key is None:
                        raise BindError(f"Expression '{name}' is not being grouped", item.at)
                    projections.append(key)
                    names.append(name)
            else:
                names.append(_name_of(item, len(names)))
                binder.next_name = names[-1] if is_aggregate(_without_alias(item)) else ""
                projections.append(binder.bind(item))
        binder.next_name = ""
        condition = None if query.having is None else grouped_condition(binder, query.having)
        plan: RelNode = replace(binder.aggregate(node), state_ttl_ms=ttl_ms)
        if condition is not None:
            plan = nodes.Filter(plan, condition)
        plan, projections = self._with_over(query, plan, binder, over, projections)
        return nodes.projected(plan, projections, unique_names(names)), names

    def _projected(self, query: sql_tree.Select, node: RelNode, binder: ExpressionBinder) -> tuple[RelNode, list[str]]:
        scope = binder.scope
        over = self._over(query, binder)
        projections: list[ResolvedExpression] = []
        names: list[str] = []
        for item in query.items:
            if isinstance(item, expression_tree.Star):
                for name, column in scope.star(item.qualifier, item.at):
                    projections.append(column)
                    names.append(name)
            else:
                projections.append(binder.bind(item))
                names.append(_name_of(item, len(names)))
        node, projections = self._with_over(query, node, binder, over, projections)
        return nodes.Project(node, tuple(projections), tuple(unique_names(names))), names

    def _over(self, query: sql_tree.Select, binder: ExpressionBinder) -> OverBinder:
        """Enables calls with OVER in the binder."""
        over = OverBinder(binder, self.session, query.windows)
        binder.over = over.bind
        return over

    def _with_over(
        self,
        query: sql_tree.Select,
        plan: RelNode,
        binder: ExpressionBinder,
        over: OverBinder,
        projections: Sequence[ResolvedExpression],
    ) -> tuple[RelNode, list[ResolvedExpression]]:
        """Applies OVER windows and QUALIFY. Returns the plan, and the items over it."""
        condition = qualified(query)
        bound = [] if condition is None else [binder.bind_condition(condition, "QUALIFY")]
        plan, trees = over.applied(plan, [*projections, *bound])
        if bound:
            plan = nodes.Filter(plan, trees.pop())
        return plan, trees

    def _source(self, query: sql_tree.Select, hints: QueryHints) -> tuple[RelNode, Scope]:
        if query.source is None:
            return one_row()
        node, scope = self._relations(hints).bind(query.source)
        if isinstance(query.source, sql_tree.Join):  # as in Flink, other queries ignore the hint
            check_lookup_hints(hints.named("LOOKUP"), list({field.qualifier for field in scope.fields}))
        return node, scope

    # Others -----------------------------------------------------------------------------------------------------------

    def _values(self, query: sql_tree.Values) -> RelNode:
        binder = ExpressionBinder(_NO_SCOPE, self.session)
        rows = [[binder.bind(value) for value in row] for row in query.rows]
        if len({len(row) for row in rows}) > 1:
            raise BindError("Values passed to VALUES operator must have compatible types", query.at)
        kinds = [
            self._common([row[i].type for row in rows], "Values passed to VALUES operator must have compatible types")
            for i in range(len(rows[0]))
        ]
        cast = [
            tuple(implicit_cast(value, kind, self.session.zone) for value, kind in zip(row, kinds, strict=True))
            for row in rows
        ]
        names = [f"EXPR${i}" for i in range(len(kinds))]
        constants = tuple(tuple(evaluate_constant(value) for value in row) for row in cast)
        return nodes.Values(constants, row_type_of(names, kinds))

    def _set_operation(self, query: sql_tree.SetOperation) -> RelNode:
        parts = [self.bind(part) for part in _united(query)]
        if len({len(part.row_type.fields) for part in parts}) > 1:
            raise BindError(f"Column count mismatch in {_words(query)}", query.at)
        if query.operator is not sql_tree.SetOperator.UNION:
            kind = Intersect if query.operator is sql_tree.SetOperator.INTERSECT else Minus
            return reduce(lambda left, right: kind(left, right, query.is_all), self._aligned(parts, query))
        union = nodes.Union(tuple(self._aligned(parts, query)))
        return union if query.is_all else distinct(union)

    def _aligned(self, parts: Sequence[RelNode], query: sql_tree.SetOperation) -> list[RelNode]:
        """Casts the inputs of a union to common types. The first input names the columns."""
        columns = list(zip(*([field.type for field in part.row_type.fields] for part in parts), strict=True))
        kinds = []
        for index, types in enumerate(columns):
            message = f"Type mismatch in column {index + 1} of {_words(query)}"
            kinds.append(self._common(types, message, query.at))
        names = tuple(field.name for field in parts[0].row_type.fields)
        return [self._as_types(part, kinds, names) for part in parts]

    def _as_types(self, part: RelNode, kinds: Sequence[LogicalType], names: Path) -> RelNode:
        scope = Scope.of(part.row_type)
        trees = [implicit_cast(scope.reference(index), kind, self.session.zone) for index, kind in enumerate(kinds)]
        return projected(part, trees, names)

    def _common(self, types: Sequence[LogicalType], message: str, at: int = -1) -> LogicalType:
        kind = sql_common_type(types)
        if kind is None:
            raise BindError(message, at)
        return kind

    def _with(self, query: sql_tree.With) -> RelNode:
        if query.is_recursive:
            raise unsupported("WITH RECURSIVE", query.at)
        binder = self
        for table in query.tables:
            binder = binder.with_common(table)
        return binder.bind(query.query)

    def _limited(self, query: sql_tree.OrderBy) -> RelNode:
        return nodes.Limit(self.bind(query.query), *self._range(query))

    def _range(self, query: sql_tree.OrderBy) -> tuple[int, Optional[int]]:
        """Returns OFFSET and LIMIT."""
        offset, fetch = self._count(query.offset) or 0, self._count(query.limit)
        has_limit = query.offset is not None or query.limit is not None
        if has_limit and fetch is None and not self.session.is_batch:
            raise BindError("FETCH is missed, which on streaming table is not supported currently.", query.at)
        return offset, fetch

    def _count(self, number: Optional[expression_tree.Expression]) -> Optional[int]:
        if number is None:
            return None
        bound = ExpressionBinder(_NO_SCOPE, self.session).bind(number)
        value = evaluate_constant(bound)
        if not isinstance(value, int):
            raise BindError(f"LIMIT and OFFSET must be integers, not {value}", number.at)
        return value

    def with_common(self, table: sql_tree.CommonTable) -> QueryBinder:
        """Returns a binder with another table of WITH."""
        plan = self.bind(table.query)
        if table.columns and len(table.columns) != len(plan.row_type.fields):
            raise BindError("Number of columns must match number of query columns", table.at)
        if table.columns:
            plan = renamed(plan, table.columns, table.at)
        return replace(self, common={**self.common, table.name: plan})


def _words(query: sql_tree.SetOperation) -> str:
    return query.operator.value + (" ALL" if query.is_all else "")


def _united(query: sql_tree.SetOperation) -> list[Query]:
    """Returns the operands of a chain of UNION ALL or UNION, without recursion."""
    parts: list[Query] = []
    left: Query = query
    while isinstance(left, sql_tree.SetOperation) and (left.operator, left.is_all) == (query.operator, query.is_all):
        parts.append(left.right)
        left = left.left
    return [left, *reversed(parts)]


def renamed(plan: RelNode, names: Path, at: int) -> RelNode:
    """Renames the columns of a plan."""
    if len(names) != len(plan.row_type.fields):
        raise wrong_degree([field.name for field in plan.row_type.fields], names, at)
    scope = Scope.of(plan.row_type)
    return projected(plan, [scope.reference(place) for place in range(len(names))], names)


def _name_of(item: expression_tree.Expression, index: int) -> str:
    match item:
        case expression_tree.Alias():
            return item.name
        case expression_tree.Name():
            return item.parts[-1]
        case expression_tree.Call(function="DOT", arguments=(_, expression_tree.Literal(value=str() as field))):
            return field
    return f"EXPR${index}"


def _is_grouped(query: sql_tree.Select) -> bool:
    if query.group_by is not None or query.having is not None:
        return True
    return any(map(has_aggregate, query.items))


def _without_alias(item: expression_tree.Expression) -> expression_tree.Expression:
    return item.operand if isinstance(item, expression_tree.Alias) else item
