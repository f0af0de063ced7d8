"""Nodes of relations in FROM."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Optional

from pyrite.expressions.expression_tree import Call, Expression, Path, Query


@dataclass(frozen=True)
class Hint:
    """A hint: `OPTIONS('a' = 'b')` has options, `BROADCAST(t1, t2)` and `STATE_TTL('t' = '1d')` names or options."""

    name: str
    arguments: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class Relation:
    """The base class of relations."""

    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class TableName(Relation):
    """A table or view by name, with hints."""

    path: Path
    hints: tuple[Hint, ...] = ()


@dataclass(frozen=True)
class Aliased(Relation):
    """`relation AS alias (columns)`."""

    relation: Relation
    alias: str
    columns: Path = ()


@dataclass(frozen=True)
class Derived(Relation):
    """A query in parentheses, with LATERAL if it may refer to preceding tables."""

    query: Query
    is_lateral: bool = False


@dataclass(frozen=True)
class TableFunction(Relation):
    """A call of a table function: `TABLE(f(x))`, `LATERAL TABLE(f(x))` and `f(x)` in FROM."""

    call: Call
    is_lateral: bool = False


@dataclass(frozen=True)
class Unnest(Relation):
    """UNNEST(a, b), with a column of numbers for ORDINALITY."""

    operands: tuple[Expression, ...]
    with_ordinality: bool = False
    is_lateral: bool = False


@dataclass(frozen=True)
class Snapshot(Relation):
    """`relation FOR SYSTEM_TIME AS OF period`."""

    relation: Relation
    period: Expression


class SampleMethod(Enum):
    """The method of TABLESAMPLE."""

    BERNOULLI = "BERNOULLI"
    SYSTEM = "SYSTEM"
    SUBSTITUTE = "SUBSTITUTE"


@dataclass(frozen=True)
class Sample(Relation):
    """`relation TABLESAMPLE method (amount)`."""

    relation: Relation
    method: SampleMethod
    amount: Expression
    repeatable: Optional[int] = None


class JoinKind(Enum):
    """The kind of a join. COMMA is the comma in FROM."""

    INNER = "INNER"
    LEFT = "LEFT"
    RIGHT = "RIGHT"
    FULL = "FULL"
    CROSS = "CROSS"
    COMMA = "COMMA"


@dataclass(frozen=True)
class Join(Relation):
    """A join of two relations: `on`, `using` or neither."""

    kind: JoinKind
    left: Relation
    right: Relation
    on: Optional[Expression] = None
    using: Path = ()
    is_natural: bool = False


@dataclass(frozen=True)
class Pivot(Relation):
    """`relation PIVOT (aggregates FOR axes IN (values))`; aggregates and values may be `Alias` nodes."""

    relation: Relation
    aggregates: tuple[Expression, ...]
    axes: Path
    values: tuple[Expression, ...]


@dataclass(frozen=True)
class Unpivot(Relation):
    """`relation UNPIVOT (measures FOR axes IN (columns AS values))`."""

    relation: Relation
    measures: Path
    axes: Path
    columns: tuple[tuple[Path, Optional[Expression]], ...]
    include_nulls: bool = False
