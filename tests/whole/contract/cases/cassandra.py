"""Cassandra's sinks, against a node of its own."""

from __future__ import annotations

import random
from typing import Any, ClassVar

from pyrite.connectors.cassandra.cassandra_sink import CassandraSink
from pyrite.connectors.cassandra.sink import CassandraRowSink, CassandraWriteAheadSink
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.sink import Sink
from tests.connectors.cassandra.node import KEY_SPACE, shared_node
from tests.whole.contract.case import SinkCase


class CassandraUpsert(SinkCase):
    connector: ClassVar[type] = CassandraRowSink
    delivery = EXACTLY_ONCE
    slow = True
    columns: ClassVar[str] = "n int PRIMARY KEY"
    query: ClassVar[str] = "INSERT INTO {} (n) VALUES (?)"

    def open(self) -> None:
        shared_node()

    def sink(self, run: str) -> Sink:
        node, table = shared_node(), f"{KEY_SPACE}.{run}"
        node.execute(f"CREATE TABLE IF NOT EXISTS {table} ({self.columns})")
        builder = CassandraSink.add_sink(None).set_query(self.query.format(table)).set_host("127.0.0.1", node.port)
        if issubclass(self.connector, CassandraWriteAheadSink):
            builder.enable_write_ahead_log()
        assert builder.sink().guarantee().delivery == self.delivery
        return builder.sink()

    def record(self, number: int) -> Any:
        return (number,)

    def arrived(self, run: str) -> list[int]:
        return [row.n for row in shared_node().execute(f"SELECT * FROM {KEY_SPACE}.{run}")]


class CassandraCounters(CassandraUpsert):
    delivery = AT_LEAST_ONCE
    columns = "n int PRIMARY KEY, seen counter"
    query = "UPDATE {} SET seen = seen + 1 WHERE n = ?"

    def arrived(self, run: str) -> list[int]:
        rows = shared_node().execute(f"SELECT n, seen FROM {KEY_SPACE}.{run}")
        return [row.n for row in rows for _ in range(row.seen)]


class CassandraWriteAhead(CassandraUpsert):
    """Each attempt makes other keys: what a broken one has written would stay."""

    connector = CassandraWriteAheadSink
    columns = "key double PRIMARY KEY, n int"
    query = "INSERT INTO {} (key, n) VALUES (?, ?)"

    def record(self, number: int) -> Any:
        return (random.random(), number)


class CassandraWriteAheadCounters(CassandraCounters):
    connector = CassandraWriteAheadSink
