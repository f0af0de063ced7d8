"""Nodes of queries."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Optional

from pyrite.expressions.expression_tree import Expression, Path, Query, SortKey, Window
from pyrite.relational.sql.sql_tree.relations import Hint, Relation


class SetOperator(Enum):
    """The operator of a set operation."""

    UNION = "UNION"
    INTERSECT = "INTERSECT"
    EXCEPT = "EXCEPT"


class GroupingKind(Enum):
    """How the items of a grouping element form sets."""

    GROUPING_SETS = "GROUPING SETS"
    CUBE = "CUBE"
    ROLLUP = "ROLLUP"


@dataclass(frozen=True)
class GroupingElement(Expression):
    """GROUPING SETS, CUBE or ROLLUP in GROUP BY.

    An item is an expression, a `ROW` call for `(a, b)` and `()`, or inside GROUPING SETS another element.
    """

    kind: GroupingKind
    items: tuple[Expression, ...]


@dataclass(frozen=True)
class NamedWindow(Expression):
    """`name AS (...)` in the WINDOW clause."""

    name: str
    window: Window


@dataclass(frozen=True)
class Select(Query):
    """SELECT. An item is an expression, an `Alias` or a `Star`.

    `group_by` is None without the clause; `()` in it is a `ROW` call without arguments. A comma in FROM is a `Join` of
    kind COMMA.
    """

    items: tuple[Expression, ...]
    source: Optional[Relation] = None
    where: Optional[Expression] = None
    group_by: Optional[tuple[Expression, ...]] = None
    having: Optional[Expression] = None
    windows: tuple[NamedWindow, ...] = ()
    qualify: Optional[Expression] = None
    is_distinct: bool = False
    is_group_by_distinct: bool = False
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Values(Query):
    """VALUES: rows of values, each of the same length."""

    rows: tuple[tuple[Expression, ...], ...]


@dataclass(frozen=True)
class TableQuery(Query):
    """TABLE t: all columns of a table."""

    table: Path


@dataclass(frozen=True)
class SetOperation(Query):
    """UNION, INTERSECT or EXCEPT of two queries."""

    operator: SetOperator
    is_all: bool
    left: Query
    right: Query


@dataclass(frozen=True)
class OrderBy(Query):
    """A query with ORDER BY, LIMIT (or FETCH) and OFFSET, whose numbers are literals or parameters."""

    query: Query
    keys: tuple[SortKey, ...] = ()
    limit: Optional[Expression] = None
    offset: Optional[Expression] = None


@dataclass(frozen=True)
class CommonTable(Expression):
    """`name (columns) AS (query)` in WITH."""

    name: str
    query: Query
    columns: Path = ()


@dataclass(frozen=True)
class With(Query):
    """A query after WITH."""

    tables: tuple[CommonTable, ...]
    query: Query
    is_recursive: bool = False
