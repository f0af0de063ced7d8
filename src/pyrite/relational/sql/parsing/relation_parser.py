"""Parser of FROM: tables, subqueries, table functions and joins."""

from __future__ import annotations

from typing import Final, Optional

from pyrite.expressions.expression_tree import Alias, Call, Expression, Path
from pyrite.relational.sql.parsing.call_parser import call, function_name
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.hint_parser import hints
from pyrite.relational.sql.parsing.match_parser import match_recognize
from pyrite.relational.sql.parsing.primary_parser import number
from pyrite.relational.sql.parsing.string_parser import string
from pyrite.relational.sql.sql_tree.relations import (
    Aliased,
    Derived,
    Join,
    JoinKind,
    Pivot,
    Relation,
    Sample,
    SampleMethod,
    Snapshot,
    TableFunction,
    TableName,
    Unnest,
    Unpivot,
)
from pyrite.relational.sql.tokens import TokenKind

_QUERY_WORDS: Final = ("SELECT", "WITH", "VALUES", "VALUE", "TABLE")
_AFTER_QUERY: Final = frozenset(("UNION", "EXCEPT", "MINUS", "INTERSECT", "ORDER", "LIMIT", "OFFSET", "FETCH"))


def from_clause(cursor: Cursor, takes_comma: bool = True) -> Relation:
    """Parses relations with joins between them, or commas outside of parentheses."""
    left = relation(cursor)
    while True:
        if takes_comma and cursor.take(","):
            left = Join(JoinKind.COMMA, left, relation(cursor), at=left.at)
        elif (joined := _join(cursor, left)) is not None:
            left = joined
        else:
            return left


def _join(cursor: Cursor, left: Relation) -> Optional[Relation]:
    if cursor.word in ("CROSS", "OUTER") and cursor.next_word() == "APPLY":
        cursor.fail_because("APPLY operator is not allowed under the current SQL conformance level")
    is_natural = cursor.take("NATURAL")
    word = cursor.take_one(("INNER", "LEFT", "RIGHT", "FULL", "CROSS"))
    if word in ("LEFT", "RIGHT", "FULL"):
        cursor.take("OUTER")
    if word is None and not is_natural and not cursor.sees("JOIN"):
        return None
    cursor.need("JOIN")
    right = relation(cursor)
    kind = JoinKind[word or "INNER"]
    if cursor.take("ON"):
        return Join(kind, left, right, cursor.expression(), is_natural=is_natural, at=left.at)
    using: Path = cursor.parenthesized(cursor.name) if cursor.take("USING") else ()
    return Join(kind, left, right, None, using, is_natural, at=left.at)


def relation(cursor: Cursor) -> Relation:
    """Parses a relation with its suffixes: a snapshot's time, a pattern, an alias, a sample."""
    at = cursor.at
    is_lateral = cursor.take("LATERAL")
    source: Relation
    if cursor.sees("("):
        source = _parenthesized(cursor, is_lateral)
        if isinstance(source, Join):
            return _plain_join(cursor, source, is_lateral)
    elif cursor.take("UNNEST"):
        source = Unnest(_unnested(cursor), cursor.take("WITH", "ORDINALITY"), is_lateral, at=at)
    elif cursor.sees("TABLE"):
        source = _table_function(cursor, is_lateral)
    elif is_lateral:
        cursor.fail()
    else:
        source = _table_or_call(cursor)
    if isinstance(source, TableName) and cursor.take("FOR"):
        cursor.need("SYSTEM_TIME", "AS", "OF")
        source = Snapshot(source, cursor.expression(), at=at)
    source = _pivoted(cursor, _matched(cursor, source))
    return _sampled(cursor, _aliased(cursor, source))


def _plain_join(cursor: Cursor, join: Join, is_lateral: bool) -> Relation:
    """Parses joined relations in parentheses, which have neither LATERAL nor an alias."""
    if is_lateral or cursor.sees("AS") or cursor.sees_name():
        cursor.fail_because("Join expression encountered in illegal context", join.at)
    return join


def _unnested(cursor: Cursor) -> tuple[Expression, ...]:
    """Parses the operands of UNNEST. A query in its parentheses is one of them."""
    if cursor.word == "(" and cursor.next_word() in _QUERY_WORDS:
        return (cursor.expression(99),)
    return cursor.parenthesized(cursor.expression)


def _parenthesized(cursor: Cursor, is_lateral: bool) -> Relation:
    """Parses a query, or joined relations, in parentheses."""
    at = cursor.at
    cursor.need("(")
    if cursor.sees_one(_QUERY_WORDS) and not (cursor.word == "TABLE" and cursor.next_word() == "("):
        source: Relation = Derived(cursor.query(), is_lateral, at=at)
    else:
        source = from_clause(cursor, takes_comma=False)
        if isinstance(source, Derived) and cursor.word in _AFTER_QUERY:
            source = Derived(cursor.query(source.query), is_lateral, at=at)
        elif not isinstance(source, Derived | Join):
            cursor.fail_because("Expected query or join", source.at)
    cursor.need(")")
    return source


def _table_function(cursor: Cursor, is_lateral: bool) -> Relation:
    """TABLE(f(x))."""
    at = cursor.at
    cursor.need("TABLE", "(")
    cursor.take("SPECIFIC")
    node = _function(cursor)
    cursor.need(")")
    return TableFunction(node, is_lateral, at=at)


def _function(cursor: Cursor) -> Call:
    at, path = cursor.at, cursor.path()
    node = call(cursor, function_name(path[-1]), path[-1], path[:-1], at)
    if not isinstance(node, Call):
        cursor.fail_because("Expected the call of a table function.", at)
    return node


def _table_or_call(cursor: Cursor) -> Relation:
    """Parses a table name, or a table function without TABLE(...)."""
    at = cursor.at
    path = cursor.path()
    if cursor.sees("("):
        node = call(cursor, function_name(path[-1]), path[-1], path[:-1], at)
        if not isinstance(node, Call):
            cursor.fail_because("Expected the call of a table function.", at)
        return TableFunction(node, at=at)
    return TableName(path, hints(cursor), at=at)


def _matched(cursor: Cursor, source: Relation) -> Relation:
    """Parses MATCH_RECOGNIZE after a relation, optionally with an alias before it."""
    if cursor.take("MATCH_RECOGNIZE"):
        return match_recognize(cursor, source)
    if cursor.word == "AS" and cursor.next_word(2) == "MATCH_RECOGNIZE":
        source = _aliased(cursor, source)
        cursor.need("MATCH_RECOGNIZE")
        return match_recognize(cursor, source)
    return source


def _aliased(cursor: Cursor, source: Relation) -> Relation:
    if not cursor.take("AS") and not cursor.sees_name():
        return source
    alias = cursor.name()
    columns: Path = cursor.parenthesized(cursor.name) if cursor.sees("(") else ()
    return Aliased(source, alias, columns, at=source.at)


def _sampled(cursor: Cursor, source: Relation) -> Relation:
    if not cursor.take("TABLESAMPLE"):
        return source
    method = SampleMethod[cursor.need_one(("BERNOULLI", "SYSTEM", "SUBSTITUTE"))]
    cursor.need("(")
    amount = string(cursor) if cursor.kind is TokenKind.STRING else number(cursor)
    cursor.need(")")
    repeatable = None
    if cursor.take("REPEATABLE"):
        cursor.need("(")
        sign = -1 if cursor.take_one(("-", "+")) == "-" else 1
        repeatable = sign * cursor.integer()
        cursor.need(")")
    return Sample(source, method, amount, repeatable, at=source.at)


def _pivoted(cursor: Cursor, source: Relation) -> Relation:
    if cursor.take("PIVOT"):
        cursor.need("(")
        aggregates = cursor.listed(lambda: _pivot_item(cursor))
        cursor.need("FOR")
        axes = _names(cursor)
        cursor.need("IN")
        values = cursor.parenthesized(lambda: _pivot_item(cursor), may_be_empty=True)
        cursor.need(")")
        source = Pivot(source, aggregates, axes, values, at=source.at)
    if cursor.take("UNPIVOT"):
        include_nulls = cursor.take_one(("INCLUDE", "EXCLUDE"))
        if include_nulls is not None:
            cursor.need("NULLS")
        cursor.need("(")
        measures = _names(cursor)
        cursor.need("FOR")
        axes = _names(cursor)
        cursor.need("IN")
        columns = cursor.parenthesized(lambda: _unpivot_item(cursor))
        cursor.need(")")
        source = Unpivot(source, measures, axes, columns, include_nulls == "INCLUDE", at=source.at)
    return source


def _names(cursor: Cursor) -> Path:
    return cursor.parenthesized(cursor.name) if cursor.sees("(") else (cursor.name(),)


def _pivot_item(cursor: Cursor) -> Expression:
    at = cursor.at
    value = cursor.expression()
    if cursor.take("AS") or cursor.sees_name():
        return Alias(value, cursor.name(), at=at)
    return value


def _unpivot_item(cursor: Cursor) -> tuple[Path, Optional[Expression]]:
    columns = _names(cursor)
    return columns, cursor.expression() if cursor.take("AS") else None
