"""Constant folding: calls with constant arguments are computed once, by their row form."""

from __future__ import annotations

from typing import Any

from pyrite.expressions.column_forms import constant
from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.functions.temporal import AT_START
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral, transformed


def fold_constants(tree: ResolvedExpression) -> ResolvedExpression:
    """Replaces calls with constant arguments by literals.

    A call that raises is not replaced: it may be in a branch that no row reaches.
    """
    return transformed(tree, _folded)


def with_start_time(tree: ResolvedExpression, start_ms: int) -> ResolvedExpression:
    """Replaces calls of the current time by this time: a query in batch has one current time, its start."""

    def fixed(node: ResolvedExpression) -> ResolvedExpression:
        if isinstance(node, FunctionCall) and node.function in AT_START:
            return ValueLiteral(AT_START[node.function](start_ms, str(constant(node, 0))), node.type)
        return node

    return transformed(tree, fixed)


def evaluate_constant(tree: ResolvedExpression) -> Any:
    """Returns the value of a tree that reads no column."""
    compute, _ = compile_rows([tree])
    return compute([[None]])[0][0]


def _folded(node: ResolvedExpression) -> ResolvedExpression:
    if not isinstance(node, FunctionCall) or not FUNCTIONS[node.function].is_deterministic:
        return node
    if not all(isinstance(argument, ValueLiteral) for argument in node.arguments):
        return node
    try:
        return ValueLiteral(evaluate_constant(node), node.type)
    except Exception:
        return node
