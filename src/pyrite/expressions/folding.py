"""Folding constants: calls whose arguments are all known are computed once, by their row form."""

from __future__ import annotations

from typing import Any

from pyrite.expressions.compile.rows import compile_rows
from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, ResolvedExpression, ValueLiteral, transformed


def fold_constants(tree: ResolvedExpression) -> ResolvedExpression:
    """The tree with a literal in place of each call of constants.

    A call that raises stays as it is: it may stand in a branch that no row reaches.
    """
    return transformed(tree, _folded)


def evaluate_constant(tree: ResolvedExpression) -> Any:
    """The value of a tree that reads no column."""
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
