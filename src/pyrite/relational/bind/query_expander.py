"""QueryExpander: fully qualifies the names in a query, for views.

Tables and functions get their full names, columns the aliases of their tables, and `*` is expanded. So the meaning of a
view depends neither on the current database nor on columns that are added to tables later. Names in QUALIFY and
MATCH_RECOGNIZE stay as written: they may be those of items and of pattern variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Optional

from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Path, Query
from pyrite.expressions.resolved import FieldReference
from pyrite.relational.bind.errors import UnknownNameError
from pyrite.relational.bind.joins import common_names
from pyrite.relational.bind.queries import QueryBinder
from pyrite.relational.bind.scope import Scope
from pyrite.relational.sql import sql_tree

Qualify = Callable[[Path], Path]
_NO_COLUMNS: Final = Scope([])


@dataclass(frozen=True)
class QueryExpander:
    """Expands queries that `binder` can bind."""

    binder: QueryBinder
    full_table_name: Qualify
    full_function_name: Qualify
    """Returns the name unchanged if it is not a function of a catalog."""
    outer: tuple[Scope, ...] = ()
    """The columns of the enclosing queries, innermost first, if the query is a sub-query."""

    def expanded(self, query: Query) -> Query:
        match query:
            case sql_tree.Select():
                return self._select(query)
            case sql_tree.Values():
                return replace(query, rows=self._with_names(query.rows, _NO_COLUMNS))
            case sql_tree.TableQuery():
                return replace(query, table=self._table(query.table))
            case sql_tree.SetOperation():
                return self._set_operation(query)
            case sql_tree.OrderBy():
                return replace(query, query=self.expanded(query.query))
            case sql_tree.With():
                return self._with(query)
        raise TypeError(f"{type(query).__name__} is not supported in a view")

    def _select(self, query: sql_tree.Select) -> Query:
        scope = _NO_COLUMNS
        source = query.source
        if source is not None:
            scope = self.binder.bind_relation(source)[1]
            source = self._relation(source)
        items: list[expression_tree.Expression] = []
        for item in query.items:
            if isinstance(item, expression_tree.Star):
                items += _names_of(item, scope)
            else:
                items.append(self._with_names(item, scope))
        return replace(
            query,
            items=tuple(items),
            source=source,
            where=self._with_names(query.where, scope),
            group_by=self._with_names(query.group_by, scope),
            having=self._with_names(query.having, scope),
            windows=self._with_names(query.windows, scope),
            qualify=self._with_names(query.qualify, None),
        )

    def _set_operation(self, query: sql_tree.SetOperation) -> Query:
        """Expands without recursion: chains of UNION ALL may be long."""
        chain = [query]
        while isinstance(chain[-1].left, sql_tree.SetOperation):
            chain.append(chain[-1].left)
        result = self.expanded(chain[-1].left)
        for each in reversed(chain):
            result = replace(each, left=result, right=self.expanded(each.right))
        return result

    def _with(self, query: sql_tree.With) -> Query:
        expander, tables = self, []
        for table in query.tables:
            tables.append(replace(table, query=expander.expanded(table.query)))
            expander = replace(expander, binder=expander.binder.with_common(table))
        return replace(query, tables=tuple(tables), query=expander.expanded(query.query))

    # Relations of FROM ----------------------------------------------------------------------------------------------

    def _relation(
        self, relation: sql_tree.Relation, left: Scope = _NO_COLUMNS, is_named: bool = False
    ) -> sql_tree.Relation:
        """Expands a relation after those with the columns `left`."""
        match relation:
            case sql_tree.TableName():
                table = replace(relation, path=self._table(relation.path))
                return table if is_named else sql_tree.Aliased(table, relation.path[-1], at=relation.at)
            case sql_tree.Aliased():
                return replace(relation, relation=self._relation(relation.relation, left, is_named=True))
            case sql_tree.Derived():
                expander = self._within(left) if relation.is_lateral else self
                return replace(relation, query=expander.expanded(relation.query))
            case sql_tree.Join():
                return self._join(relation)
            case sql_tree.Unnest():
                return replace(relation, operands=self._with_names(relation.operands, left))
            case sql_tree.TableFunction():
                return replace(relation, call=self._with_names(relation.call, left))
            case sql_tree.Snapshot():
                table_then = self._relation(relation.relation, left, is_named=True)
                return replace(relation, relation=table_then, period=self._with_names(relation.period, left))
            case sql_tree.MatchRecognize():
                return self._match(relation, left)
        raise TypeError(f"{type(relation).__name__} is not supported in a view")

    def _join(self, join: sql_tree.Join) -> sql_tree.Relation:
        left = self.binder.bind_relation(join.left)[1]
        names = common_names(left, self.binder.bind_relation(join.right)[1]) if join.is_natural else ()
        if names:  # so that columns that are added later stay apart
            join = replace(join, using=names, is_natural=False)
        on = None if join.on is None else self._with_names(join.on, self.binder.bind_relation(join)[1])
        return replace(join, left=self._relation(join.left), right=self._relation(join.right, left), on=on)

    def _match(self, match: sql_tree.MatchRecognize, left: Scope) -> sql_tree.Relation:
        definitions = (replace(each, condition=self._with_names(each.condition, None)) for each in match.definitions)
        return replace(
            match,
            relation=self._relation(match.relation, left, is_named=True),
            definitions=tuple(definitions),
            measures=self._with_names(match.measures, None),
        )

    def _table(self, path: Path) -> Path:
        return path if len(path) == 1 and path[0] in self.binder.common else self.full_table_name(path)

    # Expressions ------------------------------------------------------------------------------------------------------

    def _with_names(self, node: Any, scope: Optional[Scope]) -> Any:
        """Expands an expression, or a tuple of expressions, over the columns of a scope; None: names stay."""
        match node:
            case tuple():
                return tuple(self._with_names(each, scope) for each in node)
            case expression_tree.Name():
                return node if scope is None else self._name(node, scope)
            case expression_tree.TableArgument():
                return replace(node, query=self.expanded(node.query))
            case Query():
                return self._within(scope or _NO_COLUMNS).expanded(node)
            case expression_tree.Expression():
                inner = {each.name: self._with_names(getattr(node, each.name), scope) for each in fields(node)}
                return self._call(replace(node, **inner))
        return node

    def _name(self, name: expression_tree.Name, scope: Scope) -> expression_tree.Name:
        """Returns the column of a name: of the query, or else of the nearest enclosing one."""
        for each in (scope, *self.outer):
            try:
                column, nested = each.locate(name.parts, name.at)
            except UnknownNameError:
                continue
            full = _name_of(each, column.index)
            return replace(full, parts=(*full.parts, *nested), at=name.at)
        return name

    def _within(self, scope: Scope) -> QueryExpander:
        """Returns an expander of the sub-queries of a query over the columns of a scope."""
        return replace(self, binder=self.binder.within(scope), outer=(scope, *self.outer))

    def _call(self, node: expression_tree.Expression) -> expression_tree.Expression:
        if not isinstance(node, expression_tree.Call) or not (node.written or node.qualifier):
            return node
        *qualifier, name = self.full_function_name((*node.qualifier, node.written or node.function))
        return replace(node, qualifier=tuple(qualifier), written=name) if qualifier else node


def _names_of(star: expression_tree.Star, scope: Scope) -> list[expression_tree.Expression]:
    """Returns the columns that a star stands for, or the fields of a row."""
    return [
        _name_of(scope, column.index)
        if isinstance(column, FieldReference)
        else expression_tree.Name((*star.qualifier, name))
        for name, column in scope.star(star.qualifier, star.at)
    ]


def _name_of(scope: Scope, index: int) -> expression_tree.Name:
    field = scope.fields[index]
    return expression_tree.Name((*field.qualifier[-1:], field.name))
