"""ExchangeInput: the thread that takes a task's frames from Spark, opens them, and puts them into the mailbox."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from typing import Optional

import pyarrow as pa

from pyrite.core.clock import Clock
from pyrite.core.errors import ExchangeIntrusionError
from pyrite.runtime.spark.task.mailbox import Mailbox
from pyrite.runtime.wire.frame_seals import FrameOpener

_log = logging.getLogger(__name__)


class ExchangeInput:
    """The receiving end of a task. A full mailbox blocks it: back pressure."""

    def __init__(
        self,
        batches: Iterator[pa.RecordBatch],
        mailbox: Mailbox,
        opener: Optional[FrameOpener],
        senders: int,
        clock: Clock,
    ) -> None:
        """`opener`: None if frames are not sealed. `senders`: the number of tasks from which a greeting comes."""
        self._batches = batches
        self._mailbox = mailbox
        self._opener = opener
        self._senders = senders
        self._clock = clock
        self._started_us = clock.monotonic_us()
        self._blocked_us = 0
        self._blocked_since_us: Optional[int] = None

    def start(self) -> None:
        threading.Thread(target=self._read, daemon=True, name="reader").start()

    def silence_ms(self) -> int:
        """How long the thread has waited in vain for the greeting of a sender; 0: there is none to wait for."""
        opener = self._opener
        if opener is None or self._mailbox.frames_ended or opener.origins >= self._senders:
            return 0
        blocked_since_us, now_us = self._blocked_since_us, self._clock.monotonic_us()
        until_us = now_us if blocked_since_us is None else blocked_since_us
        return max(0, until_us - self._started_us - self._blocked_us) // 1000

    def _read(self) -> None:
        opener, forgery = self._opener, None
        try:
            for batch in self._batches:
                row = batch.column(1)[0]
                if row.is_valid:
                    frame = memoryview(row.as_buffer()).cast("B")
                    if opener is None:
                        self._mailbox.put_frame(frame)
                    elif opened := opener.open(frame):
                        self._put(opened)
        except ExchangeIntrusionError as error:
            forgery = error
        except Exception as error:  # a sender or its executor was lost: the main loop reports a broken input
            _log.info("the input broke: %s", error)
        finally:
            self._mailbox.end_frames(forgery)

    def _put(self, frame: bytes) -> None:
        self._blocked_since_us = since_us = self._clock.monotonic_us()
        self._mailbox.put_frame(frame)
        self._blocked_us += self._clock.monotonic_us() - since_us
        self._blocked_since_us = None
