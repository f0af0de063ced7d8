"""decorrelate: converts sub-queries in expressions, and LATERAL ones, to joins.

EXISTS and IN as conditions become semi-joins, NOT EXISTS and NOT IN anti-joins. Other sub-queries become columns of
left joins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Optional

from pyrite.core.errors import TableException
from pyrite.core.types import BigIntType, BooleanType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import (
    FunctionCall,
    ResolvedExpression,
    ValueLiteral,
    transformed,
    walk,
)
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.merge_calcs import merge_calcs
from pyrite.relational.passes.subqueries.pull_up import (
    Equality,
    Pulled,
    PullUp,
    distinct,
    has_outer,
    in_enclosing,
    is_correlated,
    names_of,
    not_decorrelated,
)
from pyrite.relational.passes.substitution import all_of
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.logical.subquery import Apply, SubQuery, SubQueryKind
from pyrite.relational.plan.nodes import RelNode, projected, references, rewritten

_TRUE = ValueLiteral(True, BooleanType(nullable=False))
_FALSE = ValueLiteral(False, BooleanType(nullable=False))
_UNKNOWN = ValueLiteral(None, BooleanType())


def decorrelate(plan: RelNode) -> RelNode:
    return rewritten(plan, _without_queries)


def _without_queries(node: RelNode) -> RelNode:
    match node:
        case Apply():
            return _apply(node)
        case nodes.Filter() if _queries([node.condition]):
            return _filter(node)
        case nodes.Project() if _queries(node.projections):
            values = _Values(node.input)
            trees = tuple(map(values.replaced, node.projections))
            return replace(node, input=values.plan, projections=trees)
    return node


def _queries(trees: Sequence[ResolvedExpression]) -> list[SubQuery]:
    return [node for tree in trees for node in walk(tree) if isinstance(node, SubQuery)]


def _apply(node: Apply) -> RelNode:
    if not is_correlated(node.right):
        return Join(node.left, node.right, node.join_type)
    width = len(node.left.row_type.fields)
    pull = PullUp(node.left, node.outer)
    right = pull.pulled(node.right)
    if any(map(has_outer, right.outputs)):
        raise not_decorrelated()
    if right.defaults is not None or node.join_type is JoinType.LEFT:
        values = _Values(node.left)
        trees = values.added(right, pull, node.outer)
        rows = (*references(values.plan)[:width], *trees)
        return nodes.Project(values.plan, rows, node.field_names)
    right = right.shifted(width)
    join = Join(node.left, right.plan, node.join_type, _condition(right, node.outer))
    return projected(join, (*references(join)[:width], *right.outputs), node.field_names)


# Conditions -----------------------------------------------------------------------------------------------------------


def _filter(node: nodes.Filter) -> RelNode:
    parts = conjuncts(node.condition)
    plain = all_of([part for part in parts if not _queries([part])])
    plan = node.input if plain is None else nodes.Filter(node.input, plain)
    others = []
    for part in parts:
        query, is_negated = _as_condition(part)
        if query is not None and not _queries(query.children):
            plan = _joined(plan, query, is_negated)
        elif _queries([part]):
            others.append(part)
    if not others:
        return plan
    values = _Values(plan)
    condition = all_of([values.replaced(part) for part in others])
    assert condition is not None
    columns = references(values.plan)[: len(node.row_type.fields)]
    return projected(nodes.Filter(values.plan, condition), columns, node.field_names)


def _as_condition(part: ResolvedExpression) -> tuple[Optional[SubQuery], bool]:
    """Returns the sub-query of IN or EXISTS, and whether it is negated."""
    if isinstance(part, FunctionCall) and part.function == "NOT":
        query, is_negated = _as_condition(part.arguments[0])
        return query, not is_negated
    is_condition = isinstance(part, SubQuery) and part.kind in (SubQueryKind.EXISTS, SubQueryKind.IN)
    return (part if is_condition else None), False  # type: ignore[return-value]


def _joined(left: RelNode, query: SubQuery, is_negated: bool) -> RelNode:
    """Returns the rows for which IN or EXISTS is TRUE or, if it is negated, FALSE."""
    plan = decorrelate(query.plan)
    if query.kind is SubQueryKind.EXISTS and not is_correlated(plan):
        plan = _any_row(plan)
        plan = nodes.Filter(plan, resolve("IS NOT NULL", [*references(plan)]))
    right = PullUp(left, query.outer).pulled(plan)
    if query.kind is SubQueryKind.EXISTS and right.defaults is not None:  # an aggregate always has a row
        return nodes.Filter(left, _FALSE) if is_negated else left
    right = right.shifted(len(left.row_type.fields))
    outputs = [in_enclosing(output, query.outer) for output in right.outputs]
    pairs = zip(query.operands, outputs, strict=True) if query.operands else ()
    equal = [_pair(operand, output, is_negated) for operand, output in pairs]
    condition = all_of([*equal, *(in_enclosing(each, query.outer) for each in right.conditions)])
    return Join(left, right.plan, JoinType.ANTI if is_negated else JoinType.SEMI, condition)


def _any_row(plan: RelNode) -> RelNode:
    """Returns a row with TRUE if the plan has any row, else with NULL, or no row."""
    kind = _TRUE.type
    call = AggregateCall("MIN", (0,), (kind,), kind.copy(nullable=True))
    return Aggregate(nodes.Project(plan, (_TRUE,), ("$f0",)), (), (call,), ("$f0",))


def _pair(operand: ResolvedExpression, output: ResolvedExpression, is_negated: bool) -> ResolvedExpression:
    """Compares the sides of IN. With NULL on a side, NOT IN is not TRUE."""
    equal = resolve("=", [operand, output])
    nulls = [resolve("IS NULL", [side]) for side in (operand, output) if side.type.nullable]
    return resolve("OR", [*nulls, equal]) if is_negated and nulls else equal


def _condition(right: Pulled, values: Sequence[ResolvedExpression]) -> Optional[ResolvedExpression]:
    return all_of([in_enclosing(each, values) for each in right.conditions])


# Values ---------------------------------------------------------------------------------------------------------------


class _Values:
    """Adds columns with the values of sub-queries to a plan, whose own columns stay in place."""

    def __init__(self, plan: RelNode) -> None:
        self.plan = plan
        self._done: dict[SubQuery, ResolvedExpression] = {}

    def replaced(self, tree: ResolvedExpression) -> ResolvedExpression:
        """Replaces the sub-queries in a tree by columns."""
        return transformed(tree, lambda node: self._value(node) if isinstance(node, SubQuery) else node)

    def _value(self, query: SubQuery) -> ResolvedExpression:
        if query not in self._done:
            self._done[query] = self._new_value(query)
        return self._done[query]

    def _new_value(self, query: SubQuery) -> ResolvedExpression:
        pull = PullUp(self.plan, query.outer)
        plan = decorrelate(query.plan)
        right = pull.pulled(plan)
        match query.kind:
            case SubQueryKind.SCALAR:
                return self.added(_single(right, pull), pull, query.outer)[0]
            case SubQueryKind.EXISTS:
                if right.defaults is not None:
                    return _TRUE
                return resolve("IS NOT NULL", [self._mark(right, pull, query, ())])
            case SubQueryKind.SOME:
                return self._some(right, pull, query)
        return self._in(right, pull, query)

    def _some(self, right: Pulled, pull: PullUp, query: SubQuery) -> ResolvedExpression:
        """Compares the operand with the least or the greatest value of the sub-query."""
        right, equalities = pull.with_equalities(right)
        (operand,) = query.operands
        count, kind = len(equalities), BigIntType(nullable=False)
        extreme = "MIN" if query.comparison in (">", ">=") else "MAX"

        def summarized(rows: RelNode) -> RelNode:
            output = rows.row_type.fields[count].type
            calls = (
                AggregateCall(extreme, (count,), (output,), output.copy(nullable=True)),
                AggregateCall("COUNT", (), (), kind),
                AggregateCall("COUNT", (count,), (output,), kind),
            )
            return Aggregate(rows, tuple(range(count)), calls, ("$extreme", "$c", "$ck"))

        trees = [*(each.inner for each in equalities), right.outputs[0]]
        columns = self._left_join(right.plan, trees, _equal(equalities, query.outer), summarized)
        bound, total, present = columns[count:]
        compared = resolve(query.comparison, [operand, bound])
        has_nulls = resolve("<", [present, total])
        cases = [_is_empty(total), _FALSE, resolve("IS TRUE", [compared]), _TRUE, has_nulls, _UNKNOWN]
        return resolve("CASE", [*cases, compared])

    def added(
        self, right: Pulled, pull: PullUp, values: Sequence[ResolvedExpression]
    ) -> tuple[ResolvedExpression, ...]:
        """Adds the outputs of a sub-query, with which each row is joined at least once."""
        right, equalities = pull.with_equalities(right)
        defaults = [fold_constants(tree) for tree in right.defaults or ()]
        has_default = any(not (isinstance(tree, ValueLiteral) and tree.value is None) for tree in defaults)
        keys = [each.inner for each in equalities]
        columns = self._left_join(
            right.plan,
            [*keys, *right.outputs, *([_TRUE] if has_default else [])],
            _equal(equalities, values),
        )
        outputs = columns[len(keys) : len(keys) + len(right.outputs)]
        if not has_default:
            return tuple(outputs)
        is_missing = resolve("IS NULL", [columns[-1]])
        return tuple(
            resolve("CASE", [is_missing, default, value]) for default, value in zip(defaults, outputs, strict=True)
        )

    def _left_join(
        self,
        plan: RelNode,
        trees: Sequence[ResolvedExpression],
        conditions: Conditions,
        change: Callable[[RelNode], RelNode] = lambda rows: rows,
    ) -> Sequence[ResolvedExpression]:
        """Joins the expressions over a plan. `conditions` and the result are over columns for them."""
        rows = change(nodes.Project(plan, tuple(trees), names_of(trees)))
        width = len(self.plan.row_type.fields)
        columns = [replace(column, index=width + column.index) for column in references(rows)]
        self.plan = Join(self.plan, rows, JoinType.LEFT, all_of(conditions(columns)))
        return references(self.plan)[width:]

    def _mark(
        self, right: Pulled, pull: PullUp, query: SubQuery, operands: Sequence[ResolvedExpression]
    ) -> ResolvedExpression:
        """Adds a column that is TRUE if the sub-query has a row whose outputs equal the operands, else NULL."""
        right, equalities = pull.with_equalities(right)
        keys = [*(each.inner for each in equalities), *right.outputs[: len(operands)]]

        def conditions(columns: Sequence[ResolvedExpression]) -> list[ResolvedExpression]:
            own = _equal(equalities, query.outer)(columns)
            compared = columns[len(own) : len(keys)]
            return own + [resolve("=", list(pair)) for pair in zip(operands, compared, strict=True)]

        if not keys:
            any_row = _any_row(right.plan)
            return self._left_join(any_row, references(any_row), conditions)[-1]
        return self._left_join(right.plan, [*keys, _TRUE], conditions, distinct)[-1]

    def _in(self, right: Pulled, pull: PullUp, query: SubQuery) -> ResolvedExpression:
        """Returns IN by SQL's logic: unknown if NULL decides."""
        if not query.type.nullable:
            return resolve("IS NOT NULL", [self._mark(right, pull, query, query.operands)])
        if len(query.operands) > 1:
            raise TableException("IN of several columns that may be NULL is supported as a condition of WHERE only")
        right, equalities = pull.with_equalities(right)
        (operand,) = query.operands
        count = len(equalities)

        def counted(rows: RelNode) -> RelNode:
            kind = BigIntType(nullable=False)
            output = rows.row_type.fields[count].type
            calls = (AggregateCall("COUNT", (), (), kind), AggregateCall("COUNT", (count,), (output,), kind))
            return Aggregate(rows, tuple(range(count)), calls, ("$c", "$ck"))

        total, present = self._left_join(
            right.plan,
            [*(each.inner for each in equalities), right.outputs[0]],
            _equal(equalities, query.outer),
            counted,
        )[count:]
        mark = self._mark(right, pull, query, query.operands)
        has_nulls = resolve("<", [present, total])
        is_found = resolve("IS NOT NULL", [mark])
        cases = [
            _is_empty(total),
            _FALSE,
            resolve("IS NULL", [operand]),
            _UNKNOWN,
            is_found,
            _TRUE,
            has_nulls,
            _UNKNOWN,
        ]
        return resolve("CASE", [*cases, _FALSE])


Conditions = Callable[[Sequence[ResolvedExpression]], list[ResolvedExpression]]


def _equal(equalities: Sequence[Equality], values: Sequence[ResolvedExpression]) -> Conditions:
    """Returns the conditions of a join over columns for the equalities, which come first."""
    return lambda columns: [
        in_enclosing(each.condition(column), values) for each, column in zip(equalities, columns, strict=False)
    ]


def _is_empty(total: ResolvedExpression) -> ResolvedExpression:
    zero = ValueLiteral(0, total.type.copy(nullable=False))
    return resolve("OR", [resolve("IS NULL", [total]), resolve("=", [total, zero])])


def _single(right: Pulled, pull: PullUp) -> Pulled:
    """Checks that a scalar sub-query has one row at most for each row of the enclosing query."""
    if right.defaults is not None:
        return right
    right, equalities = pull.with_equalities(right)
    trees = (*(each.inner for each in equalities), right.outputs[0])
    rows = nodes.Project(right.plan, trees, names_of(trees))
    count = len(equalities)
    keys = frozenset(range(count))
    if not any(key <= keys for key in upsert_keys(merge_calcs(rows)) or ()):
        kind = trees[-1].type
        call = AggregateCall("SINGLE_VALUE", (count,), (kind,), kind.copy(nullable=True))
        rows = Aggregate(rows, tuple(range(count)), (call,), ("$single",))  # type: ignore[assignment]
    columns = references(rows)
    conditions = tuple(each.condition(column) for each, column in zip(equalities, columns, strict=False))
    return Pulled(rows, columns[count:], conditions)
