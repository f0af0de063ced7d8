"""JdbcSource of a table that is read once."""

from __future__ import annotations

import sqlite3
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Row, Types, WatermarkStrategy
from pyrite.connectors.jdbc.source.enumerator import cut, ranges
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.connectors.jdbc.url import database_of
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors import CollectSink
from pyrite.datastream.connectors.jdbc import JdbcSource
from pyrite.testing import simulate
from servers.postgres import PostgresServer
from servers.server import free_port
from tests.connectors.jdbc.postgres_server import connection_to, new_table
from tests.connectors.jdbc.source_readers import builder, reader_at, take


@pytest.fixture
def numbers(server: PostgresServer) -> str:
    """A table of 100 rows, 10 of them without a value in `tens`."""
    table = new_table(server, "id int, tens int, note json")
    server.execute(f"INSERT INTO {table} SELECT i, nullif(i / 10, 7), '{{}}' FROM generate_series(0, 99) i")
    return table


def read(source: JdbcSource, parallelism: int = 1) -> list[Any]:
    env = StreamExecutionEnvironment().set_parallelism(parallelism)
    env.from_source(source, WatermarkStrategy.no_watermarks(), "rows").sink_to(CollectSink())
    return simulate(env).results


@pytest.mark.parametrize("parallelism", [1, 3])
def test_every_row_comes_once(server: PostgresServer, numbers: str, parallelism: int) -> None:
    source = builder(server.url, f"SELECT * FROM {numbers};").set_partition_column("TENS", 4).build()
    assert sorted(row.id for row in read(source, parallelism)) == list(range(100))


def test_rows_have_the_names_of_the_columns(server: PostgresServer) -> None:
    assert read(builder(server.url, "SELECT 1 AS a, 'x' AS b -- both").build()) == [Row(a=1, b="x")]


def test_record_is_what_the_extractor_makes(server: PostgresServer) -> None:
    source = builder(server.url, "SELECT 1 AS a, 2 AS b UNION ALL SELECT 3, 4")
    assert read(source.set_result_extractor(lambda row: row.a + row["b"]).build()) == [3, 7]


def test_rows_have_the_type_that_is_set(server: PostgresServer) -> None:
    kind = Types.ROW_NAMED(["n", "x"], [Types.INT(), Types.DOUBLE()])
    [row] = read(builder(server.url, "SELECT 1 AS a, 2 AS b").set_type_information(kind).build())
    assert row == Row(n=1, x=2.0) and isinstance(row.x, float)


@pytest.mark.parametrize("column", ["tens", None])
def test_reader_resumes_from_any_position(server: PostgresServer, numbers: str, column: str | None) -> None:
    made = builder(server.url, f"SELECT * FROM {numbers} WHERE tens IS NOT NULL").set_result_set_fetch_size(7)
    source = (made if column is None else made.set_partition_column(column, 1)).build()
    reader = reader_at(source, TableSplit("0"))
    records, positions = [], []
    for _ in range(15):
        records += take(reader, 6)
        positions += reader.snapshot_state(1)
    reader.close()
    for number, position in enumerate(positions[:-1]):
        again = reader_at(source, position)
        assert take(again, 84 - 6 * number) == records[6 * number + 6 :]
        again.close()


def test_rows_that_are_deleted_meanwhile_hide_no_others(server: PostgresServer) -> None:
    table = new_table(server)
    server.execute(f"INSERT INTO {table} SELECT i, 'x' FROM generate_series(1, 6) i")
    source = builder(server.url, f"SELECT * FROM {table}").set_partition_column("id", 1).build()
    reader = reader_at(source, TableSplit("0"))
    take(reader, 3)
    [position] = reader.snapshot_state(1)
    reader.close()
    server.execute(f"DELETE FROM {table} WHERE id <= 3")
    again = reader_at(source, position)
    assert [row.id for row in take(again, 3)] == [4, 5, 6]
    again.close()


@pytest.mark.parametrize(
    ("least", "greatest", "inner"),
    [
        (0, 99, [24, 49, 74]),
        (5, 5, []),
        (0, 1, []),
        (0.0, 10.0, [2.0, 5.0, 7.0]),
        (Decimal("0.5"), Decimal("8.5"), [Decimal("2.5"), Decimal("4.5"), Decimal("6.5")]),
        (date(2024, 1, 1), date(2024, 1, 5), [date(2024, 1, 2), date(2024, 1, 3), date(2024, 1, 4)]),
        (datetime(2024, 1, 1, 0), datetime(2024, 1, 1, 4), [datetime(2024, 1, 1, hour) for hour in (1, 2, 3)]),
    ],
)
def test_ranges_cover_everything(least: Any, greatest: Any, inner: list[Any]) -> None:
    actual = ranges(TableQuery(database_of(connection_to("jdbc:sqlite:/x")), "", "c"), least, greatest, 4)
    assert (actual[0].lower, actual[-1].upper, actual[-1].includes_upper) == (least, greatest, True)
    assert [split.upper for split in actual[:-1]] == [split.lower for split in actual[1:]]
    assert not any(split.includes_upper for split in actual[:-1])
    assert [split.lower for split in actual[1:]] == inner


def test_table_without_rows_has_no_ranges(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "in.db") as connection:
        connection.execute("CREATE TABLE t (id int)")
    source = builder(f"jdbc:sqlite:{tmp_path}/in.db", "SELECT * FROM t").set_partition_column("id", 4).build()
    assert read(source) == []


def test_column_of_text_is_refused(tmp_path: Path) -> None:
    query = TableQuery(database_of(connection_to(f"jdbc:sqlite:{tmp_path}/in.db")), "SELECT 'a' AS c", "c")
    with pytest.raises(InvalidProgramError, match="numbers or times, but 'c' has 'a'"):
        cut(query, 2)


def test_column_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    query = TableQuery(database_of(connection_to(f"jdbc:sqlite:{tmp_path}/in.db")), "SELECT 1 AS a, 2 AS b", "c")
    with pytest.raises(InvalidProgramError, match=r"no column 'c'\. It has \['a', 'b'\]"):
        cut(query, 2)


def test_server_that_is_away_is_named() -> None:
    port = free_port()
    reader = reader_at(builder(f"postgresql://me:secret@127.0.0.1:{port}/shop", "SELECT 1").build(), TableSplit("all"))
    with pytest.raises(ConnectorError, match=f"127.0.0.1:{port}/shop") as raised:
        take(reader, 1)
    reader.close()
    assert "secret" not in str(raised.value)


def test_closing_ends_a_query_that_runs(server: PostgresServer) -> None:
    reader = reader_at(builder(server.url, "SELECT pg_sleep(60)").build(), TableSplit("all"))
    sleeping = "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
    while not server.execute(sleeping):
        assert reader.poll(1, 10) is None
    reader.close()
    assert not server.execute(sleeping)


def test_builder_refuses_what_is_missing_or_contrary() -> None:
    with pytest.raises(InvalidProgramError, match="set_sql"):
        JdbcSource.builder().set_db_url("jdbc:sqlite:/x").build()
    both = builder("jdbc:sqlite:/x", "SELECT 1").set_partition_column("a", 2).set_increasing_column("a")
    with pytest.raises(InvalidProgramError, match="a partition column or an increasing column, not both"):
        both.build()
