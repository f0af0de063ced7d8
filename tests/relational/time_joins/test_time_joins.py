"""Joins by time and lookup joins, from SQL to their rows, in simulated jobs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.table import StreamTableEnvironment
from tests.connectors.changelogs import simulated_tables

LEFT = [(1, "a", 1), (2, "b", 4), (1, "c", 7), (3, "d", 9)]
RIGHT = [(1, "r", 2), (1, "s", 6), (2, "t", 11)]


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[StreamTableEnvironment]:
    """`l` and `r` are files of rows (k, name, time in seconds)."""
    with simulated_tables() as environment:
        for name, rows in (("l", LEFT), ("r", RIGHT)):
            (tmp_path / name).mkdir()
            lines = [f"{key},{text},2024-01-01 00:00:{second:02}" for key, text, second in rows]
            (tmp_path / name / "rows.csv").write_text("\n".join(lines) + "\n")
            environment.execute_sql(
                f"CREATE TABLE {name} (k BIGINT, name STRING, ts TIMESTAMP(3), p AS PROCTIME(), "
                f"WATERMARK FOR ts AS ts, PRIMARY KEY (k) NOT ENFORCED) WITH "
                f"('connector' = 'filesystem', 'path' = '{tmp_path / name}', 'format' = 'csv')"
            )
        yield environment


def rows_of(tables: StreamTableEnvironment, query: str) -> list[tuple[Any, ...]]:
    return sorted((tuple(row) for row in tables.execute_sql(query).collect()), key=str)


@pytest.mark.parametrize(
    ("join", "alone"),
    [
        ("JOIN", []),
        ("LEFT JOIN", [("b", None), ("d", None)]),
        ("RIGHT JOIN", [(None, "t")]),
        ("FULL JOIN", [("b", None), ("d", None), (None, "t")]),
    ],
)
def test_interval_join(tables: StreamTableEnvironment, join: str, alone: Sequence[Any]) -> None:
    bounds = "l.ts BETWEEN r.ts - INTERVAL '2' SECOND AND r.ts + INTERVAL '5' SECOND"
    query = f"SELECT l.name, r.name FROM l {join} r ON l.k = r.k AND {bounds}"
    pairs = [("a", "r"), ("c", "r"), ("c", "s")]
    assert rows_of(tables, query) == sorted([*pairs, *alone], key=str)


def test_time_of_an_interval_join_is_event_time(tables: StreamTableEnvironment) -> None:
    query = (
        "SELECT window_start, COUNT(*) FROM TABLE(TUMBLE(TABLE joined, DESCRIPTOR(ts), INTERVAL '5' SECOND)) "
        "GROUP BY window_start, window_end"
    )
    joined = tables.sql_query(
        "SELECT l.ts FROM l JOIN r ON l.k = r.k AND "
        "l.ts BETWEEN r.ts - INTERVAL '9' SECOND AND r.ts + INTERVAL '9' SECOND"
    )
    tables.create_temporary_view("joined", joined)
    assert [count for _, count in rows_of(tables, query)] == [3, 2]


def test_temporal_join(tables: StreamTableEnvironment) -> None:
    query = "SELECT l.name, v.name FROM l {} r FOR SYSTEM_TIME AS OF l.ts AS v ON l.k = v.k"
    assert rows_of(tables, query.format("JOIN")) == [("c", "s")]
    left = rows_of(tables, query.format("LEFT JOIN"))
    assert left == [("a", None), ("b", None), ("c", "s"), ("d", None)]


def test_temporal_join_with_a_deduplicating_view(tables: StreamTableEnvironment) -> None:
    tables.execute_sql(
        "CREATE TEMPORARY VIEW v AS SELECT k, name, ts FROM "
        "(SELECT *, ROW_NUMBER() OVER (PARTITION BY k ORDER BY ts DESC) AS n FROM r) WHERE n = 1"
    )
    query = "SELECT l.name, v.name FROM l JOIN v FOR SYSTEM_TIME AS OF l.ts ON l.k = v.k"
    assert rows_of(tables, query) == [("c", "s")]


@pytest.mark.parametrize(
    ("join", "expected"),
    [
        ("JOIN", [("a", "r"), ("c", "s")]),
        ("LEFT JOIN", [("a", "r"), ("b", None), ("c", "s"), ("d", None)]),
        ("FULL JOIN", [("a", "r"), ("b", None), ("c", "s"), ("d", None), (None, "t")]),
    ],
)
def test_window_join(tables: StreamTableEnvironment, join: str, expected: Sequence[Any]) -> None:
    sides = [f"(SELECT * FROM TABLE(TUMBLE(TABLE {t}, DESCRIPTOR(ts), INTERVAL '3' SECOND))) {t}0" for t in "lr"]
    on = "l0.k = r0.k AND l0.window_start = r0.window_start AND l0.window_end = r0.window_end"
    query = f"SELECT l0.name, r0.name FROM {sides[0]} {join} {sides[1]} ON {on}"
    assert rows_of(tables, query) == sorted(expected, key=str)


@pytest.mark.parametrize(
    ("query", "bound"),
    [
        (
            "SELECT l.name FROM l JOIN r ON l.k = r.k AND "
            "l.ts BETWEEN r.ts - INTERVAL '2' SECOND AND r.ts + INTERVAL '5' MINUTE",
            "left until the watermark is 2 s past its time, right until the watermark is 5 min past its time",
        ),
        (
            "SELECT l.name FROM l JOIN r ON l.k = r.k AND l.p BETWEEN r.p AND r.p + INTERVAL '5' SECOND",
            "left until processing time passes its time, right until processing time is 5 s past its time",
        ),
        (
            "SELECT l.name FROM l JOIN r ON l.k = r.k AND "
            "l.ts BETWEEN r.ts + INTERVAL '1' SECOND AND r.ts + INTERVAL '5' SECOND",
            "left until the watermark is 1 s before its time, right until the watermark is 5 s past its time",
        ),
        (
            "SELECT l.name, v.name FROM l JOIN r FOR SYSTEM_TIME AS OF l.ts AS v ON l.k = v.k",
            "left until the watermark passes its time, right until a later version replaces it, the last one always",
        ),
        (
            "SELECT l.name FROM (SELECT * FROM TABLE(TUMBLE(TABLE l, DESCRIPTOR(ts), INTERVAL '3' SECOND))) l JOIN "
            "(SELECT * FROM TABLE(TUMBLE(TABLE r, DESCRIPTOR(ts), INTERVAL '3' SECOND))) r "
            "ON l.k = r.k AND l.window_start = r.window_start AND l.window_end = r.window_end",
            "until the watermark passes the end of its window",
        ),
    ],
)
def test_explain_says_what_bounds_the_state(tables: StreamTableEnvironment, query: str, bound: str) -> None:
    state = tables.explain_sql(query).partition("== State ==\n")[2]
    assert state.rstrip().endswith(f"; {bound}")


def test_explain_adds_the_cleanup_interval_of_an_interval_join(tables: StreamTableEnvironment) -> None:
    tables.get_config().set("table.exec.interval-join.min-cleanup-interval", "10 s")
    query = "SELECT l.name FROM l JOIN r ON l.k = r.k AND l.ts BETWEEN r.ts - INTERVAL '2' SECOND AND r.ts"
    bound = "left until the watermark is 12 s past its time, right until the watermark is 10 s past its time"
    assert bound in tables.explain_sql(query)


# Lookup joins ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def names(tables: StreamTableEnvironment, tmp_path: Path) -> Path:
    path = tmp_path / "names.db"
    connection = sqlite3.connect(path)
    with connection:
        connection.execute("CREATE TABLE names (id INTEGER, name TEXT, lang TEXT)")
        connection.execute("INSERT INTO names VALUES (1, 'one', 'en'), (1, 'eins', 'de'), (2, 'two', 'en')")
    connection.close()
    tables.execute_sql(
        f"CREATE TABLE names (id BIGINT, name STRING, lang STRING, shout AS UPPER(name)) WITH "
        f"('connector' = 'jdbc', 'url' = 'jdbc:sqlite:{path}', 'table-name' = 'names')"
    )
    return path


@pytest.mark.parametrize(
    "options",
    [
        "",
        "/*+ OPTIONS('lookup.cache' = 'PARTIAL', 'lookup.partial-cache.max-rows' = '1') */",
        "/*+ OPTIONS('lookup.cache' = 'FULL', 'lookup.full-cache.periodic-reload.interval' = '1 h') */",
    ],
)
def test_lookup_join(tables: StreamTableEnvironment, names: Path, options: str) -> None:
    query = (
        f"SELECT l.name, n.name FROM l LEFT JOIN names {options} FOR SYSTEM_TIME AS OF l.p AS n ON l.k = n.id "
        "AND n.lang = 'en'"
    )
    assert rows_of(tables, query) == [("a", "one"), ("b", "two"), ("c", "one"), ("d", None)]


def test_computed_column_of_a_lookup_is_null_without_a_match(tables: StreamTableEnvironment, names: Path) -> None:
    query = "SELECT l.name, n.shout FROM l LEFT JOIN names FOR SYSTEM_TIME AS OF l.p AS n ON l.k = n.id AND l.k > 1"
    assert rows_of(tables, query) == [("a", None), ("b", "TWO"), ("c", None), ("d", None)]


def test_changes_are_looked_up_in_their_order(tables: StreamTableEnvironment, names: Path) -> None:
    counted = "(SELECT k, COUNT(*) AS n, PROCTIME() AS p FROM l GROUP BY k)"
    query = f"SELECT c.n, x.name FROM {counted} c JOIN names FOR SYSTEM_TIME AS OF c.p AS x ON c.k = x.id"
    changes = [(row.get_row_kind().name, *row) for row in tables.execute_sql(query).collect()]
    assert changes == [
        ("INSERT", 1, "one"),
        ("INSERT", 1, "eins"),
        ("INSERT", 1, "two"),
        ("UPDATE_BEFORE", 1, "one"),
        ("UPDATE_BEFORE", 1, "eins"),
        ("UPDATE_AFTER", 2, "one"),
        ("UPDATE_AFTER", 2, "eins"),
    ]


# Refusals -------------------------------------------------------------------------------------------------------------

REFUSALS = {
    "SELECT * FROM l JOIN r FOR SYSTEM_TIME AS OF l.p AS v ON l.k = v.k": (
        "Processing-time temporal join is not supported yet."
    ),
    "SELECT * FROM l JOIN names FOR SYSTEM_TIME AS OF l.p AS n ON l.k > n.id": (
        "requires an equality condition on fields of table [default_catalog.default_database.names]"
    ),
    "SELECT * FROM l RIGHT JOIN names FOR SYSTEM_TIME AS OF l.p AS n ON l.k = n.id": ("Unknown join type RIGHT"),
    "SELECT * FROM l JOIN r FOR SYSTEM_TIME AS OF TIMESTAMP '2024-01-01 00:00:00' AS v ON l.k = v.k": (
        "only supports 'FOR SYSTEM_TIME AS OF' left table's time attribute field"
    ),
    "SELECT * FROM l JOIN r FOR SYSTEM_TIME AS OF l.ts AS v ON l.name = v.name": (
        "primary key [k0] must be included in the equivalence condition of temporal join, but current temporal join "
        "condition is [name=name0]"
    ),
    "SELECT * FROM l JOIN names FOR SYSTEM_TIME AS OF l.ts AS v ON l.k = v.id": ("no row time attribute can be found"),
    "SELECT /*+ LOOKUP('table' = 'x') */ * FROM l JOIN names FOR SYSTEM_TIME AS OF l.p AS n ON l.k = n.id": (
        "`x` in `LOOKUP`"
    ),
    "SELECT /*+ LOOKUP('async' = 'true') */ * FROM l JOIN names FOR SYSTEM_TIME AS OF l.p AS n ON l.k = n.id": (
        "Invalid LOOKUP hint: incomplete required option(s): [table]"
    ),
    "SELECT /*+ LOOKUP('table' = 'n', 'max-attempts' = '3') */ * FROM l JOIN names FOR SYSTEM_TIME AS OF l.p AS n "
    "ON l.k = n.id": "retry options can be both null or all not null",
}


@pytest.mark.parametrize("query", REFUSALS)
def test_what_flink_refuses_is_refused(tables: StreamTableEnvironment, names: Path, query: str) -> None:
    with pytest.raises(PyriteError) as refusal:
        tables.explain_sql(query)
    assert REFUSALS[query] in str(refusal.value)
