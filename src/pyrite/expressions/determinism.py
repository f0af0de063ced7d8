"""Whether a tree has the same value each time it is computed for the same row."""

from __future__ import annotations

from typing import Optional

from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, PythonCall, ResolvedExpression, walk


def is_deterministic(tree: ResolvedExpression) -> bool:
    """Returns whether the tree has the same value each time it is computed for the same row."""
    return nondeterministic_call(tree) is None


def nondeterministic_call(tree: ResolvedExpression) -> Optional[str]:
    """Returns the name of the first function in the tree that is not deterministic."""
    for node in walk(tree):
        if isinstance(node, FunctionCall):
            function = FUNCTIONS.get(node.function)
            if function is not None and not function.is_deterministic:  # UNNEST is not in the catalog
                return node.function
        if isinstance(node, PythonCall) and not node.function.is_deterministic:
            return str(node.function.name)
    return None
