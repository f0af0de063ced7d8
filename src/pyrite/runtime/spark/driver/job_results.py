"""JobResults: what tasks print goes to the user's terminal, what they collect to the client."""

from __future__ import annotations

import contextlib
import logging
import queue
import threading
from typing import Any, Optional

from pyrite.control.job_log import TaskLogRecord, log_folder
from pyrite.runtime.spark.driver.user_terminal import UserTerminal
from pyrite.runtime.spark.task.task_output import Results, Text

_COLLECT_LIMIT = 64
"""Result blocks that wait for the client before tasks are held back."""


class JobResults:
    """The client's end of a job's output. Any thread may call."""

    def __init__(self) -> None:
        self.blocks: queue.Queue[Optional[list[Any]]] = queue.Queue(_COLLECT_LIMIT)
        """What `execute_and_collect` gives; None at the end."""
        self.terminal = UserTerminal()
        self._committed: set[Any] = set()
        self._abandoned = threading.Event()

    def take(self, message: Any) -> None:
        """Takes what a task has printed or collected; waits where the client has too much of it."""
        if isinstance(message, Text):
            self.terminal.write(message.text, message.to_stderr, message.task)
        elif isinstance(message, TaskLogRecord):
            self._log(message)
        elif isinstance(message, Results):
            self.collect(message.values, message.committable_id)

    def _log(self, record: TaskLogRecord) -> None:
        """To the job's log; without one, to the terminal."""
        if log_folder() is None:
            self.terminal.write(record.as_text(), True)
        elif logging.getLogger(record.logger).isEnabledFor(record.level):
            logging.getLogger().handle(record.as_log_record())

    def collect(self, values: list[Any], committable_id: Any) -> None:
        """Hands values to the client. Those with an id arrive once, though they are committed again by a restart."""
        if committable_id is not None:
            if committable_id in self._committed:
                return
            self._committed.add(committable_id)
        while not self._abandoned.is_set():
            with contextlib.suppress(queue.Full):
                self.blocks.put(values, timeout=0.2)
                return

    def abandon(self) -> None:
        """The client has given the job up: nobody takes its results."""
        self._abandoned.set()

    def lift_limit(self) -> None:
        """The tasks are gone: what they have sent is finite, and the client may take its time."""
        self.blocks.maxsize = 0

    def close(self) -> None:
        self._abandoned.set()
        self.terminal.close()
