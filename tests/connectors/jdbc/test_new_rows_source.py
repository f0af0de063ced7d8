"""JdbcSource of rows as they come: none is missed, whatever the order in which they are committed."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Duration
from pyrite.connectors.jdbc.source.new_rows_reader import NewRowsReader
from pyrite.connectors.jdbc.source.split import TableSplit
from pyrite.core.connector.source import SourceReader
from pyrite.datastream.connectors.jdbc import JdbcSource, JdbcSourceBuilder
from servers.postgres import PostgresServer
from tests.connectors.jdbc.postgres_server import new_table
from tests.connectors.jdbc.source_readers import LIMIT_S, builder, comes_nothing, reader_at, take

START = TableSplit("rows", includes_lower=False)


def table_of(server: PostgresServer) -> str:
    return new_table(server, "id bigint generated always as identity primary key, name text")


def source_of(server: PostgresServer, table: str) -> JdbcSourceBuilder:
    made = builder(server.url, f"SELECT id, name FROM {table}").set_poll_interval(Duration.of_millis(10))
    return made.set_increasing_column("id").set_result_extractor(lambda row: row.name)


@contextmanager
def reading(source: JdbcSource, split: TableSplit = START) -> Iterator[SourceReader[Any]]:
    reader = reader_at(source, split)
    yield reader
    reader.close()


def insert(server: PostgresServer, table: str, *names: str) -> None:
    for name in names:
        server.execute(f"INSERT INTO {table} (name) VALUES ('{name}')")


def until_waiting(reader: SourceReader[Any]) -> None:
    """Polls until the reader has seen rows that it may not read yet."""
    assert isinstance(reader, NewRowsReader) and reader._cursor is not None
    until = time.monotonic() + LIMIT_S
    while not reader._cursor.is_waiting:
        assert time.monotonic() < until
        assert reader.poll(10, 20) is None


def test_rows_come_as_they_are_written(server: PostgresServer) -> None:
    table = table_of(server)
    with reading(source_of(server, table).build()) as reader:
        insert(server, table, "a", "b")
        assert take(reader, 2) == ["a", "b"]
        insert(server, table, "c")
        assert take(reader, 1) == ["c"]


def test_reader_resumes_from_its_position(server: PostgresServer) -> None:
    table = table_of(server)
    insert(server, table, "a", "b", "c")
    source = source_of(server, table).build()
    with reading(source) as reader:
        take(reader, 2)
        [position] = reader.snapshot_state(1)
    server.execute(f"DELETE FROM {table} WHERE name IN ('a', 'b')")
    with reading(source, position) as reader:
        assert take(reader, 1) == ["c"]
        insert(server, table, "d")
        assert take(reader, 1) == ["d"]


def test_reader_starts_after_a_value(server: PostgresServer) -> None:
    table = table_of(server)
    insert(server, table, "a", "b", "c")
    source = source_of(server, table).set_increasing_column("id", start_after=1).build()
    with reading(source, TableSplit("rows", 1, includes_lower=False)) as reader:
        assert take(reader, 2) == ["b", "c"]


@pytest.mark.parametrize("end", ["COMMIT", "ROLLBACK", "PREPARE TRANSACTION 'slow'"])
def test_row_with_a_smaller_number_that_is_committed_later_is_not_missed(server: PostgresServer, end: str) -> None:
    table = table_of(server)
    with reading(source_of(server, table).build()) as reader, server.connect() as slow:
        slow.execute("BEGIN")
        slow.execute(f"INSERT INTO {table} (name) VALUES ('slow')".encode())
        insert(server, table, "quick")
        assert comes_nothing(reader), "a smaller number is out"
        slow.execute(end.encode())
        if end.startswith("PREPARE"):
            assert comes_nothing(reader), "it is still out"
            server.execute("COMMIT PREPARED 'slow'")
        expected = ["quick"] if end == "ROLLBACK" else ["slow", "quick"]
        assert take(reader, len(expected)) == expected


def test_writers_of_other_tables_and_readers_hold_nothing_back(server: PostgresServer) -> None:
    table, other = table_of(server), table_of(server)
    with reading(source_of(server, table).build()) as reader, server.connect() as busy:
        busy.execute("BEGIN")
        busy.execute(f"INSERT INTO {other} (name) VALUES ('x')".encode())
        busy.execute(f"SELECT * FROM {table}".encode())
        insert(server, table, "a")
        assert take(reader, 1) == ["a"]
        busy.execute("ROLLBACK")


def test_writers_without_a_pause_do_not_hold_back_permanently(server: PostgresServer) -> None:
    table = table_of(server)
    with reading(source_of(server, table).build()) as reader, server.connect() as one, server.connect() as two:
        one.execute("BEGIN")
        one.execute(f"INSERT INTO {table} (name) VALUES ('a')".encode())
        two.execute("BEGIN")
        two.execute(f"INSERT INTO {table} (name) VALUES ('b')".encode())
        one.execute("COMMIT")
        until_waiting(reader)
        one.execute("BEGIN")
        one.execute(f"INSERT INTO {table} (name) VALUES ('c')".encode())
        two.execute("COMMIT")
        assert take(reader, 1) == ["a"], "its bound waits for the second one only"
        one.execute("COMMIT")
        assert take(reader, 2) == ["b", "c"]


def test_partitioned_table_and_view_are_seen_through(server: PostgresServer) -> None:
    table = new_table(server, "id int, name text) PARTITION BY RANGE (id")
    server.execute(f"CREATE TABLE {table}_1 PARTITION OF {table} FOR VALUES FROM (0) TO (1000)")
    server.execute(f"CREATE VIEW {table}_view AS SELECT * FROM {table} WHERE id > 0")
    with reading(source_of(server, f"{table}_view").build()) as reader, server.connect() as slow:
        slow.execute("BEGIN")
        slow.execute(f"INSERT INTO {table} VALUES (1, 'slow')".encode())
        server.execute(f"INSERT INTO {table} VALUES (2, 'quick')")
        assert comes_nothing(reader)
        slow.execute("COMMIT")
        assert take(reader, 2) == ["slow", "quick"]


def test_safe_lag_waits_for_values_that_were_made_before_the_insert(server: PostgresServer) -> None:
    table = new_table(server, "id int, name text")
    source = source_of(server, table).set_safe_lag(Duration.of_millis(1500)).build()
    with reading(source) as reader:
        server.execute(f"INSERT INTO {table} VALUES (2, 'quick')")
        assert comes_nothing(reader, 0.2)
        server.execute(f"INSERT INTO {table} VALUES (1, 'late')")
        assert take(reader, 2) == ["late", "quick"]


def test_rows_of_sqlite_come_as_they_are_written(tmp_path: Path) -> None:
    connection = sqlite3.connect(tmp_path / "in.db", isolation_level=None)
    connection.execute("CREATE TABLE t (id integer primary key autoincrement, name text)")
    made = builder(f"jdbc:sqlite:{tmp_path}/in.db", "SELECT * FROM t").set_increasing_column("id")
    with reading(made.set_poll_interval(Duration.of_millis(10)).build()) as reader:
        for name in ("a", "b"):
            connection.execute("INSERT INTO t (name) VALUES (?)", [name])
            assert [row.name for row in take(reader, 1)] == [name]
    connection.close()
