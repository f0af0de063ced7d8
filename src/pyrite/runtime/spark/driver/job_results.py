"""JobResults: passes printed output to the user's terminal, and collected records to the client."""

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
"""The number of result blocks waiting for the client before tasks are backpressured."""


class JobResults:
    """The client's end of a job's output. Thread-safe."""

    def __init__(self) -> None:
        self.blocks: queue.Queue[Optional[list[Any]]] = queue.Queue(_COLLECT_LIMIT)
        """The results of `execute_and_collect`; None marks the end."""
        self.terminal = UserTerminal()
        self._committed: set[Any] = set()
        self._abandoned = threading.Event()

    def take(self, message: Any) -> None:
        """Handles printed or collected output of a task; blocks while the client has too many results."""
        if isinstance(message, Text):
            self.terminal.write(message.text, message.to_stderr, message.task)
        elif isinstance(message, TaskLogRecord):
            self._log(message)
        elif isinstance(message, Results):
            self.collect(message.values, message.committable_id)

    def _log(self, record: TaskLogRecord) -> None:
        """Writes to the job's log; without a log, to the terminal."""
        if log_folder() is None:
            self.terminal.write(record.as_text(), True)
        elif logging.getLogger(record.logger).isEnabledFor(record.level):
            logging.getLogger().handle(record.as_log_record())

    def collect(self, values: list[Any], committable_id: Any) -> None:
        """Passes values to the client. Values with an id arrive once, even if a restart commits them again."""
        if committable_id is not None:
            if committable_id in self._committed:
                return
            self._committed.add(committable_id)
        while not self._abandoned.is_set():
            with contextlib.suppress(queue.Full):
                self.blocks.put(values, timeout=0.2)
                return

    def abandon(self) -> None:
        """The client has abandoned the job: results are dropped."""
        self._abandoned.set()

    def lift_limit(self) -> None:
        """Lifts the limit: the tasks have ended, so the remaining results are finite."""
        self.blocks.maxsize = 0

    def close(self) -> None:
        self._abandoned.set()
        self.terminal.close()
