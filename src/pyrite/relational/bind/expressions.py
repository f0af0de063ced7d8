"""ExpressionBinder: resolves the names and types of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from typing import Any, Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import BooleanType, CharType, LogicalType, NullType, RowType, string_type
from pyrite.expressions import expression_tree
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.python_function import ScalarFunctionSpec, TableFunctionSpec
from pyrite.expressions.resolution import cast, implicit_cast, resolve
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral
from pyrite.expressions.unresolved_type import UnresolvedUserDefinedType
from pyrite.relational.bind.errors import SOURCE_WATERMARK_MISUSED, BindError, UnknownNameError, nearest, unsupported
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.bind.subqueries.subquery_binder import SubQueryBinder
from pyrite.relational.sql.parsing.type_parser import TYPE_NAMES

WINDOW_FUNCTIONS: Final = frozenset(
    ("RANK", "DENSE_RANK", "ROW_NUMBER", "NTILE", "LAG", "LEAD", "CUME_DIST", "PERCENT_RANK")
)
_GROUPED: Final = frozenset((*AGGREGATES.names(), "APPROX_COUNT_DISTINCT", "GROUPING", "GROUPING_ID", "GROUP_ID"))
FOR_LATER: Final = {
    "WINDOW_START": "The start of a window",
    "WINDOW_END": "The end of a window",
    "ROWTIME": "The rowtime of a window",
    "PROCTIME OF": "The proctime of a window",
    "ROW_INTERVAL": "A window of rows",
    "CURRENT_WATERMARK": "CURRENT_WATERMARK",
}
"""Calls of the Table API that are not supported yet."""
_LATER: Final = {
    expression_tree.SubQuery: "A subquery in an expression",
    expression_tree.Exists: "EXISTS",
    expression_tree.InQuery: "IN with a subquery",
    expression_tree.QuantifiedQuery: "ANY, SOME or ALL of a subquery",
    expression_tree.QueryConstructor: "ARRAY, MAP or MULTISET of a subquery",
    expression_tree.Descriptor: "DESCRIPTOR",
    expression_tree.TableArgument: "A table as an argument",
    expression_tree.ModelArgument: "MODEL",
    expression_tree.Parameter: "A parameter '?'",
}


MOST_LEVELS: Final = 150
"""The maximum depth of an expression: tasks traverse it by recursion, which Python limits."""
_FUNCTIONS_OF_OPERATORS: Final = {
    "BETWEEN": "BETWEEN ASYMMETRIC",
    "NEGATE": "UNARY -",
    "POSITIVE": "UNARY +",
}
"""Functions whose name in the catalog differs from the call's."""
_COMPARED: Final = ("=", "<>", "IN")
_BY_UNIT: Final = {"FLOOR": "FLOOR_TO", "CEIL": "CEIL_TO", "CEILING": "CEIL_TO"}
"""Functions that a unit as an argument selects: `FLOOR(ts TO DAY)`."""


def function_name(call: expression_tree.Call) -> str:
    """Returns the name of the built-in function for a call."""
    if call.function in _BY_UNIT and any(isinstance(argument, expression_tree.Symbol) for argument in call.arguments):
        return _BY_UNIT[call.function]
    return _FUNCTIONS_OF_OPERATORS.get(call.function, call.function)


class ExpressionBinder:
    """Binds expressions over the columns of a scope."""

    over: Optional[Callable[[expression_tree.Over], ResolvedExpression]] = None
    """Binds calls with OVER; None where they are not allowed."""
    subqueries: Optional[SubQueryBinder] = None
    """Binds sub-queries; None where they are not allowed."""

    def __init__(self, scope: Scope, session: BindSession) -> None:
        self.scope = scope
        self._session = session
        self._depth = 0

    def bind(self, expression: expression_tree.Expression) -> ResolvedExpression:
        """Resolves an expression. BindError names the error and its position."""
        self._depth += 1
        if self._depth > MOST_LEVELS:
            raise BindError(
                f"The expression is nested too deeply: it has more than {MOST_LEVELS} levels", expression.at
            )
        bound = self._bound(expression)
        self._depth -= 1
        return bound

    def _bound(self, expression: expression_tree.Expression) -> ResolvedExpression:
        match expression:
            case expression_tree.Literal():
                return ValueLiteral(expression.value, expression.type)
            case expression_tree.Name():
                return self._name(expression)
            case expression_tree.Alias():
                return self.bind(expression.operand)
            case expression_tree.Symbol():
                return ValueLiteral(expression.name, CharType(len(expression.name)).not_null())
            case expression_tree.TypeArgument():
                return ValueLiteral(None, expression.type.copy(nullable=True))
            case expression_tree.Cast():
                return self._cast(expression)
            case expression_tree.Call():
                return self._call(expression)
            case expression_tree.InlineCall():
                return self._user_call(expression.function, expression.arguments, expression.at)
        if isinstance(expression, expression_tree.Over):
            return self._over(expression)
        query = None if self.subqueries is None else self.subqueries.bound(expression, self.bind)
        if query is not None:
            return query
        if type(expression) in _LATER:
            raise unsupported(_LATER[type(expression)], expression.at)
        if isinstance(expression, expression_tree.Star):
            raise BindError("'*' is only allowed as an item of SELECT and in COUNT(*)", expression.at)
        raise BindError(f"{type(expression).__name__} is not allowed in an expression", expression.at)

    def _name(self, expression: expression_tree.Name) -> ResolvedExpression:
        """Binds a column of the query or of an enclosing one."""
        try:
            return self.scope.resolve(expression.parts, expression.at)
        except UnknownNameError:
            if self.subqueries is None or self.subqueries.outer is None:
                raise
            return self.subqueries.outer.column(expression.parts, expression.at)

    def _over(self, expression: expression_tree.Over) -> ResolvedExpression:
        if self.over is None:
            raise BindError("Windowed aggregate expression is not allowed here", expression.at)
        return self.over(expression)

    def bind_condition(self, expression: expression_tree.Expression, clause: str) -> ResolvedExpression:
        """Binds a condition of type BOOLEAN."""
        if clause in ("WHERE", "ON") and _has_aggregate(expression):
            raise BindError(f"Aggregate expression is illegal in {clause} clause", expression.at)
        if clause != "QUALIFY" and has_over(expression):
            raise BindError(f"Windowed aggregate expression is illegal in {clause} clause", expression.at)
        condition = self.bind(expression)
        if isinstance(condition.type, NullType):
            return ValueLiteral(None, BooleanType())
        if not isinstance(condition.type, BooleanType):
            raise BindError(f"{clause} clause must be a condition", expression.at)
        return condition

    def bind_key(self, expression: expression_tree.Expression) -> ResolvedExpression:
        """Binds a grouping key."""
        if _has_aggregate(expression):
            raise BindError("Aggregate expression is illegal in GROUP BY clause", expression.at)
        if has_over(expression):
            raise BindError("Windowed aggregate expression is illegal in GROUP BY clause", expression.at)
        return self.bind(expression)

    def _cast(self, expression: expression_tree.Cast) -> ResolvedExpression:
        operand = self.bind(expression.operand)
        check_type_names(expression.type, expression.at)
        try:
            return cast(operand, expression.type, self._session.zone, expression.is_try)
        except ValidationException as error:
            raise BindError(str(error), expression.at) from None

    def _call(self, call: expression_tree.Call) -> ResolvedExpression:
        user_function = self._user_function(call)
        if user_function is not None:
            return self._user_call(user_function, call.arguments, call.at)
        if call.function in WINDOW_FUNCTIONS:
            raise BindError("OVER clause is necessary for window functions", call.at)
        if call.function in _GROUPED:
            raise BindError(f"The aggregate function {call.function} is not allowed here", call.at)
        if call.function == "SOURCE_WATERMARK":
            raise BindError(SOURCE_WATERMARK_MISUSED, call.at)
        if call.function in FOR_LATER and FUNCTIONS.get(call.function) is None:
            raise unsupported(FOR_LATER[call.function], call.at)
        if call.is_distinct or call.filter is not None or call.order_by:
            raise BindError(f"{call.function} is not an aggregate function", call.at)
        name = function_name(call)
        arguments = self._compared_rows(call) if name in _COMPARED else None
        if arguments is None:
            arguments = [self.bind(argument) for argument in _operands(call)]
        if name == "CURRENT_DATABASE" and not arguments:
            arguments.append(ValueLiteral(self._session.current_database, string_type().not_null()))
        if FUNCTIONS.get(name) is None:
            raise self._unknown(call, arguments)
        try:
            return resolve(name, arguments, self._session.zone, is_sql=call.at >= 0)
        except ValidationException as error:
            raise BindError(str(error), call.at) from None

    def _compared_rows(self, call: expression_tree.Call) -> Optional[list[ResolvedExpression]]:
        """Binds a ROW(...) with a bare NULL that is compared with a row, whose field determines the type of NULL."""
        if not any(map(_is_row_with_null, call.arguments)):
            return None
        bound = {place: self.bind(each) for place, each in enumerate(call.arguments) if not _is_row_with_null(each)}
        kinds = next((each.type.children for each in bound.values() if isinstance(each.type, RowType)), ())
        for place, each in enumerate(call.arguments):
            if place not in bound and isinstance(each, expression_tree.Call) and len(each.arguments) == len(kinds):
                fields = [
                    ValueLiteral(None, kind.copy(nullable=True)) if _is_null(field) else self.bind(field)
                    for field, kind in zip(each.arguments, kinds, strict=True)
                ]
                bound[place] = resolve("ROW", fields, self._session.zone)
        return [bound[place] for place in sorted(bound)] if len(bound) == len(call.arguments) else None

    def _user_function(self, call: expression_tree.Call) -> Optional[Any]:
        """Returns the user-defined function with this name. It precedes a built-in function, but not an operator."""
        if not call.written and not call.qualifier:
            return None
        return self._session.function((*call.qualifier, call.written or call.function))

    def _user_call(self, function: Any, operands: Sequence[expression_tree.Expression], at: int) -> ResolvedExpression:
        if isinstance(function, TableFunctionSpec):
            raise BindError(f"'{function.name}' is a table function: use LATERAL TABLE({function.name}(...))", at)
        if not isinstance(function, ScalarFunctionSpec):
            raise unsupported(f"The function {getattr(function, 'name', function)}", at)
        arguments = [self.bind(operand) for operand in operands]
        try:
            return function.resolve(arguments, lambda argument, kind: implicit_cast(argument, kind, self._session.zone))
        except ValidationException as error:
            raise BindError(str(error), at) from None

    def _unknown(self, call: expression_tree.Call, arguments: list[ResolvedExpression]) -> BindError:
        try:
            resolve(call.function, arguments)
        except ValidationException as error:
            return BindError(str(error), call.at, nearest(call.function, FUNCTIONS.names()))
        raise AssertionError(f"{call.function} is known")


def _operands(call: expression_tree.Call) -> Sequence[expression_tree.Expression]:
    """Returns the arguments; for a chain such as `a AND b AND c`, all operands."""
    if call.function not in ("AND", "OR"):
        return call.arguments
    operands: list[expression_tree.Expression] = []
    waiting = list(reversed(call.arguments))
    while waiting:
        operand = waiting.pop()
        if isinstance(operand, expression_tree.Call) and operand.function == call.function:
            waiting += reversed(operand.arguments)
        else:
            operands.append(operand)
    return operands


def _is_row_with_null(expression: expression_tree.Expression) -> bool:
    if not isinstance(expression, expression_tree.Call) or expression.function != "ROW":
        return False
    return any(map(_is_null, expression.arguments))


def _is_null(expression: expression_tree.Expression) -> bool:
    return isinstance(expression, expression_tree.Literal) and isinstance(expression.type, NullType)


def _has_aggregate(expression: expression_tree.Expression) -> bool:
    waiting = [expression]
    while waiting:
        node = waiting.pop()
        if isinstance(node, expression_tree.Call):
            if node.function in _GROUPED:
                return True
            waiting += node.arguments
    return False


def has_over(expression: expression_tree.Expression) -> bool:
    """Returns whether the expression contains a call with OVER, outside of subqueries."""
    waiting: list[Any] = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, expression_tree.Over):
            return True
        if isinstance(part, expression_tree.Expression):
            waiting += [getattr(part, field.name) for field in fields(part)]
        elif isinstance(part, tuple):
            waiting += part
    return False


def check_type_names(kind: LogicalType, at: int) -> None:
    """Raises for a type name that does not exist."""
    for part in _parts(kind):
        if isinstance(part, UnresolvedUserDefinedType):
            raise BindError(f"Unknown identifier '{'.'.join(part.path)}'", at, nearest(part.path[-1], TYPE_NAMES))


def _parts(kind: LogicalType) -> Iterator[LogicalType]:
    """Iterates over the type and its parts."""
    yield kind
    for child in kind.children:
        yield from _parts(child)
