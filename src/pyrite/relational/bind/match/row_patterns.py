"""PATTERN, AFTER MATCH and WITHIN of MATCH_RECOGNIZE. What Flink cannot match is refused in its words."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from typing import Final, Optional

from pyrite.core.types import DayTimeIntervalType
from pyrite.operators.relational.match.row_pattern import RowPattern, Skip, Step
from pyrite.relational.bind.errors import BindError
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.sql_tree import patterns

_SKIPS: Final = {
    patterns.AfterMatchKind.PAST_LAST_ROW: Skip.PAST_LAST_ROW,
    patterns.AfterMatchKind.TO_NEXT_ROW: Skip.TO_NEXT_ROW,
    patterns.AfterMatchKind.TO_FIRST: Skip.TO_FIRST,
    patterns.AfterMatchKind.TO_LAST: Skip.TO_LAST,
}


def bind_pattern(relation: sql_tree.MatchRecognize) -> RowPattern:
    """Returns the pattern with its skip strategy and time limit."""
    steps = tuple(map(_step, _flattened(relation.pattern)))
    _check(steps, relation.pattern.at)
    skip, skip_to = Skip.TO_NEXT_ROW, ""
    if relation.after_match is not None:
        skip, skip_to = _SKIPS[relation.after_match.kind], relation.after_match.variable or ""
    if skip_to and skip_to not in {step.variable for step in steps}:
        raise BindError(f"Unknown pattern '{skip_to}'", relation.at)
    return RowPattern(steps, skip, skip_to, _within_ms(relation))


def _flattened(pattern: patterns.RowPattern) -> list[patterns.RowPattern]:
    if isinstance(pattern, patterns.PatternSequence):
        return [step for part in pattern.steps for step in _flattened(part)]
    return [pattern]


def _step(pattern: patterns.RowPattern) -> Step:
    match pattern:
        case patterns.PatternVariable():
            return Step(pattern.name)
        case patterns.PatternRepeat(pattern=patterns.PatternVariable() as variable):
            if not pattern.is_greedy and (pattern.least, pattern.most) == (0, 1):
                raise BindError("Reluctant optional variables are not supported yet.", pattern.at)
            return Step(variable.name, pattern.least, pattern.most, pattern.is_greedy)
        case patterns.PatternRepeat():
            text = _calcite_text(pattern.pattern)
            raise BindError(f"Expression not supported: {text} Group patterns are not supported yet.", pattern.at)
        case patterns.PatternAlternatives():
            what = "branching patterns"
        case patterns.PatternPermutation():
            what = "PERMUTE patterns"
        case _:
            what = "'{-' '-}' patterns"
    text = _calcite_text(pattern)
    raise BindError(f"Expression not supported: {text}. Currently, CEP doesn't support {what}.", pattern.at)


def _calcite_text(pattern: patterns.RowPattern) -> str:
    """Returns the pattern as Flink's errors show it."""
    match pattern:
        case patterns.PatternVariable():
            return f"_UTF-16LE'{pattern.name}'"
        case patterns.PatternSequence():
            return reduce("({}, {})".format, map(_calcite_text, pattern.steps))
        case patterns.PatternAlternatives():
            return reduce("|({}, {})".format, map(_calcite_text, pattern.options))
        case patterns.PatternPermutation():
            return f"PATTERN_PERMUTE({', '.join(map(_calcite_text, pattern.patterns))})"
        case patterns.PatternExclusion():
            return f"PATTERN_EXCLUDE({_calcite_text(pattern.pattern)})"
        case patterns.PatternRepeat():
            most, is_reluctant = -1 if pattern.most is None else pattern.most, str(not pattern.is_greedy).lower()
            return f"PATTERN_QUANTIFIER({_calcite_text(pattern.pattern)}, {pattern.least}, {most}, {is_reluctant})"
    raise TypeError(f"not a row pattern: {pattern!r}")


def _check(steps: tuple[Step, ...], at: int) -> None:
    if len({step.variable for step in steps}) < len(steps):
        raise BindError("Pattern variables must be unique. That might change in the future.", at)
    for before, step in pairwise(steps):
        if not step.least and before.is_guarded:
            raise BindError("Optional pattern cannot be preceded by greedy pattern", at)
    if all(not step.least for step in steps):
        raise BindError(
            "Patterns that can produce empty matches are not supported. There must be at least one non-optional state.",
            at,
        )
    if steps[-1].is_guarded:
        raise BindError(
            "Greedy quantifiers are not allowed as the last element of a Pattern yet. Finish your pattern with either "
            "a simple variable or reluctant quantifier.",
            at,
        )


def _within_ms(relation: sql_tree.MatchRecognize) -> Optional[int]:
    if relation.within is None:
        return None
    if not isinstance(relation.within.type, DayTimeIntervalType):
        raise BindError(
            "Only constant intervals with millisecond resolution are supported as time constraints of patterns.",
            relation.within.at,
        )
    return int(relation.within.value)
