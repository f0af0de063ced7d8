"""DriverClient: sends commands to the driver of one job, by its control socket. DriverLink is its asyncio side."""

from __future__ import annotations

from typing import Optional, TypeVar

from pyrite.control.driver_protocol import command_line, read_answer
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.core.errors import JobNotRunningError, PyriteError
from pyrite.core.job.commands import Command

A = TypeVar("A")


class DriverBusyError(PyriteError):
    """The driver did not answer in time; its process is alive."""


class DriverClient:
    """Sends commands to one driver. `send` and DriverLink raise the same errors.

    JobNotRunningError: the driver has exited; DriverBusyError: it did not answer in time; PyriteError: it refused the
    command.
    """

    def __init__(self, folder: ControlFolder, entry: JobEntry) -> None:
        self._folder = folder
        self._entry = entry

    def send(self, command: Command[A], timeout_s: Optional[float] = None) -> A:
        """Sends a command and waits for the answer."""
        try:
            with self._folder.connect(self._entry.job_id) as connection, connection.makefile("rb") as lines:
                connection.settimeout(timeout_s)
                connection.sendall(command_line(command))
                line = lines.readline()
        except (ConnectionRefusedError, FileNotFoundError):
            raise self._ended() from None
        except ConnectionError:
            line = b""
        except (BlockingIOError, TimeoutError):  # the accept queue is full: the driver is too busy to accept
            raise self._busy() from None
        return self._answer(command, line)

    def _answer(self, command: Command[A], line: bytes) -> A:
        if line.endswith(b"\n"):
            return read_answer(command, line)
        entry = self._entry  # the connection was closed before any answer, or in the middle of one
        raise JobNotRunningError(
            f"the driver of '{entry.name}' ({entry.job_id}, process {entry.pid}) exited without an answer"
        )

    def _ended(self) -> JobNotRunningError:
        return JobNotRunningError(f"job '{self._entry.name}' ({self._entry.job_id}) has just ended")

    def _busy(self) -> DriverBusyError:
        return DriverBusyError(f"the driver of '{self._entry.name}' (process {self._entry.pid}) does not answer")
