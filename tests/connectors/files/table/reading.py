"""Tables of files, read without a job: enumerator and readers, restored at any block."""

from __future__ import annotations

import pickle
from typing import Any, Optional

from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import EndOfInput, Source, SourceReader, SourceReaderContext
from pyrite.core.connector.table import TableSource
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits, NoMoreSplits
from tests.connectors.tables import rows_of

Rows = list[tuple[Any, ...]]


class TableReading:
    """One reader of a table and its enumerator. `restored` continues from a snapshot of another."""

    def __init__(self, table: TableSource, max_records: int = 1000, restored: Optional[TableReading] = None) -> None:
        self.table = table
        self.source: Source[Any] = pickle.loads(pickle.dumps(table.create_source()))
        state, splits = (None, []) if restored is None else restored.snapshot()
        self.assignment = SplitAssignment(self.source, 1, (restored is not None, state))
        self.assignment.start()
        self.reader: SourceReader[Any] = self.source.create_reader(
            SourceReaderContext(0, 1, ManualClock(), lambda: self.assignment.request(0))
        )
        self.max_records = max_records
        self.rows: Rows = []
        self.blocks = 0
        self.has_ended = False
        if splits:
            self.reader.add_splits(splits)
        self.assignment.add_reader(0)
        self.look()

    def snapshot(self) -> Any:
        splits = self.reader.snapshot_state(1)
        return pickle.loads(pickle.dumps((self.assignment.snapshot(1), splits)))

    def look(self, after_ms: int = 0) -> None:
        """Lets the enumerator look for files, if it is due."""
        self.assignment.advance(self.assignment._now_ms + after_ms)
        for number, call in self.assignment.take_calls():
            self.assignment.called(number, call(), None)
        self._deliver()

    def _deliver(self) -> None:
        for _, message in self.assignment.take():
            if isinstance(message, AssignSplits):
                self.reader.add_splits(pickle.loads(pickle.dumps(message.splits)))
            elif isinstance(message, NoMoreSplits):
                self.reader.notify_no_more_splits()

    def poll(self) -> bool:
        """One block; False: there is none."""
        polled = self.reader.poll(self.max_records, 0)
        self._deliver()
        if isinstance(polled, EndOfInput):
            self.has_ended = True
            return False
        if polled is None:
            return False
        values: Any = polled.values
        self.blocks += 1
        self.rows += rows_of(values, self.table.produced_type)
        return True

    def read(self) -> Rows:
        """All rows that are there now."""
        while self.poll():
            pass
        return self.rows


def read(table: TableSource, max_records: int = 1000) -> Rows:
    return TableReading(table, max_records).read()


def read_with_crash(table: TableSource, after_blocks: int, max_records: int) -> Rows:
    """All rows: those of a reader that stops after some blocks, then those of one that is restored."""
    first = TableReading(table, max_records)
    for _ in range(after_blocks):
        first.poll()
    return first.rows + TableReading(table, max_records, first).read()
