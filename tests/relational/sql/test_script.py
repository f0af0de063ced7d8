"""Scripts are split into statements."""

from __future__ import annotations

import pytest

from pyrite.relational.sql.parser import parse_statements
from pyrite.relational.sql.script import split_script
from pyrite.relational.sql.sql_tree import (
    BeginStatementSet,
    EndStatementSet,
    Execute,
    Insert,
    QueryStatement,
    StatementSet,
)

STATEMENT_SET = "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT CASE WHEN b THEN 1 END; INSERT INTO b SELECT 2; END"
SPLITS: list[tuple[str, list[str]]] = [
    ("", []),
    (" ; ;\n", []),
    ("SELECT 1", ["SELECT 1"]),
    ("SELECT 1;SELECT 2;", ["SELECT 1", "SELECT 2"]),
    ("SELECT ';' ; SELECT `;`", ["SELECT ';'", "SELECT `;`"]),
    ("-- a; b\nSELECT 1 -- c;\n; /* d; */ SELECT 2", ["SELECT 1", "SELECT 2"]),
    ("SELECT /*+ OPTIONS('a;' = 'b') */ 1; SELECT 2", ["SELECT /*+ OPTIONS('a;' = 'b') */ 1", "SELECT 2"]),
    ("SELECT 'it''s; fine'; SELECT 2", ["SELECT 'it''s; fine'", "SELECT 2"]),
    ("SELECT 'open; SELECT 2", ["SELECT 'open; SELECT 2"]),
    ("BEGIN STATEMENT SET; INSERT INTO a SELECT 1; END;", ["BEGIN STATEMENT SET", "INSERT INTO a SELECT 1", "END"]),
    (f"{STATEMENT_SET}; SELECT 3", [STATEMENT_SET, "SELECT 3"]),
]


@pytest.mark.parametrize(("script", "statements"), SPLITS, ids=[script for script, _ in SPLITS])
def test_script_is_split_at_semicolons(script: str, statements: list[str]) -> None:
    assert [piece.text for piece in split_script(script)] == statements


def test_parsed_statements_have_their_places() -> None:
    script = "SELECT 1;\n\n  BEGIN STATEMENT SET; INSERT INTO a SELECT 2;END;"
    parsed = parse_statements(script)
    assert [type(statement) for _, statement in parsed] == [QueryStatement, BeginStatementSet, Insert, EndStatementSet]
    assert [piece.at for piece, _ in parsed] == [0, 13, 34, 57]


def test_statement_set_is_one_statement() -> None:
    ((_, statement),) = parse_statements(
        "EXECUTE STATEMENT SET BEGIN INSERT INTO a SELECT 1; INSERT INTO b SELECT 2; END;"
    )
    assert isinstance(statement, Execute)
    assert isinstance(statement.statement, StatementSet)
    assert [insert.table for insert in statement.statement.inserts] == [("a",), ("b",)]
