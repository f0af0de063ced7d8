"""Exactly-once by write-ahead: rows wait in the checkpoint, and are written by the commit, together with its name."""

from __future__ import annotations

import pickle
import zlib
from dataclasses import dataclass
from typing import Any, Final

from pyrite.common.block import Block
from pyrite.common.sink import Committer, SinkWriter, WriterInitContext
from pyrite.connectors.jdbc.database import Database, Session
from pyrite.connectors.jdbc.options import JdbcExactlyOnceOptions, JdbcExecutionOptions
from pyrite.connectors.jdbc.rows import RowMaker
from pyrite.connectors.jdbc.statement import Statement
from pyrite.connectors.jdbc.transaction_log import TransactionLog, TransactionName

_FAST: Final = 1


@dataclass(frozen=True)
class StagedRows:
    """The committable."""

    name: TransactionName
    data: bytes


class StagingWriter(SinkWriter):
    """Collects rows. It needs no connection: the database may be away between commits."""

    def __init__(self, rows_of: RowMaker, context: WriterInitContext) -> None:
        self._rows_of = rows_of
        self._transaction = TransactionName.first(context)
        self._rows: list[Any] = []

    def write(self, block: Block) -> None:
        self._rows += self._rows_of(block.values)

    def prepare_commit(self) -> list[StagedRows]:
        if not self._rows:
            return []
        data = zlib.compress(pickle.dumps(self._rows, pickle.HIGHEST_PROTOCOL), _FAST)
        staged = StagedRows(self._transaction, data)
        self._rows = []
        self._transaction = self._transaction.next()
        return [staged]


class StagedCommitter(Committer):
    """Writes rows and name in one transaction. A repeat finds the name and writes nothing."""

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
            rows = pickle.loads(zlib.decompress(staged.data))
            for start in range(0, len(rows), self._batch_size):
                self._database.write(connection, self._statement, rows[start : start + self._batch_size])
            self._log.forget_before(connection, staged.name)
            if staged.name.subtask == 0 and staged.name.number == 1:
                self._log.forget_old(connection, staged.name)

    def close(self) -> None:
        self._session.close()
