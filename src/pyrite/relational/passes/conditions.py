"""Conditions put together by AND."""

from __future__ import annotations

from typing import Optional

from pyrite.expressions.compile.calc import conjuncts
from pyrite.expressions.resolution import resolve
from pyrite.expressions.resolved import ResolvedExpression


def both(first: Optional[ResolvedExpression], second: Optional[ResolvedExpression]) -> Optional[ResolvedExpression]:
    """A condition that is met where both are; the first is computed first."""
    if first is None or second is None:
        return first if second is None else second
    return resolve("AND", [*conjuncts(first), *conjuncts(second)])


def all_of(parts: list[ResolvedExpression]) -> Optional[ResolvedExpression]:
    """A condition that is met where all are; None if there are none."""
    return parts[0] if len(parts) == 1 else resolve("AND", parts) if parts else None
