"""PatternBinder: binds expressions of MEASURES and DEFINE, over the rows that pattern variables have matched."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Optional

from pyrite.core.types import AnyTimestampType, LogicalType, TimestampKind, TimestampType
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Call, Expression
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import FieldReference, ResolvedExpression, transformed
from pyrite.operators.relational.match.pattern_values import (
    MatchedAggregate,
    MatchedColumn,
    MatchedValue,
    MatchTime,
    PatternExpression,
)
from pyrite.relational.bind.aggregates import GroupBinder, has_aggregate, is_aggregate
from pyrite.relational.bind.errors import BindError
from pyrite.relational.bind.expressions import ExpressionBinder
from pyrite.relational.bind.grouping_sets import GroupingSets
from pyrite.relational.bind.scope import Scope
from pyrite.relational.bind.session import BindSession
from pyrite.relational.sql.printing.expressions import expression_sql

_POSITIONS: Final = ("FIRST", "LAST")
_PHYSICAL: Final = ("PREV", "NEXT")
_OFFSETS: Final = {"FIRST": 0, "LAST": 0, "PREV": 1, "NEXT": 1}


class PatternBinder(ExpressionBinder):
    """Binds expressions over matched values. A name without a variable is of the rows of all variables."""

    def __init__(self, scope: Scope, session: BindSession, variables: Sequence[str], time: LogicalType) -> None:
        """`time` is the type of the first column of ORDER BY."""
        super().__init__(scope, session)
        self._variables = frozenset(variables)
        self._time = time

    def measure(self, expression: Expression) -> PatternExpression:
        """Binds a measure."""
        for call in _calls(expression, _PHYSICAL):
            raise BindError(f"Cannot use PREV/NEXT in MEASURE '{_text(call)}'", call.at)
        return _collected(self.bind(expression))

    def definition(self, condition: Expression) -> PatternExpression:
        """Binds a condition of DEFINE."""
        return _collected(self.bind_condition(condition, "DEFINE"))

    def _bound(self, expression: Expression) -> ResolvedExpression:
        match expression:
            case expression_tree.Name():
                rows = self._rows()
                return _matched(rows.bind(expression), rows.variable(expression))
            case Call() if is_aggregate(expression):
                return self._aggregate(expression)
            case Call(function="FIRST" | "LAST"):
                return self._position(expression)
            case Call(function="PREV" | "NEXT"):
                return self._physical(expression)
            case Call(function="FINAL"):
                return self.bind(expression.arguments[0])
            case Call(function="RUNNING"):
                kind = self.bind(expression.arguments[0]).type.copy(nullable=True)
                raise BindError(f"Unsupported call: RUNNING({kind})", expression.at)
            case Call(function="CLASSIFIER"):
                raise BindError("Unsupported call: CLASSIFIER()", expression.at)
            case Call(function="MATCH_ROWTIME"):
                return self._match_time(expression)
            case Call(function="MATCH_PROCTIME"):
                return resolve("PROCTIME", [], self._session.zone)
        return super()._bound(expression)

    def _rows(self) -> _RowBinder:
        return _RowBinder(self.scope, self._session, self._variables)

    def _position(self, call: Call) -> ResolvedExpression:
        """Binds FIRST or LAST, whose columns are of the same row."""
        for inner in _calls(call.arguments, (*_POSITIONS, *_PHYSICAL)):
            raise BindError(f"Cannot nest PREV/NEXT under LAST/FIRST '{_text(inner)}'", call.at)
        rows = self._rows()
        value = rows.bind(call.arguments[0])
        return _matched(value, rows.variable(call), call.function == "FIRST", _offset(call))

    def _physical(self, call: Call) -> ResolvedExpression:
        """Binds PREV over the rows of all variables, which follow each other. Flink has no other physical offsets."""
        rows = self._rows()
        value = rows.bind(call.arguments[0])
        if call.function == "NEXT" or rows.variable(call) is not None:
            raise BindError("Flink does not support physical offsets within partition.", call.at)
        return _matched(value, None, offset=_offset(call))

    def _aggregate(self, call: Call) -> ResolvedExpression:
        if any(map(has_aggregate, call.arguments)):
            raise BindError("Aggregate expressions cannot be nested", call.at)
        if call.filter is not None:
            value = self._rows().bind(call.arguments[0]).type.copy(nullable=True)
            raise BindError(f"Unsupported call: FILTER({value}, BOOLEAN)", call.at)
        if call.is_distinct:
            raise BindError(f"DISTINCT/ALL not allowed with {_text(call)} function", call.at)
        rows = self._rows()
        groups = GroupBinder(self.scope, self._session, GroupingSets(()), rows)
        tree = groups.bind(call)
        variable, inputs = rows.variable(call), tuple(groups.inputs)

        def matched(node: ResolvedExpression) -> ResolvedExpression:
            if not isinstance(node, FieldReference):
                return node
            return _OfMatch(MatchedAggregate(groups.calls[node.index], inputs, variable), node.name, node.type)

        return transformed(tree, matched)

    def _match_time(self, call: Call) -> ResolvedExpression:
        kind: AnyTimestampType = TimestampType(3, kind=TimestampKind.ROWTIME, nullable=False)
        if call.arguments:
            (argument,) = (self._rows().bind(each) for each in call.arguments)
            if not isinstance(argument.type, AnyTimestampType) or argument.type.kind is not TimestampKind.ROWTIME:
                raise BindError(
                    "The function MATCH_ROWTIME requires argument to be a row time attribute type, but is "
                    f"'{argument.type}'.",
                    call.at,
                )
            kind = replace(argument.type, nullable=False)
        elif isinstance(self._time, AnyTimestampType) and self._time.kind is TimestampKind.ROWTIME:
            kind = replace(self._time, nullable=False)
        return _OfMatch(MatchTime(), "MATCH_ROWTIME()", kind)


class _RowBinder(ExpressionBinder):
    """Binds expressions over the columns of one row, and notes the variables that qualify them."""

    def __init__(self, scope: Scope, session: BindSession, variables: frozenset[str]) -> None:
        super().__init__(scope, session)
        self._variables = variables
        self._seen: set[Optional[str]] = set()

    def _bound(self, expression: Expression) -> ResolvedExpression:
        if not isinstance(expression, expression_tree.Name):
            return super()._bound(expression)
        first, *rest = expression.parts
        if rest and first in self._variables:
            self._seen.add(first)
            return self.scope.requalified(first).resolve(expression.parts, expression.at)
        self._seen.add(None)
        return self.scope.resolve(expression.parts, expression.at)

    def variable(self, expression: Expression) -> Optional[str]:
        """Returns the only variable of the columns that were bound; None for all variables."""
        if len(self._seen) > 1:
            raise BindError(f"Multiple pattern variables in '{_text(expression)}'", expression.at)
        return next(iter(self._seen), None)


@dataclass(frozen=True)
class _OfMatch(ResolvedExpression):
    """A placeholder for a value of the match."""

    value: MatchedValue
    name: str
    value_type: LogicalType

    @property
    def type(self) -> LogicalType:
        return self.value_type


def _matched(
    tree: ResolvedExpression, variable: Optional[str], is_first: bool = False, offset: int = 0
) -> ResolvedExpression:
    """Replaces columns of a row by those of a row of the variable. There may be no such row."""

    def matched(node: ResolvedExpression) -> ResolvedExpression:
        if not isinstance(node, FieldReference):
            return node
        value = MatchedColumn(node.index, variable, is_first, offset)
        return _OfMatch(value, f"{variable or '*'}.{node.name}", node.type.copy(nullable=True))

    return transformed(tree, matched)


def _collected(tree: ResolvedExpression) -> PatternExpression:
    values: list[MatchedValue] = []

    def numbered(node: ResolvedExpression) -> ResolvedExpression:
        if not isinstance(node, _OfMatch):
            return node
        if node.value not in values:
            values.append(node.value)
        return FieldReference(values.index(node.value), node.name, node.type)

    return PatternExpression(transformed(tree, numbered), tuple(values))


def _calls(expression: Any, functions: Sequence[str]) -> list[Call]:
    """Returns the calls of some functions in an expression."""
    if isinstance(expression, tuple):
        return [call for part in expression for call in _calls(part, functions)]
    if not isinstance(expression, Expression):
        return []
    own = [expression] if isinstance(expression, Call) and expression.function in functions else []
    return [*own, *(call for each in fields(expression) for call in _calls(getattr(expression, each.name), functions))]


def _offset(call: Call) -> int:
    offset = call.arguments[1] if len(call.arguments) > 1 else None
    if offset is None:
        return _OFFSETS[call.function]
    if not isinstance(offset, expression_tree.Literal) or not isinstance(offset.value, int) or offset.value < 0:
        raise BindError(f"The offset of {call.function} must be a constant of at least 0", call.at)
    return offset.value


def _text(call: Expression) -> str:
    """Returns a call as Flink's errors show it, with its offset."""
    if isinstance(call, Call) and call.function in _OFFSETS and len(call.arguments) == 1:
        return f"{call.function}({expression_sql(call.arguments[0])}, {_OFFSETS[call.function]})"
    return expression_sql(call)
