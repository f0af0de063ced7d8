"""Expressions over a node's output as expressions over its input, and conditions joined by AND."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Optional

from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import (
    FieldReference,
    PythonCall,
    ResolvedExpression,
    ValueLiteral,
    transformed,
    walk,
)


def substituted(tree: ResolvedExpression, projections: Sequence[ResolvedExpression]) -> ResolvedExpression:
    """The tree with each column replaced by what the projection computes for it."""
    return transformed(tree, lambda node: projections[node.index] if isinstance(node, FieldReference) else node)


def moved(tree: ResolvedExpression, places: Mapping[int, int]) -> ResolvedExpression:
    """The tree over columns that stand elsewhere now."""

    def change(node: ResolvedExpression) -> ResolvedExpression:
        if isinstance(node, FieldReference):
            return FieldReference(places[node.index], node.name, node.field_type)
        return node

    return transformed(tree, change)


def may_inline(projections: Sequence[ResolvedExpression], users: Iterable[ResolvedExpression]) -> bool:
    """Whether projections may stand in place of the columns that `users` read.

    Not if one would be computed more often than once for a row although it is dear or gives another value each time.
    """
    uses = Counter(node.index for tree in users for node in walk(tree) if isinstance(node, FieldReference))
    return all(
        isinstance(tree, (FieldReference, ValueLiteral))
        or uses[index] <= 1
        or (is_deterministic(tree) and not _is_dear(tree))
        for index, tree in enumerate(projections)
    )


def _is_dear(tree: ResolvedExpression) -> bool:
    return any(isinstance(node, PythonCall) for node in walk(tree))


def both(first: Optional[ResolvedExpression], second: Optional[ResolvedExpression]) -> Optional[ResolvedExpression]:
    """A condition that is met where both are; the first is computed first."""
    if first is None or second is None:
        return first if second is None else second
    return resolve("AND", [*conjuncts(first), *conjuncts(second)])


def all_of(parts: list[ResolvedExpression]) -> Optional[ResolvedExpression]:
    """A condition that is met where all are; None if there are none."""
    return parts[0] if len(parts) == 1 else resolve("AND", parts) if parts else None
