"""JobManagerGateway: the REST server's interface to a JobManager. An implementation needs neither drivers nor Spark.

All methods are called in the JobManager's event loop. Methods that are not `async` answer from memory, at once.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Optional, Protocol, TypeVar

from pyrite.core.errors import PyriteError
from pyrite.core.job.commands import Command
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_summary import JobSummary

A = TypeVar("A")


class UnknownJobError(PyriteError):
    """No job has this id: none that runs, and none that ended recently."""


class SubmissionRefusedError(PyriteError):
    """The JobManager does not accept the program; the message has the reason."""


@dataclass(frozen=True)
class SubmittedProgram:
    """A program to run in a driver, with its arguments and settings."""

    path: str
    """The program's file on this machine: .py or .sql, or an archive (.zip, .whl) with the module of `entry`."""
    entry: str = ""
    """`module` or `module:function` to call; empty: the file itself is the script."""
    arguments: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    """Configuration keys with values, as `pyrite run -D` takes them."""
    folder: str = ""
    """The driver's working folder; empty: the folder of the file."""
    is_owned: bool = False
    """Whether the JobManager copies the file: it was uploaded, and the client may delete the upload meanwhile."""


@dataclass(frozen=True)
class Worker:
    """A live Spark worker of the session's cluster."""

    cores: int
    cores_in_use: int


class JobManagerGateway(Protocol):
    """The JobManager as the REST server sees it."""

    def jobs(self) -> Sequence[JobSummary]:
        """All running and all remembered jobs, oldest first."""

    async def document(self, job_id: str) -> JobDocument:
        """The JobDocument of a job, from its driver if it runs, otherwise the last document that the driver wrote.
        UnknownJobError; PyriteError: the driver does not answer, or wrote no document.
        """

    async def send(self, job_id: str, command: Command[A]) -> A:
        """Sends a command to the job's driver; the answer, when the command is done.

        UnknownJobError; JobNotRunningError: the job has ended; PyriteError: the driver refused the command.
        """

    async def submit(self, program: SubmittedProgram) -> str:
        """Starts a driver for the program; returns the job's id when the program has started the job.

        SubmissionRefusedError: the program was not accepted, or ended before it started a job, with its traceback; its
        files are removed.
        """

    async def plan(self, program: SubmittedProgram) -> JobDocument:
        """The JobDocument of the job that the program would start. The job is never started.

        SubmissionRefusedError: the program failed, or starts no job.
        """

    async def workers(self) -> Optional[Sequence[Worker]]:
        """The live workers of the session; None: jobs do not run in a session."""
