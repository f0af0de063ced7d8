"""SourceInput: reads from the source at the head of a chain."""

from __future__ import annotations

from collections.abc import Sequence

from pyrite.operators.source import SourceOperator
from pyrite.runtime.task.output.record_writer import RecordWriter
from pyrite.runtime.wire import messages

_FRAMES_PER_POLL = 4
"""The limit of a single read, in frames' worth of records."""
_HELD_BACK_MS = 20
"""The interval at which a source ahead of its alignment group checks whether it may read."""
_POLL_AGAIN_MS = 1
"""The default delay after which a source that had no records is polled again."""
_NO_SPLITS_MS = 100
"""The poll delay of a source without splits: a message wakes it when it gets splits."""


class SourceInput:
    """Reads records from a source, and passes the JobMaster's messages to it."""

    def __init__(self, source: SourceOperator, writers: Sequence[RecordWriter]) -> None:
        self.operator = source
        self._writers = writers
        self.is_active = True
        """Whether the source has not ended."""

    @property
    def is_due(self) -> bool:
        """Whether the reader may have records now."""
        now_ms = self.operator.clock.now_ms()
        return self.operator.reader.available_at_ms(now_ms) <= now_ms

    def poll(self, max_records: int, timeout_ms: int) -> tuple[int, bool]:
        """Lets the source read and emit; returns the number of records, and whether they were the last."""
        fitting = min((writer.records_per_frame for writer in self._writers), default=max_records)
        return self.operator.poll_once(min(max_records, fitting * _FRAMES_PER_POLL), timeout_ms)

    def end(self) -> None:
        """Ends the source: all records were read, or the job is stopped."""
        self.is_active = False
        self.operator.end_of_input()

    def next_poll_us(self) -> int:
        """The time of the next poll after the source had no records, by the monotonic clock."""
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
        """Passes a message of the JobMaster to the source; returns False if it is not for sources."""
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
