"""What is derived from a statement's text."""

from __future__ import annotations

import pytest

from pyrite.connectors.jdbc.statement import PlainInsert, Statement
from pyrite.core.errors import InvalidProgramError

UPSERT = "INSERT INTO t (k, v) VALUES (?, ?) ON CONFLICT (k) DO"


@pytest.mark.parametrize(
    ("sql", "native", "fields"),
    [
        ("INSERT INTO t VALUES (?, ?)", "INSERT INTO t VALUES (%s, %s)", 2),
        ("SELECT '?', \"?\", 'it''s ?', ?", "SELECT '?', \"?\", 'it''s ?', %s", 1),
        ("SELECT E'\\'?', ? -- really?", "SELECT E'\\'?', %s -- really?", 1),
        ("SELECT /* ? */ $a$ ? $a$, $$ ? $$, ?", "SELECT /* ? */ $a$ ? $a$, $$ ? $$, %s", 1),
        ("SELECT a ?? ? WHERE b LIKE '%x' AND c % 2 = 1", "SELECT a ? %s WHERE b LIKE '%%x' AND c %% 2 = 1", 1),
    ],
)
def test_question_marks_become_the_drivers_marks(sql: str, native: str, fields: int) -> None:
    statement = Statement(sql)
    assert statement.with_percent_marks() == native
    assert statement.fields == fields


@pytest.mark.parametrize(
    ("sql", "insert"),
    [
        ("INSERT INTO t VALUES (?)", PlainInsert("t", "")),
        ('insert into s."T" ( a , "b c" ) values (?,?) ;', PlainInsert('s."T"', '( a , "b c" )')),
        ("INSERT INTO t VALUES (?, now())", None),
        ("INSERT INTO t VALUES (?::int)", None),
        ("INSERT INTO t (a) VALUES (?) RETURNING a", None),
        ("UPDATE t SET a = ?", None),
    ],
)
def test_plain_insert_is_found(sql: str, insert: PlainInsert | None) -> None:
    assert Statement(sql).plain_insert == insert


@pytest.mark.parametrize(
    "sql",
    [
        f"{UPSERT} NOTHING",
        f"{UPSERT} UPDATE SET v = EXCLUDED.v, w = NULL, x = 'a, b', y = -1.5",
        f'{UPSERT} UPDATE SET "v" = excluded."v" WHERE t.v < excluded.v RETURNING k;',
        "insert or replace into t values (?)",
        "REPLACE INTO t VALUES (?)",
    ],
)
def test_upsert_is_idempotent(sql: str) -> None:
    assert Statement(sql).is_idempotent


@pytest.mark.parametrize(
    "sql",
    [
        "INSERT INTO t VALUES (?)",
        "INSERT INTO t VALUES ('x ON CONFLICT DO NOTHING')",
        "INSERT INTO t (v) VALUES (?) ON CONFLICT DO NOTHING",
        "INSERT INTO t (v) VALUES (?) ON CONFLICT (id) DO NOTHING",
        "INSERT INTO t (id, v) VALUES (nextval('s'), ?) ON CONFLICT (id) DO UPDATE SET v = excluded.v",
        "INSERT INTO t (id, v) SELECT max(id) + 1, ? FROM t ON CONFLICT (id) DO NOTHING",
        "INSERT OR IGNORE INTO t (v) VALUES (?)",
        "REPLACE INTO t (id, v) VALUES (random(), ?)",
        f"{UPSERT} UPDATE SET v = t.v + excluded.v",
        f"{UPSERT} UPDATE SET v = excluded.v, at = now()",
        "UPDATE t SET n = n + ?",
    ],
)
def test_statement_that_a_repeat_could_change_is_not_idempotent(sql: str) -> None:
    assert not Statement(sql).is_idempotent


@pytest.mark.parametrize(
    ("sql", "reported"),
    [
        ("SELECT ?", "one of INSERT, UPDATE, DELETE, .*, not: SELECT"),
        ("/* INSERT */ DROP TABLE t", "not: /"),
        ("", "one of INSERT"),
        ("INSERT INTO t VALUES (?); DELETE FROM u", "one statement, not several"),
    ],
)
def test_what_is_no_statement_that_writes_is_refused(sql: str, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        Statement(sql).check_writes()


@pytest.mark.parametrize(
    "sql",
    [
        "insert into t values ('a;b', ?);",
        "-- a comment; of two\n  UPDATE t SET a = ? WHERE b = ? ;\n",
        "WITH x AS (SELECT 1) INSERT INTO t SELECT ? FROM x",
        'MERGE INTO "a;b" USING (VALUES (?)) AS v (x) ON true WHEN NOT MATCHED THEN INSERT VALUES (x)',
    ],
)
def test_statement_that_writes_is_taken(sql: str) -> None:
    Statement(sql).check_writes()


def test_number_of_fields_is_checked() -> None:
    with pytest.raises(InvalidProgramError, match="has 1 '\\?', but records have 2 fields"):
        Statement("INSERT INTO t VALUES (?)").check_fields(2)
