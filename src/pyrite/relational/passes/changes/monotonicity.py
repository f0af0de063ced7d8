"""Monotonicity of columns: whether updates only increase or only decrease the values.

Then a Top-N need not keep all rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Optional

from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.resolved import FieldReference, FunctionCall, ResolvedExpression, ValueLiteral, columns_of
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.relational.passes.changes.changelog_traits import INSERTS, Kind, Traits
from pyrite.relational.plan import nodes
from pyrite.relational.plan.aggregate import GroupAggregate
from pyrite.relational.plan.changelog_nodes import ChangelogNormalize, DropUpdateBefore
from pyrite.relational.plan.exchange import Exchange


class Monotonicity(Enum):
    """The direction of updates to a column."""

    CONSTANT = "nothing"
    INCREASING = "it grows"
    DECREASING = "it shrinks"
    NONE = "anything"


Columns = Optional[tuple[Monotonicity, ...]]
"""The monotonicity of each column; None if rows can be deleted."""
_CALLS = {"COUNT": Monotonicity.INCREASING, "MAX": Monotonicity.INCREASING, "MIN": Monotonicity.DECREASING}


def monotonicity(traits: Traits) -> Columns:
    node = traits.node
    width = len(node.row_type.fields)
    if traits.kinds == INSERTS:
        return (Monotonicity.CONSTANT,) * width
    if Kind.DELETE in traits.kinds:
        return None
    match node:
        case Exchange() | DropUpdateBefore() | nodes.WatermarkAssigner():
            return monotonicity(traits.inputs[0])
        case nodes.Calc():
            return _projected(node, monotonicity(traits.inputs[0]))
        case GroupAggregate():
            return _grouped(node, monotonicity(traits.inputs[0]))
        case ChangelogNormalize():
            return tuple(Monotonicity.CONSTANT if p in node.keys else Monotonicity.NONE for p in range(width))
    return (Monotonicity.NONE,) * width


def _projected(node: nodes.Calc, below: Columns) -> Columns:
    if below is None:
        return None
    if node.condition is not None and not all(_stays_met(each, below) for each in conjuncts(node.condition)):
        return (Monotonicity.NONE,) * len(node.projections)
    return tuple(_of(tree, below) for tree in node.projections)


def _of(tree: ResolvedExpression, below: Sequence[Monotonicity]) -> Monotonicity:
    if isinstance(tree, FieldReference):
        return below[tree.index]
    is_constant = all(below[column] is Monotonicity.CONSTANT for column in columns_of(tree))
    return Monotonicity.CONSTANT if is_constant else Monotonicity.NONE


def _stays_met(condition: ResolvedExpression, below: Sequence[Monotonicity]) -> bool:
    """Returns whether a row that meets a condition still meets it after updates."""
    if all(below[column] is Monotonicity.CONSTANT for column in columns_of(condition)):
        return True
    match condition:
        case FunctionCall(function=name, arguments=(FieldReference(index=column), ValueLiteral())):
            grows = name in (">", ">=") and below[column] is Monotonicity.INCREASING
            return grows or (name in ("<", "<=") and below[column] is Monotonicity.DECREASING)
    return False


def _grouped(node: GroupAggregate, below: Columns) -> Columns:
    if below is None or any(below[place] is not Monotonicity.CONSTANT for place in node.grouping):
        return None
    kinds = []
    for call in node.calls:
        kind = _CALLS.get(call.function, Monotonicity.NONE)
        if call.function != "COUNT" and any(below[a] not in (Monotonicity.CONSTANT, kind) for a in call.arguments):
            kind = Monotonicity.NONE
        kinds.append(kind)
    return (*(Monotonicity.CONSTANT for _ in node.grouping), *kinds)


def only_move_up(order: Sequence[SortColumn], traits: Traits) -> bool:
    """Returns whether updates only move rows toward the front of an order."""
    columns = monotonicity(traits)
    if columns is None or not order:
        return False
    types = traits.node.row_type.children
    for column in order:
        kind = columns[column.place]
        is_up = kind is (Monotonicity.INCREASING if column.is_descending else Monotonicity.DECREASING)
        leaves_null = types[column.place].nullable and column.nulls_first  # from NULL to a value moves the row back
        if kind is not Monotonicity.CONSTANT and (not is_up or leaves_null):
            return False
    return True
