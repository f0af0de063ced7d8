"""A source of files, run without a job: enumerator and readers, restored as often as a test likes."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Optional

from pyrite.connectors.files.file_source import FileSource
from pyrite.core.clock import ManualClock
from pyrite.core.connector.source import EndOfInput, SourceReader, SourceReaderContext
from pyrite.runtime.master.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits, NoMoreSplits


@dataclass
class Snapshot:
    enumerator: Any
    splits: list[Any]


@dataclass
class Reading:
    """An enumerator and its readers. `sides` are what went to side outputs."""

    source: FileSource
    parallelism: int = 1
    snapshot: Optional[Snapshot] = None
    max_records: int = 3
    records: list[Any] = field(default_factory=list)
    sides: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        restored = (False, None) if self.snapshot is None else (True, self.snapshot.enumerator)
        self.assignment = SplitAssignment(self.source, self.parallelism, restored)
        self.assignment.start()
        self.readers = [self._reader(subtask) for subtask in range(self.parallelism)]
        self._ended: set[int] = set()
        for number, split in enumerate([] if self.snapshot is None else self.snapshot.splits):
            self.readers[number % self.parallelism].add_splits([split])
        for subtask in range(self.parallelism):
            self.assignment.add_reader(subtask)
        self.tell()

    def _reader(self, subtask: int) -> SourceReader[Any]:
        made: SourceReader[Any] = pickle.loads(pickle.dumps(self.source)).create_reader(
            SourceReaderContext(
                subtask,
                self.parallelism,
                ManualClock(),
                lambda: self.assignment.request(subtask),
                emit_side=lambda tag, values: self.sides.extend(values),
            )
        )
        return made

    def look(self, after_ms: int = 0) -> None:
        """Lets the enumerator look for files, if it is due."""
        self.assignment.advance(self.assignment._now_ms + after_ms)
        for number, call in self.assignment.take_calls():
            try:
                result, error = call(), None
            except Exception as raised:
                result, error = None, raised
            self.assignment.called(number, result, error)
        self.tell()

    def tell(self) -> None:
        for subtask, message in self.assignment.take():
            if isinstance(message, AssignSplits):
                self.readers[subtask].add_splits(pickle.loads(pickle.dumps(message.splits)))
            elif isinstance(message, NoMoreSplits):
                self.readers[subtask].notify_no_more_splits()

    def poll(self, subtask: int) -> bool:
        """One block; False: there is none."""
        polled = self.readers[subtask].poll(self.max_records, 0)
        self.tell()
        if isinstance(polled, EndOfInput):
            self._ended.add(subtask)
            return False
        if polled is None:
            return False
        assert len(polled.values) <= self.max_records
        self.records += polled.values
        return True

    def read_all(self, until: Callable[[], bool] = lambda: False) -> list[Any]:
        """Reads until there is nothing more."""
        self.look()
        while not until():
            polled = [self.poll(subtask) for subtask in range(self.parallelism)]
            if not any(polled):
                break
        return self.records

    @property
    def has_ended(self) -> bool:
        return len(self._ended) == self.parallelism

    def take_snapshot(self) -> Snapshot:
        splits = [split for reader in self.readers for split in reader.snapshot_state(1)]
        snapshot: Snapshot = pickle.loads(pickle.dumps(Snapshot(self.assignment.snapshot(1), splits)))
        return snapshot

    def close(self) -> None:
        for reader in self.readers:
            reader.close()


def read(source: FileSource, parallelism: int = 1) -> list[Any]:
    """Everything that a bounded source has."""
    reading = Reading(source, parallelism)
    records = reading.read_all()
    assert reading.has_ended
    reading.close()
    return records


def read_with_restores(source: FileSource, parallelisms: list[int], blocks: int, max_records: int = 3) -> list[Any]:
    """Everything, read by readers that are given up after some blocks each, at one parallelism after the other."""
    snapshot: Optional[Snapshot] = None
    records: list[Any] = []
    rounds = 0
    while True:
        reading = Reading(source, parallelisms[rounds % len(parallelisms)], snapshot, max_records)
        reading.look()
        for _ in range(blocks):
            for subtask in range(reading.parallelism):
                reading.poll(subtask)
        snapshot = reading.take_snapshot()
        records += reading.records
        reading.close()
        rounds += 1
        if reading.has_ended:
            return records
        assert rounds < 10_000
