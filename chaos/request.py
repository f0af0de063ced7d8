"""Request: a command sent to the running job by its control socket, in a thread, as faults may strike meanwhile."""

from __future__ import annotations

import threading
from typing import Generic, Optional, TypeVar

from chaos.run_folder import RunFolder
from pyrite.control.driver_client import DriverBusyError, DriverClient
from pyrite.control.job_directory import ControlFolder
from pyrite.core.errors import JobNotRunningError, PyriteError
from pyrite.core.job.commands import Command

A = TypeVar("A")

_LATE = "the job has ended"
"""Part of the error of an ended driver, which cannot tell whether the command has been executed."""


class Request(Generic[A]):
    """A command. A driver that dies, is stopped or is just starting leaves it without an answer."""

    def __init__(self, folder: RunFolder, job_id: str, pid: int, limit_s: float, command: Command[A]) -> None:
        self.answer: Optional[A] = None
        self.refusal = ""
        """The driver's error message: the command was not executed, and will not be."""
        self.trouble = ""
        """The reason for a missing answer: the command may have been executed or not."""
        self.sent = False
        self._control = ControlFolder(folder.control)
        self._job_id = job_id
        self._pid = pid
        self._limit_s = limit_s
        self._thread = threading.Thread(target=self._ask, args=(command,), daemon=True, name="chaos-command")
        self._thread.start()

    @property
    def is_over(self) -> bool:
        """Whether the request has ended: with an answer, or because its driver cannot answer any more."""
        return not self._thread.is_alive()

    def _ask(self, command: Command[A]) -> None:
        try:
            entry = next((found for found in self._control.running() if found.job_id == self._job_id), None)
            if entry is None or entry.pid != self._pid:
                self.trouble = "its driver accepts no commands yet"
                return
            self.sent = True
            self.answer = DriverClient(self._control, entry).send(command, self._limit_s)
        except (JobNotRunningError, DriverBusyError, OSError) as error:
            self.trouble = f"{type(error).__name__}: {error}"
        except PyriteError as error:
            if _LATE in str(error):
                self.trouble = str(error)
            else:
                self.refusal = str(error)
