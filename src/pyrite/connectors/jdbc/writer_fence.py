"""WriterFence: a table of the target's own that records which writer of a subtask is the present one.

An older attempt's task may live on for a while, cut off from its driver but not from the database. It must not prepare
a transaction after the new attempt has looked for such: nobody would ever end it. So a new writer, in this order,
enters its name here, ends the sessions of older ones, and rolls back what they have prepared. An older one looks here
in the same session in which it prepares. If it looked before the new name was there, its session is among those that
are ended; if later, it sees the name and gives up.
"""

from __future__ import annotations

from typing import Any, Final

from pyrite.connectors.jdbc.database import Database
from pyrite.connectors.jdbc.own_table import make_table
from pyrite.connectors.jdbc.transaction_log import TransactionId
from pyrite.core.connector.sink import WriterInitContext
from pyrite.core.errors import ConnectorError

TABLE: Final = "pyrite_writers"
_COLUMNS: Final = (
    "sink VARCHAR(200) NOT NULL, subtask INTEGER NOT NULL, writer VARCHAR(20) NOT NULL, PRIMARY KEY (sink, subtask)"
)


class WriterFence:
    """The table, by a connection that the caller has."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def take(self, connection: Any, own: TransactionId, context: WriterInitContext) -> None:
        """The writer is the present one from here on, also for subtasks that are too many since a rescale."""
        make_table(self._database, connection, TABLE, _COLUMNS)
        upsert = f"INSERT INTO {TABLE} (sink, subtask, writer) VALUES (?, ?, ?) ON CONFLICT (sink, subtask) DO UPDATE"
        self._database.execute(
            connection, f"{upsert} SET writer = EXCLUDED.writer", (own.sink, own.subtask, own.writer)
        )
        sql = f"UPDATE {TABLE} SET writer = ? WHERE sink = ? AND subtask >= ? AND MOD(subtask, ?) = ?"
        self._database.execute(
            connection, sql, (own.writer, own.sink, context.parallelism, context.parallelism, own.subtask)
        )

    def refuse_if_lost(self, connection: Any, own: TransactionId) -> None:
        """Within a transaction that is about to be prepared; ConnectorError: another writer has taken its place."""
        sql = f"SELECT writer FROM {TABLE} WHERE sink = ? AND subtask = ?"
        present = self._database.execute(connection, sql, (own.sink, own.subtask)).fetchone()
        if present is None or present[0] != own.writer:
            raise ConnectorError(
                f"{self._database.address}: another attempt of the job has taken the place of this writer (subtask "
                f"{own.subtask}, attempt {own.attempt}): it prepares nothing any more"
            )

    def remove(self, connection: Any, own: TransactionId) -> None:
        """The job is over: no writer of the sink may prepare anything any more."""
        make_table(self._database, connection, TABLE, _COLUMNS)
        self._database.execute(connection, f"DELETE FROM {TABLE} WHERE sink = ?", (own.sink,))
