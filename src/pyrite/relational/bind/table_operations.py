"""TableBinder: implements the Table API's methods on plans."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import BooleanType, LogicalType, NullType, RowField, RowType
from pyrite.core.types.common_type import common_type
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Path
from pyrite.expressions.python_function import PythonFunctionSpec, ScalarFunctionSpec, TableFunctionSpec
from pyrite.expressions.resolution import implicit_cast
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.bind.aggregates import GroupBinder, distinct, has_aggregate, is_aggregate
from pyrite.relational.bind.changelog_functions import changelog_function, named_arguments
from pyrite.relational.bind.column_lists import expanded
from pyrite.relational.bind.errors import BindError, UnknownNameError, nearest, unsupported
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.group_windows import check_table_window, group_window, of_named_window
from pyrite.relational.bind.grouping_sets import GroupingSets
from pyrite.relational.bind.over import OverBinder, nulls_first
from pyrite.relational.bind.planned_query import PlannedQuery
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.bind.subqueries.subquery_binder import OuterScope, SubQueryBinder
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.logical.set_operations import Intersect, Minus
from pyrite.relational.plan.nodes import RelNode, row_type_of
from pyrite.relational.plan.order import Sort
from pyrite.relational.sql.literals import string_literal
from pyrite.relational.sql.sql_tree.queries import NamedWindow


class TableScope(Scope):
    """A table's columns, with the Table API's error for unknown ones."""

    @staticmethod
    def of(row: RowType, qualifier: Path = ()) -> TableScope:
        return TableScope(Scope.of(row, qualifier).fields)

    def _implied(self, qualifier: Path, names: Path, at: int) -> None:
        """Returns None: only SQL supports fields of rows without the rows' names."""

    def _unknown(self, parts: Path, at: int) -> UnknownNameError:
        names = [field.name for field in self.fields]
        name = ".".join(parts)
        return UnknownNameError(
            f"Cannot resolve field [{name}], input field list:[{', '.join(names)}].", at, nearest(name, names)
        )


class TableExpressionBinder(ExpressionBinder):
    """Binds expressions of the Table API, which can refer to fields by position.

    `row` names its fields f0, f1 and so on.
    """

    def _over(self, expression: expression_tree.Over) -> ResolvedExpression:
        if self.over is None:
            raise BindError("Could not resolve over call.", expression.at)
        return super()._over(expression)

    def _call(self, call: expression_tree.Call) -> ResolvedExpression:
        if call.function == "DOT" and isinstance(call.arguments[1], expression_tree.Literal):
            place = call.arguments[1].value
            kind = self.bind(call.arguments[0]).type
            if isinstance(place, int) and isinstance(kind, RowType):
                if not 0 <= place < len(kind.names):
                    raise BindError(f"field {place} does not exist in {kind}", call.at)
                name = string_literal(kind.names[place])
                return super()._call(replace(call, arguments=(call.arguments[0], name)))
        bound = super()._call(call)
        if call.function == "ROW" and isinstance(bound, FunctionCall) and isinstance(bound.type, RowType):
            return replace(bound, result_type=_numbered(bound.type))
        return bound


class TableGroupBinder(GroupBinder, TableExpressionBinder):
    """Binds expressions of the Table API over groups."""

    def _other_name(self) -> str:
        return f"EXPR${len(self.calls)}"


def _numbered(row: RowType) -> RowType:
    """Names the fields of `row(...)` f0, f1 and so on, unlike SQL's ROW."""
    fields = tuple(RowField(f"f{index}", field.type) for index, field in enumerate(row.fields))
    return RowType(fields, nullable=row.nullable)


def _planned(query: expression_tree.Query, outer: OuterScope) -> RelNode:
    """Returns the plan of a table in an expression, such as `in_`."""
    assert isinstance(query, PlannedQuery)
    return query.plan


class TableBinder:
    """Creates the plans of a table's methods. Raises ValidationException with Flink's messages."""

    def __init__(self, plan: RelNode, session: BindSession) -> None:
        self._plan = plan
        self._session = session
        self._scope = TableScope.of(plan.row_type)
        self._binder = TableExpressionBinder(self._scope, session)
        self._binder.subqueries = SubQueryBinder(_planned, None)

    # Columns ----------------------------------------------------------------------------------------------------------

    def select(self, items: Sequence[expression_tree.Expression]) -> RelNode:
        columns = expanded(items, self._binder)
        if any(map(has_aggregate, columns)):
            return self.select_groups((), items)
        names = [column_name(item, index) for index, item in enumerate(columns)]
        return self._project([self._binder.bind(item) for item in columns], names)

    def select_groups(
        self, keys: Sequence[expression_tree.Expression], items: Sequence[expression_tree.Expression]
    ) -> RelNode:
        """Selects items over groups by the keys, which may have aliases."""
        aliased = [key for key in expanded(keys, self._binder) if isinstance(key, expression_tree.Alias)]
        if aliased:
            columns = [
                expression_tree.Name((key.name,)) if isinstance(key, expression_tree.Alias) else key for key in keys
            ]
            return TableBinder(self.add_columns(aliased), self._session).select_groups(columns, items)
        sets = GroupingSets.of(expanded(keys, self._binder), self._binder.bind_key)
        binder = TableGroupBinder(self._scope, self._session, sets, self._binder)
        trees: list[ResolvedExpression] = []
        names: list[str] = []
        for item in expanded(items, self._binder):
            bound = binder.bind(item)
            trees.append(bound)
            if is_aggregate(item) and isinstance(bound, FieldReference):
                names.append(bound.name)
            else:
                names.append(column_name(item, len(names)))
        _refuse_repeated(names)
        return nodes.Project(binder.aggregate(self._plan), tuple(trees), tuple(names))

    def select_windows(
        self,
        window: expression_tree.Call,
        name: str,
        keys: Sequence[expression_tree.Expression],
        items: Sequence[expression_tree.Expression],
    ) -> RelNode:
        """Selects items over groups by window and keys. The keys include the window's name."""
        check_table_window(window, self._scope, self._session)
        function = group_window(window, self._plan, self._scope, self._session)
        columns, selected = of_named_window(function, name, keys, items)
        return TableBinder(function, self._session).select_groups(columns, selected)

    def select_over(self, windows: Sequence[NamedWindow], items: Sequence[expression_tree.Expression]) -> RelNode:
        """Selects items, which may have calls over these windows."""
        columns = expanded(items, self._binder)
        names = [column_name(item, index) for index, item in enumerate(columns)]
        _refuse_repeated(names)
        over = OverBinder(self._binder, self._session, windows)
        self._binder.over = over.bind
        plan, trees = over.applied(self._plan, [self._binder.bind(item) for item in columns])
        return nodes.Project(plan, tuple(trees), tuple(names))

    def changelog_function(self, function: str, arguments: Sequence[expression_tree.Expression]) -> RelNode:
        """Applies TO_CHANGELOG or FROM_CHANGELOG with named arguments, such as `descriptor("op").as_argument("op")`."""
        by_name = named_arguments(function, arguments, ("OP", "OP_MAPPING"), -1)
        return changelog_function(function, self._plan, by_name, self._session)

    def distinct(self) -> RelNode:
        return distinct(self._plan)

    def add_columns(self, items: Sequence[expression_tree.Expression], replaces: bool = False) -> RelNode:
        """Appends columns. With `replaces`, a column with an existing name replaces the existing one."""
        names = [field.name for field in self._scope.fields]
        trees: list[ResolvedExpression] = [self._scope.reference(index) for index in range(len(names))]
        for item in expanded(items, self._binder):
            name = column_name(item, len(names))
            if replaces and name in names:
                trees[names.index(name)] = self._binder.bind(item)
            else:
                names.append(name)
                trees.append(self._binder.bind(item))
        return self._project(trees, names)

    def rename_columns(self, items: Sequence[expression_tree.Expression]) -> RelNode:
        names = [field.name for field in self._scope.fields]
        renamed = list(names)
        for item in items:
            if not isinstance(item, expression_tree.Alias) or not isinstance(item.operand, expression_tree.Name):
                raise BindError("rename_columns expects columns with an alias: col('a').alias('b')")
            old = ".".join(item.operand.parts)
            self._scope.resolve(item.operand.parts)
            renamed[names.index(old)] = item.name
        return self._project([self._scope.reference(index) for index in range(len(names))], renamed)

    def drop_columns(self, items: Sequence[expression_tree.Expression]) -> RelNode:
        names = [field.name for field in self._scope.fields]
        dropped = [_plain_name(item) for item in expanded(items, self._binder)]
        for name in dropped:
            if name not in names:
                raise BindError(f"Field {name} does not exist in source table", hint=nearest(name, names))
        remaining = [index for index, name in enumerate(names) if name not in dropped]
        return self._project(
            [self._scope.reference(index) for index in remaining], [names[index] for index in remaining]
        )

    def alias(self, names: Sequence[str]) -> RelNode:
        """Renames the first columns."""
        field_names = [field.name for field in self._scope.fields]
        if len(names) > len(field_names):
            raise BindError("Aliasing more fields than we actually have.")
        return self._project(
            [self._scope.reference(index) for index in range(len(field_names))], [*names, *field_names[len(names) :]]
        )

    def _project(self, trees: Sequence[ResolvedExpression], names: Sequence[str]) -> RelNode:
        _refuse_repeated(names)
        return nodes.Project(self._plan, tuple(trees), tuple(names))

    # Rows -------------------------------------------------------------------------------------------------------------

    def where(self, predicate: expression_tree.Expression) -> RelNode:
        condition = self._binder.bind(predicate)
        if isinstance(condition.type, NullType):
            condition = ValueLiteral(None, BooleanType())
        if not isinstance(condition.type, BooleanType):
            raise BindError(
                "Filter operator requires a boolean expression as input, "
                f"but {_shown(predicate)} is of type {condition.type}"
            )
        return nodes.Filter(self._plan, condition)

    def order_by(self, fields: Sequence[expression_tree.Expression]) -> RelNode:
        """Sorts by expressions, in ascending order by default."""
        keys = [
            each if isinstance(each, expression_tree.SortKey) else expression_tree.SortKey(each, nulls_first=False)
            for each in fields
        ]
        if not keys:
            raise BindError("ORDER BY needs at least one column")
        trees: list[ResolvedExpression] = [self._scope.reference(place) for place in range(len(self._scope.fields))]
        width, order = len(trees), []
        for key in keys:
            bound = self._binder.bind(key.operand)
            if bound not in trees:
                trees.append(bound)
            order.append(SortColumn(trees.index(bound), key.is_descending, nulls_first(key)))
        names = [field.name for field in self._scope.fields]
        if len(trees) == width:
            return Sort(self._plan, tuple(order))
        rows = nodes.Project(self._plan, tuple(trees), (*names, *(f"$f{n}" for n in range(width, len(trees)))))
        return nodes.projected(Sort(rows, tuple(order)), trees[:width], names)

    def limit(self, offset: int, fetch: Optional[int]) -> RelNode:
        """Limits the rows. `offset` followed by `fetch` is one limit, as in Flink."""
        if min(offset, fetch or 0) < 0:
            raise BindError("Offset and fetch should be greater than or equal to 0")
        below = self._plan
        sort = below.input if isinstance(below, nodes.Project) else below
        if isinstance(sort, Sort) and (not sort.has_limit or (sort.fetch is None and offset == 0)):
            limited = replace(sort, offset=sort.offset or offset, fetch=fetch)
            return limited if sort is below else below.with_inputs([limited])
        if isinstance(below, nodes.Limit) and below.fetch is None and offset == 0:
            return replace(below, fetch=fetch)
        return nodes.Limit(below, offset, fetch)

    def union_all(self, right: RelNode) -> RelNode:
        return nodes.Union(self._aligned(right, "union"))

    def intersect(self, right: RelNode, is_all: bool) -> RelNode:
        return Intersect(*self._aligned(right, "intersect"), is_all)

    def minus(self, right: RelNode, is_all: bool) -> RelNode:
        return Minus(*self._aligned(right, "minus"), is_all)

    def _aligned(self, right: RelNode, operation: str) -> tuple[RelNode, RelNode]:
        """Casts the columns of both tables to common types."""
        parts = (self._plan, right)
        widths = [len(part.row_type.fields) for part in parts]
        if widths[0] != widths[1]:
            raise BindError(
                f"The {operation} operation on two tables of different column sizes: {widths[0]} and {widths[1]} "
                "is not supported"
            )
        kinds: list[LogicalType] = []
        for place, types in enumerate(zip(*(part.row_type.children for part in parts), strict=True)):
            kind = common_type(types)
            if kind is None:
                raise BindError(
                    f"Incompatible types for {operation} operation. Could not find a common type at position {place} "
                    f"for '{types[0]}' and '{types[1]}'."
                )
            kinds.append(kind)
        return self._cast(self._plan, kinds), self._cast(right, kinds)

    def _cast(self, part: RelNode, kinds: Sequence[LogicalType]) -> RelNode:
        scope = Scope.of(part.row_type)
        trees = tuple(implicit_cast(scope.reference(i), kind, self._session.zone) for i, kind in enumerate(kinds))
        if all(each == scope.reference(index) for index, each in enumerate(trees)):
            return part
        return nodes.Project(part, trees, tuple(field.name for field in self._plan.row_type.fields))

    # Functions of tables ----------------------------------------------------------------------------------------------

    def join_lateral(
        self, call: expression_tree.Expression, predicate: Optional[expression_tree.Expression], is_left: bool = False
    ) -> RelNode:
        """Joins each row with the results of a table function."""
        names: Path = ()
        if isinstance(call, expression_tree.Alias):
            names, call = (call.name, *call.further_names), call.operand
        function, arguments = self._table_function(call)
        operands = [self._binder.bind(argument) for argument in expanded(arguments, self._binder)]
        resolved = function.resolve(operands, self._implicit_cast)
        output = self._named(function.row_type, names)
        both = TableScope([*self._scope.fields, *Scope.of(output).fields])
        _refuse_ambiguous([field.name for field in both.fields])
        condition = None
        if predicate is not None and predicate != expression_tree.Literal(True, BooleanType(nullable=False)):
            if is_left:
                raise unsupported("left_outer_join_lateral with a predicate")
            condition = TableExpressionBinder(both, self._session).bind_condition(predicate, "ON")
        return nodes.Correlate(self._plan, resolved, output, is_left, condition)

    # Other tables -----------------------------------------------------------------------------------------------------

    def join(self, right: RelNode, join_type: JoinType, predicate: Optional[expression_tree.Expression]) -> RelNode:
        """Joins with another table, whose columns have other names."""
        both = TableScope([*self._scope.fields, *Scope.of(right.row_type).fields])
        _refuse_ambiguous([field.name for field in both.fields])
        condition = None
        if predicate is not None and predicate != expression_tree.Literal(True, BooleanType(nullable=False)):
            condition = TableExpressionBinder(both, self._session).bind_condition(predicate, "ON")
        return Join(self._plan, right, join_type, condition)

    def map(self, function: PythonFunctionSpec | expression_tree.Expression) -> RelNode:
        """Applies a scalar function to whole rows. The fields of a returned row become the columns."""
        call = self._row_call(function)
        if not isinstance(call.type, RowType):
            return nodes.Project(self._plan, (call,), ("f0",))
        plan = nodes.Project(self._plan, (call,), ("$row",))
        scope = Scope.of(plan.row_type)
        names = call.type.names
        return nodes.Project(plan, tuple(scope.resolve(("$row", name)) for name in names), names)

    def flat_map(self, function: PythonFunctionSpec | expression_tree.Expression, names: Path = ()) -> RelNode:
        """Applies a table function to whole rows, and returns only its results."""
        if isinstance(function, expression_tree.Alias):
            names, function = (function.name, *function.further_names), function.operand
        if isinstance(function, PythonFunctionSpec):
            call, row_type = self._row_call(function), function.result
        else:
            spec, arguments = self._table_function(function)
            call = spec.resolve([self._binder.bind(argument) for argument in arguments], self._implicit_cast)
            row_type = spec.row_type
        if not isinstance(row_type, RowType) or not isinstance(getattr(call, "function", None), TableFunctionSpec):
            raise BindError("Only a table function can be used in the flatMap operator.")
        width = len(self._scope.fields)
        hidden = row_type_of([f"${name}" for name in row_type.names], row_type.children)
        plan = nodes.Correlate(self._plan, call, hidden)
        scope = Scope.of(plan.row_type)
        return nodes.Project(
            plan,
            tuple(scope.reference(width + index) for index in range(len(row_type.fields))),
            self._named(row_type, names).names,
        )

    def _row_call(self, function: PythonFunctionSpec | expression_tree.Expression) -> ResolvedExpression:
        if isinstance(function, expression_tree.Expression):
            call = self._binder.bind(function)
            if not isinstance(getattr(call, "function", None), ScalarFunctionSpec):
                raise BindError("Only a scalar function can be used in the map operator.")
            return call
        names = tuple(field.name for field in self._scope.fields)
        columns = [self._scope.reference(index) for index in range(len(names))]
        return replace(function, row_names=names, input_types=None).resolve(columns, self._implicit_cast)

    def _table_function(
        self, call: expression_tree.Expression
    ) -> tuple[TableFunctionSpec, tuple[expression_tree.Expression, ...]]:
        function = None
        if isinstance(call, expression_tree.InlineCall):
            function = call.function
        elif isinstance(call, expression_tree.Call):
            function = self._session.function((*call.qualifier, call.written or call.function))
        if not isinstance(function, TableFunctionSpec) or not isinstance(
            call, (expression_tree.InlineCall, expression_tree.Call)
        ):
            raise BindError(
                "A lateral join only accepts an expression which defines a table function call. Got: " + _shown(call)
            )
        return function, call.arguments

    def _implicit_cast(self, argument: ResolvedExpression, kind: LogicalType) -> ResolvedExpression:
        return implicit_cast(argument, kind, self._session.zone)

    def _named(self, row: RowType, names: Path) -> RowType:
        if not names:
            return row
        if len(names) != len(row.fields):
            raise BindError(
                "List of column aliases must have same degree as table; the returned table of function has "
                f"{len(row.fields)} columns, whereas alias list has {len(names)} columns"
            )
        return RowType(tuple(RowField(name, field.type) for name, field in zip(names, row.fields, strict=True)))


def column_name(item: expression_tree.Expression, index: int) -> str:
    """Returns the Table API's name for the column of an expression: `_c1` for unnamed ones."""
    return _own_name(item) or f"_c{index}"


def _own_name(item: expression_tree.Expression) -> Optional[str]:
    match item:
        case expression_tree.Alias():
            return item.name
        case expression_tree.Name():
            return item.parts[-1]
        case expression_tree.Cast():
            inner = _own_name(item.operand)
            return None if inner is None else f"{inner}-{item.type.as_summary_string()}"
        case expression_tree.Call(function="DOT", arguments=(operand, expression_tree.Literal(value=field))):
            inner = _own_name(operand)
            place = field if isinstance(field, str) else f"_{field}"
            return None if inner is None else f"{inner}${place}"
    return None


def _refuse_repeated(names: Sequence[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise BindError(f"Ambiguous column name: {name}")


def _plain_name(item: expression_tree.Expression) -> str:
    if not isinstance(item, expression_tree.Name):
        raise BindError("drop_columns expects columns, such as col('a')")
    return ".".join(item.parts)


def _refuse_ambiguous(names: Sequence[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            raise ValidationException(f"join relations with ambiguous names: [{name}]")


def _shown(expression: expression_tree.Expression) -> str:
    return type(expression).__name__ if not isinstance(expression, expression_tree.Name) else ".".join(expression.parts)
