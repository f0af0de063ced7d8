"""Parser of queries: SELECT, VALUES, set operations, WITH, ORDER BY and LIMIT."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.expression_tree import Alias, Call, Expression, Parameter, Path, Query, Star
from pyrite.relational.sql.parsing.call_parser import order_by, window
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.hint_parser import hints
from pyrite.relational.sql.parsing.primary_parser import number
from pyrite.relational.sql.parsing.relation_parser import from_clause
from pyrite.relational.sql.sql_tree.queries import (
    CommonTable,
    GroupingElement,
    GroupingKind,
    NamedWindow,
    OrderBy,
    Select,
    SetOperation,
    SetOperator,
    TableQuery,
    Values,
    With,
)
from pyrite.relational.sql.tokens import TokenKind

_SET_OPERATORS: Final = {
    "UNION": (SetOperator.UNION, 1),
    "EXCEPT": (SetOperator.EXCEPT, 1),
    "INTERSECT": (SetOperator.INTERSECT, 2),
}
"""Set operators with their precedence."""
QUERY_WORDS: Final = ("SELECT", "WITH", "VALUES", "VALUE", "TABLE")


def query(cursor: Cursor, left: Optional[Query] = None) -> Query:
    """Parses a query with all its clauses; if `left` is its first operand, the rest of the query."""
    at = cursor.at if left is None else left.at
    if left is not None or not cursor.take("WITH"):
        return _ordered(cursor, _set_operation(cursor, 0, left), at)
    is_recursive = cursor.take("RECURSIVE")
    tables = cursor.listed(lambda: _common_table(cursor))
    body = _set_operation(cursor, 0)
    return _ordered(cursor, With(tables, body, is_recursive, at=at), at)


def sees_query(cursor: Cursor) -> bool:
    """Returns whether a query is next, possibly in parentheses."""
    ahead = 0
    while cursor.next_word(ahead) == "(":
        ahead += 1
    if ahead == 0:
        return cursor.sees_one((*QUERY_WORDS, "("))
    return cursor.next_word(ahead) in QUERY_WORDS


def _common_table(cursor: Cursor) -> CommonTable:
    at = cursor.at
    name = cursor.name()
    columns: Path = cursor.parenthesized(cursor.name) if cursor.sees("(") else ()
    cursor.need("AS")
    if not cursor.sees("("):
        cursor.fail()
    return CommonTable(name, _term(cursor), columns, at=at)


def _ordered(cursor: Cursor, body: Query, at: int) -> Query:
    keys = order_by(cursor)
    limit = offset = None
    if cursor.take("LIMIT"):
        limit = _limit(cursor)
        if cursor.take("OFFSET"):
            offset = _offset(cursor)
    elif cursor.take("OFFSET"):
        offset = _offset(cursor)
        if cursor.word == "LIMIT":
            cursor.fail_because("'OFFSET start LIMIT count' is not allowed under the current SQL conformance level")
        if cursor.take("FETCH"):
            limit = _fetch(cursor)
    elif cursor.take("FETCH"):
        limit = _fetch(cursor)
    if not keys and limit is None and offset is None:
        return body
    return OrderBy(body, keys, limit, offset, at=at)


def _count(cursor: Cursor) -> Expression:
    """Parses the number of LIMIT and OFFSET, or a parameter."""
    if cursor.sees("?"):
        parameter = cursor.expression(99)
        assert isinstance(parameter, Parameter)
        return parameter
    return number(cursor)


def _limit(cursor: Cursor) -> Optional[Expression]:
    """Parses the number after LIMIT. None for ALL."""
    if cursor.take("ALL"):
        return None
    count = _count(cursor)
    if cursor.word == "," and (cursor.next_word() == "ALL" or cursor.next_kind() is TokenKind.INTEGER):
        cursor.fail_because("'LIMIT start, count' is not allowed under the current SQL conformance level")
    return count


def _offset(cursor: Cursor) -> Expression:
    offset = _count(cursor)
    cursor.take_one(("ROW", "ROWS"))
    return offset


def _fetch(cursor: Cursor) -> Expression:
    cursor.need_one(("FIRST", "NEXT"))
    count = _count(cursor)
    cursor.need_one(("ROW", "ROWS"))
    cursor.need("ONLY")
    return count


def _set_operation(cursor: Cursor, least: int, left: Optional[Query] = None) -> Query:
    """Parses queries with UNION, EXCEPT and INTERSECT between them. INTERSECT binds strongest."""
    result = _term(cursor) if left is None else left
    while (word := cursor.word) in _SET_OPERATORS:
        operator, power = _SET_OPERATORS[word]
        if power <= least:
            break
        cursor.index += 1
        is_all = cursor.take_one(("ALL", "DISTINCT")) == "ALL"
        result = SetOperation(operator, is_all, result, _set_operation(cursor, power), at=result.at)
    if cursor.word == "MINUS":
        cursor.fail_because("MINUS is not allowed under the current SQL conformance level: write EXCEPT")
    cursor.sees_one(_SET_OPERATORS)
    return result


def _term(cursor: Cursor) -> Query:
    at = cursor.at
    if cursor.take("("):
        inner = query(cursor)
        cursor.need(")")
        return inner
    if cursor.take_one(("VALUES", "VALUE")) is not None:
        return Values(cursor.listed(lambda: values_row(cursor)), at=at)
    if cursor.take("TABLE"):
        return TableQuery(cursor.path(), at=at)
    cursor.need("SELECT")
    return _select(cursor, at)


def values_row(cursor: Cursor) -> tuple[Expression, ...]:
    """Parses a row of VALUES: `(a, b)`, `ROW(a, b)`, or one value without parentheses."""
    cursor.takes_default = True
    row = cursor.expression()
    cursor.takes_default = False
    is_row = isinstance(row, Call) and row.function == "ROW" and not row.qualifier
    return row.arguments if isinstance(row, Call) and is_row else (row,)


def _select(cursor: Cursor, at: int) -> Query:
    chosen_hints = hints(cursor)
    cursor.take("STREAM")
    is_distinct = cursor.take_one(("DISTINCT", "ALL")) == "DISTINCT"
    items = cursor.listed(lambda: _item(cursor))
    if not cursor.take("FROM"):
        return Select(items, is_distinct=is_distinct, hints=chosen_hints, at=at)
    source = from_clause(cursor)
    where = cursor.expression() if cursor.take("WHERE") else None
    group_by, is_group_by_distinct = _group_by(cursor)
    having = cursor.expression() if cursor.take("HAVING") else None
    windows = cursor.listed(lambda: _named_window(cursor)) if cursor.take("WINDOW") else ()
    qualify = cursor.expression() if cursor.take("QUALIFY") else None
    return Select(
        items,
        source,
        where,
        group_by,
        having,
        windows,
        qualify,
        is_distinct,
        is_group_by_distinct,
        chosen_hints,
        at=at,
    )


def _item(cursor: Cursor) -> Expression:
    at = cursor.at
    if cursor.take("*"):
        return Star(at=at)
    value = cursor.expression()
    if cursor.take("AS") or cursor.sees_name():
        return Alias(value, cursor.name(), at=at)
    return value


def _named_window(cursor: Cursor) -> NamedWindow:
    at = cursor.at
    name = cursor.name()
    cursor.need("AS")
    return NamedWindow(name, window(cursor), at=at)


def _group_by(cursor: Cursor) -> tuple[Optional[tuple[Expression, ...]], bool]:
    if not cursor.take("GROUP", "BY"):
        return None, False
    is_distinct = cursor.take_one(("DISTINCT", "ALL")) == "DISTINCT"
    elements = cursor.listed(lambda: _grouping(cursor))
    return elements, is_distinct


def _grouping(cursor: Cursor) -> Expression:
    at = cursor.at
    if cursor.take("GROUPING", "SETS"):
        return GroupingElement(GroupingKind.GROUPING_SETS, cursor.parenthesized(lambda: _grouping(cursor)), at=at)
    if cursor.word in ("CUBE", "ROLLUP") and cursor.next_word() == "(":
        kind = GroupingKind[cursor.need_one(("CUBE", "ROLLUP"))]
        return GroupingElement(kind, cursor.parenthesized(cursor.expression), at=at)
    if cursor.take("(", ")"):
        return Call("ROW", at=at)
    return cursor.expression()
