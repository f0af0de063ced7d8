"""Whether a tree gives the same for the same row however often it is computed."""

from __future__ import annotations

from typing import Optional

from pyrite.expressions.functions import FUNCTIONS
from pyrite.expressions.resolved import FunctionCall, PythonCall, ResolvedExpression, walk


def is_deterministic(tree: ResolvedExpression) -> bool:
    """Whether it gives the same for the same row however often it is computed."""
    return nondeterministic_call(tree) is None


def nondeterministic_call(tree: ResolvedExpression) -> Optional[str]:
    """The name of the first function in it that may give something else for the same row."""
    for node in walk(tree):
        if isinstance(node, FunctionCall):
            function = FUNCTIONS.get(node.function)
            if function is not None and not function.is_deterministic:  # UNNEST is deterministic, and in no catalogue
                return node.function
        if isinstance(node, PythonCall) and not node.function.is_deterministic:
            return str(node.function.name)
    return None
