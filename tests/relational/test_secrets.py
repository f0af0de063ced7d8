"""Values of secret options are in no error, wherever the mistake is."""

from __future__ import annotations

import pytest

from pyrite.core.errors import PyriteError
from pyrite.core.secrets import masked_statement
from pyrite.relational.sql import sql_tree
from pyrite.relational.sql.parser import parse_statement
from tests.relational.sessions import new_session, plan, run

PASSWORD = "hunter2"
OPTIONS = f"'connector' = 'kafka', 'properties.sasl.password' = '{PASSWORD}'"
TABLE = f"CREATE TABLE topics (a INT) WITH ({OPTIONS}, 'topik' = 'x')"


@pytest.mark.parametrize(
    "statement",
    [
        f"CREATE TABLE t (a INT, b AS c) WITH ({OPTIONS})",
        f"CREATE TABLE t (a INT, WATERMARK FOR b AS b) WITH ({OPTIONS})",
        f"CREATE TABLE t (a INT) WITH ({OPTIONS}",
        f"CREATE TABLE t (a INT) WITH ('connector' 'kafka', {OPTIONS})",
        f"CREATE TABLE t (a INT) WITH ('properties.sasl.password' '{PASSWORD}')",
        f"CREATE TABLE t (a INT) WITH ('properties.sasl.password' = {PASSWORD})",
        f"CREATE TABLE t (a INT) WITH ('properties.sasl.password' = '{PASSWORD})",
        f'CREATE TABLE t (a INT) WITH ("properties.sasl.password" = "{PASSWORD}")',
        f"CREATE TABLE t (a INT) WITH ('properties.sasl.password' =\n  '{PASSWORD}' 'topic' = 'x')",
        f"SET 's3.secret-key' = '{PASSWORD}' x",
        f"SET s3.secret-key = {PASSWORD} x",
        f"SELECT * FROM topics /*+ OPTIONS('properties.sasl.password' = '{PASSWORD}', 'topic' 'x') */",
        f"SELECT b FROM topics /*+ OPTIONS('properties.sasl.password' = '{PASSWORD}') */",
        "SELECT * FROM topics",
        "INSERT INTO topics VALUES (1)",
    ],
)
def test_error_does_not_show_a_password(statement: str) -> None:
    session = new_session(TABLE)
    with pytest.raises(PyriteError) as raised:
        if isinstance(parse_statement(statement), (sql_tree.QueryStatement, sql_tree.Insert)):
            plan(session, statement)
        else:
            run(session, statement)
    shown = f"{raised.value!r} {raised.value}"
    assert PASSWORD not in shown


def test_caret_stays_below_its_place() -> None:
    text = "WITH ('a.password' = 'a very long one', 'b' = 'c')"
    hidden, at = masked_statement(text, text.index("'b'"))
    assert hidden == "WITH ('a.password' = '******', 'b' = 'c')"
    assert hidden[at:].startswith("'b'")


def test_words_that_are_no_options_are_shown() -> None:
    text = "SELECT password, 'token' FROM secrets WHERE token = 5"
    assert masked_statement(text, 7) == (text, 7)


def test_error_of_a_table_names_it_its_options_and_the_place() -> None:
    session = new_session(TABLE)
    with pytest.raises(PyriteError) as raised:
        plan(session, "SELECT *\nFROM topics")
    assert str(raised.value).startswith(
        "SQL validation failed. At line 2, column 6: "
        "Unable to create a source for reading table 'default_catalog.default_database.topics'.\n\n"
        "Table options are:\n\n'connector'='kafka'\n'properties.sasl.password'='******'\n'topik'='x'\n\n"
    )
