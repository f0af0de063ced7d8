"""Tables of SQL that take upserts and deletes: upsert-kafka, jdbc, redis, elasticsearch and cassandra."""

from __future__ import annotations

import json
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from tests.connectors.cassandra.node import KEY_SPACE
from tests.connectors.cassandra.node import shared_node as shared_cassandra
from tests.connectors.elasticsearch.node import shared_node as shared_opensearch
from tests.connectors.jdbc.postgres_server import shared_server as shared_postgres
from tests.connectors.kafka.broker import shared_broker
from tests.connectors.kafka.sinking import consumed
from tests.connectors.redis.server import client
from tests.connectors.redis.server import shared_server as shared_redis
from tests.whole.contract.table_sink import TableSinkCase

_NO_THREAD = "'sink.bulk-flush.interval' = '0 s'"
_COLUMNS = "n int primary key, seen int"
_FEW = "'sink.buffer-flush.max-rows' = '7', 'sink.buffer-flush.interval' = '0 s'"
"""No thread flushes: that of a killed task would still be there in the simulation, and write what is old by then."""


class SqliteTableUpserts(TableSinkCase):
    def open(self) -> None:
        self._folder = tempfile.mkdtemp()
        self._path = str(Path(self._folder, "out.db"))

    def close(self) -> None:
        shutil.rmtree(self._folder)

    def options(self, run: str) -> str:
        self._execute(f"CREATE TABLE IF NOT EXISTS {run} ({_COLUMNS})")
        return f"'connector' = 'jdbc', 'url' = 'jdbc:sqlite:{self._path}', 'table-name' = '{run}', {_FEW}"

    def rows(self, run: str) -> list[tuple[Any, Any]]:
        return self._execute(f"SELECT n, seen FROM {run}")

    def _execute(self, sql: str) -> list[tuple[Any, ...]]:
        with sqlite3.connect(self._path) as connection:
            return connection.execute(sql).fetchall()


class PostgresTableUpserts(TableSinkCase):
    def options(self, run: str) -> str:
        shared_postgres().execute(f"CREATE TABLE IF NOT EXISTS {run} ({_COLUMNS})")
        return f"'connector' = 'jdbc', 'url' = '{shared_postgres().url}', 'table-name' = '{run}', {_FEW}"

    def rows(self, run: str) -> list[tuple[Any, Any]]:
        return shared_postgres().execute(f"SELECT n, seen FROM {run}")


class KafkaTableUpserts(TableSinkCase):
    """What a reader makes of the records, by key; an older record may come again, but never after a newer one alone."""

    slow = True

    def options(self, run: str) -> str:
        shared_broker().create_topic(run, 2)
        return (
            f"'connector' = 'upsert-kafka', 'topic' = '{run}', 'key.format' = 'json', 'value.format' = 'json', "
            f"'properties.bootstrap.servers' = '{shared_broker().address}'"
        )

    def rows(self, run: str) -> list[tuple[Any, Any]]:
        last = {message.key(): message.value() for message in consumed(shared_broker(), run)}
        table = {key: None if value is None else json.loads(value) for key, value in last.items()}
        return [(row["n"], row["seen"]) for row in table.values() if row is not None]


class RedisTableUpserts(TableSinkCase):
    slow = True

    def options(self, run: str) -> str:
        return f"'connector' = 'redis', 'url' = '{shared_redis().url}', 'key-prefix' = '{run}', {_FEW}"

    def rows(self, run: str) -> list[tuple[Any, Any]]:
        redis = client(shared_redis().url)
        return [tuple(redis.hmget(key, "n", "seen")) for key in redis.keys(f"{run}:*")]


class ElasticsearchTableUpserts(TableSinkCase):
    slow = True

    def options(self, run: str) -> str:
        return (
            f"'connector' = 'elasticsearch-7', 'hosts' = '{shared_opensearch().url}', 'index' = '{run}', {_NO_THREAD}"
        )

    def rows(self, run: str) -> list[tuple[Any, Any]]:
        shared_opensearch().ask(f"{run}/_refresh", {}, "POST")
        hits = shared_opensearch().ask(f"{run}/_search?size=10000")["hits"]["hits"]
        return [(hit["_source"]["n"], hit["_source"]["seen"]) for hit in hits]


class CassandraTableUpserts(TableSinkCase):
    slow = True

    def options(self, run: str) -> str:
        shared_cassandra().execute(f"CREATE TABLE IF NOT EXISTS {KEY_SPACE}.{run} ({_COLUMNS})")
        return (
            f"'connector' = 'cassandra', 'hosts' = '127.0.0.1', 'port' = '{shared_cassandra().port}', "
            f"'keyspace' = '{KEY_SPACE}', 'table-name' = '{run}', {_FEW}"
        )

    def rows(self, run: str) -> list[tuple[Any, Any]]:
        return [(row.n, row.seen) for row in shared_cassandra().execute(f"SELECT * FROM {KEY_SPACE}.{run}")]
