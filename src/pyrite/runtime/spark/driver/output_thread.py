"""OutputThread: delivers printed or collected output of tasks. Unlike the event loop, it may block."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.errors import ControlConnectionError
from pyrite.runtime.spark.control_protocol import decode

Done = Callable[[Optional[Exception], bool], None]
"""Called after a delivery, with the error, if any, and whether the last message was the end mark."""


class OutputThread:
    """Delivers messages in the order of their arrival; the first message starts the thread."""

    def __init__(self, name: str, deliver: Callable[[Any], None]) -> None:
        self._deliver = deliver
        self._batches: queue.SimpleQueue[Optional[tuple[list[bytes], Done]]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True, name=name)
        self._has_started = False

    def put(self, batch: list[bytes], done: Done) -> None:
        """Queues encoded messages of one connection. Called by one thread only."""
        if not self._has_started:
            self._has_started = True
            self._thread.start()
        self._batches.put((batch, done))

    def close(self) -> None:
        """Ends the thread after its current delivery, without waiting for it."""
        self._batches.put(None)

    def _run(self) -> None:
        while (item := self._batches.get()) is not None:
            batch, done = item
            error, has_ended = None, False
            try:
                has_ended = self._deliver_all(batch)
            except Exception as raised:
                error = raised
            done(error, has_ended)

    def _deliver_all(self, batch: list[bytes]) -> bool:
        for data in batch:
            message = decode(data)
            if message is None:
                return True
            try:
                self._deliver(message)
            except Exception as error:
                reason = f"the output of a task could not be delivered: {type(error).__name__}: {error}"
                raise ControlConnectionError(reason) from error
        return False
