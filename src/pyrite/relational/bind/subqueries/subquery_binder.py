"""Sub-queries in expressions: IN, EXISTS and scalar ones, which may refer to columns of the enclosing query."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Optional

from pyrite.core.errors import ValidationException
from pyrite.core.types import BooleanType
from pyrite.core.types.calcite_names import calcite_name
from pyrite.expressions import expression_tree
from pyrite.expressions.expression_tree import Expression, Path, Query
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.relational.bind.errors import BindError, unsupported
from pyrite.relational.plan.logical.subquery import OuterColumn, SubQuery, SubQueryKind
from pyrite.relational.plan.nodes import RelNode, references

_OPPOSITES: Final = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
Bind = Callable[[Expression], ResolvedExpression]
_INCOMPATIBLE: Final = "Values passed to IN operator must have compatible types"


@dataclass
class OuterScope:
    """The columns of the enclosing query: `bind` binds their names. `values` are those that the sub-query uses."""

    bind: Bind
    values: list[ResolvedExpression] = field(default_factory=list)

    def column(self, parts: Path, at: int) -> ResolvedExpression:
        value = self.bind(expression_tree.Name(parts, at=at))
        if value not in self.values:
            self.values.append(value)
        return OuterColumn(self.values.index(value), ".".join(parts), value.type)


BindQuery = Callable[[Query, OuterScope], RelNode]


@dataclass(frozen=True)
class SubQueryBinder:
    """Binds the sub-queries in the expressions of one query."""

    bind_query: BindQuery
    outer: Optional[OuterScope]
    """The query that encloses this one, if any."""

    def bound(self, expression: Expression, bind: Bind) -> Optional[ResolvedExpression]:
        """Returns the value of a sub-query; None for other expressions. `bind` binds expressions beside it."""
        scope = OuterScope(bind)
        match expression:
            case expression_tree.Exists():
                plan = self.bind_query(expression.query, scope)
                return SubQuery(SubQueryKind.EXISTS, plan, (), tuple(scope.values), BooleanType(nullable=False))
            case expression_tree.InQuery():
                return self._in(expression.operand, expression.query, scope, expression.at)
            case expression_tree.SubQuery():
                return self._scalar(expression, scope)
            case expression_tree.QuantifiedQuery():
                return self._quantified(expression, scope)
            case expression_tree.Unique():
                raise BindError("No match found for function signature UNIQUE", expression.at)
        return None

    def _in(self, operand: Expression, query: Query, scope: OuterScope, at: int) -> ResolvedExpression:
        is_row = isinstance(operand, expression_tree.Call) and operand.function == "ROW"
        operands = [scope.bind(each) for each in (operand.arguments if is_row else (operand,))]  # type: ignore[attr-defined]
        plan = self.bind_query(query, scope)
        columns = references(plan)
        if len(columns) != len(operands):
            raise BindError(_INCOMPATIBLE, at)
        try:
            pairs = [resolve("=", [one, other]) for one, other in zip(operands, columns, strict=True)]
        except ValidationException:
            raise BindError(_INCOMPATIBLE, at) from None
        kind = BooleanType(nullable=any(pair.type.nullable for pair in pairs))
        return SubQuery(SubQueryKind.IN, plan, tuple(operands), tuple(scope.values), kind)

    def _scalar(self, expression: expression_tree.SubQuery, scope: OuterScope) -> ResolvedExpression:
        plan = self.bind_query(expression.query, scope)
        if len(plan.row_type.fields) != 1:
            columns = ", ".join(f"{calcite_name(each.type)} {each.name.upper()}" for each in plan.row_type.fields)
            raise BindError(
                "Cannot apply '$SCALAR_QUERY' to arguments of type "
                f"'$SCALAR_QUERY(<RECORDTYPE({columns})>)'. Supported form(s): "
                "'$SCALAR_QUERY(<RECORDTYPE(SINGLE FIELD)>)'",
                expression.at,
            )
        kind = plan.row_type.fields[0].type.copy(nullable=True)
        return SubQuery(SubQueryKind.SCALAR, plan, (), tuple(scope.values), kind)

    def _quantified(self, expression: expression_tree.QuantifiedQuery, scope: OuterScope) -> ResolvedExpression:
        if (expression.comparison, expression.is_all) == ("=", False):
            return self._in(expression.operand, expression.query, scope, expression.at)
        if (expression.comparison, expression.is_all) == ("<>", True):
            return resolve("NOT", [self._in(expression.operand, expression.query, scope, expression.at)])
        comparison = _OPPOSITES.get(expression.comparison)
        if comparison is None:
            word = "ALL" if expression.is_all else "SOME"
            raise unsupported(f"{expression.comparison} {word} of a sub-query", expression.at)
        if expression.is_all:
            return resolve("NOT", [self._some(expression, comparison, scope)])
        return self._some(expression, expression.comparison, scope)

    def _some(
        self, expression: expression_tree.QuantifiedQuery, comparison: str, scope: OuterScope
    ) -> ResolvedExpression:
        operand = scope.bind(expression.operand)
        plan = self.bind_query(expression.query, scope)
        columns = references(plan)
        try:
            (column,) = columns
            kind = resolve(comparison, [operand, column]).type.copy(nullable=True)
        except ValueError:
            raise BindError(_INCOMPATIBLE, expression.at) from None
        return SubQuery(SubQueryKind.SOME, plan, (operand,), tuple(scope.values), kind, comparison)


def has_subquery(trees: Sequence[ResolvedExpression]) -> bool:
    return any(isinstance(tree, SubQuery) or has_subquery(tree.children) for tree in trees)
