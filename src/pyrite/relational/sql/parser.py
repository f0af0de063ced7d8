"""Entry points of the parser: statements, scripts, expressions and types."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional, TypeVar

from pyrite.core.types import LogicalType
from pyrite.expressions.expression_tree import Expression, Path, Query
from pyrite.relational.sql.errors import SqlParserException, error_at, line_and_column
from pyrite.relational.sql.parsing.cursor import Cursor
from pyrite.relational.sql.parsing.expectations import Expectations, FailedAt
from pyrite.relational.sql.parsing.expression_parser import expression
from pyrite.relational.sql.parsing.query_parser import query
from pyrite.relational.sql.parsing.statement_parser import client_statement, statement
from pyrite.relational.sql.parsing.type_parser import type_alone
from pyrite.relational.sql.script import ScriptStatement, split_script
from pyrite.relational.sql.sql_tree.statement import Statement
from pyrite.relational.sql.tokens import TokenKind, tokenize

T = TypeVar("T")


def parse_statement(text: str) -> Statement:
    """Parses a text with one statement, with an optional semicolon. Raises SqlParserException."""
    command = client_statement(text)
    return _parsed(text, _single_statement) if command is None else command


def parse_statements(script: str) -> list[tuple[ScriptStatement, Statement]]:
    """Parses a script to statements with their texts and offsets. Errors have positions in the script."""
    return [(piece, _at_its_place(script, piece)) for piece in split_script(script)]


def parse_query(text: str) -> Query:
    """Parses a query, for `sql_query` of the Table API, with an optional semicolon."""
    return _parsed(text, lambda cursor: _before_semicolons(cursor, cursor.query()))


def parse_expression(text: str) -> Expression:
    """Parses an expression."""
    return _parsed(text, lambda cursor: cursor.expression())


def parse_type(text: str) -> LogicalType:
    """Parses a type such as `ROW<a INT, b STRING NOT NULL>`. User-defined types remain names."""
    return _parsed(text, type_alone)


def parse_identifier(text: str) -> Path:
    """Parses the name of a table for the Table API: one to three parts, which may be reserved words."""
    try:
        return _parsed(text, _identifier)
    except SqlParserException as error:
        raise SqlParserException(f"Invalid SQL identifier {text}.\n{error}", error.line, error.column) from None


def _identifier(cursor: Cursor) -> Path:
    parts = [cursor.any_name()]
    while len(parts) < 3 and cursor.take("."):
        parts.append(cursor.any_name())
    return tuple(parts)


def _before_semicolons(cursor: Cursor, parsed: T) -> T:
    while cursor.take(";"):
        pass
    return parsed


def _single_statement(cursor: Cursor) -> Statement:
    return _before_semicolons(cursor, statement(cursor))


def _at_its_place(script: str, piece: ScriptStatement) -> Statement:
    try:
        return parse_statement(piece.text)
    except SqlParserException as error:
        if not error.line:
            raise
        raise error.moved(script, piece.at) from None


def _parsed(text: str, rule: Callable[[Cursor], T]) -> T:
    """Applies a rule to the whole text. After a failure, it runs again to collect the expected tokens."""
    tokens = tokenize(text)
    cursors: list[Cursor] = []

    def run(expectations: Optional[Expectations]) -> T:
        cursor = Cursor(tokens, expression, query, expectations)
        cursors.append(cursor)
        parsed = rule(cursor)
        if cursor.kind is not TokenKind.END:
            cursor.fail("<EOF>")
        return parsed

    try:
        try:
            return run(None)
        except FailedAt as failure:
            index = failure.index
        return run(Expectations(index))
    except RecursionError:
        line, column = line_and_column(text, cursors[-1].at)
        words = f"At line {line}, column {column}: The text is nested too deeply."
        raise error_at(text, cursors[-1].at, words) from None
