"""Parser of function calls, their arguments, and OVER windows."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Optional

from pyrite.expressions.expression_tree import (
    BoundKind,
    Call,
    Default,
    Descriptor,
    Expression,
    Frame,
    FrameBound,
    FrameUnit,
    ModelArgument,
    Name,
    NamedArgument,
    Over,
    Path,
    SortKey,
    Star,
    SubQuery,
    TableArgument,
    Window,
)
from pyrite.relational.sql.operators import is_operator
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.sql_tree.queries import TableQuery
from pyrite.relational.sql.tokens import TokenKind

_ORDERED: Final = frozenset(("ARRAY_AGG", "ARRAY_CONCAT_AGG", "GROUP_CONCAT", "STRING_AGG"))
"""Aggregates with ORDER BY and IGNORE NULLS inside their parentheses."""
_NEVER_EMPTY: Final = _ORDERED | {"FIRST", "LAST", "PREV", "NEXT"}
"""Functions that need an argument by Flink's grammar."""


def named_call(cursor: Cursor, parts: Path, is_quoted: bool, at: int) -> Expression:
    """Parses a call after the name of the function."""
    if len(parts) == 1 and not is_quoted and parts[0].upper() in ("DESCRIPTOR", "FINAL"):
        return _descriptor(cursor, at) if parts[0].upper() == "DESCRIPTOR" else call(cursor, "FINAL", parts[0], at=at)
    return call(cursor, function_name(parts[-1]), parts[-1], parts[:-1], at)


def function_name(written: str) -> str:
    """Returns the canonical name of a function in a plain call: an operator's name is in lower case."""
    function = written.upper()
    return function.casefold() if is_operator(function) else function


def _descriptor(cursor: Cursor, at: int) -> Expression:
    arguments = cursor.parenthesized(cursor.expression, may_be_empty=True)
    names = [argument.parts[0] for argument in arguments if isinstance(argument, Name) and len(argument.parts) == 1]
    if len(names) < len(arguments):
        return Call("DESCRIPTOR", arguments, at=at)
    return Descriptor(tuple(names), at=at)


def call(cursor: Cursor, function: str, written: str, qualifier: Path = (), at: int = -1) -> Expression:
    """Parses a call from its opening parenthesis, with its modifiers."""
    cursor.need("(")
    node = Call(function, (), qualifier, written=written, at=at)
    if cursor.take("*"):
        cursor.need(")")
        return over(cursor, _modified(cursor, replace(node, arguments=(Star(),))))
    is_distinct = cursor.take_one(("DISTINCT", "ALL")) == "DISTINCT"
    arguments: tuple[Expression, ...] = ()
    if is_distinct or function in _NEVER_EMPTY or not cursor.sees(")"):
        arguments = cursor.listed(lambda: argument(cursor))
    node = replace(node, arguments=arguments, is_distinct=is_distinct)
    if function in _ORDERED:
        node = _ordered(cursor, node)
    cursor.need(")")
    return over(cursor, _modified(cursor, node))


def _ordered(cursor: Cursor, node: Call) -> Call:
    node = _with_null_treatment(cursor, node)
    node = replace(node, order_by=within_group(cursor, closes=False))
    if cursor.take("SEPARATOR"):
        at = cursor.at
        if cursor.kind is not TokenKind.STRING:
            cursor.fail("<QUOTED_STRING>")
        separator = Call("SEPARATOR", (cursor.expression(99),), at=at)
        node = replace(node, arguments=(*node.arguments, separator))
    return node


def _modified(cursor: Cursor, node: Call) -> Call:
    """Parses modifiers of a call: IGNORE NULLS, WITHIN DISTINCT, WITHIN GROUP and FILTER, in this order."""
    node = _with_null_treatment(cursor, node)
    if cursor.take("WITHIN", "DISTINCT"):
        node = replace(node, within_distinct=cursor.parenthesized(cursor.expression))
    if order_by := within_group(cursor):
        node = replace(node, order_by=order_by)
    if cursor.take("FILTER"):
        cursor.need("(", "WHERE")
        node = replace(node, filter=cursor.expression())
        cursor.need(")")
    return node


def _with_null_treatment(cursor: Cursor, node: Call) -> Call:
    if cursor.take("IGNORE", "NULLS"):
        return replace(node, ignore_nulls=True)
    if cursor.take("RESPECT", "NULLS"):
        return replace(node, ignore_nulls=False)
    return node


def within_group(cursor: Cursor, closes: bool = True) -> tuple[SortKey, ...]:
    """Parses WITHIN GROUP (ORDER BY ...); without `closes`, ORDER BY inside a call."""
    if not closes:
        return order_by(cursor)
    if not cursor.take("WITHIN", "GROUP"):
        return ()
    cursor.need("(")
    if not cursor.sees("ORDER"):
        cursor.fail()
    keys = order_by(cursor)
    cursor.need(")")
    return keys


def over(cursor: Cursor, node: Call) -> Expression:
    """Parses an optional OVER window after the call."""
    if not cursor.take("OVER"):
        return node
    at = cursor.at
    specification = window(cursor) if cursor.sees("(") else Window(cursor.name(), at=at)
    return Over(node, specification, at=node.at)


def argument(cursor: Cursor) -> Expression:
    """Parses an argument of a call: an expression, DEFAULT, a table or a model, optionally named."""
    at = cursor.at
    if cursor.next_word() == "=>" and cursor.sees_name():
        name = cursor.name()
        cursor.need("=>")
        return NamedArgument(name, argument(cursor), at=at)
    if cursor.take("DEFAULT"):
        return Default(at=at)
    if cursor.word == "MODEL" and cursor.next_kind() in (TokenKind.WORD, TokenKind.QUOTED):
        cursor.need("MODEL")
        return ModelArgument(cursor.path(), at=at)
    is_query = cursor.sees_one(("TABLE", "SELECT", "WITH", "VALUES"))
    return _table_argument(cursor, SubQuery(cursor.query(), at=at) if is_query else cursor.expression())


def _table_argument(cursor: Cursor, value: Expression) -> Expression:
    """Parses PARTITION BY and ORDER BY after a query. With neither, only `TABLE t` is a table argument."""
    if not isinstance(value, SubQuery):
        return value
    partition_by: Optional[tuple[Expression, ...]] = None
    if cursor.take("PARTITION", "BY"):
        partition_by = cursor.parenthesized(lambda: _column(cursor)) if cursor.sees("(") else (_column(cursor),)
    keys: tuple[SortKey, ...] = ()
    if cursor.take("ORDER", "BY"):
        keys = cursor.parenthesized(lambda: sort_key(cursor)) if cursor.sees("(") else (sort_key(cursor),)
    if partition_by is None and not keys and not isinstance(value.query, TableQuery):
        return value
    return TableArgument(value.query, partition_by, keys, at=value.at)


def _column(cursor: Cursor) -> Expression:
    at = cursor.at
    return Name((cursor.name(),), at=at)


def order_by(cursor: Cursor) -> tuple[SortKey, ...]:
    """Parses an optional ORDER BY."""
    return cursor.listed(lambda: sort_key(cursor)) if cursor.take("ORDER", "BY") else ()


def sort_key(cursor: Cursor) -> SortKey:
    at = cursor.at
    operand = cursor.expression()
    is_descending = cursor.take_one(("ASC", "DESC")) == "DESC"
    nulls_first = None
    if cursor.take("NULLS"):
        nulls_first = cursor.need_one(("FIRST", "LAST")) == "FIRST"
    return SortKey(operand, is_descending, nulls_first, at=at)


def window(cursor: Cursor) -> Window:
    """Parses the specification of a window in parentheses."""
    at = cursor.at
    cursor.need("(")
    name = cursor.name() if cursor.sees_name() else None
    partition_by = cursor.listed(cursor.expression) if cursor.take("PARTITION", "BY") else ()
    keys = order_by(cursor)
    frame = _frame(cursor)
    allow_partial = True
    if (word := cursor.take_one(("ALLOW", "DISALLOW"))) is not None:
        cursor.need("PARTIAL")
        allow_partial = word == "ALLOW"
    cursor.need(")")
    return Window(name, partition_by, keys, frame, allow_partial, at=at)


def _frame(cursor: Cursor) -> Optional[Frame]:
    at = cursor.at
    unit = cursor.take_one(("ROWS", "RANGE"))
    if unit is None:
        return None
    if not cursor.take("BETWEEN"):
        return Frame(FrameUnit[unit], _bound(cursor), at=at)
    lower = _bound(cursor)
    cursor.need("AND")
    return Frame(FrameUnit[unit], lower, _bound(cursor), at=at)


def _bound(cursor: Cursor) -> FrameBound:
    at = cursor.at
    if cursor.take("CURRENT", "ROW"):
        return FrameBound(BoundKind.CURRENT_ROW, at=at)
    if cursor.word == "UNBOUNDED" and cursor.next_word() in ("PRECEDING", "FOLLOWING"):
        cursor.index += 1
        return FrameBound(BoundKind[f"UNBOUNDED_{cursor.need_one(('PRECEDING', 'FOLLOWING'))}"], at=at)
    offset = cursor.expression(24)
    return FrameBound(BoundKind[cursor.need_one(("PRECEDING", "FOLLOWING"))], offset, at=at)
