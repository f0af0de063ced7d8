"""'connector' = 'jdbc': tables of PostgreSQL and SQLite that are read."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any, cast

import pytest

from pyrite.connectors.jdbc.source.source import JdbcSource
from pyrite.connectors.jdbc.table.source import JdbcTableSource, Partitions
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import PyriteError
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.relational.passes import optimized
from pyrite.relational.passes.settings import COLLECTED, PassSettings
from pyrite.relational.plan import nodes
from pyrite.table import StreamTableEnvironment
from pyrite.testing.simulation import Fault, SimulationOptions
from servers.postgres import PostgresServer
from tests.connectors.changelogs import simulated_tables
from tests.connectors.jdbc.postgres_server import new_table
from tests.whole.simulation.ledger import LEDGERS, read_ledger
from tests.whole.simulation.scenarios import LEDGER, simulation_of
from tests.whole.simulation.sql import to_ledger

COLUMNS = (
    "i INT, big BIGINT, f DOUBLE, ok BOOLEAN, s STRING, d DECIMAL(9, 2), day_ DATE, at_ TIME, ts TIMESTAMP(6), b BYTES"
)
VALUES: tuple[Any, ...] = (
    *(1, 1 << 40, 1.5, True, "it's", Decimal("12.50"), date(2024, 2, 29), time(10, 11, 12)),
    *(datetime(2024, 2, 29, 10, 11, 12, 345678), b"\x00\x01"),
)
NOTHING: tuple[Any, ...] = (None,) * 10
PARTITIONED = (
    "'scan.partition.column' = 'n', 'scan.partition.num' = '3', 'scan.partition.lower-bound' = '0', "
    "'scan.partition.upper-bound' = '{}'"
)


@pytest.fixture
def tables() -> Iterator[StreamTableEnvironment]:
    with simulated_tables() as made:
        yield made


@pytest.fixture
def numbers(tmp_path: Path) -> str:
    """The options of a table of the numbers 0 to 19, each twice, and a NULL."""
    path = tmp_path / "numbers.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE numbers (n INTEGER, name TEXT)")
    connection.executemany("INSERT INTO numbers VALUES (?, ?)", [(n // 2, f"no {n // 2}") for n in range(40)])
    connection.execute("INSERT INTO numbers VALUES (NULL, NULL)")
    connection.commit()
    connection.close()
    return f"'connector' = 'jdbc', 'url' = 'jdbc:sqlite:{path}', 'table-name' = 'numbers'"


def create(tables: StreamTableEnvironment, options: str) -> None:
    tables.execute_sql(f"CREATE TABLE numbers (n INT, name STRING) WITH ({options})")


def rows_of(tables: StreamTableEnvironment, query: str) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in tables.execute_sql(query).collect()]


def test_what_sqlite_was_written_is_read(tables: StreamTableEnvironment, tmp_path: Path) -> None:
    path = tmp_path / "all.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE everything (i, big, f, ok, s, d, day_, at_, ts, b)")
    tables.execute_sql(
        f"CREATE TABLE everything ({COLUMNS}) WITH "
        f"('connector' = 'jdbc', 'url' = 'jdbc:sqlite:{path}', 'table-name' = 'everything')"
    )
    tables.execute_sql(
        "INSERT INTO everything VALUES (1, 1099511627776, 1.5, TRUE, 'it''s', 12.50, DATE '2024-02-29', "
        "TIME '10:11:12', TIMESTAMP '2024-02-29 10:11:12.345678', x'0001')"
    ).wait()
    assert rows_of(tables, "SELECT * FROM everything") == [VALUES]


def test_types_of_postgres_are_read(tables: StreamTableEnvironment, server: PostgresServer) -> None:
    name = new_table(
        server,
        "i int, big bigint, f float8, ok boolean, s text, d numeric(9, 2), day_ date, at_ time, ts timestamp, b bytea",
    )
    server.execute(
        f"INSERT INTO {name} VALUES (1, 1099511627776, 1.5, true, 'it''s', 12.5, '2024-02-29', '10:11:12', "
        "'2024-02-29 10:11:12.345678', '\\x0001')"
    )
    server.execute(f"INSERT INTO {name} (i) VALUES (NULL)")
    tables.execute_sql(
        f"CREATE TABLE everything ({COLUMNS}) WITH "
        f"('connector' = 'jdbc', 'url' = '{server.url}', 'table-name' = '{name}', 'scan.fetch-size' = '1')"
    )
    assert sorted(rows_of(tables, "SELECT * FROM everything"), key=str) == sorted([VALUES, NOTHING], key=str)
    assert rows_of(tables, "SELECT ts FROM everything WHERE s = 'it''s' AND i >= 1") == [(VALUES[8],)]


def test_ranges_leave_out_what_is_outside_of_the_bounds(tables: StreamTableEnvironment, numbers: str) -> None:
    create(tables, f"{numbers}, {PARTITIONED.format(9)}")
    assert sorted(rows_of(tables, "SELECT name FROM numbers")) == sorted((f"no {n}",) for n in range(10) for _ in "ab")


def test_ranges_are_those_of_flink() -> None:
    bounds = [(split.lower, split.upper) for split in Partitions("n", 3, 0, 9).splits()]
    assert bounds == [(0, 3), (4, 6), (7, 9)]
    assert len(Partitions("n", 5, 1, 2).splits()) == 2


def select_of(tables: StreamTableEnvironment, query: str) -> str:
    """The SELECT that a query's scan sends."""
    plan: Any = optimized(tables.sql_query(query).plan, PassSettings(False, Configuration(), COLLECTED))
    while not isinstance(plan, nodes.Scan):
        (plan,) = plan.inputs
    made = cast(JdbcTableSource, plan.source).create_source()
    assert isinstance(made, JdbcSource)
    return made._query.sql


@pytest.mark.parametrize(
    ("query", "select"),
    [
        ("SELECT name FROM numbers", 'SELECT "name" FROM "numbers"'),
        ("SELECT n FROM numbers LIMIT 2", 'SELECT "n" FROM "numbers" ORDER BY 1 LIMIT 2'),
        ("SELECT n FROM numbers WHERE n > 3 AND 5 >= n", 'SELECT "n" FROM "numbers" WHERE ("n" > 3) AND ("n" <= 5)'),
        (
            "SELECT name FROM numbers WHERE name = 'it''s?' AND name > 'a'",
            """SELECT "name" FROM "numbers" WHERE ("name" = 'it''s?')""",
        ),
        ("SELECT name FROM numbers WHERE name IS NULL", 'SELECT "name" FROM "numbers" WHERE ("name" IS NULL)'),
        ("SELECT n FROM numbers WHERE n = 1 OR n = 2", 'SELECT "n" FROM "numbers"'),
    ],
)
def test_columns_simple_conditions_and_limit_are_the_databases(
    tables: StreamTableEnvironment, numbers: str, query: str, select: str
) -> None:
    create(tables, numbers)
    assert select_of(tables, query) == select


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("'scan.partition.num' = '2'", "Either all or none of the following options should be provided:\nscan.part"),
        (PARTITIONED.format(-1), "'scan.partition.lower-bound'='0' must not be larger than 'scan.partition.upper-bou"),
    ],
)
def test_partitions_are_checked(tables: StreamTableEnvironment, numbers: str, options: str, sentence: str) -> None:
    create(tables, f"{numbers}, {options}")
    with pytest.raises(PyriteError) as error:
        tables.execute_sql("SELECT * FROM numbers")
    assert sentence in str(error.value)


def test_value_of_another_type_names_column_and_row(tables: StreamTableEnvironment, numbers: str) -> None:
    tables.execute_sql(f"CREATE TABLE numbers (n INT, name INT) WITH ({numbers})")
    with pytest.raises(PyriteError, match="column 'name' is INT, but the database has 'no 0' in the row"):
        rows_of(tables, "SELECT * FROM numbers")


@pytest.mark.parametrize("options", ["", f", {PARTITIONED.format(19)}, 'scan.fetch-size' = '3'"])
def test_rows_come_once_when_crashed(numbers: str, options: str) -> None:
    def build(env: StreamExecutionEnvironment) -> None:
        tables = StreamTableEnvironment.create(env)
        create(tables, f"{numbers}{options}")
        to_ledger(env, tables, "SELECT n FROM numbers WHERE n >= 0")

    faults = SimulationOptions(faults=(Fault.TASK, Fault.DRIVER), most_faults=3, time_passes=0.5)
    simulation = simulation_of(build, faults, {}, 2)
    for seed in range(4):
        LEDGERS.clear()
        assert simulation.run(seed).status is JobStatus.FINISHED
        assert sorted(row[0] for row in read_ledger(LEDGER)) == [n // 2 for n in range(40)]
