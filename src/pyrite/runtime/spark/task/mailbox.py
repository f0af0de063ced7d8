"""Mailbox: frames and messages that have arrived for a task. Frames are bounded; messages always fit."""

from __future__ import annotations

import threading
import time
from collections import deque
from typing import Any, Optional

from pyrite.runtime.wire.frames import Buffer

_LONGEST_WAIT_S = 3600.0
"""The limit of a single wait: a timer may be later than a lock can wait, about 292 years."""


class Mailbox:
    """Passes frames and messages to a task's main loop. A full mailbox blocks the reader thread.

    While an unaligned checkpoint waits for barriers, `drain_bytes` is the bound instead of `limit_bytes`.
    """

    def __init__(self, limit_bytes: int, drain_bytes: int) -> None:
        self._bounds_bytes = (max(limit_bytes, drain_bytes), limit_bytes)
        self.bounded = True
        self._frames: deque[Buffer] = deque()
        self._messages: deque[Any] = deque()
        self._changed = threading.Condition()
        self._reader_waits = False
        self._main_waits = False
        self.frames_ended = False
        self.forgery: Optional[Exception] = None
        """The error of a frame that no task of the job has sent."""
        self._end_is_known = False
        self.queued_bytes = 0

    @property
    def queued_frames(self) -> int:
        return len(self._frames)

    def put_frame(self, frame: Buffer) -> None:
        """Blocks until there is room; a frame larger than the bound is accepted when the mailbox is empty."""
        size = len(frame)
        with self._changed:
            while self._frames and self.queued_bytes + size > self._bounds_bytes[self.bounded]:
                self._reader_waits = True
                self._changed.wait()
            self._frames.append(frame)
            self.queued_bytes += size
            self._wake_main()

    def set_bounded(self, bounded: bool) -> None:
        """Sets whether the usual bound applies to the reader, or the bound of an unaligned checkpoint."""
        with self._changed:
            self.bounded = bounded
            if not bounded and self._reader_waits:
                self._reader_waits = False
                self._changed.notify_all()

    def put_message(self, message: Any) -> None:
        with self._changed:
            self._messages.append(message)
            self._wake_main()

    def end_frames(self, forgery: Optional[Exception] = None) -> None:
        """No frame will follow."""
        with self._changed:
            self.forgery = forgery
            self.frames_ended = True
            self._wake_main()

    def take_frame(self) -> Optional[Buffer]:
        if not self._frames:
            return None
        with self._changed:
            frame = self._frames.popleft()
            self.queued_bytes -= len(frame)
            if self._reader_waits and self.queued_bytes <= self._bounds_bytes[self.bounded] // 2:
                self._reader_waits = False
                self._changed.notify_all()
            return frame

    def peek_frame(self) -> Optional[Buffer]:
        """The next frame, which is not removed."""
        return self._frames[0] if self._frames else None

    def take_message(self) -> Optional[Any]:
        return self._messages.popleft() if self._messages else None

    def wait(self, timeout_s: Optional[float], frames: bool = True) -> None:
        """Waits for a frame or message, for the timeout, or an hour; without `frames`, for messages only."""
        with self._changed:
            if not (frames and self._frames) and not self._messages and self._end_is_known == self.frames_ended:
                self._main_waits = True
                self._changed.wait(None if timeout_s is None else min(timeout_s, _LONGEST_WAIT_S))
                self._main_waits = False
            self._end_is_known = self.frames_ended

    def wait_for_end(self, timeout_s: float) -> None:
        """Discards frames until the input has ended."""
        until = time.monotonic() + timeout_s
        while not self.frames_ended and time.monotonic() < until:
            while self.take_frame() is not None:
                pass
            with self._changed:
                if not self.frames_ended and not self._frames:
                    self._main_waits = True
                    self._changed.wait(max(0.0, until - time.monotonic()))
                    self._main_waits = False

    def _wake_main(self) -> None:
        if self._main_waits:
            self._changed.notify_all()
