"""Substitution of columns in expressions, and conjunctions of conditions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Optional

from pyrite.core.types import RowType
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
    """Replaces each column by the expression of the projection."""
    return transformed(tree, lambda node: projections[node.index] if isinstance(node, FieldReference) else node)


def moved(tree: ResolvedExpression, places: Mapping[int, int]) -> ResolvedExpression:
    """Renumbers the columns of a tree."""

    def change(node: ResolvedExpression) -> ResolvedExpression:
        if isinstance(node, FieldReference):
            return FieldReference(places[node.index], node.name, node.field_type)
        return node

    return transformed(tree, change)


def named(tree: ResolvedExpression, row: RowType) -> ResolvedExpression:
    """Gives the columns of a tree the names and types of a row."""

    def change(node: ResolvedExpression) -> ResolvedExpression:
        if isinstance(node, FieldReference):
            field = row.fields[node.index]
            return FieldReference(node.index, field.name, field.type)
        return node

    return transformed(tree, change)


def may_inline(projections: Sequence[ResolvedExpression], users: Iterable[ResolvedExpression]) -> bool:
    """Returns whether projections can replace the columns that `users` read.

    They cannot if an expensive or nondeterministic one would be computed more than once for a row.
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
    """Returns the conjunction of two conditions. The first is computed first."""
    if first is None or second is None:
        return first if second is None else second
    return resolve("AND", [*conjuncts(first), *conjuncts(second)])


def all_of(parts: list[ResolvedExpression]) -> Optional[ResolvedExpression]:
    """Returns the conjunction of conditions; None without conditions."""
    return parts[0] if len(parts) == 1 else resolve("AND", parts) if parts else None
