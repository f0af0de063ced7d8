"""Expressions in SQL text or the Table API, before names and types are resolved.

The parser creates these nodes from text and the Table API from calls: `a + 1` and `col("a") + 1` are equal. They are
frozen and compared by value; `at`, the offset of a node in its text, is for error messages and not compared. It
is -1 for nodes of the Table API, which casts fewer operands than SQL (`pyrite.expressions.sql_operands`).

An operator or function is a `Call` under one canonical name in upper case, for all of its syntax:

| text | call |
| --- | --- |
| `a + b`, `a <> b`, `a AND b`, `a \\|\\| b` | `+`, `<>`, `AND`, `\\|\\|` |
| `-a`, `+a`, `NOT a` | `NEGATE`, `POSITIVE`, `NOT`; a minus before a number is part of the literal |
| `a IS [NOT] NULL`, TRUE, FALSE, UNKNOWN, JSON ..., EMPTY, A SET, DISTINCT FROM b | `IS NULL`, `IS NOT NULL`, ... |
| `a IN (b, c)`, `a LIKE b [ESCAPE c]`, ILIKE, RLIKE, SIMILAR TO | `IN`, `LIKE`, ... |
| `a BETWEEN b AND c` | `BETWEEN`, `BETWEEN SYMMETRIC` |
| `a NOT IN (...)`, `a NOT LIKE b`, ... | `NOT` of the positive form |
| `a = ANY (b, c)`, SOME | `= ANY`, `< ALL`, ... |
| `CASE` in both forms | `CASE`: condition, value, ..., else; `CASE x WHEN y` has the condition `x = y` |
| `a[b]`, `(a).b` | `ITEM`, `DOT` with the field's name as a literal |
| `ROW(a, b)` and `(a, b)`, `ARRAY[a, b]`, `MAP[a, b]`, `MULTISET[a]` | `ROW`, `ARRAY`, `MAP`, `MULTISET` |
| `EXTRACT(DAY FROM a)`, `FLOOR(a TO DAY)`, `TIMESTAMPADD(DAY, a, b)` | in the order of the text, the unit a `Symbol` |
| `TRIM([BOTH] [a] FROM b)` | `TRIM`: BOTH, LEADING or TRAILING, the characters (a blank by default), the text |
| `POSITION(a IN b)`, `SUBSTRING(a FROM b)`, `OVERLAY(a PLACING b FROM c)` | arguments in the order of the text |
| `INTERVAL a DAY` for an expression a | `INTERVAL`: a, the interval's type |
| `JSON_EXISTS(a, b ...)` | document, path, on error |
| `JSON_VALUE(a, b ...)` | document, path, type, on empty, its default, on error, its default |
| `JSON_QUERY(a, b ...)` | document, path, type, wrapper, on empty, on error |
| `JSON_OBJECT`, `JSON_ARRAY`, `JSON_OBJECTAGG`, `JSON_ARRAYAGG` | on null, then keys and values |
| `CURRENT_DATE` and the like | a call without arguments |
| `RUNNING a`, `FINAL a` in MATCH_RECOGNIZE | `RUNNING`, `FINAL` |
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Optional

from pyrite.core.types import LogicalType

Path = tuple[str, ...]
"""The parts of a name: `a.b.c`."""


@dataclass(frozen=True)
class Expression:
    """The base class of expressions."""

    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class Query:
    """The base class of queries. `pyrite.relational.sql.sql_tree` has SQL's queries."""

    at: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True)
class Literal(Expression):
    """A value with its type, which is the type of Flink's literals.

    `1` is INT NOT NULL, `3000000000` BIGINT, `1.5` DECIMAL(2, 1) with a `decimal.Decimal`, `1e0` DOUBLE, `'ab'`
    CHAR(2), `X'00'` BINARY(1) with bytes; NULL is None of type NULL. DATE is days since the epoch, TIME milliseconds of
    the day, TIMESTAMP and TIMESTAMP_LTZ nanoseconds since the epoch (as written, without a time zone), an interval
    months or milliseconds, all as int.
    """

    value: Any
    type: LogicalType


@dataclass(frozen=True)
class Name(Expression):
    """A column, possibly preceded by the alias of its table, or followed by a field of a nested column."""

    parts: Path


@dataclass(frozen=True)
class Star(Expression):
    """`*`, or `t.*` with a qualifier. The only argument of `COUNT(*)`."""

    qualifier: Path = ()


@dataclass(frozen=True)
class Symbol(Expression):
    """A keyword as an argument: a unit such as DAY, BOTH of TRIM, or a JSON function's behavior on errors."""

    name: str


@dataclass(frozen=True)
class TypeArgument(Expression):
    """A type as an argument, such as the type after RETURNING in JSON_VALUE."""

    type: LogicalType


@dataclass(frozen=True)
class Parameter(Expression):
    """`?`, numbered from 0 in the order of the text."""

    index: int


@dataclass(frozen=True)
class Default(Expression):
    """DEFAULT in place of an argument or a value."""


@dataclass(frozen=True)
class Alias(Expression):
    """`operand AS name`. Only the Table API uses several names, for the columns of a table function."""

    operand: Expression
    name: str
    further_names: Path = ()


@dataclass(frozen=True)
class SortKey(Expression):
    """An item of ORDER BY. `nulls_first` is None without NULLS FIRST or LAST."""

    operand: Expression
    is_descending: bool = False
    nulls_first: Optional[bool] = None


@dataclass(frozen=True)
class Call(Expression):
    """An operator or function with its arguments; see the table above.

    `function` is in upper case, `qualifier` has the catalog and database. `written` is the name as the user wrote it,
    for messages, and not compared. A function with an operator's name, such as `` `and`(a) `` or `item(a, b)`, is in
    lower case: it can only be user-defined. `order_by` is WITHIN GROUP, or ORDER BY within the call.
    """

    function: str
    arguments: tuple[Expression, ...] = ()
    qualifier: Path = ()
    is_distinct: bool = False
    filter: Optional[Expression] = None
    order_by: tuple[SortKey, ...] = ()
    ignore_nulls: Optional[bool] = None
    within_distinct: tuple[Expression, ...] = ()
    written: str = field(default="", compare=False)


@dataclass(frozen=True)
class InlineCall(Expression):
    """A call of an unregistered function in the Table API. `function` is the function's spec."""

    function: Any
    arguments: tuple[Expression, ...] = ()


@dataclass(frozen=True)
class NamedArgument(Expression):
    """`name => value` in a call."""

    name: str
    value: Expression


@dataclass(frozen=True)
class Cast(Expression):
    """CAST, or TRY_CAST, which returns NULL where CAST fails."""

    operand: Expression
    type: LogicalType
    is_try: bool = False


class FrameUnit(Enum):
    """The unit of an OVER window's frame."""

    ROWS = "ROWS"
    RANGE = "RANGE"


class BoundKind(Enum):
    """A bound of a frame."""

    UNBOUNDED_PRECEDING = "UNBOUNDED PRECEDING"
    PRECEDING = "PRECEDING"
    CURRENT_ROW = "CURRENT ROW"
    FOLLOWING = "FOLLOWING"
    UNBOUNDED_FOLLOWING = "UNBOUNDED FOLLOWING"


@dataclass(frozen=True)
class FrameBound(Expression):
    """One end of a frame. Only PRECEDING and FOLLOWING have an offset."""

    kind: BoundKind
    offset: Optional[Expression] = None


@dataclass(frozen=True)
class Frame(Expression):
    """ROWS or RANGE BETWEEN lower AND upper. The upper bound is CURRENT ROW if the text has only the lower one."""

    unit: FrameUnit
    lower: FrameBound
    upper: FrameBound = FrameBound(BoundKind.CURRENT_ROW)


@dataclass(frozen=True)
class Window(Expression):
    """An OVER window. `name` refers to a window of the WINDOW clause, which other fields extend."""

    name: Optional[str] = None
    partition_by: tuple[Expression, ...] = ()
    order_by: tuple[SortKey, ...] = ()
    frame: Optional[Frame] = None
    allow_partial: bool = True


@dataclass(frozen=True)
class Over(Expression):
    """`call OVER window`."""

    call: Call
    window: Window


@dataclass(frozen=True)
class SubQuery(Expression):
    """A query in parentheses as a value."""

    query: Query


@dataclass(frozen=True)
class Exists(Expression):
    """EXISTS (query)."""

    query: Query


@dataclass(frozen=True)
class Unique(Expression):
    """UNIQUE (query)."""

    query: Query


@dataclass(frozen=True)
class InQuery(Expression):
    """`operand IN (query)`. NOT IN is `NOT` of it."""

    operand: Expression
    query: Query


@dataclass(frozen=True)
class QuantifiedQuery(Expression):
    """`operand < ALL (query)`: `comparison` is the operator, `is_all` is False for ANY and SOME."""

    comparison: str
    is_all: bool
    operand: Expression
    query: Query


@dataclass(frozen=True)
class QueryConstructor(Expression):
    """ARRAY, MAP or MULTISET of a query's rows. `kind` is the keyword."""

    kind: str
    query: Query


@dataclass(frozen=True)
class Descriptor(Expression):
    """DESCRIPTOR(a, b): names of columns."""

    columns: Path


@dataclass(frozen=True)
class TableArgument(Expression):
    """A table as the argument of a table function: `TABLE t PARTITION BY a ORDER BY b`, or a query in parentheses.

    `partition_by` is None without PARTITION BY.
    """

    query: Query
    partition_by: Optional[tuple[Expression, ...]] = None
    order_by: tuple[SortKey, ...] = ()


@dataclass(frozen=True)
class ModelArgument(Expression):
    """MODEL m: a model as the argument of a table function."""

    model: Path
