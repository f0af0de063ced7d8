"""Comparisons with the same result for all values other than NULL, as Flink's planner simplifies them.

`x = x` is TRUE even for NaN and for an array that contains NULL, and `x <> x` is FALSE. In SQL, `b = 'true'` is FALSE
for a boolean b: a boolean and a text are never equal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Optional

from pyrite.core.types import BooleanType
from pyrite.expressions.determinism import is_deterministic
from pyrite.expressions.function import Resolve
from pyrite.expressions.resolved import ResolvedExpression, ValueLiteral

_OF_EQUAL_VALUES: Final = {"IN": True, "=": True, "<=": True, ">=": True, "<>": False, "<": False, ">": False}
_BY_NULLS: Final = {"IS NOT DISTINCT FROM": True, "IS DISTINCT FROM": False}


def self_comparison(
    name: str, operands: Sequence[ResolvedExpression], resolve: Resolve
) -> Optional[ResolvedExpression]:
    """Simplifies a comparison of an expression with itself, also among the values of IN; None for other comparisons."""
    if name not in _OF_EQUAL_VALUES and name not in _BY_NULLS:
        return None
    first = operands[0]
    if first not in operands[1:] or not is_deterministic(first):
        return None
    return boolean(_BY_NULLS[name]) if name in _BY_NULLS else unless_null(_OF_EQUAL_VALUES[name], [first], resolve)


def comparison_of_unequal(
    name: str, operands: Sequence[ResolvedExpression], resolve: Resolve
) -> Optional[ResolvedExpression]:
    """Simplifies a test for equality of values that are equal only if both are NULL."""
    if name in ("=", "<>"):
        return unless_null(name == "<>", operands, resolve)
    if name not in _BY_NULLS:
        return None
    both = resolve("AND", *(resolve("IS NULL", operand) for operand in operands))
    return both if _BY_NULLS[name] else resolve("NOT", both)


def unless_null(result: bool, operands: Sequence[ResolvedExpression], resolve: Resolve) -> ResolvedExpression:
    """Returns the result, or NULL if an operand is NULL."""
    nullable = [operand for operand in operands if operand.type.nullable]
    if not nullable:
        return boolean(result)
    test, outer, inner = ("IS NOT NULL", "OR", "AND") if result else ("IS NULL", "AND", "OR")
    tests = [resolve(test, operand) for operand in nullable]
    test_all = tests[0] if len(tests) == 1 else resolve(inner, *tests)
    return resolve(outer, test_all, ValueLiteral(None, BooleanType()))


def boolean(value: bool) -> ValueLiteral:
    return ValueLiteral(value, BooleanType(nullable=False))
