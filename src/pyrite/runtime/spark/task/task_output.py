"""The output of a task to the user: text for the terminal, and results for the client.

Each of the two has a separate connection to the driver, opened on first use. Sending blocks until the driver has
delivered the previous messages: that is back pressure.
"""

from __future__ import annotations

import io
import logging
import os
import socket
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.control.job_log import TaskLogRecord
from pyrite.runtime.spark.control_protocol import Connection, Endpoint, connect


@dataclass(frozen=True)
class RegisterOutput:
    """The first message on this connection."""

    attempt: int
    level: int
    pid: int
    has_results: bool
    """Whether results follow; otherwise text follows."""


@dataclass(frozen=True)
class Text:
    """Text for the user's terminal."""

    text: str
    to_stderr: bool
    task: str = ""
    """The name of the task."""


@dataclass(frozen=True)
class Results:
    """Records for the client; records of a committable are delivered only once."""

    values: list[Any]
    committable_id: Any = None


class TaskOutput:
    """The task's side of its output connections."""

    def __init__(self, endpoint: Endpoint, level: int, pid: int) -> None:
        self.task = f"task {pid} of level {level}"
        """The task's name; before its deployment, a placeholder."""
        self.attempt_number = 0
        """The number of earlier starts of the task by the driver; 0 before its deployment."""
        self._host = socket.gethostname()
        self._texts = _OutputConnection(endpoint, RegisterOutput(endpoint.attempt, level, pid, has_results=False))
        self._results = _OutputConnection(endpoint, RegisterOutput(endpoint.attempt, level, pid, has_results=True))

    def emit_text(self, text: str, to_stderr: bool) -> None:
        self._texts.send(Text(text, to_stderr, self.task))

    def emit_log(self, record: logging.LogRecord, message: str) -> None:
        line = TaskLogRecord(
            record.created, record.levelno, record.name, message, self.task, self.attempt_number, self._host
        )
        self._texts.send(line)

    def emit_result(self, values: list[Any]) -> None:
        self._results.send(Results(values))

    def emit_committed(self, values: list[Any], committable_id: Any) -> None:
        self._results.send(Results(values, committable_id))

    def close(self) -> None:
        """Closes the connections gracefully: earlier messages are still delivered."""
        self._texts.close()
        self._results.close()


class _OutputConnection:
    def __init__(self, endpoint: Endpoint, registration: RegisterOutput) -> None:
        self._endpoint = endpoint
        self._registration = registration
        self._connection: Optional[Connection] = None
        self._connecting = threading.Lock()

    def send(self, message: Text | Results | TaskLogRecord) -> None:
        with self._connecting:
            if self._connection is None:
                self._connection = connect(self._endpoint)
                self._connection.register(self._registration)
        self._connection.send(message)

    def close(self) -> None:
        if self._connection is not None:
            self._connection.send(None)


class _Terminal(io.TextIOBase):
    """A replacement for sys.stdout that sends whole lines to the driver.

    A process forked by a function inherits it, but not the connection: its output goes to the file descriptor, which
    the task passes on.
    """

    encoding = "utf-8"

    def __init__(self, emit: Callable[[str, bool], None], to_stderr: bool) -> None:
        self._emit = emit
        self._to_stderr = to_stderr
        self._line = ""
        self._process = os.getpid()
        self.buffer = _TerminalBytes(self)

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return 2 if self._to_stderr else 1

    def write(self, text: str) -> int:
        self._notice_fork()
        whole, newline, rest = (self._line + text).rpartition("\n")
        self._line = rest
        if newline:
            self._emit(whole + newline, self._to_stderr)
        return len(text)

    def _notice_fork(self) -> None:
        """In a forked process: drops the task's incomplete line, and writes to the descriptor from now on."""
        if os.getpid() != self._process:
            self._process, self._line, self._emit = os.getpid(), "", _write_to_descriptor

    def flush(self) -> None:
        self._notice_fork()
        if self._line:
            line, self._line = self._line, ""
            self._emit(line, self._to_stderr)


def _write_to_descriptor(text: str, to_stderr: bool) -> None:
    data = memoryview(text.encode("utf-8", "surrogateescape"))
    while data:
        data = data[os.write(2 if to_stderr else 1, data) :]


class _TerminalBytes(io.RawIOBase):
    """The `sys.stdout.buffer` of a task."""

    def __init__(self, terminal: _Terminal) -> None:
        self._terminal = terminal

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._terminal.fileno()

    def write(self, data: Any) -> int:
        self._terminal.write(bytes(data).decode("utf-8", "replace"))
        return memoryview(data).nbytes

    def flush(self) -> None:
        self._terminal.flush()


class TaskLogHandler(logging.Handler):
    """Sends the log records of a task to the driver. A process forked by a function writes to its standard error."""

    def __init__(self, output: TaskOutput) -> None:
        super().__init__()
        self._output = output
        self._process = os.getpid()

    def emit(self, record: logging.LogRecord) -> None:
        try:
            message = self.format(record)
            if os.getpid() == self._process:
                self._output.emit_log(record, message)
            else:
                _write_to_descriptor(f"{record.levelname} {record.name}: {message}\n", True)
        except Exception:
            self.handleError(record)


def redirect_terminal(output: TaskOutput, log_level: int) -> None:
    """Redirects `print` and `logging` of this process to the user."""
    sys.stdout = _Terminal(output.emit_text, to_stderr=False)
    sys.stderr = _Terminal(output.emit_text, to_stderr=True)
    logging.basicConfig(level=log_level, format="%(message)s", handlers=[TaskLogHandler(output)], force=True)
