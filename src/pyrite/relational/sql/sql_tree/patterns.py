"""MATCH_RECOGNIZE."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

from pyrite.expressions.expression_tree import Alias, Expression, Literal, Path, SortKey
from pyrite.relational.sql.sql_tree.relations import Relation


@dataclass(frozen=True)
class RowPattern:
    """The base class of the nodes of PATTERN."""

    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class PatternVariable(RowPattern):
    """A variable by name."""

    name: str


@dataclass(frozen=True)
class PatternSequence(RowPattern):
    """Patterns one after another."""

    steps: tuple[RowPattern, ...]


@dataclass(frozen=True)
class PatternAlternatives(RowPattern):
    """One of several patterns: `A | B`."""

    options: tuple[RowPattern, ...]


@dataclass(frozen=True)
class PatternRepeat(RowPattern):
    """A pattern `least` to `most` times (None is unlimited): `A*`, `A+?`, `A{2,3}`."""

    pattern: RowPattern
    least: int
    most: Optional[int]
    is_greedy: bool = True


@dataclass(frozen=True)
class PatternPermutation(RowPattern):
    """PERMUTE(A, B): the patterns in any order."""

    patterns: tuple[RowPattern, ...]


@dataclass(frozen=True)
class PatternExclusion(RowPattern):
    """`{- A -}`: matched, and left out of the output."""

    pattern: RowPattern


class RowsPerMatch(Enum):
    """The rows for a match."""

    ONE_ROW = "ONE ROW PER MATCH"
    ALL_ROWS = "ALL ROWS PER MATCH"


class AfterMatchKind(Enum):
    """The position where matching resumes."""

    PAST_LAST_ROW = "PAST LAST ROW"
    TO_NEXT_ROW = "TO NEXT ROW"
    TO_FIRST = "TO FIRST"
    TO_LAST = "TO LAST"


@dataclass(frozen=True)
class AfterMatch:
    """AFTER MATCH SKIP. TO FIRST and TO LAST name a variable."""

    kind: AfterMatchKind
    variable: Optional[str] = None


@dataclass(frozen=True)
class Subset:
    """`name = (variables)` in SUBSET."""

    name: str
    variables: Path


@dataclass(frozen=True)
class Definition:
    """`variable AS condition` in DEFINE."""

    variable: str
    condition: Expression
    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class MatchRecognize(Relation):
    """`relation MATCH_RECOGNIZE (...)`. `rows_per_match` and `after_match` are None if omitted."""

    relation: Relation
    pattern: RowPattern
    definitions: tuple[Definition, ...]
    partition_by: tuple[Expression, ...] = ()
    order_by: tuple[SortKey, ...] = ()
    measures: tuple[Alias, ...] = ()
    rows_per_match: Optional[RowsPerMatch] = None
    after_match: Optional[AfterMatch] = None
    within: Optional[Literal] = None
    subsets: tuple[Subset, ...] = ()
    starts_at_first_row: bool = False
    ends_at_last_row: bool = False
