"""JdbcSink: writes records to a database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Optional

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.jdbc.database import Database, Session
from pyrite.connectors.jdbc.options import JdbcConnectionOptions, JdbcExactlyOnceOptions, JdbcExecutionOptions
from pyrite.connectors.jdbc.postgres import PostgresDatabase
from pyrite.connectors.jdbc.sink.prepared import PreparedCommitter, PreparingWriter, roll_back_all
from pyrite.connectors.jdbc.sink.rows import RowMaker
from pyrite.connectors.jdbc.sink.staged import StagedCommitter, StagingWriter
from pyrite.connectors.jdbc.statement import Statement
from pyrite.connectors.jdbc.url import database_of
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE, Declaration, Guarantee
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.composite_type_info import RowTypeInfo

_UPSERT = Guarantee(EXACTLY_ONCE, "idempotent upsert")
_PLAIN = Guarantee(AT_LEAST_ONCE, "no transactions, plain INSERT")
_NOT_IDEMPOTENT = Guarantee(AT_LEAST_ONCE, "no transactions, and the statement is not idempotent")
_PREPARED = Guarantee(EXACTLY_ONCE, "PREPARE TRANSACTION")
_WRITE_AHEAD = Guarantee(EXACTLY_ONCE, "write-ahead, with its log entry in the same transaction")


class JdbcSink(Sink):
    """Executes a statement for each record, in batches, on PostgreSQL or SQLite.

    `sink` writes immediately: at least once, and effectively once if the statement is an upsert. `exactly_once_sink`
    commits with the checkpoints.
    """

    declaration: ClassVar[Declaration] = Declaration(
        "PostgreSQL, SQLite (JDBC)",
        (_UPSERT, _PLAIN, _PREPARED, _WRITE_AHEAD),
        "PostgreSQL: pyrite[postgres]; for PREPARE TRANSACTION the server's max_prepared_transactions. SQLite: nothing",
        "PostgreSQL 15, SQLite 3",
    )

    def __init__(
        self,
        statement: Statement,
        type_info: Optional[RowTypeInfo],
        database: Database,
        execution: JdbcExecutionOptions,
        exactly_once: Optional[JdbcExactlyOnceOptions],
    ) -> None:
        statement.check_writes()
        self._statement = statement
        self._rows_of = RowMaker(statement, type_info)
        self._database = database
        self._execution = execution
        self._exactly_once = exactly_once
        self._is_write_ahead = exactly_once is not None and self._choose_write_ahead(exactly_once)

    @staticmethod
    def sink(
        sql: str,
        type_info: Optional[RowTypeInfo],
        jdbc_connection_options: JdbcConnectionOptions,
        jdbc_execution_options: Optional[JdbcExecutionOptions] = None,
    ) -> JdbcSink:
        """Writes immediately. `sql` has a `?` for each field of `type_info`. Without it, records must be rows."""
        execution = jdbc_execution_options or JdbcExecutionOptions.defaults()
        return JdbcSink(Statement(sql), type_info, database_of(jdbc_connection_options), execution, None)

    @staticmethod
    def exactly_once_sink(
        sql: str,
        type_info: Optional[RowTypeInfo],
        jdbc_connection_options: JdbcConnectionOptions,
        jdbc_execution_options: Optional[JdbcExecutionOptions] = None,
        jdbc_exactly_once_options: Optional[JdbcExactlyOnceOptions] = None,
    ) -> JdbcSink:
        """Writes exactly once: rows become visible when their checkpoint is complete."""
        execution = jdbc_execution_options or JdbcExecutionOptions.defaults()
        exactly_once = jdbc_exactly_once_options or JdbcExactlyOnceOptions.defaults()
        return JdbcSink(Statement(sql), type_info, database_of(jdbc_connection_options), execution, exactly_once)

    def _choose_write_ahead(self, options: JdbcExactlyOnceOptions) -> bool:
        can_prepare = isinstance(self._database, PostgresDatabase)
        if options.write_ahead is None:
            return not can_prepare or self._statement.plain_insert is None
        if not options.write_ahead and not can_prepare:
            raise InvalidProgramError(
                "with_write_ahead(False) needs PREPARE TRANSACTION, which SQLite does not support"
            )
        return options.write_ahead

    def guarantee(self) -> Guarantee:
        if self._exactly_once is not None:
            return _WRITE_AHEAD if self._is_write_ahead else _PREPARED
        if self._statement.is_idempotent:
            return _UPSERT
        return _PLAIN if self._statement.plain_insert is not None else _NOT_IDEMPOTENT

    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        if self._exactly_once is None:
            return _JdbcWriter(self._database, self._statement, self._rows_of, self._execution)
        if self._is_write_ahead:
            return StagingWriter(self._rows_of, context)
        return PreparingWriter(
            self._database, self._statement, self._rows_of, self._execution, self._exactly_once, context
        )

    def roll_back(self, context: WriterInitContext, states: list[Any], retained: bool) -> None:
        options = self._exactly_once
        if options is not None and not self._is_write_ahead and options.recovered_and_rollback:
            roll_back_all(self._database, context)

    def create_committer(self) -> Optional[Committer]:
        if self._exactly_once is None:
            return None
        if self._is_write_ahead:
            return StagedCommitter(self._database, self._statement, self._execution, self._exactly_once)
        return PreparedCommitter(self._database, self._exactly_once)


class _JdbcWriter(BatchingWriter):
    """Writes each batch in a transaction, and retries it after a transient error."""

    def __init__(
        self, database: Database, statement: Statement, rows_of: RowMaker, execution: JdbcExecutionOptions
    ) -> None:
        self._database = database
        self._statement = statement
        self._rows_of = rows_of
        self._attempts = execution.max_retries + 1
        self._session = Session(database)
        super().__init__(execution.batch_size, execution.batch_interval_ms)

    def _items_of(self, values: list[Any]) -> Sequence[Any]:
        return self._rows_of(values)

    def _send(self, items: Sequence[Any]) -> None:
        def write(connection: Any) -> None:
            with self._database.transaction(connection):
                self._database.write(connection, self._statement, items)

        self._session.run(write, self._attempts)

    def close(self) -> None:
        super().close()
        self._session.close()
