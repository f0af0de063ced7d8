"""Parser of clauses that several statements share: options, partitions, IF EXISTS, comments."""

from __future__ import annotations

from typing import Optional

from pyrite.expressions.expression_tree import Literal, Query
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.string_parser import string
from pyrite.relational.sql.sql_tree.statement import Option, Options, PartitionSpec, PartitionValue
from pyrite.relational.sql.tokens import TokenKind


def if_exists(cursor: Cursor) -> bool:
    return cursor.take("IF", "EXISTS")


def if_not_exists(cursor: Cursor) -> bool:
    return cursor.take("IF", "NOT", "EXISTS")


def literal_string(cursor: Cursor) -> str:
    """A string in any of its forms, except for bytes."""
    at = cursor.at
    if cursor.kind not in (TokenKind.STRING, TokenKind.PREFIXED_STRING):
        cursor.fail("<QUOTED_STRING>")
    value = string(cursor, may_go_on=True).value
    if not isinstance(value, str):
        cursor.fail_because("Expected a string, not bytes.", at)
    return value


def option(cursor: Cursor) -> Option:
    """'key' = 'value'."""
    at = cursor.at
    key = literal_string(cursor)
    cursor.need("=")
    return Option(key, literal_string(cursor), at=at)


def options(cursor: Cursor) -> Options:
    """Options in parentheses."""
    return cursor.parenthesized(lambda: option(cursor), may_be_empty=True)


def with_options(cursor: Cursor) -> Options:
    """An optional WITH (...)."""
    return options(cursor) if cursor.take("WITH") else ()


def option_keys(cursor: Cursor) -> tuple[str, ...]:
    return cursor.parenthesized(lambda: literal_string(cursor), may_be_empty=True)


def comment(cursor: Cursor) -> Optional[str]:
    """An optional COMMENT 'text'."""
    return cursor.string() if cursor.take("COMMENT") else None


def literal(cursor: Cursor) -> Literal:
    """A literal."""
    at = cursor.at
    value = cursor.expression(60)
    if not isinstance(value, Literal):
        cursor.fail_because("Expected a literal.", at)
    return value


def partition(cursor: Cursor) -> PartitionSpec:
    """`(column = value, ...)`, in which values are optional."""
    return cursor.parenthesized(lambda: _partition_value(cursor))


def _partition_value(cursor: Cursor) -> PartitionValue:
    at = cursor.at
    column = cursor.name()
    return PartitionValue(column, literal(cursor) if cursor.take("=") else None, at=at)


def static_partition(cursor: Cursor) -> PartitionSpec:
    """`(column = value, ...)`, in which values are required."""
    values = partition(cursor)
    for value in values:
        if value.value is None:
            cursor.fail_because(
                f"Partition column {value.column} has no value: expected {value.column} = ...", value.at
            )
    return values


def query_after_as(cursor: Cursor) -> Optional[Query]:
    """An optional AS query."""
    return cursor.query() if cursor.take("AS") else None
