"""push_join_conditions: moves conditions on one side of a join below it, from above the join and from its ON clause.

A condition on the key of one side is copied to the other. An outer join whose missing side is filtered out above it
becomes an inner join.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Optional

from pyrite.core.errors import TableException
from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.function import Nulls
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FieldReference, FunctionCall, PythonCall, ResolvedExpression, columns_of, walk
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.relational.passes.merge_calcs import merged
from pyrite.relational.passes.substitution import all_of, moved, named
from pyrite.relational.plan import nodes
from pyrite.relational.plan.join import Join
from pyrite.relational.plan.nodes import RelNode

_WITHOUT_SIDE = {
    (JoinType.LEFT, 1): JoinType.INNER,
    (JoinType.RIGHT, 0): JoinType.INNER,
    (JoinType.FULL, 0): JoinType.LEFT,
    (JoinType.FULL, 1): JoinType.RIGHT,
}
"""The type of a join whose rows without the left (0) or right (1) side are filtered out."""
_FROM_ABOVE = {
    JoinType.INNER: (True, True),
    JoinType.LEFT: (True, False),
    JoinType.RIGHT: (False, True),
    JoinType.FULL: (False, False),
    JoinType.SEMI: (True, False),
    JoinType.ANTI: (True, False),
}
"""Whether a condition above the join may be checked before it, by side."""
_FROM_ON = {
    JoinType.INNER: (True, True),
    JoinType.LEFT: (False, True),
    JoinType.RIGHT: (True, False),
    JoinType.FULL: (False, False),
    JoinType.SEMI: (True, True),
    JoinType.ANTI: (False, True),
}
"""The same for a condition of ON."""


def push_join_conditions(plan: RelNode) -> RelNode:
    match plan:
        case nodes.Calc(input=Join() as join, condition=ResolvedExpression() as condition):
            pushed = _Conditions.of(join, conjuncts(condition))
            plan = merged(replace(plan, input=pushed.join(), condition=all_of(pushed.above)))
            if isinstance(plan, nodes.Calc):
                return replace(plan, input=_below(plan.input))
            return _below(plan)
        case Join():
            pushed = _Conditions.of(plan, [])
            plan = _below(pushed.join())
            return _filtered(plan, pushed.above)
    return _below(plan)


def _below(plan: RelNode) -> RelNode:
    inputs = [push_join_conditions(each) for each in plan.inputs]
    if all(new is old for new, old in zip(inputs, plan.inputs, strict=True)):
        return plan
    return plan.with_inputs(inputs)


@dataclass(frozen=True)
class _Conditions:
    """The conditions of a join: on its sides, on pairs, and those that remain above it."""

    node: Join
    join_type: JoinType
    sides: tuple[Sequence[ResolvedExpression], Sequence[ResolvedExpression]]
    """Over the columns of both sides."""
    on: Sequence[ResolvedExpression]
    above: list[ResolvedExpression]

    @staticmethod
    def of(node: Join, above: Sequence[ResolvedExpression]) -> _Conditions:
        join_type, width = _simplified(node, above), len(node.left.row_type.fields)
        sides: tuple[list[ResolvedExpression], list[ResolvedExpression]] = ([], [])
        on: list[ResolvedExpression] = []
        remaining: list[ResolvedExpression] = []
        for part in above:
            side = _side(part, width)
            if side is not None and _FROM_ABOVE[join_type][side]:
                sides[side].append(part)
            elif join_type is JoinType.INNER and _is_computed_in_pairs(part):
                on.append(part)
            else:
                remaining.append(part)
        for part in conjuncts(node.condition):
            side = _side(part, width)
            if side is not None and _FROM_ON[join_type][side]:
                sides[side].append(part)
            elif not _has_python(part):
                on.append(part)
            elif join_type is JoinType.INNER:
                remaining.append(part)
            else:
                raise TableException(
                    "Only inner join condition with equality predicates supports the Python UDF taking the inputs from "
                    "the left table and the right table at the same time, e.g., ON T1.id = T2.id && pythonUdf(T1.a, "
                    "T2.b)"
                )
        _copy_to_other_side(sides, on, join_type, width)
        return _Conditions(node, join_type, sides, on, remaining)

    def join(self) -> RelNode:
        node, width = self.node, len(self.node.left.row_type.fields)
        right_places = {width + place: place for place in range(len(node.right.row_type.fields))}
        left = _filtered(node.left, list(self.sides[0]))
        right = _filtered(node.right, [moved(each, right_places) for each in self.sides[1]])
        return replace(node, left=left, right=right, join_type=self.join_type, condition=all_of(list(self.on)))


def _side(part: ResolvedExpression, width: int) -> Optional[int]:
    """Returns 0 or 1 for a condition on columns of the left or right side only."""
    columns = columns_of(part)
    if not columns or not is_deterministic(part):
        return None
    if max(columns) < width:
        return 0
    return 1 if min(columns) >= width else None


def _is_computed_in_pairs(part: ResolvedExpression) -> bool:
    return is_deterministic(part) and bool(columns_of(part)) and not _has_python(part)


def _has_python(part: ResolvedExpression) -> bool:
    return any(isinstance(node, PythonCall) for node in walk(part))


def _filtered(plan: RelNode, parts: list[ResolvedExpression]) -> RelNode:
    if not parts:
        return plan
    condition = all_of([named(each, plan.row_type) for each in parts])
    return merged(nodes.Calc(plan, nodes.references(plan), plan.field_names, condition))


def _simplified(node: Join, above: Sequence[ResolvedExpression]) -> JoinType:
    width, join_type = len(node.left.row_type.fields), node.join_type
    for side in (0, 1):
        columns = range(width) if side == 0 else range(width, len(node.both_type.fields))
        if (join_type, side) in _WITHOUT_SIDE and any(_rejects_nulls(part, columns) for part in above):
            join_type = _WITHOUT_SIDE[join_type, side]
    return join_type


def _rejects_nulls(condition: ResolvedExpression, columns: range) -> bool:
    """Returns whether a condition is never TRUE where all these columns are NULL."""
    match condition:
        case FunctionCall(function="AND"):
            return any(_rejects_nulls(each, columns) for each in condition.arguments)
        case FunctionCall(function="OR"):
            return all(_rejects_nulls(each, columns) for each in condition.arguments)
        case FunctionCall(function="IS NOT NULL" | "IS TRUE" | "IS FALSE", arguments=(operand,)):
            return _is_null(operand, columns)
    return _is_null(condition, columns)


def _is_null(tree: ResolvedExpression, columns: range) -> bool:
    """Returns whether a value is NULL where all these columns are NULL."""
    if isinstance(tree, FieldReference):
        return tree.index in columns
    if isinstance(tree, FunctionCall) and FUNCTIONS[tree.function].nulls is not Nulls.OWN:
        return any(_is_null(each, columns) for each in tree.arguments)
    return False


def _copy_to_other_side(
    sides: tuple[list[ResolvedExpression], list[ResolvedExpression]],
    on: Sequence[ResolvedExpression],
    join_type: JoinType,
    width: int,
) -> None:
    """Adds conditions on key columns of one side to the other side, where rows without them match nothing."""
    equal_columns: tuple[dict[int, FieldReference], dict[int, FieldReference]] = ({}, {})
    for part in on:
        match part:
            case FunctionCall(function="=", arguments=(FieldReference() as one, FieldReference() as other)):
                left, right = sorted((one, other), key=lambda each: each.index)
                is_pair = left.index < width <= right.index
                if is_pair and left.type.copy(nullable=True) == right.type.copy(nullable=True):
                    equal_columns[0].setdefault(left.index, right)
                    equal_columns[1].setdefault(right.index, left)
    copies = [
        [_replaced(part, equal_columns[side]) for part in sides[side] if columns_of(part) <= equal_columns[side].keys()]
        for side in (0, 1)
    ]
    for side in (0, 1):
        if _FROM_ON[join_type][side]:
            sides[side].extend(each for each in copies[1 - side] if each not in sides[side])


def _replaced(part: ResolvedExpression, columns: Mapping[int, FieldReference]) -> ResolvedExpression:
    places = {old: new.index for old, new in columns.items()}
    return moved(part, places)
