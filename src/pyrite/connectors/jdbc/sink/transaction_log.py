"""TransactionLog: a table of the target's own that records which of a sink's transactions it has.

A transaction enters its name together with its rows, so that a repeated and a lost commit can be
distinguished. Transactions of one writer are committed in their order: the last one stands for all before it, which are
forgotten.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any, Final

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.sink.own_table import make_table
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.persistence.persisted import persisted

TABLE: Final = "pyrite_transactions"
KEPT_DAYS: Final = 30
"""How long the log knows an attempt after its last commit. An older savepoint cannot be restored a second time."""

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
    """Names a transaction permanently. Its text is less than 200 bytes long, as PostgreSQL wants it."""

    sink: str
    """Job and operator."""
    subtask: int
    attempt: int
    writer: str
    """Made up by each writer: a job restarted from scratch under an old id repeats attempt numbers."""
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
        """How the names of all transactions of the sink begin."""
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
    """The table, by a connection that the caller has."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def make(self, connection: Any) -> None:
        make_table(self._database, connection, TABLE, _COLUMNS)

    def enter(self, connection: Any, name: TransactionId) -> bool:
        """Within the transaction itself. False: it, or a later one, was committed before."""
        into = f"INSERT INTO {TABLE} (sink, subtask, attempt, writer, number)"
        sql = f"{into} SELECT ?, ?, ?, ?, ? WHERE NOT EXISTS ({_LATER}) ON CONFLICT DO NOTHING"
        cursor = self._database.execute(connection, sql, (*name.values, *name.values))
        return bool(cursor.rowcount == 1)

    def has(self, connection: Any, name: TransactionId) -> bool:
        return self._database.execute(connection, _LATER, name.values).fetchone() is not None

    def forget_before(self, connection: Any, name: TransactionId) -> None:
        """Deletes those that a later committed one supersedes."""
        sql = f"DELETE FROM {TABLE} WHERE {_OF_WRITER} AND number < ?"
        self._database.execute(connection, sql, name.values)

    def forget_old(self, connection: Any, name: TransactionId) -> None:
        """Forgets attempts of the sink that are long over."""
        limit = self._database.days_ago(KEPT_DAYS)
        where = f"sink = ? AND attempt < ? AND written_at < {limit}"
        self._database.execute(connection, f"DELETE FROM {TABLE} WHERE {where}", (name.sink, name.attempt))
