"""A custom sink that writes ahead: records wait in the checkpoint, and go into SQLite when it is complete.

The committer keeps its notes in a table of the same database, so records and note land in one transaction: the sink is
exactly-once. With notes elsewhere, in a file for instance, it would be at-least-once: a crash between the records and
the note has the records written again.

Run it with: pyrite run examples/streaming/write_ahead_sqlite.py
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

from pyrite.common import Types
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.datastream.functions import CheckpointCommitter, GenericWriteAheadSink

Sale = tuple[str, int]


class Notes(CheckpointCommitter):
    """Which checkpoints of which subtask are in the database. The primary key refuses a second note of the same."""

    connection: sqlite3.Connection

    def __init__(self, database: Path) -> None:
        self._database = database

    def create_resource(self) -> None:
        with sqlite3.connect(self._database) as connection:
            connection.execute("CREATE TABLE IF NOT EXISTS sales (product TEXT, pieces INTEGER)")
            connection.execute(
                "CREATE TABLE IF NOT EXISTS notes (job TEXT, operator TEXT, subtask INTEGER, checkpoint INTEGER, "
                "PRIMARY KEY (job, operator, subtask, checkpoint))"
            )

    def open(self) -> None:
        self.connection = sqlite3.connect(self._database, isolation_level=None)

    def close(self) -> None:
        self.connection.close()

    def commit_checkpoint(self, subtask_idx: int, checkpoint_id: int) -> None:
        note = (self.job_id, self.operator_id, subtask_idx, checkpoint_id)
        self.connection.execute("INSERT INTO notes VALUES (?, ?, ?, ?)", note)
        self.connection.execute("COMMIT")

    def is_checkpoint_committed(self, subtask_idx: int, checkpoint_id: int) -> bool:
        note = (self.job_id, self.operator_id, subtask_idx, checkpoint_id)
        rows = self.connection.execute(
            "SELECT 1 FROM notes WHERE job = ? AND operator = ? AND subtask = ? AND checkpoint = ?", note
        )
        return rows.fetchone() is not None


class Sales(GenericWriteAheadSink):
    """Writes into the transaction that the notes commit."""

    one_transaction = True

    def __init__(self, database: Path) -> None:
        super().__init__(Notes(database))

    def send_values(self, values: Iterable[Sale], checkpoint_id: int, timestamp: int) -> bool:
        assert isinstance(self.committer, Notes)
        connection = self.committer.connection
        connection.execute("BEGIN IMMEDIATE")
        connection.executemany("INSERT INTO sales VALUES (?, ?)", values)
        return True


def build(env: StreamExecutionEnvironment, database: Path, sales: list[Sale]) -> None:
    env.enable_checkpointing(1_000)
    stream = env.from_collection(sales, Types.TUPLE([Types.STRING(), Types.INT()]))
    stream.rebalance().add_sink(Sales(database)).name("sales").uid("sales").set_parallelism(2)


def main() -> None:
    with TemporaryDirectory() as folder:
        database = Path(folder, "sales.db")
        env = StreamExecutionEnvironment.get_execution_environment()
        build(env, database, [("tea", 3), ("salt", 1), ("tea", 4), ("cups", 2)])
        env.execute("write-ahead sales")
        with sqlite3.connect(database) as connection:
            for product, pieces in connection.execute("SELECT product, sum(pieces) FROM sales GROUP BY 1 ORDER BY 1"):
                print(product, pieces)


if __name__ == "__main__":
    main()
