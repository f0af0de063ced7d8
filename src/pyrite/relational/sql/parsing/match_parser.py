"""Parser of MATCH_RECOGNIZE and its pattern."""

from __future__ import annotations

from typing import Optional

from pyrite.expressions.expression_tree import Alias, Literal
from pyrite.relational.sql.parsing.call_parser import order_by
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.sql_tree.patterns import (
    AfterMatch,
    AfterMatchKind,
    Definition,
    MatchRecognize,
    PatternAlternatives,
    PatternExclusion,
    PatternPermutation,
    PatternRepeat,
    PatternSequence,
    PatternVariable,
    RowPattern,
    RowsPerMatch,
    Subset,
)
from pyrite.relational.sql.sql_tree.relations import Relation


def match_recognize(cursor: Cursor, source: Relation) -> Relation:
    """Parses the clauses after MATCH_RECOGNIZE."""
    cursor.need("(")
    partition_by = cursor.listed(cursor.expression) if cursor.take("PARTITION", "BY") else ()
    keys = order_by(cursor)
    measures = cursor.listed(lambda: _measure(cursor)) if cursor.take("MEASURES") else ()
    rows = _rows_per_match(cursor)
    after = _after_match(cursor)
    cursor.need("PATTERN", "(")
    from_start = cursor.take("^")
    pattern = _alternatives(cursor)
    to_end = cursor.take("$")
    cursor.need(")")
    within = _within(cursor)
    subsets = cursor.listed(lambda: _subset(cursor)) if cursor.take("SUBSET") else ()
    cursor.need("DEFINE")
    definitions = cursor.listed(lambda: _definition(cursor))
    cursor.need(")")
    return MatchRecognize(
        source,
        pattern,
        definitions,
        partition_by,
        keys,
        measures,
        rows,
        after,
        within,
        subsets,
        from_start,
        to_end,
        at=source.at,
    )


def _measure(cursor: Cursor) -> Alias:
    at = cursor.at
    value = cursor.expression()
    cursor.need("AS")
    return Alias(value, cursor.name(), at=at)


def _rows_per_match(cursor: Cursor) -> Optional[RowsPerMatch]:
    if cursor.take("ONE"):
        cursor.need("ROW", "PER", "MATCH")
        return RowsPerMatch.ONE_ROW
    if cursor.take("ALL"):
        cursor.need("ROWS", "PER", "MATCH")
        return RowsPerMatch.ALL_ROWS
    return None


def _after_match(cursor: Cursor) -> Optional[AfterMatch]:
    if not cursor.take("AFTER"):
        return None
    cursor.need("MATCH", "SKIP")
    if cursor.take("PAST"):
        cursor.need("LAST", "ROW")
        return AfterMatch(AfterMatchKind.PAST_LAST_ROW)
    cursor.need("TO")
    if cursor.take("NEXT", "ROW"):
        return AfterMatch(AfterMatchKind.TO_NEXT_ROW)
    if cursor.word == "FIRST" and cursor.next_word() != "PATTERN":
        cursor.index += 1
        return AfterMatch(AfterMatchKind.TO_FIRST, cursor.name())
    if cursor.word == "LAST" and cursor.next_word() != "PATTERN":
        cursor.index += 1
    return AfterMatch(AfterMatchKind.TO_LAST, cursor.name())


def _within(cursor: Cursor) -> Optional[Literal]:
    if not cursor.take("WITHIN"):
        return None
    return interval(cursor)


def interval(cursor: Cursor) -> Literal:
    """Parses an interval literal."""
    at = cursor.at
    if not cursor.sees("INTERVAL"):
        cursor.fail()
    value = cursor.expression(99)
    if not isinstance(value, Literal):
        cursor.fail_because("Expected an interval literal such as INTERVAL '1' DAY.", at)
    return value


def _subset(cursor: Cursor) -> Subset:
    name = cursor.name()
    cursor.need("=")
    return Subset(name, cursor.parenthesized(cursor.name))


def _definition(cursor: Cursor) -> Definition:
    at = cursor.at
    variable = cursor.name()
    cursor.need("AS")
    return Definition(variable, cursor.expression(), at=at)


def _alternatives(cursor: Cursor) -> RowPattern:
    at = cursor.at
    options = [_sequence(cursor)]
    while cursor.take("|"):
        options.append(_sequence(cursor))
    return options[0] if len(options) == 1 else PatternAlternatives(tuple(options), at=at)


def _sequence(cursor: Cursor) -> RowPattern:
    at = cursor.at
    steps = [_repeated(cursor)]
    while cursor.sees_name() or cursor.sees_one(("(", "{", "PERMUTE")):
        steps.append(_repeated(cursor))
    return steps[0] if len(steps) == 1 else PatternSequence(tuple(steps), at=at)


def _repeated(cursor: Cursor) -> RowPattern:
    at = cursor.at
    step = _single(cursor)
    least: int = 1
    most: Optional[int] = 1
    if (mark := cursor.take_one(("*", "+", "?"))) is not None:
        least, most = {"*": (0, None), "+": (1, None), "?": (0, 1)}[mark]
    elif cursor.word == "{" and cursor.next_word() != "-":
        least, most = _times(cursor)
    else:
        return step
    return PatternRepeat(step, least, most, not cursor.take("?"), at=at)


def _times(cursor: Cursor) -> tuple[int, Optional[int]]:
    """`{2}`, `{2,}`, `{2,3}` or `{,3}`."""
    cursor.need("{")
    has_least = not cursor.sees(",")
    least = cursor.integer() if has_least else 0
    most: Optional[int] = least
    if cursor.take(","):
        most = None if has_least and cursor.sees("}") else cursor.integer()
    cursor.need("}")
    return least, most


def _single(cursor: Cursor) -> RowPattern:
    at = cursor.at
    if cursor.take("("):
        pattern = _alternatives(cursor)
        cursor.need(")")
        return pattern
    if cursor.take("{", "-"):
        pattern = _alternatives(cursor)
        cursor.need("-", "}")
        return PatternExclusion(pattern, at=at)
    if cursor.take("PERMUTE"):
        return PatternPermutation(cursor.parenthesized(lambda: _alternatives(cursor)), at=at)
    return PatternVariable(cursor.name(), at=at)
