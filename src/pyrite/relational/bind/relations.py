"""RelationBinder: binds the relations of FROM."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.types import ArrayType, IntType, LogicalType, MapType, MultisetType, RowField, RowType
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Path, Query
from pyrite.expressions.python_function import TableFunctionSpec
from pyrite.expressions.resolution import implicit_cast, no_match
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression
from pyrite.relational.bind.changelog_functions import bind_changelog_function, is_changelog_function
from pyrite.relational.bind.errors import BindError, nearest, placed, unsupported, wrong_degree
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.hints import NO_HINTS, QueryHints
from pyrite.relational.bind.joins import bind_join
from pyrite.relational.bind.match.match_recognize import bind_match
from pyrite.relational.bind.order import without_order
from pyrite.relational.bind.scope import Scope, ScopeField
from pyrite.relational.bind.session import BindSession, InlineTable, ViewDefinition
from pyrite.relational.bind.snapshot_joins import bind_period, lookup_hint, with_period
from pyrite.relational.bind.subqueries.lateral import bind_lateral, is_lateral
from pyrite.relational.bind.subqueries.subquery_binder import SubQueryBinder
from pyrite.relational.bind.tables import bind_scan
from pyrite.relational.bind.window_functions import bind_window_function, is_window_function
from pyrite.relational.plan import nodes
from pyrite.relational.plan.nodes import RelNode, ResolvedTable, projected, row_type_of
from pyrite.relational.sql import sql_tree

Bound = tuple[RelNode, Scope]


@dataclass(frozen=True)
class RelationBinder:
    """Binds relations. `bind_query` binds queries in them."""

    session: BindSession
    common: Mapping[str, RelNode]
    bind_query: Callable[[Query], tuple[RelNode, list[str]]]
    """Returns a plan and the names of its columns, which may repeat."""
    bind_view: Callable[[Query], RelNode]
    subqueries: SubQueryBinder
    hints: QueryHints = NO_HINTS
    """Of the SELECT."""

    def bind(self, relation: sql_tree.Relation) -> Bound:
        match relation:
            case sql_tree.TableName():
                return self._table(relation)
            case sql_tree.TableFunction() if self._is_window(relation):
                return bind_window_function(relation.call, self.session, self.bind_query)
            case sql_tree.TableFunction() if is_changelog_function(relation.call):
                return bind_changelog_function(relation.call, self.session, self.bind_query)
            case sql_tree.Aliased(relation=sql_tree.TableFunction() as function) if self._is_window(
                function
            ) or is_changelog_function(function.call):
                return self._aliased(relation)
            case sql_tree.Aliased(relation=sql_tree.Unnest() | sql_tree.TableFunction() as function):
                return self._correlate(one_row(), function, relation, None, is_left=False)
            case sql_tree.Aliased():
                return self._aliased(relation)
            case sql_tree.Derived():
                plan, names = self.bind_query(without_order(relation.query))
                return plan, Scope.named(plan.row_type, names)
            case sql_tree.Join():
                return self._join(relation)
            case sql_tree.MatchRecognize():
                return bind_match(relation, *self.bind(relation.relation), self.session)
            case sql_tree.Unnest() | sql_tree.TableFunction():
                return self._correlate(one_row(), relation, None, None, is_left=False)
            case sql_tree.Snapshot():
                return self.bind(relation.relation)
        raise unsupported(_WORDS.get(type(relation), type(relation).__name__), relation.at)

    def _is_window(self, relation: sql_tree.TableFunction) -> bool:
        call = relation.call
        return is_window_function(call) and self.session.function((call.written or call.function,)) is None

    def _table(self, relation: sql_tree.TableName) -> Bound:
        path = relation.path
        if len(path) == 1 and path[0] in self.common:
            plan = self.common[path[0]]
            return plan, Scope.of(plan.row_type, path)
        table = self.session.table(path)
        if table is None:
            hint = nearest(path[-1], [*self.session.table_names(), *self.common])
            raise BindError(f"Object '{self._missing(path)}' not found", relation.at, hint)
        if relation.hints and not isinstance(table, ResolvedTable):
            raise BindError(
                f"View '{'.'.join(path)}' cannot be enriched with new options. Hints can only be applied to tables.",
                relation.at,
            )
        if isinstance(table, InlineTable):
            return table.plan, Scope.of(table.plan.row_type, path)
        if isinstance(table, ViewDefinition):
            return self._view(table, path, relation.at)
        with placed(relation.at):
            plan = bind_scan(table, hinted_options(relation.hints, relation.at), self.session)
        return plan, Scope.of(plan.row_type, path)

    def _missing(self, path: Path) -> str:
        """Returns the first part of a name that does not exist: a catalog, a database or the table."""
        return next((part for place, part in enumerate(path) if not self.session.has(path[: place + 1])), path[-1])

    def _view(self, view: ViewDefinition, path: Path, at: int) -> Bound:
        try:
            plan = self.bind_view(view.query)
        except BindError as error:
            raise BindError(f"in the view '{'.'.join(path)}': {error.message}", at, error.hint) from None
        scope, names = Scope.of(plan.row_type), view.schema.names
        plan = projected(plan, [scope.reference(place) for place in range(len(names))], names)
        return plan, Scope.of(plan.row_type, path)

    def _aliased(self, relation: sql_tree.Aliased) -> Bound:
        plan, scope = self.bind(relation.relation)
        return plan, _requalified(scope, relation)

    # Joins ------------------------------------------------------------------------------------------------------------

    def _join(self, join: sql_tree.Join) -> Bound:
        right: sql_tree.Relation = join.right
        alias: Optional[sql_tree.Aliased] = None
        if isinstance(right, sql_tree.Aliased) and isinstance(
            right.relation, (sql_tree.Unnest, sql_tree.TableFunction)
        ):
            alias, right = right, right.relation
        left = self.bind(join.left)
        if isinstance(right, (sql_tree.Unnest, sql_tree.TableFunction)) and not self._is_table(right):
            if join.using or join.is_natural:
                raise unsupported("USING or NATURAL with a table function", join.at)
            if join.kind in (sql_tree.JoinKind.RIGHT, sql_tree.JoinKind.FULL):
                raise unsupported(f"{join.kind.value} JOIN with a table function", join.at)
            return self._correlate(left, right, alias, join.on, is_left=join.kind is sql_tree.JoinKind.LEFT)
        if is_lateral(join.right):
            return bind_lateral(join, left, self.subqueries, self.session)
        right_bound = self.bind(join.right)
        bound = bind_join(join, left, right_bound, self.session, self.hints)
        if (snapshot := _snapshot(join.right)) is None:
            return bound
        qualifiers = list({field.qualifier for field in right_bound[1].fields})
        period = bind_period(snapshot.period, left[1], self.session)
        return with_period(bound[0], period, lookup_hint(self.hints.named("LOOKUP"), qualifiers)), bound[1]

    def _is_table(self, function: sql_tree.Unnest | sql_tree.TableFunction) -> bool:
        """Returns whether a function depends on its arguments only, not on the rows before it."""
        if isinstance(function, sql_tree.Unnest):
            return False
        return self._is_window(function) or is_changelog_function(function.call)

    def _correlate(
        self,
        left: Bound,
        right: sql_tree.Unnest | sql_tree.TableFunction,
        alias: Optional[sql_tree.Aliased],
        on: Optional[expression_tree.Expression],
        is_left: bool,
    ) -> Bound:
        node, scope = left
        binder = ExpressionBinder(scope, self.session)
        if isinstance(right, sql_tree.Unnest):
            call, function_type = self._unnest(binder, right)
        else:
            call, function_type = self._table_function(binder, right)
        added = Scope.of(function_type)
        if alias is not None:
            added = _requalified(added, alias)
            function_type = row_type_of([field.name for field in added.fields], [f.type for f in function_type.fields])
        both = scope + added
        condition = None
        if on is not None and not _is_true(on):
            condition = ExpressionBinder(both, self.session).bind_condition(on, "ON")
            if is_left:
                raise BindError("LEFT JOIN with a table function supports only ON TRUE", on.at)
        correlate = nodes.Correlate(node, call, function_type, is_left, condition)
        fields = zip(both.fields, correlate.row_type.fields, strict=True)
        return correlate, Scope([replace(field, type=output.type) for field, output in fields])

    def _unnest(self, binder: ExpressionBinder, relation: sql_tree.Unnest) -> tuple[ResolvedExpression, RowType]:
        if len(relation.operands) != 1:
            raise unsupported("UNNEST of several collections", relation.at)
        operand = binder.bind(relation.operands[0])
        fields = _unnested(operand.type, relation.operands[0].at)
        if relation.with_ordinality:
            fields = [*fields, RowField("ORDINALITY", IntType(nullable=False))]
        row = RowType(tuple(fields), nullable=False)
        name = "UNNEST WITH ORDINALITY" if relation.with_ordinality else "UNNEST"
        return FunctionCall(name, (operand,), row), row

    def _table_function(
        self, binder: ExpressionBinder, relation: sql_tree.TableFunction
    ) -> tuple[ResolvedExpression, RowType]:
        call = relation.call
        name = (*call.qualifier, call.written or call.function)
        function = self.session.function(name)
        if function is None:
            arguments = [binder.bind(argument) for argument in call.arguments]
            raise BindError(no_match(".".join(name), arguments), call.at)
        if not isinstance(function, TableFunctionSpec):
            raise BindError(f"'{'.'.join(name)}' is not a table function", call.at)
        arguments = [binder.bind(argument) for argument in call.arguments]
        resolved = function.resolve(arguments, lambda each, kind: implicit_cast(each, kind, self.session.zone))
        return resolved, function.row_type


def _snapshot(relation: sql_tree.Relation) -> Optional[sql_tree.Snapshot]:
    while isinstance(relation, sql_tree.Aliased):
        relation = relation.relation
    return relation if isinstance(relation, sql_tree.Snapshot) else None


def one_row() -> Bound:
    """The input of a query without FROM: one row with a hidden column, since a row needs a column."""
    kind = IntType(nullable=False)
    return nodes.Values(((0,),), row_type_of(["ZERO"], [kind])), Scope([ScopeField("ZERO", kind, is_hidden=True)])


_WORDS: dict[type[sql_tree.Relation], str] = {
    sql_tree.Sample: "TABLESAMPLE",
    sql_tree.Pivot: "PIVOT",
    sql_tree.Unpivot: "UNPIVOT",
}


def _unnested(kind: LogicalType, at: int) -> list[RowField]:
    """Returns the columns for the elements of a collection. Rows are split into their fields."""
    match kind:
        case MapType():
            return [RowField("KEY", kind.key_type), RowField("VALUE", kind.value_type)]
        case ArrayType() | MultisetType():
            element = kind.element_type
            if isinstance(element, RowType):
                is_nullable = element.nullable
                return [
                    RowField(field.name, field.type.copy(nullable=True) if is_nullable else field.type)
                    for field in element.fields
                ]
            return [RowField("EXPR$0", element)]
    raise BindError(
        f"Cannot apply 'UNNEST' to arguments of type 'UNNEST(<{calcite_name(kind)}>)'. Supported form(s): "
        "'UNNEST(<MULTISET>)'\n'UNNEST(<ARRAY>)'\n'UNNEST(<MAP>)'\nUNNEST(<MULTISET>)\nUNNEST(<ARRAY>)\nUNNEST(<MAP>)",
        at,
    )


def _requalified(scope: Scope, alias: sql_tree.Aliased) -> Scope:
    columns = alias.columns
    if columns and len(columns) != len(scope.fields):
        raise wrong_degree([field.name for field in scope.fields], columns, alias.at)
    return scope.requalified(alias.alias, columns)


def _is_true(expression: expression_tree.Expression) -> bool:
    return isinstance(expression, expression_tree.Literal) and expression.value is True


def hinted_options(hints: tuple[sql_tree.Hint, ...], at: int) -> dict[str, str]:
    """Returns the options in OPTIONS hints of a table."""
    options: dict[str, str] = {}
    for hint in hints:
        if hint.name.upper() != "OPTIONS":
            raise unsupported(f"The hint {hint.name}", at)
        options.update(hint.options)
    return options
