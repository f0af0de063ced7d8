"""SourceInput: the source at the head of a chain, as its task reads from it."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.operators.source import SourceOperator
from pyrite.runtime.task.output.record_writer import RecordWriter
from pyrite.runtime.wire import messages

_FRAMES_PER_POLL = 4
"""A source reads at most so many frames' worth of records at a time, however fast it is."""
_HELD_BACK_MS = 20
"""How soon a source that is ahead of its alignment group looks again whether it may read."""
_POLL_AGAIN_MS = 1
"""How soon a source that had no records and knows no better is asked again."""
_NO_SPLITS_MS = 100
"""How soon one is asked that has no splits: a message wakes it when it gets some."""


class SourceInput:
    """Reads a source as far as it has records, and passes on to it what the JobMaster says."""

    def __init__(self, source: SourceOperator, writers: Sequence[RecordWriter]) -> None:
        self.operator = source
        self._writers = writers
        self.is_active = True
        """Whether it has not ended."""

    @property
    def is_due(self) -> bool:
        """Whether its reader may have records now."""
        now_ms = self.operator.clock.now_ms()
        return self.operator.reader.available_at_ms(now_ms) <= now_ms

    def poll(self, max_records: int, timeout_ms: int) -> tuple[int, bool]:
        """Has the source read and emit; how many records, and whether those were the last."""
        fitting = min((writer.records_per_frame for writer in self._writers), default=max_records)
        return self.operator.poll_once(min(max_records, fitting * _FRAMES_PER_POLL), timeout_ms)

    def end(self) -> None:
        """There is nothing more to read, or the job is stopped."""
        self.is_active = False
        self.operator.end_of_input()

    def next_poll_us(self) -> int:
        """When it wants to be asked again after it had no records, by the monotonic clock."""
        clock, source = self.operator.clock, self.operator
        now_ms = clock.now_ms()
        again_ms = _POLL_AGAIN_MS if source.has_splits else _NO_SPLITS_MS
        if source.has_ended_split:
            again_ms = 0
        elif source.is_held_back:
            again_ms = _HELD_BACK_MS
        at_ms = max(source.reader.available_at_ms(now_ms), now_ms + again_ms)
        return clock.monotonic_us() + at_ms * 1000 - clock.now_us()

    def handle(self, message: messages.Message) -> bool:
        """Takes a message of the JobMaster's to the source; False: it is about something else."""
        match message:
            case messages.AssignSplits(splits):
                self.operator.add_splits(splits)
            case messages.NoMoreSplits():
                self.operator.notify_no_more_splits()
            case messages.SourceEvent(event):
                self.operator.reader.handle_source_event(event)
            case messages.Align(limit_ms):
                self.operator.hold_back(limit_ms)
            case _:
                return False
        return True
