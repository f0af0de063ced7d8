"""Exactly-once by write-ahead: rows are staged in the checkpoint, and the commit writes them with a log entry."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pyrite.connectors.base.staging import Part, Stage
from pyrite.connectors.jdbc.database import Database, Session
from pyrite.connectors.jdbc.options import JdbcExactlyOnceOptions, JdbcExecutionOptions
from pyrite.connectors.jdbc.sink.rows import RowMaker
from pyrite.connectors.jdbc.sink.transaction_log import TransactionId, TransactionLog
from pyrite.connectors.jdbc.statement import Statement
from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.sink import Committer, SinkWriter, WriterInitContext
from pyrite.core.persistence.persisted import persisted


@persisted("jdbc-staged-rows/1")
@dataclass(frozen=True)
class StagedRows:
    """The committable: staged rows of one transaction."""

    name: TransactionId
    parts: list[Part]

    def batches(self, size: int) -> Iterator[list[Sequence[Any]]]:
        """The rows, in batches of about `size`."""
        batch: list[Sequence[Any]] = []
        for part in self.parts:
            for rows in part.items():
                batch += rows
                if len(batch) >= size:
                    yield batch
                    batch = []
        if batch:
            yield batch


class StagingWriter(SinkWriter):
    """Stages rows. It needs no connection, so the database may be unavailable between commits."""

    def __init__(self, rows_of: RowMaker, context: WriterInitContext) -> None:
        self._rows_of = rows_of
        self._transaction = TransactionId.first(context)
        self._stage = Stage()

    def write(self, block: RowBlock) -> None:
        self._stage.add(self._rows_of(block.values))

    def prepare_commit(self) -> list[StagedRows]:
        parts = self._stage.take()
        if not parts:
            return []
        staged = StagedRows(self._transaction, parts)
        self._transaction = self._transaction.next()
        return [staged]


class StagedCommitter(Committer):
    """Writes rows and their log entry in one transaction. A repeated commit finds the entry and writes nothing."""

    def __init__(
        self,
        database: Database,
        statement: Statement,
        execution: JdbcExecutionOptions,
        options: JdbcExactlyOnceOptions,
    ) -> None:
        self._database = database
        self._statement = statement
        self._batch_size = execution.batch_size
        self._attempts = options.max_commit_attempts
        self._log = TransactionLog(database)
        self._session = Session(database)

    def commit(self, committables: list[StagedRows]) -> None:
        for staged in committables:

            def commit(connection: Any, staged: StagedRows = staged) -> None:
                self._commit(connection, staged)

            self._session.run(commit, self._attempts)

    def _commit(self, connection: Any, staged: StagedRows) -> None:
        self._log.make(connection)
        with self._database.transaction(connection):
            if not self._log.enter(connection, staged.name):
                return
            for rows in staged.batches(self._batch_size):
                self._database.write(connection, self._statement, rows)
            self._log.delete_before(connection, staged.name)
            if staged.name.subtask == 0 and staged.name.number == 1:
                self._log.delete_old(connection, staged.name)

    def close(self) -> None:
        self._session.close()
