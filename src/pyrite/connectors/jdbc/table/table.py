"""'connector' = 'jdbc': tables of PostgreSQL and SQLite."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.options import JdbcConnectionOptions
from pyrite.connectors.jdbc.postgres import PostgresDatabase
from pyrite.connectors.jdbc.table import options as jdbc_options
from pyrite.connectors.jdbc.table.source import DEFAULT_FETCH_SIZE, JdbcTableSource, Partitions
from pyrite.connectors.jdbc.table.writer import FlushSettings, JdbcTableWriter, TableStatements, value_maker
from pyrite.connectors.jdbc.url import database_of
from pyrite.connectors.upserts.flush_options import FLUSH_INTERVAL, FLUSH_ROWS, SINK_PARALLELISM
from pyrite.connectors.upserts.table_rows import TableRows, key_places
from pyrite.core.blocks.changelog import UPSERT, ChangelogMode
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Guarantee
from pyrite.core.connector.lookup_options import lookup_settings
from pyrite.core.connector.sink import Sink, SinkWriter, WriterInitContext
from pyrite.core.connector.table import TableContext, TableFactory, TableSink, TableSource
from pyrite.core.connector.table_options import TableOptions
from pyrite.core.errors import TableException, ValidationException

_UPSERT: Final = Guarantee(EXACTLY_ONCE, "idempotent upsert by primary key")
_PLAIN: Final = Guarantee(AT_LEAST_ONCE, "no primary key, plain INSERT")


class JdbcTableFactory(TableFactory):
    """Creates tables that are read once, and written with upserts by primary key, or with inserts without a key."""

    identifier = "jdbc"
    required_options = jdbc_options.REQUIRED
    optional_options = jdbc_options.OPTIONAL

    def describe_source(self, context: TableContext) -> TableSource:
        options = jdbc_options.validated_options(self, context)
        database = _database(options)
        convert = value_maker(isinstance(database, PostgresDatabase))
        for field in context.row_type.fields:
            convert(field.type)  # raises for types that the database does not support
        return JdbcTableSource(
            database,
            str(options.get(jdbc_options.TABLE_NAME)),
            context.row_type,
            _partitions(options, context.row_type.names),
            options.get(jdbc_options.FETCH_SIZE) or DEFAULT_FETCH_SIZE,
            options.get(jdbc_options.SCAN_PARALLELISM),
            lookups=lookup_settings(options),
        )

    def describe_sink(self, context: TableContext) -> TableSink:
        options = jdbc_options.validated_options(self, context)
        database = _database(options)
        convert = value_maker(isinstance(database, PostgresDatabase))
        for field in context.row_type.fields:
            convert(field.type)  # raises for types that the database does not support
        rows = TableRows(context.row_type, key_places(context.row_type, context.primary_key), convert)
        settings = FlushSettings(
            options.get(FLUSH_ROWS), options.get(FLUSH_INTERVAL), options.get(jdbc_options.MAX_RETRIES)
        )
        table = str(options.get(jdbc_options.TABLE_NAME))
        return JdbcTableSink(database, table, rows, settings, options.get(SINK_PARALLELISM))


def _database(options: TableOptions) -> Database:
    builder = JdbcConnectionOptions.JdbcConnectionOptionsBuilder().with_url(str(options.get(jdbc_options.URL)))
    builder = builder.with_connection_check_timeout_seconds(options.get(jdbc_options.MAX_RETRY_TIMEOUT) // 1000)
    user, password = options.get(jdbc_options.USERNAME), options.get(jdbc_options.PASSWORD)
    if user is not None and password is not None:
        builder = builder.with_user_name(user).with_password(password)
    return database_of(builder.build())


def _partitions(options: TableOptions, names: Sequence[str]) -> Optional[Partitions]:
    column, count, lower, upper = (options.get(each) for each in jdbc_options.PARTITIONING)
    if column is None:
        return None
    if lower > upper:
        raise ValidationException(
            f"'{jdbc_options.PARTITION_LOWER.key}'='{lower}' must not be larger than "
            f"'{jdbc_options.PARTITION_UPPER.key}'='{upper}'."
        )
    if column not in names:
        raise ValidationException(f"the table has no column '{column}' for '{jdbc_options.PARTITION_COLUMN.key}'")
    return Partitions(column, count, lower, upper)


@dataclass(frozen=True)
class JdbcTableSink(TableSink):
    database: Database
    table: str
    rows: TableRows
    settings: FlushSettings
    sink_parallelism: Optional[int] = None

    @property
    def changelog_mode(self) -> ChangelogMode:
        return UPSERT

    def accepted_mode(self, query: ChangelogMode) -> ChangelogMode:
        if not query.is_insert_only and not self.rows.key:
            raise TableException("please declare primary key for sink table when query contains update/delete record.")
        return self.changelog_mode

    @property
    def parallelism(self) -> Optional[int]:
        return self.sink_parallelism

    def as_summary_string(self) -> str:
        return f"JDBC:{'PostgreSQL' if isinstance(self.database, PostgresDatabase) else 'SQLite'}"

    def create_sink(self) -> Sink:
        return JdbcUpsertSink(self.database, self.table, self.rows, self.settings)


class JdbcUpsertSink(Sink):
    """Writes the last row of each key, several rows in a statement."""

    def __init__(self, database: Database, table: str, rows: TableRows, settings: FlushSettings) -> None:
        self._database = database
        self._statements = TableStatements(table, rows.row_type.names, rows.key_names)
        self._rows = rows
        self._settings = settings

    def guarantee(self) -> Guarantee:
        return _UPSERT if self._rows.key else _PLAIN

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return JdbcTableWriter(self._database, self._statements, self._rows, self._settings)
