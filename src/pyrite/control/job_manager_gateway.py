"""JobManagerGateway: what the REST server asks of the JobManager. Whoever serves it needs no driver and no Spark.

All methods are called in the JobManager's event loop. Those that are not `async` answer from memory, at once.
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
    """There is no job of that id: none runs, and none is remembered."""


class SubmissionRefusedError(PyriteError):
    """The JobManager does not take the program; the reason is the message."""


@dataclass(frozen=True)
class SubmittedProgram:
    """A program that a driver is to run, with what it is run with."""

    path: str
    """The program's file on this machine: .py or .sql, or an archive (.zip, .whl) that `entry` is a module of."""
    entry: str = ""
    """`module` or `module:function` to call; empty: the file itself is the script."""
    arguments: tuple[str, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    """Configuration keys with values, as `pyrite run -D` takes them."""
    folder: str = ""
    """The driver's working folder; empty: that of the file."""
    is_owned: bool = False
    """Whether the JobManager copies the file: it was uploaded, and whoever uploaded it may delete it meanwhile."""


@dataclass(frozen=True)
class Worker:
    """A Spark worker of the session's cluster that lives."""

    cores: int
    cores_in_use: int


class JobManagerGateway(Protocol):
    """The JobManager as the REST server sees it."""

    def jobs(self) -> Sequence[JobSummary]:
        """Every job that runs on this machine or is remembered, the oldest first."""

    async def document(self, job_id: str) -> JobDocument:
        """All that can be shown of a job. The driver of one that runs is asked; else the last document that it wrote is
        read. UnknownJobError; PyriteError: the driver does not answer, or wrote none."""

    async def send(self, job_id: str, command: Command[A]) -> A:
        """The answer of the job's driver, when the command is done.

        UnknownJobError; JobNotRunningError: it has ended; PyriteError: the driver's words if it refuses.
        """

    async def submit(self, program: SubmittedProgram) -> str:
        """Starts a driver for the program; returns the job's id when the program has started the job.

        SubmissionRefusedError: it is not accepted, or ended before, with its traceback; nothing of it is left.
        """

    async def plan(self, program: SubmittedProgram) -> JobDocument:
        """What the program would run: the JobDocument of a job that is never started.

        SubmissionRefusedError: the program has an error, or starts no job.
        """

    async def workers(self) -> Optional[Sequence[Worker]]:
        """The workers of the session that live; None: jobs do not run in a session."""
