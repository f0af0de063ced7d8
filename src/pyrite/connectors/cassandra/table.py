"""'connector' = 'cassandra': tables of Cassandra, written by primary key."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Final, Optional

from pyrite.connectors.cassandra.cluster_builder import ClusterBuilder
from pyrite.connectors.cassandra.options import CassandraFailureHandler, ConsistencyLevel, WriteSettings
from pyrite.connectors.cassandra.rows import RowSender
from pyrite.connectors.upserts.flush_options import FLUSH_INTERVAL, FLUSH_ROWS, SINK_PARALLELISM
from pyrite.connectors.upserts.table_rows import Row, TableRows, key_places
from pyrite.connectors.upserts.upsert_table_sink import UpsertTableSink
from pyrite.connectors.upserts.upsert_writer import UpsertWriter
from pyrite.core.config.config_options import ConfigOption, member_of, parse_list, whole_number
from pyrite.core.connector.guarantee import EXACTLY_ONCE, Guarantee
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableContext, TableFactory, TableSink
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import ValidationException
from pyrite.core.extras import load

HOSTS: Final[ConfigOption[Optional[list[str]]]] = ConfigOption(
    "hosts", parse_list, None, "Contact points, without ports: 'a;b'."
)
PORT: Final = ConfigOption("port", whole_number(1), 9042, "The port of all contact points.")
KEYSPACE: Final[ConfigOption[Optional[str]]] = ConfigOption("keyspace", str, None, "The keyspace.")
TABLE_NAME: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "table-name", str, None, "The table, which must exist with the same primary key."
)
USERNAME: Final[ConfigOption[Optional[str]]] = ConfigOption("username", str, None, "The user name, if required.")
PASSWORD: Final[ConfigOption[Optional[str]]] = ConfigOption("password", str, None, "The user's password.")
CONSISTENCY: Final[ConfigOption[Optional[ConsistencyLevel]]] = ConfigOption(
    "sink.consistency-level",
    member_of(ConsistencyLevel),
    None,
    "How many replicas must acknowledge a write: ONE, QUORUM, LOCAL_QUORUM and so on; by default the driver's level.",
)
_UPSERT: Final = Guarantee(EXACTLY_ONCE, "idempotent upsert by primary key")


class CassandraTableFactory(TableFactory):
    identifier = "cassandra"
    required_options = (HOSTS, KEYSPACE, TABLE_NAME)
    optional_options = (PORT, USERNAME, PASSWORD, CONSISTENCY, FLUSH_ROWS, FLUSH_INTERVAL, SINK_PARALLELISM)

    def describe_sink(self, context: TableContext) -> TableSink:
        options = TableOptions(self, context)
        options.validate()
        if not context.primary_key:
            raise ValidationException(
                "'cassandra' tables require to define a PRIMARY KEY constraint: the primary key in Cassandra."
            )
        hosts = options.get(HOSTS)
        builder = TableClusterBuilder(
            tuple(hosts or ()), options.get(PORT), options.get(USERNAME), options.get(PASSWORD)
        )
        table = f"{_quoted(str(options.get(KEYSPACE)))}.{_quoted(str(options.get(TABLE_NAME)))}"
        sink = CassandraUpsertSink(
            builder,
            table,
            TableRows(context.row_type, key_places(context.row_type, context.primary_key)),
            WriteSettings(consistency_level=options.get(CONSISTENCY)),
            options.get(FLUSH_ROWS) or 1,
            options.get(FLUSH_INTERVAL),
        )
        return UpsertTableSink(sink, "Cassandra table sink", options.get(SINK_PARALLELISM))


@dataclass(frozen=True)
class TableClusterBuilder(ClusterBuilder):
    """Connects to the cluster of a table's options."""

    hosts: tuple[str, ...]
    port: int
    username: Optional[str] = field(default=None, repr=False)
    password: Optional[str] = field(default=None, repr=False)

    def build_cluster(self) -> Any:
        cluster = load("cassandra.cluster", "cassandra", "the Cassandra connector")
        login = None
        if self.username is not None:
            auth = load("cassandra.auth", "cassandra", "the Cassandra connector")
            login = auth.PlainTextAuthProvider(self.username, self.password or "")
        return cluster.Cluster(list(self.hosts), port=self.port, auth_provider=login)


@dataclass(frozen=True)
class CassandraUpsertSink(Sink):
    """Writes rows with INSERT, which in Cassandra replaces the row with the same key, and is idempotent."""

    builder: ClusterBuilder
    table: str
    rows: TableRows
    settings: WriteSettings
    batch_size: int
    interval_ms: int

    def guarantee(self) -> Guarantee:
        return _UPSERT

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return CassandraTableWriter(self)

    @property
    def insert(self) -> str:
        names = self.rows.row_type.names
        return f"INSERT INTO {self.table} ({', '.join(map(_quoted, names))}) VALUES ({', '.join('?' * len(names))})"

    @property
    def delete(self) -> str:
        return f"DELETE FROM {self.table} WHERE {' AND '.join(f'{_quoted(n)} = ?' for n in self.rows.key_names)}"


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


class CassandraTableWriter(UpsertWriter):
    """Writes and deletes rows with prepared statements, many concurrently."""

    def __init__(self, sink: CassandraUpsertSink) -> None:
        handler = CassandraFailureHandler.no_op()
        self._upserts = RowSender(sink.builder, sink.insert, sink.settings, handler)
        self._deletes = RowSender(sink.builder, sink.delete, sink.settings, handler)
        super().__init__(sink.rows, sink.batch_size, sink.interval_ms)

    def send(self, upserts: list[Row], deletes: list[Row]) -> None:
        self._deletes.send(deletes)
        self._upserts.send(upserts)

    def close(self) -> None:
        super().close()
        self._upserts.close()
        self._deletes.close()
