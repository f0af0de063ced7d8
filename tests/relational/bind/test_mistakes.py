"""Statements that are wrong: each error has Flink's own sentence, or a reason stands here why not."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyrite.core.errors import PyriteError
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_statement
from tests.relational.fixtures import Case, cases, check
from tests.relational.sessions import new_session, plan, run

FIXTURES = Path(__file__).parent / "fixtures"
TABLES = (
    "CREATE TABLE orders (id BIGINT, price DOUBLE, name STRING, ts TIMESTAMP(3)) WITH ('connector' = 'datagen')",
    "CREATE TABLE nested (id INT, tags ARRAY<STRING>, counts MAP<STRING, INT>, r ROW<x INT, y ROW<z STRING>>) "
    "WITH ('connector' = 'datagen')",
    "CREATE TABLE target (id BIGINT, price DOUBLE) WITH ('connector' = 'blackhole')",
    "CREATE VIEW cheap AS SELECT id, price * 2 AS doubled FROM orders WHERE price < 10",
    "CREATE TABLE no_connector (a INT)",
    "CREATE TABLE unknown_connector (a INT) WITH ('connector' = 'kafkaa')",
    "CREATE TABLE unknown_option (a INT) WITH ('connector' = 'datagen', 'rows-per-secnd' = '1')",
    "CREATE TABLE wrong_value (a INT) WITH ('connector' = 'datagen', 'rows-per-second' = 'many')",
    "CREATE TABLE missing_option (a STRING) WITH ('connector' = 'filesystem', 'format' = 'raw')",
    "CREATE TABLE missing_format (a STRING) WITH ('connector' = 'filesystem', 'path' = '/nowhere')",
    "CREATE TABLE unknown_format (a STRING) WITH ('connector' = 'filesystem', 'path' = '/nowhere', 'format' = 'jsn')",
)
DIFFERENT = {
    "watermark of an unknown column": "the place is shown in the text, by a caret",
    "key of an unknown column": "the place is shown in the text, by a caret",
    "like of an unknown table": "the place is shown in the text, by a caret",
    "drop of the current database": "Flink does not say why",
    "table with a wrong value of an option": "Flink's innermost sentence is Java's; ours names the option",
    "table of an unknown format": "ours is the sentence that Flink has for other connectors",
    "like of a number": "ours shows the operator between its operands",
    "concat of an array": "ours shows that there may be any number of them",
    "extract of a text": "ours shows the unit as a text",
    "item of a number": "ours shows the brackets; rows and VARIANT are not accessed this way",
    "item of an array by a text": "ours shows the brackets; rows and VARIANT are not accessed this way",
    "item of a map by another type": "ours shows the brackets; rows and VARIANT are not accessed this way",
    "nullif of other types": "ours names the function that the user wrote",
}
"""Mistakes for which Flink has another sentence, with the reason."""


def error_of(statement: str) -> str:
    session = new_session(tables=TABLES)
    try:
        if isinstance(parse_statement(statement), (sql_tree.QueryStatement, sql_tree.Insert)):
            plan(session, statement)
        else:
            run(session, statement)
    except PyriteError as error:
        return str(error)
    return "(no error)"


@pytest.mark.parametrize("case", cases(FIXTURES / "flink_mistakes.txt"), ids=lambda case: case.name)
def test_error_has_the_sentence_of_flink(case: Case) -> None:
    error = error_of(case.statement)
    if case.name in DIFFERENT:
        assert case.expected.partition("\n\n")[0] not in error, f"no longer different: {DIFFERENT[case.name]}"
    else:
        assert case.expected.partition("\n\n")[0] in error


def test_errors_show_the_place_and_the_nearest_name() -> None:
    check(FIXTURES / "errors.txt", error_of)
