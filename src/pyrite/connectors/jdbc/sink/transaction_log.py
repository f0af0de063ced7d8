"""TransactionLog: a table in the target database that records the committed transactions of a sink.

A transaction writes its id together with its rows, so that a repeated commit can be distinguished from a lost one. The
transactions of a writer are committed in order, so only the last id of each writer is kept.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.sink.auxiliary_table import create_table
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.persistence.persisted import persisted

TABLE: Final = "pyrite_transactions"
RETENTION_DAYS: Final = 30
"""How long the log keeps the id of an attempt after its last commit. An older savepoint cannot be restored again."""

_COLUMNS: Final = (
    "sink VARCHAR(200) NOT NULL, subtask INTEGER NOT NULL, attempt INTEGER NOT NULL, writer VARCHAR(20) NOT NULL, "
    "number INTEGER NOT NULL, written_at TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, "
    "PRIMARY KEY (sink, subtask, attempt, writer, number)"
)
_MARK: Final = "pyrite"
_SEPARATOR: Final = "|"
_SINK_BYTES: Final = 150
_OF_WRITER: Final = "sink = ? AND subtask = ? AND attempt = ? AND writer = ?"
_LATER: Final = f"SELECT 1 FROM {TABLE} WHERE {_OF_WRITER} AND number >= ?"


@persisted("jdbc-transaction-id/1")
@dataclass(frozen=True)
class TransactionId:
    """Identifies a transaction permanently. Its text has less than 200 bytes, as PostgreSQL requires."""

    sink: str
    """The job and the operator."""
    subtask: int
    attempt: int
    writer: str
    """Random for each writer: a job that starts from scratch with an old id repeats attempt numbers."""
    number: int

    @staticmethod
    def first(context: WriterInitContext) -> TransactionId:
        sink = f"{context.job_id}{_SEPARATOR}{context.operator_id}"
        if len(sink.encode()) > _SINK_BYTES or not sink.isprintable():
            sink = blake2b(sink.encode(), digest_size=16).hexdigest()
        return TransactionId(sink, context.subtask, context.attempt, secrets.token_hex(4), 1)

    def next(self) -> TransactionId:
        return replace(self, number=self.number + 1)

    @property
    def prefix(self) -> str:
        """The common prefix of the ids of the sink's transactions."""
        return f"{_MARK}{_SEPARATOR}{self.sink}{_SEPARATOR}"

    def __str__(self) -> str:
        return self.prefix + _SEPARATOR.join(map(str, (self.subtask, self.attempt, self.writer, self.number)))

    @staticmethod
    def parse(text: str) -> TransactionId:
        sink, subtask, attempt, writer, number = text.removeprefix(f"{_MARK}{_SEPARATOR}").rsplit(_SEPARATOR, 4)
        return TransactionId(sink, int(subtask), int(attempt), writer, int(number))

    @property
    def values(self) -> tuple[str, int, int, str, int]:
        return self.sink, self.subtask, self.attempt, self.writer, self.number


class TransactionLog:
    """Accesses the table. The caller provides the connection."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, connection: Any) -> None:
        create_table(self._database, connection, TABLE, _COLUMNS)

    def enter(self, connection: Any, name: TransactionId) -> bool:
        """Adds the id, within the transaction. False if it, or a later one, was committed before."""
        into = f"INSERT INTO {TABLE} (sink, subtask, attempt, writer, number)"
        sql = f"{into} SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS ({_LATER}) ON CONFLICT DO NOTHING"
        cursor = self._database.execute(connection, sql, (*name.values, *name.values))
        return bool(cursor.rowcount == 1)

    def has(self, connection: Any, name: TransactionId) -> bool:
        return self._database.execute(connection, _LATER, name.values).fetchone() is not None

    def delete_before(self, connection: Any, name: TransactionId) -> None:
        """Deletes ids that a later committed id supersedes."""
        sql = f"DELETE FROM {TABLE} WHERE {_OF_WRITER} AND number < ?"
        self._database.execute(connection, sql, name.values)

    def delete_old(self, connection: Any, name: TransactionId) -> None:
        """Deletes the ids of attempts that ended long ago."""
        limit = self._database.days_ago(RETENTION_DAYS)
        where = f"sink = ? AND attempt < ? AND written_at < {limit}"
        self._database.execute(connection, f"DELETE FROM {TABLE} WHERE {where}", (name.sink, name.attempt))
