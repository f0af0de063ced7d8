"""A source's enumerator and one of its readers, run to their end without a job."""

from __future__ import annotations

from typing import Any

from pyrite.core.clock import Clock, ManualClock
from pyrite.core.connector.source import EndOfInput, Source, SourceReader, SourceReaderContext
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits


def reader_of(source: Source[Any], subtask: int = 0, parallelism: int = 1, clock: Clock | None = None) -> Any:
    """A reader with the splits that the enumerator gives it."""
    assignment = SplitAssignment(source, parallelism)
    assignment.start()
    reader: SourceReader[Any] = source.create_reader(SourceReaderContext(subtask, parallelism, clock or ManualClock()))
    reader.open()
    assignment.add_reader(subtask)
    for _, message in assignment.take():
        if isinstance(message, AssignSplits):
            reader.add_splits(message.splits)
        else:
            reader.notify_no_more_splits()
    return reader


def read_all(reader: SourceReader[Any], max_records: int = 3) -> list[Any]:
    """Everything that a bounded reader has."""
    records: list[Any] = []
    while not isinstance(polled := reader.poll(max_records, 0), EndOfInput):
        assert polled is not None, "the reader has nothing to wait for"
        assert 0 < len(polled.values) <= max_records
        records.extend(polled.values)
    return records
