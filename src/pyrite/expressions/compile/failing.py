"""Whether the computation of a tree may raise."""

from __future__ import annotations

from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, PythonCall, ResolvedExpression, walk


def may_fail(tree: ResolvedExpression) -> bool:
    """Returns whether a call in the tree may raise, or is a user-defined function."""
    return any(
        isinstance(node, PythonCall) or (isinstance(node, FunctionCall) and FUNCTIONS[node.function].may_fail(node))
        for node in walk(tree)
    )
