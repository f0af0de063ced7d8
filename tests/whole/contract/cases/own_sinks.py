"""Sinks of the user's: the examples of two-phase commit and write-ahead."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from examples.streaming.two_phase_files import FolderOfLines
from examples.streaming.write_ahead_sqlite import Notes, Sales

from pyrite.connectors.base.two_phase import TwoPhaseCommitSinkFunction
from pyrite.connectors.base.write_ahead import GenericWriteAheadSink
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, EXACTLY_ONCE
from pyrite.core.connector.sink import Sink
from tests.whole.contract.case import SinkCase


class TwoPhaseFiles(SinkCase):
    connector = TwoPhaseCommitSinkFunction
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        self._folder = tempfile.TemporaryDirectory()

    def close(self) -> None:
        self._folder.cleanup()

    def sink(self, run: str) -> Sink:
        scratch, target = (Path(self._folder.name, run, name) for name in ("scratch", "target"))
        scratch.mkdir(parents=True)
        target.mkdir()
        return FolderOfLines(scratch, target)

    def arrived(self, run: str) -> list[int]:
        target = Path(self._folder.name, run, "target")
        return [int(line) for path in target.iterdir() for line in path.read_text().split()]


class WriteAheadInOneTransaction(SinkCase):
    connector = GenericWriteAheadSink
    delivery = EXACTLY_ONCE

    def open(self) -> None:
        self._folder = tempfile.TemporaryDirectory()

    def close(self) -> None:
        self._folder.cleanup()

    def sink(self, run: str) -> Sink:
        return Sales(self._database(run))

    def _database(self, run: str) -> Path:
        return Path(self._folder.name, f"{run}.db")

    def record(self, number: int) -> Any:
        return "number", number

    def arrived(self, run: str) -> list[int]:
        with sqlite3.connect(self._database(run)) as connection:
            return [number for (number,) in connection.execute("SELECT pieces FROM sales")]


class RecordsFirst(Sales):
    """Commits the records before the note."""

    one_transaction = False

    def send_values(self, values: Iterable[tuple[str, int]], checkpoint_id: int, timestamp: int) -> bool:
        sent = super().send_values(values, checkpoint_id, timestamp)
        assert isinstance(self.committer, Notes)
        self.committer.connection.execute("COMMIT")
        self.committer.connection.execute("BEGIN")
        return sent


class WriteAheadOfRecordsThenNotes(WriteAheadInOneTransaction):
    delivery = AT_LEAST_ONCE

    def sink(self, run: str) -> Sink:
        return RecordsFirst(self._database(run))
