"""PullUp: removes references to the enclosing query from the plan of a sub-query.

Conditions that refer to it are pulled up, to become conditions of the join that replaces the sub-query. An aggregate
groups by the columns that such conditions compare. Where neither is possible, the plan is joined with its domain: the
distinct values of the enclosing query to which it refers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Optional

from pyrite.core.errors import TableException
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.folding import fold_constants
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import (
    FieldReference,
    FunctionCall,
    ResolvedExpression,
    ValueLiteral,
    transformed,
    walk,
)
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.merge_calcs import merge_calcs
from pyrite.relational.passes.substitution import all_of, substituted
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import Aggregate
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.keys import upsert_keys
from pyrite.relational.plan.logical.subquery import OuterColumn
from pyrite.relational.plan.nodes import RelNode, references
from pyrite.relational.plan.order import Sort

Trees = tuple[ResolvedExpression, ...]
_EQUALITIES = ("=", "IS NOT DISTINCT FROM")


@dataclass(frozen=True)
class Pulled:
    """A plan without references to the enclosing query. `outputs` are the columns of the sub-query.

    Outputs and conditions are over the columns of the plan and of the enclosing query.
    """

    plan: RelNode
    outputs: Trees
    conditions: Trees = ()
    defaults: Optional[Trees] = None
    """For an aggregate of all rows: its outputs if no row meets the conditions."""

    def shifted(self, count: int) -> Pulled:
        """Renumbers the columns of the plan, for a join with `count` columns before them."""

        def move(tree: ResolvedExpression) -> ResolvedExpression:
            return _changed(tree, FieldReference, lambda node: replace(node, index=node.index + count))

        return replace(self, outputs=tuple(map(move, self.outputs)), conditions=tuple(map(move, self.conditions)))


@dataclass(frozen=True)
class Equality:
    """A condition that a column of the plan has a value of the enclosing query."""

    inner: ResolvedExpression
    outer: ResolvedExpression
    function: str

    def condition(self, inner: ResolvedExpression) -> ResolvedExpression:
        return resolve(self.function, [inner, self.outer])


class PullUp:
    """Removes references to `enclosing` from the plan of a sub-query, which are positions in `values`."""

    def __init__(self, enclosing: RelNode, values: Sequence[ResolvedExpression]) -> None:
        self._enclosing = enclosing
        self._values = values

    def pulled(self, node: RelNode) -> Pulled:
        if not is_correlated(node):
            return Pulled(node, references(node), defaults=_defaults(node))
        match node:
            case nodes.Project():
                return self._project(node)
            case nodes.Filter():
                return self._filter(node)
            case Join():
                return self._join(node)
            case Aggregate():
                return self._aggregate(node)
            case nodes.Union():
                return self._union(node)
            case Sort(offset=0, fetch=None):
                return self.pulled(node.input)
        raise not_decorrelated()

    def _project(self, node: nodes.Project) -> Pulled:
        below = self.pulled(node.input)
        outputs = tuple(substituted(tree, below.outputs) for tree in node.projections)
        defaults = None
        if below.defaults is not None:
            defaults = tuple(substituted(tree, below.defaults) for tree in node.projections)
        return replace(below, outputs=outputs, defaults=defaults)

    def _filter(self, node: nodes.Filter) -> Pulled:
        below = self.pulled(node.input)
        parts = [substituted(part, below.outputs) for part in conjuncts(node.condition)]
        own = all_of([part for part in parts if not has_outer(part)])
        plan = below.plan if own is None else nodes.Filter(below.plan, own)
        outer = tuple(part for part in parts if has_outer(part))
        defaults = below.defaults
        if defaults is not None:  # a condition on the aggregate, as in HAVING
            meets = fold_constants(substituted(node.condition, defaults))
            if not isinstance(meets, ValueLiteral):
                raise not_decorrelated()
            defaults = defaults if meets.value is True else None
        return replace(below, plan=plan, conditions=(*below.conditions, *outer), defaults=defaults)

    def _join(self, node: Join) -> Pulled:
        left, right = self.pulled(node.left), self.pulled(node.right)
        if (left.conditions and left.defaults) or (right.conditions and right.defaults):
            raise not_decorrelated()  # a group without rows would be lost
        domain: Trees = ()
        if node.join_type is not JoinType.INNER and (right.conditions or has_outer_in(node.condition)):
            left = self.with_domain(left)
            domain = self._domain_of(left)
        width = len(left.plan.row_type.fields)
        right = right.shifted(width)
        columns = (*left.outputs, *right.outputs)
        parts = [substituted(part, columns) for part in conjuncts(node.condition)] + list(right.conditions)
        if node.join_type is JoinType.INNER:
            own = all_of([part for part in parts if not has_outer(part)])
            outer = tuple(part for part in parts if has_outer(part))
            return Pulled(Join(left.plan, right.plan, JoinType.INNER, own), columns, (*left.conditions, *outer))
        if node.join_type not in (JoinType.LEFT, JoinType.SEMI, JoinType.ANTI) or any(map(has_outer, right.outputs)):
            raise not_decorrelated()
        join = Join(left.plan, right.plan, node.join_type, all_of([in_enclosing(part, domain) for part in parts]))
        if node.join_type is not JoinType.LEFT:
            return Pulled(join, left.outputs, left.conditions)
        if not all(isinstance(tree, FieldReference) for tree in right.outputs):
            raise not_decorrelated()
        all_columns = references(join)
        return Pulled(join, tuple(substituted(tree, all_columns) for tree in columns), left.conditions)

    def _aggregate(self, node: Aggregate) -> Pulled:
        below, equalities = self.with_equalities(self.pulled(node.input))
        if below.defaults is not None and equalities:
            raise not_decorrelated()
        width, keys = len(below.outputs), len(node.grouping)
        trees = (*below.outputs, *(each.inner for each in equalities))
        rows = nodes.Project(below.plan, trees, names_of(trees))
        own = tuple(range(width, width + len(equalities)))
        plan = replace(node, input=rows, grouping=(*node.grouping, *own))
        columns = references(plan)
        outputs = (*columns[:keys], *columns[keys + len(own) :])
        conditions = tuple(each.condition(columns[keys + place]) for place, each in enumerate(equalities))
        return Pulled(plan, outputs, conditions, _defaults(node))

    def _union(self, node: nodes.Union) -> Pulled:
        parts = []
        for part in node.parts:
            pulled = self.with_domain(self.pulled(part))
            trees = (*pulled.outputs, *self._domain_of(pulled))
            parts.append(nodes.Project(pulled.plan, trees, names_of(trees)))
        union = nodes.Union(tuple(parts))
        columns, width = references(union), len(node.row_type.fields)
        return Pulled(union, columns[:width], self._in_enclosing(columns[width:]))

    # The domain -------------------------------------------------------------------------------------------------------

    def with_equalities(self, pulled: Pulled) -> tuple[Pulled, list[Equality]]:
        """Returns the plan with conditions that all compare its columns with values of the enclosing query."""
        equalities = [_equality(condition) for condition in pulled.conditions]
        if None in equalities or any(map(has_outer, pulled.outputs)):
            pulled = self.with_domain(pulled)
            equalities = [_equality(condition) for condition in pulled.conditions]
        return pulled, [each for each in equalities if each is not None]

    def with_domain(self, pulled: Pulled) -> Pulled:
        """Joins the plan with the distinct values of the enclosing query."""
        if pulled.conditions and pulled.defaults is not None:
            raise not_decorrelated()
        domain = distinct(nodes.Project(self._enclosing, tuple(self._values), names_of(self._values)))
        width = len(pulled.plan.row_type.fields)
        columns = tuple(replace(column, index=width + column.index) for column in references(domain))
        conditions = [in_enclosing(condition, columns) for condition in pulled.conditions]
        join = Join(pulled.plan, domain, JoinType.INNER, all_of(conditions))
        outputs = tuple(in_enclosing(tree, columns) for tree in pulled.outputs)
        return Pulled(join, outputs, self._in_enclosing(columns))

    def _in_enclosing(self, columns: Sequence[ResolvedExpression]) -> Trees:
        values = [OuterColumn(place, f"$f{place}", value.type) for place, value in enumerate(self._values)]
        return tuple(resolve("IS NOT DISTINCT FROM", list(pair)) for pair in zip(columns, values, strict=True))

    def _domain_of(self, pulled: Pulled) -> Trees:
        """Returns the columns of the domain, which the conditions compare with the values."""
        return tuple(equality.inner for each in pulled.conditions if (equality := _equality(each)) is not None)


def _equality(condition: ResolvedExpression) -> Optional[Equality]:
    if not isinstance(condition, FunctionCall) or condition.function not in _EQUALITIES:
        return None
    for inner, outer in (condition.arguments, condition.arguments[::-1]):
        is_outer = has_outer(outer) and not any(isinstance(node, FieldReference) for node in walk(outer))
        if is_outer and not has_outer(inner):
            return Equality(inner, outer, condition.function)
    return None


def in_enclosing(tree: ResolvedExpression, values: Sequence[ResolvedExpression]) -> ResolvedExpression:
    """Replaces references to the enclosing query by its expressions, or by columns with their values."""
    return _changed(tree, OuterColumn, lambda node: values[node.index])


def _changed(
    tree: ResolvedExpression, kind: type[Any], change: Callable[[Any], ResolvedExpression]
) -> ResolvedExpression:
    return transformed(tree, lambda node: change(node) if isinstance(node, kind) else node)


def _defaults(node: RelNode) -> Optional[Trees]:
    """Returns the results of an aggregate over no rows, if it has one group."""
    match node:
        case Aggregate() if not node.grouping and not node.sets:
            return tuple(ValueLiteral(0 if call.function == "COUNT" else None, call.result_type) for call in node.calls)
        case nodes.Project():
            below = _defaults(node.input)
            return None if below is None else tuple(substituted(tree, below) for tree in node.projections)
    return None


def distinct(rows: RelNode) -> RelNode:
    """Removes duplicate rows, unless there are none."""
    if upsert_keys(merge_calcs(rows)):
        return rows
    return Aggregate(rows, tuple(range(len(rows.row_type.fields))), (), ())


def names_of(trees: Sequence[ResolvedExpression]) -> tuple[str, ...]:
    return tuple(f"$q{place}" for place in range(len(trees)))


# References to the enclosing query ------------------------------------------------------------------------------------


def has_outer(tree: ResolvedExpression) -> bool:
    return any(isinstance(node, OuterColumn) for node in walk(tree))


def has_outer_in(tree: Optional[ResolvedExpression]) -> bool:
    return tree is not None and has_outer(tree)


def is_correlated(node: RelNode) -> bool:
    return any(map(has_outer, _trees(node))) or any(map(is_correlated, node.inputs))


def _trees(node: RelNode) -> Iterator[ResolvedExpression]:
    """Iterates over the expressions of a node."""
    waiting: list[Any] = [getattr(node, each.name) for each in fields(node)]
    while waiting:
        value = waiting.pop()
        if isinstance(value, ResolvedExpression):
            yield value
        elif isinstance(value, tuple):
            waiting += value


def not_decorrelated() -> TableException:
    """Returns Flink's error for a sub-query that cannot become a join."""
    return TableException("unexpected correlate variable $cor0 in the plan")
