"""Printer of row patterns."""

from __future__ import annotations

from functools import singledispatch

from pyrite.core.types.quoting import quoted_identifier
from pyrite.relational.sql.sql_tree.patterns import (
    PatternAlternatives,
    PatternExclusion,
    PatternPermutation,
    PatternRepeat,
    PatternSequence,
    PatternVariable,
    RowPattern,
)


@singledispatch
def pattern_sql(pattern: RowPattern) -> str:
    """Prints the pattern between the parentheses of PATTERN."""
    raise TypeError(f"expected a row pattern, got {pattern!r}")


@pattern_sql.register
def _(pattern: PatternVariable) -> str:
    return quoted_identifier(pattern.name)


@pattern_sql.register
def _(pattern: PatternSequence) -> str:
    return " ".join(f"({pattern_sql(step)})" if _is_several(step) else pattern_sql(step) for step in pattern.steps)


@pattern_sql.register
def _(pattern: PatternAlternatives) -> str:
    options = pattern.options
    return " | ".join(
        f"({pattern_sql(one)})" if isinstance(one, PatternAlternatives) else pattern_sql(one) for one in options
    )


@pattern_sql.register
def _(pattern: PatternRepeat) -> str:
    inner = pattern.pattern
    is_compound = _is_several(inner) or isinstance(inner, PatternRepeat)
    text = f"({pattern_sql(inner)})" if is_compound else pattern_sql(inner)
    most = "" if pattern.most is None else pattern.most
    return f"{text}{{{pattern.least}, {most}}}{'' if pattern.is_greedy else '?'}"


@pattern_sql.register
def _(pattern: PatternPermutation) -> str:
    return f"PERMUTE({', '.join(map(pattern_sql, pattern.patterns))})"


@pattern_sql.register
def _(pattern: PatternExclusion) -> str:
    return f"{{- {pattern_sql(pattern.pattern)} -}}"


def _is_several(pattern: RowPattern) -> bool:
    return isinstance(pattern, PatternSequence | PatternAlternatives)
