"""Conditions of a query leave out no row that the query wants, wherever they are looked at."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any, Final, Optional

import pytest

from pyrite.table import StreamTableEnvironment
from servers.postgres import PostgresServer
from tests.connectors.changelogs import simulated_tables
from tests.connectors.jdbc.postgres_server import new_table

TEXTS: Final = (
    *("what?", "what??", "a?b??c???", "?", "it's", "''", "'", "don't?", '"quoted"', "100%", "%s", "%%", "%(n)s", "%?'"),
    *("C:\\dir\\", "\\", "\\'", "back\\?", "E'\\''", "e'x", "-- no", "/* no */", "$$", "$tag$?$tag$", ";", "{}"),
    *("line\nbreak", "tab\t", "", " ", " before", "after ", "A", "a", "\u00fcn\u00ef?", "\U0001f600", "NULL"),
    *("_%", "5", "5.0", "05"),
)
NUMBERS: Final = (-(1 << 63), -1, 0, 1, 5, (1 << 63) - 1)
Stored = tuple[int, Optional[str], Optional[int], Optional[Decimal], Optional[date]]
ROWS: Final[tuple[Stored, ...]] = (
    *((place, text, None, None, None) for place, text in enumerate(TEXTS)),
    *((100 + place, None, number, None, None) for place, number in enumerate(NUMBERS)),
    *((200 + place, None, None, Decimal(text), None) for place, text in enumerate(("-1.50", "9.00", "10.00"))),
    *((300 + place, None, None, None, date(year, 2, 28)) for place, year in enumerate((999, 1970, 2024))),
)


@pytest.fixture(params=["sqlite", "sqlite without types", "postgres"])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StreamTableEnvironment]:
    """A table `t (id, s, n, d, day_)` with ROWS."""
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("server")
        name, url = new_table(server, "id int, s text, n bigint, d numeric(9, 2), day_ date"), server.url
        with server.connect() as connection:
            connection.cursor().executemany(f"INSERT INTO {name} VALUES (%s, %s, %s, %s, %s)", ROWS)
    else:
        name, url = "t", f"jdbc:sqlite:{tmp_path / 't.db'}"
        typed = "id INT, s TEXT, n INTEGER, d NUMERIC, day_ DATE"
        columns = "id, s, n, d, day_" if "without" in request.param else typed
        with sqlite3.connect(tmp_path / "t.db") as connection:
            connection.execute(f"CREATE TABLE t ({columns})")
            rows = [(*row[:3], *(None if each is None else str(each) for each in row[3:])) for row in ROWS]
            connection.executemany("INSERT INTO t VALUES (?, ?, ?, ?, ?)", rows)
    with simulated_tables() as made:
        made.execute_sql(
            "CREATE TABLE t (id INT, s STRING, n BIGINT, d DECIMAL(9, 2), day_ DATE) WITH "
            f"('connector' = 'jdbc', 'url' = '{url}', 'table-name' = '{name}')"
        )
        yield made


def ids(tables: StreamTableEnvironment, condition: str) -> list[int]:
    return sorted(row[0] for row in tables.execute_sql(f"SELECT id FROM t WHERE {condition}").collect())


def literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def test_text_is_compared_whatever_is_in_it(tables: StreamTableEnvironment) -> None:
    wrong = {text: got for place, text in enumerate(TEXTS) if (got := ids(tables, f"s = {literal(text)}")) != [place]}
    assert not wrong


def test_several_conditions_with_question_marks_stay_apart(tables: StreamTableEnvironment) -> None:
    assert ids(tables, "s = 'what?' AND id >= 0 AND s <> 'what??' AND id < 1000") == [TEXTS.index("what?")]


TEXT_CONDITIONS: Final[dict[str, Callable[[str], bool]]] = {
    "s LIKE '%?%'": lambda text: "?" in text,
    r"s LIKE '%\%%' ESCAPE '\'": lambda text: "%" in text,
    "s LIKE 'what_'": lambda text: text == "what?",
    "s IN ('what?', 'it''s', 'nothing')": lambda text: text in ("what?", "it's"),
    "s IN ('?')": lambda text: text == "?",
    "s <> 'what?'": lambda text: text != "what?",
    "NOT (s = 'what?')": lambda text: text != "what?",
    "s > 'a'": lambda text: text > "a",
    "s <= 'A'": lambda text: text <= "A",
    "s BETWEEN 'what?' AND 'what??'": lambda text: "what?" <= text <= "what??",
    "s = 'what?' OR s = '100%'": lambda text: text in ("what?", "100%"),
    "'what?' = s": lambda text: text == "what?",
    "s || '?' = 'what??'": lambda text: text == "what?",
    "CHAR_LENGTH(s) = 1 AND s = '?'": lambda text: text == "?",
}


@pytest.mark.parametrize("condition", TEXT_CONDITIONS)
def test_condition_on_text_keeps_all_rows_that_meet_it(tables: StreamTableEnvironment, condition: str) -> None:
    meets = TEXT_CONDITIONS[condition]
    assert ids(tables, condition) == [place for place, text in enumerate(TEXTS) if meets(text)]


@pytest.mark.parametrize("sign", ["=", "<>", "<", "<=", ">", ">="])
def test_numbers_are_compared_from_either_side(tables: StreamTableEnvironment, sign: str) -> None:
    compare: dict[str, Any] = {
        "=": int.__eq__, "<>": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__
    }  # fmt: skip
    for bound in (-1, 0, 5, (1 << 63) - 1):
        met = [100 + place for place, number in enumerate(NUMBERS) if compare[sign](number, bound)]
        turned = [100 + place for place, number in enumerate(NUMBERS) if compare[sign](bound, number)]
        assert (ids(tables, f"n {sign} {bound}"), ids(tables, f"{bound} {sign} n")) == (met, turned)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("d = 9", [201]),
        ("d < 9.5", [200, 201]),
        ("d > 9.00", [202]),
        ("day_ = DATE '1970-02-28'", [301]),
        ("day_ > DATE '1969-12-31'", [301, 302]),
        ("day_ < DATE '1000-01-01'", [300]),
        ("n IS NULL AND d IS NULL AND day_ IS NULL AND s IS NOT NULL", list(range(len(TEXTS)))),
        ("s IS NULL AND n IS NOT NULL", [100 + place for place in range(len(NUMBERS))]),
        ("n = CAST(NULL AS BIGINT)", []),
        ("s = CAST(NULL AS STRING)", []),
        ("n IS NOT DISTINCT FROM 5", [104]),
    ],
)
def test_decimals_dates_and_nulls_are_compared_as_in_sql(
    tables: StreamTableEnvironment, condition: str, expected: list[int]
) -> None:
    assert ids(tables, condition) == expected


def test_numbers_in_a_column_without_a_type_are_read_as_texts(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "t.db") as connection:
        connection.execute("CREATE TABLE t (id, s)")
        connection.executemany("INSERT INTO t VALUES (?, ?)", [(0, 5), (1, "5"), (2, 5.0), (3, "5.0"), (4, -2.5e-7)])
    with simulated_tables() as made:
        made.execute_sql(
            "CREATE TABLE t (id INT, s STRING) WITH "
            f"('connector' = 'jdbc', 'url' = 'jdbc:sqlite:{tmp_path / 't.db'}', 'table-name' = 't')"
        )
        assert (ids(made, "s = '5'"), ids(made, "s = '5.0'"), ids(made, "s = '-2.5e-07'")) == ([0, 1], [2, 3], [4])


@pytest.mark.parametrize("database", ["sqlite", "postgres"])
def test_columns_may_have_any_signs_in_their_names(
    request: pytest.FixtureRequest, tmp_path: Path, database: str
) -> None:
    columns = '"wh?t" text, "100%%s" int, "it\'s" int, "say ""?""" text'
    if database == "postgres":
        server: PostgresServer = request.getfixturevalue("server")
        name, url = new_table(server, columns), server.url
        server.execute(f"INSERT INTO {name} VALUES ('what?', 1, 2, '?'), ('what??', 1, 2, '?')")
    else:
        name, url = "t", f"jdbc:sqlite:{tmp_path / 't.db'}"
        with sqlite3.connect(tmp_path / "t.db") as connection:
            connection.execute(f"CREATE TABLE t ({columns})")
            connection.execute("INSERT INTO t VALUES ('what?', 1, 2, '?'), ('what??', 1, 2, '?')")
    with simulated_tables() as made:
        made.execute_sql(
            'CREATE TABLE t (`wh?t` STRING, `100%%s` INT, `it\'s` INT, `say "?"` STRING) WITH '
            f"('connector' = 'jdbc', 'url' = '{url}', 'table-name' = '{name}')"
        )
        condition = "`wh?t` = 'what?' AND `100%%s` = 1 AND `it's` > 0 AND `say \"?\"` = '?'"
        rows = [tuple(row) for row in made.execute_sql(f"SELECT * FROM t WHERE {condition}").collect()]
        assert rows == [("what?", 1, 2, "?")]
