"""JdbcSink.sink: writes as it goes."""

from __future__ import annotations

import sqlite3
import sys
import time
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from pyrite.common import Row, Types
from pyrite.common.block import Block
from pyrite.core.errors import ConnectorError, InvalidProgramError, MissingDependencyError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.jdbc import JdbcConnectionOptions, JdbcExecutionOptions, JdbcSink
from pyrite.testing import simulate
from servers.postgres import GUARDED, PostgresServer
from servers.server import free_port
from tests.connectors.jdbc.postgres_server import connection_to, new_table
from tests.connectors.jdbc.writers import place

ROW = Types.ROW_NAMED(["id", "name"], [Types.INT(), Types.STRING()])


def write(sink: JdbcSink, *values: Any) -> None:
    writer = sink.create_writer(place())
    try:
        writer.write(Block(list(values)))
        writer.flush(end_of_input=True)
    finally:
        writer.close()


def test_program_of_pyflink_writes_rows(server: PostgresServer) -> None:
    table = new_table(server)
    env = StreamExecutionEnvironment()
    numbers = env.from_collection([(1, "a"), (2, None), (1, "b")], Types.ROW([Types.INT(), Types.STRING()]))
    numbers.add_sink(
        JdbcSink.sink(
            f"INSERT INTO {table} VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name",
            Types.ROW([Types.INT(), Types.STRING()]),
            JdbcConnectionOptions.JdbcConnectionOptionsBuilder()
            .with_url(f"jdbc:postgresql://{server.address}/postgres")
            .with_driver_name("org.postgresql.Driver")
            .with_user_name("postgres")
            .with_password("")
            .build(),
            JdbcExecutionOptions.builder().with_batch_size(2).with_max_retries(5).build(),
        )
    ).set_parallelism(1)
    simulate(env)
    assert server.execute(f"SELECT * FROM {table} ORDER BY id") == [(1, "b"), (2, None)]


@pytest.mark.parametrize("tail", ["", " ON CONFLICT DO NOTHING"], ids=["copy", "insert"])
def test_values_of_many_types_arrive(server: PostgresServer, tail: str) -> None:
    table = new_table(server, "a bigint, b text, c timestamptz, d numeric, e jsonb, f int[], g bytea, h boolean")
    row = (
        2**40,
        "tab\tnew\nline\\N",
        datetime(2024, 5, 1, tzinfo=UTC),
        Decimal("1.50"),
        {"k": [1]},
        [1, 2],
        b"\0",
        None,
    )
    marks = ", ".join("?" * len(row))
    write(JdbcSink.sink(f"INSERT INTO {table} VALUES ({marks}){tail}", None, connection_to(server.url)), row)
    assert server.execute(f"SELECT * FROM {table}") == [row]


def test_fields_are_taken_by_name(tmp_path: Path) -> None:
    path = tmp_path / "out.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (id int, name text)")
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", ROW, connection_to(f"jdbc:sqlite:{path}"))
    write(sink, Row(name="a", id=1), {"name": "b", "id": 2}, (3, "c"))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT * FROM t").fetchall() == [(1, "a"), (2, "b"), (3, "c")]


def test_sqlite_takes_times_and_decimals_as_text(tmp_path: Path) -> None:
    path = tmp_path / "out.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (at text, price text)")
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", None, connection_to(f"sqlite:///{path}"))
    write(sink, (datetime(2024, 5, 1, 12), Decimal("1.50")), ("x", None))
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT * FROM t").fetchall() == [("2024-05-01 12:00:00", "1.50"), ("x", None)]


def test_records_arrive_after_the_interval_without_a_checkpoint(server: PostgresServer) -> None:
    table = new_table(server)
    options = JdbcExecutionOptions.builder().with_batch_interval_ms(20).build()
    sink = JdbcSink.sink(f"INSERT INTO {table} VALUES (?, ?)", ROW, connection_to(server.url), options)
    writer = sink.create_writer(place())
    writer.write(Block([(1, "a")]))
    until = time.monotonic() + 30
    while not server.execute(f"SELECT * FROM {table}"):
        assert time.monotonic() < until
        time.sleep(0.01)
    writer.close()


def test_failure_in_the_interval_is_raised_by_the_next_call(server: PostgresServer) -> None:
    table = new_table(server, "id int, name int")
    options = JdbcExecutionOptions.builder().with_batch_interval_ms(1).build()
    sink = JdbcSink.sink(f"INSERT INTO {table} VALUES (?, ?)", ROW, connection_to(server.url), options)
    writer = sink.create_writer(place())
    writer.write(Block([(1, "not a number")]))
    until = time.monotonic() + 30
    with pytest.raises(ConnectorError, match="not a number"):
        while time.monotonic() < until:
            writer.write(Block([]))
    writer.close()


def test_batch_is_sent_again_when_the_connection_was_lost(server: PostgresServer) -> None:
    table = new_table(server)
    sink = JdbcSink.sink(f"INSERT INTO {table} VALUES (?, ?)", ROW, connection_to(server.url))
    writer = sink.create_writer(place())
    writer.write(Block([(1, "a")]))
    writer.flush(end_of_input=False)
    server.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid != pg_backend_pid()")
    writer.write(Block([(2, "b")]))
    writer.flush(end_of_input=False)
    writer.close()
    assert server.execute(f"SELECT id FROM {table} ORDER BY id") == [(1,), (2,)]


def test_statement_must_have_a_mark_for_each_field(server: PostgresServer) -> None:
    with pytest.raises(InvalidProgramError, match="1 '\\?', but records have 2 fields"):
        JdbcSink.sink("INSERT INTO t VALUES (?)", ROW, connection_to(server.url))


def test_record_of_other_fields_is_refused(tmp_path: Path) -> None:
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", None, connection_to(f"jdbc:sqlite:{tmp_path}/x"))
    with pytest.raises(TypeError, match="expected a row of 2 fields, got \\(1, 2, 3\\)"):
        write(sink, (1, 2, 3))


@pytest.mark.parametrize(
    ("sql", "reported"),
    [
        ("INSERT INTO t VALUES (?)", "at-least-once: no transactions, plain INSERT"),
        ("INSERT INTO t VALUES (?) ON CONFLICT (id) DO NOTHING", "exactly-once: idempotent upsert"),
        (
            "UPDATE t SET n = n + ?",
            "at-least-once: no transactions, and the statement is not idempotent",
        ),
    ],
)
def test_guarantee_depends_on_the_statement(sql: str, reported: str) -> None:
    actual = JdbcSink.sink(sql, None, connection_to("jdbc:sqlite:/x")).guarantee()
    assert f"{actual.delivery}: {actual.reason}" == reported


# What is reported when something is missing ---------------------------------------------------------------------------


def test_server_that_is_away_is_named() -> None:
    port = free_port()
    options = JdbcExecutionOptions.builder().with_max_retries(0).build()
    url = f"postgresql://me:secret@127.0.0.1:{port}/shop"
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", ROW, connection_to(url), options)
    with pytest.raises(ConnectorError, match=f"127.0.0.1:{port}/shop: .*refused") as raised:
        write(sink, (1, "a"))
    assert "secret" not in str(raised.value)


def test_wrong_password_is_not_shown(server: PostgresServer) -> None:
    server.execute(f"CREATE ROLE {GUARDED} LOGIN PASSWORD 'right'")
    url = f"postgresql://{GUARDED}:wr0ng@{server.address}/postgres"
    options = JdbcExecutionOptions.builder().with_max_retries(0).build()
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", ROW, connection_to(url), options)
    with pytest.raises(ConnectorError, match="password authentication failed") as raised:
        write(sink, (1, "a"))
    shown = f"{raised.value!r} {raised.value.__cause__!r} {sink!r} {sink.guarantee()}"
    assert "wr0ng" not in shown


def test_option_that_libpq_has_not_is_refused(server: PostgresServer) -> None:
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", ROW, connection_to(f"{server.url}?reWriteBatchedInserts=true"))
    with pytest.raises(InvalidProgramError, match="reWriteBatchedInserts"):
        write(sink, (1, "a"))


def test_missing_package_is_named_with_its_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    sink = JdbcSink.sink("INSERT INTO t VALUES (?, ?)", ROW, connection_to("jdbc:postgresql://host/db"))
    with pytest.raises(MissingDependencyError, match=r"pip install 'pyrite\[postgres\]'"):
        write(sink, (1, "a"))
