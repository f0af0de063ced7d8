"""Exactly-once by write-ahead, on SQLite and PostgreSQL."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from pyrite.connectors.jdbc.sink.transaction_log import TABLE
from pyrite.core.errors import InvalidProgramError, UserFunctionError
from pyrite.datastream.connectors.jdbc import JdbcExactlyOnceOptions, JdbcSink
from pyrite.testing import SinkTestHarness
from servers.postgres import PostgresServer
from tests.connectors.jdbc.postgres_server import connection_to, new_table
from tests.connectors.jdbc.writers import commit, exactly_once, place, prepare

ADDS = "INSERT INTO {0} (id, name) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = {0}.name || excluded.name"


@pytest.fixture
def path(tmp_path: Path) -> str:
    with sqlite3.connect(tmp_path / "out.db") as connection:
        connection.execute("CREATE TABLE t (id int primary key, name text)")
    return str(tmp_path / "out.db")


def rows(path: str, table: str = "t") -> list[tuple[object, ...]]:
    with sqlite3.connect(path) as connection:
        return connection.execute(f"SELECT * FROM {table}").fetchall()


def sqlite_sink(path: str) -> JdbcSink:
    return JdbcSink.exactly_once_sink(ADDS.format("t"), None, connection_to(f"jdbc:sqlite:{path}"))


def test_commit_writes_the_rows_once(path: str) -> None:
    harness = SinkTestHarness(sqlite_sink(path))
    harness.process_elements([(1, "a"), (2, "b")])
    first = harness.snapshot()
    harness.process_element((1, "c"))
    second = harness.snapshot()
    assert rows(path) == []
    harness.notify_checkpoint_complete()
    for snapshot in (second, first):
        SinkTestHarness(sqlite_sink(path), restore=snapshot)
    assert rows(path) == [(1, "ac"), (2, "b")]
    assert len(rows(path, TABLE)) == 1, "the last one stands for all"


def test_other_job_under_the_same_id_is_not_treated_as_a_repeat(path: str) -> None:
    for name in ("a", "b"):
        harness = SinkTestHarness(sqlite_sink(path))
        harness.process_element((1, name))
        harness.snapshot()
        harness.notify_checkpoint_complete()
    assert rows(path) == [(1, "ab")]


def test_rows_and_mark_are_written_together(path: str) -> None:
    harness = SinkTestHarness(sqlite_sink(path))
    harness.process_elements([(1, "a"), (2, ["not text"])])
    harness.snapshot()
    with pytest.raises(UserFunctionError, match=path):
        harness.notify_checkpoint_complete()
    assert (rows(path), rows(path, TABLE)) == ([], [])


def test_writer_needs_no_database() -> None:
    harness = SinkTestHarness(sqlite_sink("/nowhere/out.db"))
    harness.process_element((1, "a"))
    assert len(harness.snapshot().committables[0]) == 1


def test_statement_that_computes_is_committed_once_on_postgres(server: PostgresServer) -> None:
    table = new_table(server)
    sink = JdbcSink.exactly_once_sink(ADDS.format(table), None, connection_to(server.url))
    writer = sink.create_writer(place())
    committables = prepare(writer, (1, "a")) + prepare(writer, (1, "b"))
    for _ in range(2):
        commit(sink, committables)
    assert server.execute(f"SELECT * FROM {table}") == [(1, "ab")]


def test_way_is_chosen_by_database_and_statement(server: PostgresServer) -> None:
    url, plain = connection_to(server.url), "INSERT INTO t VALUES (?)"
    assert exactly_once(server, "t").guarantee().reason == "PREPARE TRANSACTION"
    assert exactly_once(server, "t", write_ahead=True).guarantee().reason.startswith("write-ahead")
    assert (
        JdbcSink.exactly_once_sink(f"{plain} ON CONFLICT DO NOTHING", None, url).guarantee().reason.startswith("write")
    )
    with pytest.raises(InvalidProgramError, match="SQLite does not support"):
        JdbcSink.exactly_once_sink(
            plain, None, connection_to("jdbc:sqlite:/x"), None, JdbcExactlyOnceOptions(write_ahead=False)
        )
