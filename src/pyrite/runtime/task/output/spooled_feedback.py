"""The two ends of a feedback edge, for any transport. Waiting records are in memory up to a limit, then on disk."""

from __future__ import annotations

import pickle
import struct
import threading
from abc import abstractmethod
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import CheckpointError
from pyrite.operators.iteration.feedback_edges import FeedbackInput, FeedbackItem, FeedbackOutput, Reached
from pyrite.runtime.task.input.frame_spool import FrameSpool

_RECORDS: Final = b"R"
_REACHED: Final = b"E"
_NUMBER: Final = struct.Struct("<q")


def _frame_of(item: FeedbackItem) -> bytes:
    if isinstance(item, Reached):
        return _REACHED + _NUMBER.pack(item.number)
    return _RECORDS + pickle.dumps((item.values, item.timestamps), 5)


def _item_of(frame: Any) -> FeedbackItem:
    view = memoryview(frame)
    if bytes(view[:1]) == _REACHED:
        return Reached(_NUMBER.unpack(view[1:])[0])
    return RowBlock(*pickle.loads(view[1:]))


class SpoolingInput(FeedbackInput):
    """The head's end. Another thread calls `put`, the main loop `take`."""

    def __init__(self, wake: Callable[[], None], memory_bytes: int) -> None:
        self._wake = wake
        self._spool = FrameSpool(memory_bytes)
        self._lock = threading.Lock()
        self._records_taken = 0
        self._unreported: list[tuple[Optional[int], int]] = []
        self._connected = False

    def put(self, frame: bytes) -> None:
        """Adds a received frame. Never blocks, so that the tail never does."""
        with self._lock:
            was_empty = not self._spool
            self._spool.append(frame)
        if was_empty:
            self._wake()

    def take(self) -> Optional[FeedbackItem]:
        with self._lock:
            if not self._spool:
                return None
            frame = self._spool.popleft()
        item = _item_of(frame)
        if isinstance(item, RowBlock):
            self._records_taken += len(item)
            self._report_taken(None)
        return item

    @property
    def has_more(self) -> bool:
        return bool(self._spool)

    def tell_barrier(self, checkpoint_id: int) -> None:
        self._report_taken(checkpoint_id)

    def _report_taken(self, checkpoint_id: Optional[int]) -> None:
        with self._lock:
            if self._connected:
                self.tell(checkpoint_id, self._records_taken)
            else:
                self._unreported.append((checkpoint_id, self._records_taken))

    def connected(self) -> None:
        """The tail is connected: sends it the missed reports."""
        with self._lock:
            self._connected = True
            for missed in self._unreported:
                self.tell(*missed)
            self._unreported.clear()

    @abstractmethod
    def tell(self, checkpoint_id: Optional[int], records_taken: int) -> None:
        """Reports to the tail the number of records taken, now or at a checkpoint's barrier."""

    def close(self) -> None:
        with self._lock:
            self._spool.close()


class LoggingOutput(FeedbackOutput):
    """The tail's end. It logs sent records until the head has taken them: the others are its part of checkpoints.

    Records that the head has taken after a barrier are kept until that barrier arrives here, or the checkpoint is
    aborted. Another thread calls `note` with the head's reports.
    """

    wait_s = 0.0
    """How long a barrier may wait here for the head's report on it."""

    def __init__(self, memory_bytes: int) -> None:
        self._log = FrameSpool(memory_bytes)
        self._counts: deque[int] = deque()
        self._dropped = 0
        self._connected = False
        self._changed = threading.Condition()
        self._records_taken = 0
        self._at_barriers: dict[int, int] = {}

    def connect(self, address: str) -> None:
        self.open_connection(address)
        for frame in self._log:
            self.transmit(bytes(frame))
        self._connected = True

    def send(self, block: RowBlock) -> None:
        self._append(_frame_of(RowBlock(block.values, block.timestamps)), len(block))

    def reached(self, number: int) -> None:
        self._append(_frame_of(Reached(number)), 0)

    def _append(self, frame: bytes, records: int) -> None:
        self._log.append(frame)
        self._counts.append(records)
        if self._connected:
            self.transmit(frame)
            self._drop()

    def _drop(self) -> None:
        with self._changed:
            unneeded = min([self._records_taken, *self._at_barriers.values()])
        while self._counts and self._dropped + self._counts[0] <= unneeded:
            self._dropped += self._counts.popleft()
            self._log.popleft()

    def on_edge(self, checkpoint_id: int) -> list[tuple[Any, int]]:
        position = self._position(checkpoint_id) if any(self._counts) else self._dropped
        records: list[tuple[Any, int]] = []
        for frame in self._log:
            item = _item_of(frame)
            if isinstance(item, RowBlock):
                records.extend(zip(item.values, item.timestamps_or_none_marks(), strict=True))
        records = records[position - self._dropped :]
        with self._changed:
            self._at_barriers = {
                n: records_taken for n, records_taken in self._at_barriers.items() if n > checkpoint_id
            }
        return records

    def _position(self, checkpoint_id: int) -> int:
        if not self._connected:
            raise CheckpointError("the loop's tail is not connected to its head yet")
        with self._changed:
            if not self._changed.wait_for(lambda: checkpoint_id in self._at_barriers, self.wait_s):
                raise CheckpointError(
                    f"the loop's head did not report within {self.wait_s:.0f} s how many records it has taken"
                )
            return self._at_barriers[checkpoint_id]

    def forget(self, checkpoint_id: int) -> None:
        with self._changed:
            self._at_barriers.pop(checkpoint_id, None)

    def note(self, checkpoint_id: Optional[int], records_taken: int) -> None:
        """Handles a report of the head: the number of records taken, now or at a checkpoint's barrier."""
        with self._changed:
            self._records_taken = max(self._records_taken, records_taken)
            if checkpoint_id is not None:
                self._at_barriers[checkpoint_id] = records_taken
                self._changed.notify_all()

    @abstractmethod
    def open_connection(self, address: str) -> None: ...

    @abstractmethod
    def transmit(self, frame: bytes) -> None: ...

    def close(self) -> None:
        self._log.close()
