"""CassandraSink against a real node."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

from pyrite.common import Row, Types
from pyrite.common.block import Block
from pyrite.connectors.cassandra.cluster_builder import HostClusterBuilder
from pyrite.connectors.cassandra.sink import CassandraWriteAheadSink
from pyrite.core.errors import ConnectorError, InvalidProgramError, MissingDependencyError
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.connectors.cassandra import (
    CassandraCommitter,
    CassandraFailureHandler,
    CassandraSink,
    ClusterBuilder,
    ConsistencyLevel,
    MapperOptions,
)
from pyrite.testing import simulate
from servers.cassandra import CassandraServer
from servers.server import free_port
from tests.connectors.cassandra.node import new_table
from tests.connectors.jdbc.writers import commit, place, prepare

Builder = CassandraSink.CassandraSinkBuilder


class LetGo(CassandraFailureHandler):
    def on_failure(self, failure: Exception) -> None:
        pass


def builder_of(node: CassandraServer, table: str, stream: Any = None) -> Builder:
    builder = CassandraSink.add_sink(stream).set_query(f"INSERT INTO {table} (id, name) VALUES (?, ?)")
    return builder.set_host("127.0.0.1", node.port)


def write(builder: Builder, *records: Any) -> None:
    writer = builder.sink().create_writer(place())
    try:
        prepare(writer, *records)
    finally:
        writer.close()


def rows(node: CassandraServer, table: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in node.execute(f"SELECT * FROM {table}"))


@pytest.mark.slow
def test_program_of_pyflink_writes_rows(node: CassandraServer) -> None:
    table = new_table(node)
    env = StreamExecutionEnvironment()
    stream = env.from_collection([(1, "a"), (2, "b"), (1, "c")], Types.ROW([Types.INT(), Types.STRING()]))
    builder_of(node, table, stream).build().name("rows").uid("rows").set_parallelism(1).disable_chaining()
    simulate(env)
    assert rows(node, table) == [(1, "c"), (2, "b")]


@pytest.mark.slow
def test_last_of_many_writes_of_a_row_stays(node: CassandraServer) -> None:
    table = new_table(node)
    write(builder_of(node, table).set_max_concurrent_requests(50), *[(1, str(number)) for number in range(500)])
    assert rows(node, table) == [(1, "499")]


@pytest.mark.slow
def test_null_fields_overwrite_unless_they_are_ignored(node: CassandraServer) -> None:
    table = new_table(node)
    write(builder_of(node, table), (1, "a"), (2, "b"), Row(1, None))
    write(builder_of(node, table).enable_ignore_null_fields(), (2, None))
    assert rows(node, table) == [(1, None), (2, "b")]


@pytest.mark.slow
def test_options_reach_the_statement(node: CassandraServer) -> None:
    table = new_table(node)
    options = MapperOptions().ttl(1000).consistency_level(ConsistencyLevel.ONE).if_not_exists(True).tracing(False)
    write(builder_of(node, table).set_mapper_options(options), (1, "a"), (1, "b"))
    [(name, ttl)] = node.execute(f"SELECT name, ttl(name) FROM {table}")
    assert name == "a" and 900 < ttl <= 1000


@pytest.mark.slow
def test_row_that_does_not_fit_fails_or_is_let_go(node: CassandraServer) -> None:
    table = new_table(node)
    too_long = ("x" * 70_000, 1)  # longer than a key may be
    keyed = new_table(node, "name text PRIMARY KEY, id int")
    builder = builder_of(node, keyed).set_query(f"INSERT INTO {keyed} (name, id) VALUES (?, ?)")
    with pytest.raises(ConnectorError, match=f"127.0.0.1:{node.port}: "):
        write(builder, too_long)
    write(builder.set_failure_handler(LetGo()), too_long, ("ok", 2))
    assert [row.id for row in node.execute(f"SELECT id FROM {keyed}")] == [2]
    assert rows(node, table) == []


@pytest.mark.slow
@pytest.mark.parametrize("record", [(1,), Row(1), (1, "a", 2), "ab"])
def test_row_of_too_few_or_too_many_fields_is_refused(node: CassandraServer, record: object) -> None:
    table = new_table(node)
    with pytest.raises(TypeError, match=f"of 2 fields, got {re.escape(repr(record))}"):
        write(builder_of(node, table), record)
    assert rows(node, table) == []


@pytest.mark.slow
def test_statement_that_does_not_fit_is_reported(node: CassandraServer) -> None:
    with pytest.raises(ConnectorError, match="nothing"):
        write(builder_of(node, "tests.nothing"), (1, "a"))


@pytest.mark.slow
def test_write_ahead_writes_a_checkpoint_when_it_is_complete(node: CassandraServer) -> None:
    table = new_table(node)
    committer = CassandraCommitter.default_checkpoint_committer(HostClusterBuilder("127.0.0.1", node.port), "notes")
    sink = builder_of(node, table).enable_write_ahead_log(committer).sink()
    writer = sink.create_writer(place())
    first = prepare(writer, (1, "a"), (2, "b"), (2, "c"))
    writer.snapshot_state(1)
    assert rows(node, table) == []
    commit(sink, first)
    assert rows(node, table) == [(1, "a"), (2, "c")]
    assert [row.checkpoint_id for row in node.execute("SELECT checkpoint_id FROM notes.checkpoints")] == [1]


@pytest.mark.slow
def test_repeat_of_an_older_checkpoint_changes_nothing_even_without_its_note(node: CassandraServer) -> None:
    table = new_table(node)
    sink = builder_of(node, table).enable_write_ahead_log().sink()
    assert isinstance(sink, CassandraWriteAheadSink)
    writer = sink.create_writer(place(operator_id=table))
    first = prepare(writer, (1, "a"))
    writer.snapshot_state(1)
    first[0].staged_ms -= 1000
    second = prepare(writer, (1, "b"))
    writer.snapshot_state(2)
    commit(sink, first + second)
    node.execute("TRUNCATE pyrite_auxiliary.checkpoints")
    commit(sink, first)
    assert rows(node, table) == [(1, "b")]


def test_write_ahead_refuses_a_row_of_too_few_fields_before_it_is_in_a_checkpoint() -> None:
    builder = CassandraSink.add_sink(None).set_host("127.0.0.1", free_port())
    sink = builder.set_query("INSERT INTO k.t (id, name) VALUES (?, ?)").enable_write_ahead_log().sink()
    writer = sink.create_writer(place())
    with pytest.raises(TypeError, match=r"of 2 fields, got \(1,\)"):
        writer.write(Block([(1, "a"), (1,)]))


def test_builder_needs_a_query_and_a_host() -> None:
    with pytest.raises(InvalidProgramError, match="set_query"):
        CassandraSink.add_sink(None).set_host("localhost").sink()


def test_wrong_option_names_what_is_allowed() -> None:
    with pytest.raises(InvalidProgramError, match=r"one of .*'LOCAL_QUORUM'"):
        MapperOptions().consistency_level("QUORUM")  # type: ignore[arg-type]
    with pytest.raises(InvalidProgramError, match="at least 1, not 0"):
        CassandraSink.add_sink(None).set_host("x").set_query("q").set_max_concurrent_requests(0).sink()


def test_node_that_is_away_is_named() -> None:
    port = free_port()
    builder = CassandraSink.add_sink(None).set_query("INSERT INTO t (a) VALUES (?)").set_host("127.0.0.1", port)
    with pytest.raises(ConnectorError, match=f"Cassandra at 127.0.0.1:{port}"):
        write(builder, (1,))


def test_missing_package_is_named_with_its_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cassandra", None)
    monkeypatch.delitem(sys.modules, "cassandra.cluster", raising=False)
    builder = CassandraSink.add_sink(None).set_query("INSERT INTO t (a) VALUES (?)").set_host("127.0.0.1")
    with pytest.raises(MissingDependencyError, match=r"pip install 'pyrite\[cassandra\]'"):
        write(builder, (1,))


def test_counters_are_written_at_least_once() -> None:
    builder = CassandraSink.add_sink(None).set_query("UPDATE t SET n = n + 1 WHERE a = ?").set_host("x")
    assert str(builder.sink().guarantee().delivery) == "at-least-once"
    assert str(builder.enable_write_ahead_log().sink().guarantee().delivery) == "at-least-once"


def test_cluster_builder_is_the_users() -> None:
    class Mine(ClusterBuilder):
        def build_cluster(self) -> Any:
            raise RuntimeError("mine is called")

    builder = CassandraSink.add_sink(None).set_query("INSERT INTO t (a) VALUES (?)").set_cluster_builder(Mine())
    with pytest.raises(RuntimeError, match="mine is called"):
        write(builder, (1,))
