"""Readers of sources that do not end, polled by hand against a real server."""

from __future__ import annotations

import time
from typing import Any, Optional

from pyrite.core.clock import SystemClock
from pyrite.core.connector.source import Source, SourceBlock, SourceReader, SourceReaderContext
from pyrite.runtime.master.attempt.split_assignment import SplitAssignment
from pyrite.runtime.wire.messages import AssignSplits

PATIENCE_S = 30.0


def opened(source: Source[Any], splits: Optional[list[Any]] = None, checkpointing: bool = True) -> SourceReader[Any]:
    """A reader with these splits, as after a restore, or with those that the enumerator gives it."""
    reader = source.create_reader(SourceReaderContext(0, 1, SystemClock(), checkpointing=checkpointing))
    reader.open()
    assigned = splits
    if assigned is None:
        assignment = SplitAssignment(source, 1)
        assignment.start()
        for number, call in assignment.take_calls():
            assignment.called(number, call(), None)
        assignment.add_reader(0)
        assigned = [one for _, sent in assignment.take() if isinstance(sent, AssignSplits) for one in sent.splits]
    if assigned:
        reader.add_splits(assigned)
    return reader


def read(reader: SourceReader[Any], count: int, max_records: int = 100) -> list[Any]:
    """At least `count` records."""
    return [value for block in read_blocks(reader, count, max_records) for value in block.values]


def read_blocks(reader: SourceReader[Any], count: int, max_records: int = 100) -> list[SourceBlock]:
    blocks: list[SourceBlock] = []
    until = time.monotonic() + PATIENCE_S
    while sum(len(block.values) for block in blocks) < count:
        assert time.monotonic() < until, f"waited for {count} records, got {[block.values for block in blocks]}"
        polled = reader.poll(max_records, 50)
        if isinstance(polled, SourceBlock):
            blocks.append(polled)
    return blocks


def nothing_comes(reader: SourceReader[Any], for_s: float = 0.3) -> bool:
    """Whether a reader gives nothing for a while."""
    until = time.monotonic() + for_s
    while time.monotonic() < until:
        if isinstance(reader.poll(100, 50), SourceBlock):
            return False
    return True


def complete(reader: SourceReader[Any], checkpoint_id: int) -> list[Any]:
    """The splits of a checkpoint that is completed at once."""
    splits = reader.snapshot_state(checkpoint_id)
    reader.notify_checkpoint_complete(checkpoint_id)
    return splits
