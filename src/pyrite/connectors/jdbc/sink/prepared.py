"""Exactly-once by PREPARE TRANSACTION: a prepared transaction survives the end of its session and of the server.

Rows of a prepared transaction are locked until its commit, which runs in the same task that continues to write. So a
later transaction must not touch the same rows: this method is for plain INSERTs.
"""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Final

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.jdbc.database import Database, Session
from pyrite.connectors.jdbc.options import JdbcExactlyOnceOptions, JdbcExecutionOptions
from pyrite.connectors.jdbc.postgres import psycopg
from pyrite.connectors.jdbc.sink.auxiliary_table import create_table
from pyrite.connectors.jdbc.sink.rows import RowMaker
from pyrite.connectors.jdbc.sink.transaction_log import TransactionId, TransactionLog
from pyrite.connectors.jdbc.statement import Statement
from pyrite.core.connector.sink import Committer, WriterInitContext
from pyrite.core.errors import CommittableLostError, ConnectorError
from pyrite.core.persistence.persisted import persisted

_LOCK_WAIT: Final = "60s"
_END_WAIT_S: Final = 10.0
TABLE: Final = "pyrite_writers"
_COLUMNS: Final = (
    "sink VARCHAR(200) NOT NULL, subtask INTEGER NOT NULL, writer VARCHAR(20) NOT NULL, PRIMARY KEY (sink, subtask)"
)
_log = logging.getLogger(__name__)


@persisted("jdbc-prepared-transaction/1")
@dataclass(frozen=True)
class PreparedTransaction:
    """The committable: the name of a prepared transaction, and its number of rows."""

    name: TransactionId
    rows: int


class PreparingWriter(BatchingWriter):
    """Keeps a transaction open from its first record to the next checkpoint."""

    def __init__(
        self,
        database: Database,
        statement: Statement,
        rows_of: RowMaker,
        execution: JdbcExecutionOptions,
        options: JdbcExactlyOnceOptions,
        context: WriterInitContext,
    ) -> None:
        super().__init__(execution.batch_size)
        self._database = database
        self._statement = statement
        self._rows_of = rows_of
        self._attempts = execution.max_retries + 1
        self._transaction = TransactionId.first(context)
        self._log = TransactionLog(database)
        self._fence = WriterFence(database)
        self._session = Session(database, _session_name(self._transaction))
        self._connection: Any = None
        self._count = 0
        self._session.run(lambda connection: self._set_up(connection, context, options), self._attempts)

    def _set_up(self, connection: Any, context: WriterInitContext, options: JdbcExactlyOnceOptions) -> None:
        [(limit,)] = connection.execute("SHOW max_prepared_transactions").fetchall()
        if int(limit) == 0:
            raise ConnectorError(
                f"{self._database.address}: exactly-once by PREPARE TRANSACTION needs the server's setting "
                "max_prepared_transactions, which is 0: set it to at least twice the sink's parallelism and restart "
                "the server, or use JdbcExactlyOnceOptions.builder().with_write_ahead(True)"
            )
        self._log.make(connection)
        self._fence.take(connection, self._transaction, context)
        _end_older_sessions(connection, self._transaction, context)
        if options.recovered_and_rollback:
            _roll_back_older(connection, self._transaction, context)
        if context.subtask == 0:
            self._log.delete_old(connection, self._transaction)

    def _items_of(self, values: list[Any]) -> Sequence[Any]:
        return self._rows_of(values)

    def _send(self, items: Sequence[Any]) -> None:
        if self._connection is None:
            self._connection = self._session.run(_begin, self._attempts)
        try:
            self._database.write(self._connection, self._statement, items)
        except psycopg().errors.LockNotAvailable as error:
            reason = f"{self._database.failure(error)}. A row is locked, possibly by a prepared transaction of "
            raise ConnectorError(f"{reason}this sink: to write a row twice, use with_write_ahead(True)") from None
        except self._database.errors as error:
            raise self._database.failure(error) from None
        self._count += len(items)

    def prepare_commit(self) -> list[PreparedTransaction]:
        if self._connection is None:
            return []
        with self._database.reported_errors():
            self._log.enter(self._connection, self._transaction)
            self._fence.check_current(self._connection, self._transaction)
            self._connection.execute(f"PREPARE TRANSACTION {_quoted(self._transaction)}")
        prepared = PreparedTransaction(self._transaction, self._count)
        self._connection, self._count = None, 0
        self._transaction = self._transaction.next()
        return [prepared]

    def close(self) -> None:
        """Closes the session. The server rolls back a transaction that is not prepared."""
        super().close()
        self._session.close()


def roll_back_all(database: Database, context: WriterInitContext) -> None:
    """At the end of the job, ends sessions and prepared transactions of all writers of earlier attempts.

    The pending transactions of the last checkpoint have been committed before.
    """
    own = TransactionId.first(context)
    session = Session(database, _session_name(own))

    def roll_back(connection: Any) -> None:
        WriterFence(database).remove(connection, own)
        _end_older_sessions(connection, own, context)
        _roll_back_older(connection, own, context)

    try:
        session.run(roll_back)
    finally:
        session.close()


class PreparedCommitter(Committer):
    """Executes COMMIT PREPARED. A missing transaction is committed if the log contains it, and lost otherwise."""

    def __init__(self, database: Database, options: JdbcExactlyOnceOptions) -> None:
        self._database = database
        self._options = options
        self._log = TransactionLog(database)
        self._session = Session(database)

    def commit(self, committables: list[PreparedTransaction]) -> None:
        for prepared in committables:

            def commit(connection: Any, prepared: PreparedTransaction = prepared) -> None:
                self._commit(connection, prepared)

            self._session.run(commit, self._options.max_commit_attempts)

    def _commit(self, connection: Any, prepared: PreparedTransaction) -> None:
        try:
            connection.execute(f"COMMIT PREPARED {_quoted(prepared.name)}")
        except psycopg().errors.UndefinedObject:
            if not self._log.has(connection, prepared.name):
                self._report_lost(prepared)
            return
        with self._database.transaction(connection):
            connection.execute("SET LOCAL synchronous_commit = off")  # losing this deletion does no harm
            self._log.delete_before(connection, prepared.name)

    def abort(self, committables: list[PreparedTransaction]) -> None:
        for prepared in committables:

            def roll_back(connection: Any, prepared: PreparedTransaction = prepared) -> None:
                with contextlib.suppress(psycopg().errors.UndefinedObject):
                    connection.execute(f"ROLLBACK PREPARED {_quoted(prepared.name)}")

            self._session.run(roll_back, self._options.max_commit_attempts)

    def _report_lost(self, prepared: PreparedTransaction) -> None:
        name = prepared.name
        message = (
            f"{self._database.address}: the prepared transaction '{name}' is missing and was never committed: "
            f"{prepared.rows} rows of subtask {name.subtask}, attempt {name.attempt}, transaction {name.number} are "
            "lost. It was rolled back manually, or the database was restored from an older backup"
        )
        if not self._options.continue_on_lost:
            raise CommittableLostError(f"{message}. To continue without these rows, use with_continue_on_lost(True)")
        _log.error("%s", message)

    def close(self) -> None:
        self._session.close()


def _begin(connection: Any) -> Any:
    connection.execute("BEGIN")
    connection.execute(f"SET LOCAL lock_timeout = '{_LOCK_WAIT}'")
    connection.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
    return connection


def _quoted(name: TransactionId) -> str:
    return "'{}'".format(str(name).replace("'", "''"))


def _session_name(name: TransactionId) -> str:
    digest = blake2b(name.sink.encode(), digest_size=8).hexdigest()
    return f"pyrite {digest} {name.subtask} {name.attempt}"


def _end_older_sessions(connection: Any, own: TransactionId, context: WriterInitContext) -> None:
    """Ends the sessions of older attempts, which could still hold locks or prepare a transaction.

    Their processes may still run, or their machines may be unreachable. ConnectorError if a session does not end: it
    may be in the middle of a PREPARE TRANSACTION.
    """
    beginning = _session_name(own).rsplit(" ", 2)[0] + " "
    until = time.monotonic() + _END_WAIT_S
    while True:
        sessions_sql = "SELECT pid, application_name FROM pg_stat_activity WHERE datname = current_database()"
        older = [
            pid
            for pid, name in connection.execute(f"{sessions_sql} AND starts_with(application_name, %s)", [beginning])
            if _is_older(int(name.split(" ")[2]), int(name.split(" ")[3]), own, context)
        ]
        if not older:
            return
        if time.monotonic() > until:
            numbers = ", ".join(map(str, older))
            raise ConnectorError(
                f"sessions of an older attempt did not end within {_END_WAIT_S:g} s (pid {numbers}): they could still "
                "prepare a transaction that would stay open. See these pids in the server's pg_stat_activity"
            )
        connection.execute("SELECT pg_terminate_backend(pid) FROM unnest(%s::int[]) AS pid", [older])
        time.sleep(0.02)


def _roll_back_older(connection: Any, own: TransactionId, context: WriterInitContext) -> None:
    """Rolls back prepared transactions of older writers. The checkpoint's transactions have been committed before."""
    cursor = connection.execute(
        "SELECT gid FROM pg_prepared_xacts WHERE database = current_database() AND starts_with(gid, %s)", [own.prefix]
    )
    for (gid,) in cursor.fetchall():
        name = TransactionId.parse(gid)
        if name.sink == own.sink and _is_older(name.subtask, name.attempt, own, context):
            connection.execute(f"ROLLBACK PREPARED {_quoted(name)}")


def _is_older(subtask: int, attempt: int, own: TransactionId, context: WriterInitContext) -> bool:
    return attempt < own.attempt and context.owns(subtask)


class WriterFence:
    """A table in the target database that records the current writer of each subtask.

    The task of an older attempt may keep running for a while, cut off from its driver but not from the database. It
    must not prepare a transaction after the new attempt has listed prepared transactions: it would stay open.
    So a new writer, in this order, enters its name here, ends the sessions of older writers, and rolls back the
    transactions they prepared. An older writer checks this table in the same session in which it prepares. If the
    check precedes the new name, its session is among the sessions that are ended; if it follows, the writer sees the
    new name and gives up. The caller provides the connection.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, connection: Any, own: TransactionId, context: WriterInitContext) -> None:
        """Makes the writer the current one, also for subtasks that no longer exist after a rescale."""
        create_table(self._database, connection, TABLE, _COLUMNS)
        upsert = f"INSERT INTO {TABLE} (sink, subtask, writer) VALUES (?, ?, ?) ON CONFLICT (sink, subtask) DO UPDATE"
        self._database.execute(
            connection, f"{upsert} SET writer = EXCLUDED.writer", (own.sink, own.subtask, own.writer)
        )
        sql = f"UPDATE {TABLE} SET writer = ? WHERE sink = ? AND subtask >= ? AND MOD(subtask, ?) = ?"
        self._database.execute(
            connection, sql, (own.writer, own.sink, context.parallelism, context.parallelism, own.subtask)
        )

    def check_current(self, connection: Any, own: TransactionId) -> None:
        """Call it before PREPARE TRANSACTION. ConnectorError if another writer is the current one."""
        sql = f"SELECT writer FROM {TABLE} WHERE sink = ? AND subtask = ?"
        present = self._database.execute(connection, sql, (own.sink, own.subtask)).fetchone()
        if present is None or present[0] != own.writer:
            raise ConnectorError(
                f"{self._database.address}: this writer (subtask {own.subtask}, attempt {own.attempt}) was replaced by "
                "another attempt of the job, and must not prepare transactions"
            )

    def remove(self, connection: Any, own: TransactionId) -> None:
        """Removes the sink's entries at the end of the job, so that no writer can prepare a transaction."""
        create_table(self._database, connection, TABLE, _COLUMNS)
        self._database.execute(connection, f"DELETE FROM {TABLE} WHERE sink = ?", (own.sink,))
