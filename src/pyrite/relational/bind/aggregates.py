"""GROUP BY, HAVING and DISTINCT: converts the items of a query to an Aggregate between two projections."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, Final, Optional

from pyrite.core.types import BigIntType, BooleanType, IntType, NullType
from pyrite.expressions import expression_tree
from pyrite.expressions.aggregates import AGGREGATES
from pyrite.expressions.aggregates.aggregate import AggregateCall, AggregateFunction
from pyrite.expressions.aggregates.collected import IGNORE_NULLS
from pyrite.expressions.aggregates.moments import SQUARES, is_moment, moment_of
from pyrite.expressions.aggregates.refusals import refusal
from pyrite.expressions.resolution import argument_of, implicit_cast, resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, ValueLiteral
from pyrite.relational.bind.errors import BindError, unsupported
from pyrite.relational.bind.expressions import ExpressionBinder, has_over
from pyrite.relational.bind.grouping_sets import GroupingSets
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.logical.subquery import OuterColumn
from pyrite.relational.plan.nodes import RelNode

GROUPING_FUNCTIONS: Final = ("GROUPING", "GROUPING_ID", "GROUP_ID")
_APPROXIMATE: Final = "APPROX_COUNT_DISTINCT"
_JSON: Final = ("JSON_OBJECTAGG", "JSON_ARRAYAGG")
_NAMES: Final = frozenset((*AGGREGATES.names(), *GROUPING_FUNCTIONS, _APPROXIMATE))


def is_aggregate(expression: expression_tree.Expression) -> bool:
    """Returns whether the expression is a call of an aggregate function."""
    return isinstance(expression, expression_tree.Call) and expression.function in _NAMES and not expression.qualifier


def has_aggregate(expression: expression_tree.Expression) -> bool:
    """Returns whether the expression contains an aggregate call, outside of OVER windows and subqueries."""
    return any(map(is_aggregate, _within(expression)))


def _within(expression: expression_tree.Expression) -> Iterator[expression_tree.Expression]:
    waiting: list[Any] = [expression]
    while waiting:
        part = waiting.pop()
        if isinstance(part, expression_tree.Over):
            waiting += (*part.call.arguments, part.window)
        elif isinstance(part, expression_tree.Expression):
            yield part
            waiting += [getattr(part, field.name) for field in fields(part)]
        elif isinstance(part, tuple):
            waiting += part


class GroupBinder(ExpressionBinder):
    """Binds expressions over groups: grouping keys, aggregates, and expressions over both.

    `inputs` are the columns that the aggregate needs from its input, `calls` the aggregates.
    """

    def __init__(
        self, scope: Scope, session: BindSession, sets: GroupingSets, rows: Optional[ExpressionBinder] = None
    ) -> None:
        super().__init__(scope, session)
        self._rows = rows or ExpressionBinder(scope, session)
        self.subqueries = self._rows.subqueries
        self._sets = sets
        self.inputs: list[ResolvedExpression] = list(sets.keys)
        self.calls: list[AggregateCall] = []
        self.names: list[str] = []
        self.next_name = ""
        """The name of the next aggregate's column, if the aggregate is a whole item of SELECT."""

    def _bound(self, expression: expression_tree.Expression) -> ResolvedExpression:
        if is_aggregate(expression):
            assert isinstance(expression, expression_tree.Call)
            return self._aggregate(expression)
        if not has_aggregate(expression) and not has_over(expression):
            bound = self._rows.bind(expression)
            key = self.key(bound)
            if key is not None:
                return key
            if isinstance(bound, OuterColumn):
                return bound
            if isinstance(expression, expression_tree.Name):
                raise BindError(f"Expression '{'.'.join(expression.parts)}' is not being grouped", expression.at)
        return super()._bound(expression)

    def key(self, column: ResolvedExpression) -> Optional[FieldReference]:
        """Returns the grouping key for an expression over rows; None if it is not a key."""
        if column not in self._sets.keys:
            return None
        place = self._sets.keys.index(column)
        kind = column.type if self._sets.is_in_all(place) else column.type.copy(nullable=True)
        return FieldReference(place, self._input_names()[place], kind)

    # Aggregates -------------------------------------------------------------------------------------------------------

    def _aggregate(self, call: expression_tree.Call) -> ResolvedExpression:
        if any(map(has_aggregate, call.arguments)):
            raise BindError("Aggregate expressions cannot be nested", call.at)
        if call.function in GROUPING_FUNCTIONS:
            return self._grouping(call)
        if call.order_by:
            raise unsupported(f"ORDER BY in {call.function}", call.at)
        if call.within_distinct:
            raise unsupported("WITHIN DISTINCT", call.at)
        function = AGGREGATES.get(call.function)
        if function is not None and is_moment(function):
            return self._moment(function, call)
        return self._result(self.call_of(call))

    def _moment(self, function: AggregateFunction, call: expression_tree.Call) -> ResolvedExpression:
        """Binds a deviation or variance, from two aggregates."""
        self.call_of(call)  # raises the function's error for unsupported arguments
        argument = self._rows.bind(call.arguments[0])
        resolution = function.signature([argument_of(argument)])
        assert resolution is not None
        self.next_name = ""
        squares = self._result(self.call_of(replace(call, function=SQUARES)))
        count = self._result(self.call_of(replace(call, function="COUNT")))
        return moment_of(function, squares, count, resolution)

    def _result(self, call: AggregateCall) -> FieldReference:
        """Returns the column of a call. Equal calls are computed once."""
        if call not in self.calls:
            self.names.append(self.next_name or self._other_name())
            self.calls.append(call)
        place = self.calls.index(call)
        return FieldReference(len(self._sets.keys) + place, self.names[place], call.result_type)

    def _other_name(self) -> str:
        return f"$f{len(self.inputs) + len(self.calls)}"

    def call_of(self, call: expression_tree.Call, has_rows: bool = False) -> AggregateCall:
        """Returns the aggregate call over the inputs. `has_rows`: groups are never empty."""
        name, is_distinct = call.function, call.is_distinct
        if name == _APPROXIMATE:
            if not self._session.is_batch:
                raise BindError("APPROX_COUNT_DISTINCT aggregate function does not support yet for streaming.", call.at)
            name, is_distinct = "COUNT", True  # the exact count is computed
        function = AGGREGATES[name]
        arguments = self._arguments(function, call)
        resolution = function.signature([argument_of(argument) for argument in arguments])
        if resolution is None or any(isinstance(argument.type, NullType) for argument in arguments):
            raise BindError(refusal(function, arguments), call.at)
        cast = [
            implicit_cast(argument, kind, self._session.zone)
            for argument, kind in zip(arguments, resolution.arguments, strict=True)
        ]
        if name == "COUNT" and not is_distinct and not any(each.type.nullable for each in cast):
            cast = []  # counts all rows
        filtered = None if call.filter is None else self.place(self._filter(call.filter))
        result = resolution.result
        if not function.is_never_null and (filtered is not None or (self._sets.has_empty and not has_rows)):
            result = result.copy(nullable=True)
        places = tuple(map(self.place, cast))
        types = tuple(each.type for each in cast)
        return AggregateCall(function.name, places, types, result, is_distinct, filtered, self._option(call))

    def _arguments(self, function: AggregateFunction, call: expression_tree.Call) -> list[ResolvedExpression]:
        operands = list(call.arguments)
        if function.name == "COUNT" and operands and isinstance(operands[0], expression_tree.Star):
            return []
        if function.name == "COUNT" and not operands:
            raise BindError("Invalid number of arguments to function 'COUNT'. Was expecting 1 arguments", call.at)
        if function.name not in _JSON:
            return [self._rows.bind(operand) for operand in operands]
        *keys, value = [self._rows.bind(operand) for operand in operands[1:]]
        return [*keys, resolve("JSON_STRING", [value], self._session.zone)]

    def _option(self, call: expression_tree.Call) -> str:
        if call.function in _JSON and isinstance(call.arguments[0], expression_tree.Symbol):
            return call.arguments[0].name
        return IGNORE_NULLS if call.ignore_nulls else ""

    def _filter(self, condition: expression_tree.Expression) -> ResolvedExpression:
        if has_aggregate(condition):
            raise BindError("FILTER must not contain aggregate expression", condition.at)
        bound = self._rows.bind_condition(condition, "FILTER")
        return resolve("IS TRUE", [bound]) if bound.type.nullable else bound

    def place(self, column: ResolvedExpression) -> int:
        """Returns the input column for an expression over rows. Adds the column if it is new."""
        if column not in self.inputs:
            self.inputs.append(column)
        return self.inputs.index(column)

    def _grouping(self, call: expression_tree.Call) -> ResolvedExpression:
        kind = BigIntType(nullable=False)
        places = []
        for argument in call.arguments:
            key = self.key(self._rows.bind(argument))
            if key is None:
                raise BindError(f"Argument to {call.function} operator must be a grouped expression", argument.at)
            places.append(key.index)
        if not self._sets.sets:
            return ValueLiteral(0, kind)
        name = "GROUP_ID" if call.function == "GROUP_ID" else "GROUPING"
        types = tuple(self._sets.keys[place].type for place in places)
        return self._result(AggregateCall(name, tuple(places), types, kind))

    # The node ---------------------------------------------------------------------------------------------------------

    def aggregate(self, below: RelNode) -> Aggregate:
        """Returns the Aggregate node over a plan."""
        inputs, names = self.inputs, self._input_names()
        if not inputs:  # rows without columns cannot be counted
            inputs, names = [ValueLiteral(0, IntType(nullable=False))], ["$f0"]
        rows = nodes.projected(below, inputs, names)
        grouping = tuple(range(len(self._sets.keys)))
        return Aggregate(rows, grouping, tuple(self.calls), tuple(_unique(self.names, names)), self._sets.sets)

    def _input_names(self) -> list[str]:
        names: list[str] = []
        for place, column in enumerate(self.inputs):
            name = column.name if isinstance(column, FieldReference) else f"$f{place}"
            names.append(name if name not in names else f"$f{place}")
        return names


def _unique(names: Sequence[str], keys: Sequence[str]) -> Iterator[str]:
    """Makes names of aggregates unique among each other and the keys."""
    used_names = set(keys)
    for name in names:
        unique, number = name, 0
        while unique in used_names:
            unique, number = f"{name}{number}", number + 1
        used_names.add(unique)
        yield unique


def distinct(plan: RelNode, state_ttl_ms: Optional[int] = None) -> RelNode:
    """Removes duplicate rows."""
    return Aggregate(plan, tuple(range(len(plan.row_type.fields))), (), (), state_ttl_ms=state_ttl_ms)


def grouped_condition(binder: GroupBinder, condition: expression_tree.Expression) -> ResolvedExpression:
    """HAVING."""
    bound = binder.bind(condition)
    if isinstance(bound.type, NullType):
        return ValueLiteral(None, BooleanType())
    if not isinstance(bound.type, BooleanType):
        raise BindError("HAVING clause must be a condition", condition.at)
    return bound
