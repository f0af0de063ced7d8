"""JobEvent: an event in the life of a job, for people: submissions, attempts, restarts, deaths of drivers, rescales.

Processes record them as they happen: the job's driver, the JobManager and the command that submits the job. Each event
has a number in the sequence of its writer, so that the records of several writers can be merged: `merged`.
"""

from __future__ import annotations

import getpass
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, Final, Optional

from pyrite.core.errors import PyriteError
from pyrite.core.job.job_document import EventDocument
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import of_json, to_json

REST: Final = "REST"
PROGRAM: Final = "the program"
STRATEGY: Final = "the restart strategy"
SIGNAL: Final = "a signal to the driver"
_MOST_EVENTS: Final = 300
_MOST_FAILURES: Final = 20
_LONGEST_TRACE: Final = 8000
_LONGEST_CAUSE: Final = 500


def command_line() -> str:
    """The requester of a command on the command line."""
    try:
        return f"the command line of {getpass.getuser()}"
    except (KeyError, OSError):  # a user id without a name
        return "the command line"


@dataclass(frozen=True)
class JobEvent:
    """An event of one kind."""

    at_ms: int
    requested_by: str = field(default="", kw_only=True)
    """The user interface, or the program, that requested it; empty: nobody did."""
    writer: str = field(default="", kw_only=True)
    """The process that recorded it."""
    number: int = field(default=0, kw_only=True)
    """In the sequence of the writer."""
    kind: ClassVar[str] = ""

    def __init_subclass__(cls, kind: str) -> None:
        cls.kind = kind
        _KINDS[kind] = cls

    @property
    def text(self) -> str:
        """The event in a sentence."""
        raise NotImplementedError

    def document(self) -> EventDocument:
        """The event as JSON has it."""
        common = {each.name for each in fields(JobEvent)}
        details = {each.name: to_json(getattr(self, each.name)) for each in fields(self) if each.name not in common}
        return EventDocument(self.kind, self.at_ms, self.requested_by, self.writer, self.number, details)


_KINDS: Final[dict[str, type[JobEvent]]] = {}


def event_of(document: EventDocument) -> Optional[JobEvent]:
    """The event of a document; None: its kind is unknown to this version, or its details are."""
    kind = _KINDS.get(document.kind)
    if kind is None:
        return None
    common = {each.name: getattr(document, each.name) for each in fields(JobEvent)}
    try:
        return of_json(kind, {**document.details, **common})
    except (ValueError, PyriteError):
        return None


# Kinds ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JobSubmitted(JobEvent, kind="SUBMITTED"):
    """The job's program was submitted."""

    program: str = ""

    @property
    def text(self) -> str:
        return f"{self.program} was submitted" if self.program else "the job was submitted"


@dataclass(frozen=True)
class DriverStarted(JobEvent, kind="DRIVER_STARTED"):
    """A driver of the job has started."""

    process: int
    host: str

    @property
    def text(self) -> str:
        return f"driver process {self.process} started on {self.host}"


@dataclass(frozen=True)
class DriverDied(JobEvent, kind="DRIVER_DIED"):
    """A driver has ended without the job's end. The signal or exit code is None if no process could observe it."""

    process: int
    signal: Optional[str] = None
    exit_code: Optional[int] = None
    reason: str = ""
    """What the driver itself has reported before it ended."""

    @property
    def text(self) -> str:
        if self.reason:
            return f"driver process {self.process} ended: {self.reason}"
        if self.signal is not None:
            return f"driver process {self.process} was killed by {self.signal}"
        how = "how is not known" if self.exit_code is None else f"exit code {self.exit_code}"
        return f"driver process {self.process} ended without the job's end: {how}"


@dataclass(frozen=True)
class AttemptStarted(JobEvent, kind="ATTEMPT_STARTED"):
    """An attempt of the job, or of a region of it, has started."""

    attempt: int
    checkpoint: Optional[int]
    """The checkpoint from which it was restored."""
    parallelism: int
    vertices: tuple[str, ...] = ()
    """Of a region that restarts alone; empty: the whole job."""

    @property
    def text(self) -> str:
        what = f"attempt {self.attempt}" + (f" of {', '.join(self.vertices)}" if self.vertices else "")
        start = "without a checkpoint" if self.checkpoint is None else f"from checkpoint {self.checkpoint}"
        return f"{what} started {start}, parallelism {self.parallelism}"


@dataclass(frozen=True)
class AttemptFailed(JobEvent, kind="ATTEMPT_FAILED"):
    """An attempt of the job, or of a region of it, has failed."""

    attempt: int
    error: str
    """The class of the error."""
    message: str
    stack_trace: str
    task: str = ""
    """`name (1/2) - execution #3`; empty: no single task has failed."""
    vertex: str = ""
    """The id of the task's vertex."""
    subtask: Optional[int] = None
    host: str = ""
    executor: str = ""
    process: int = 0

    @property
    def text(self) -> str:
        where = f" in {self.task} on {self.host}" if self.task else ""
        return f"attempt {self.attempt} failed{where}: {self.message}"


@dataclass(frozen=True)
class JobRestarts(JobEvent, kind="RESTARTING"):
    """The job, a region of it or its driver restarts after a failure."""

    scope: str
    """`job`, `region` or `driver`."""
    restarts: int
    """The number of restarts of the job, with this one."""
    delay_ms: int
    cause: str
    vertices: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        what = f"region {', '.join(self.vertices)}" if self.vertices else f"the {self.scope}"
        return f"{what} restarts after {self.delay_ms} ms (restart {self.restarts}): {self.cause}"


@dataclass(frozen=True)
class RestartRefused(JobEvent, kind="RESTART_REFUSED"):
    """A failure ends the job: the restart strategy grants no restart, or none would help."""

    reason: str
    cause: str

    @property
    def text(self) -> str:
        return f"no restart, {self.reason}: {self.cause}"


@dataclass(frozen=True)
class JobRescaled(JobEvent, kind="RESCALED"):
    """The job continues with another parallelism."""

    parallelism: int
    """The largest of a vertex."""
    checkpoint: int
    """The checkpoint at which the job was stopped for it."""
    rescaled: JobParallelism = field(default_factory=JobParallelism)

    @property
    def text(self) -> str:
        single = f", {len(self.rescaled.operators)} operators by themselves" if self.rescaled.operators else ""
        return f"rescaled to parallelism {self.parallelism}{single}, at checkpoint {self.checkpoint}"


@dataclass(frozen=True)
class SavepointEnded(JobEvent, kind="SAVEPOINT"):
    """A savepoint is complete, or has failed."""

    checkpoint: int
    purpose: str
    """`savepoint`, or the way in which it ends the job."""
    path: str
    failure: str = ""

    @property
    def text(self) -> str:
        return f"{self.purpose} failed: {self.failure}" if self.failure else f"{self.purpose} complete: {self.path}"


@dataclass(frozen=True)
class JobEnded(JobEvent, kind="ENDED"):
    """The job has ended, or its driver has suspended it."""

    status: JobStatus
    cause: str = ""

    @property
    def text(self) -> str:
        return f"the job ended as {self.status.name}" + (f": {self.cause}" if self.cause else "")


# Records --------------------------------------------------------------------------------------------------------------


def merged(*records: Iterable[JobEvent]) -> tuple[JobEvent, ...]:
    """The events of several records, each once, the oldest first; bounded as each record is."""
    by_id = {(event.writer, event.number): event for record in records for event in record}
    return bounded(sorted(by_id.values(), key=lambda event: (event.at_ms, event.writer, event.number)))


def bounded(events: Sequence[JobEvent]) -> tuple[JobEvent, ...]:
    """The newest events. The last restart and the last rescale always stay: they have the job's figures."""
    if len(events) <= _MOST_FAILURES:
        return tuple(events)
    failures = [event for event in events if isinstance(event, AttemptFailed)][:-_MOST_FAILURES]
    dropped = {id(event) for event in failures}
    rest = [event for event in events if id(event) not in dropped]
    last = {kind: event for event in rest for kind in (JobRestarts, JobRescaled) if isinstance(event, kind)}
    older = [event for event in rest[:-_MOST_EVENTS] if event in last.values()]
    return (*older, *rest[-_MOST_EVENTS:])


def this_run(events: Sequence[JobEvent]) -> tuple[JobEvent, ...]:
    """The events since the job was last started after an end: an id can be used again after a failure."""
    start, has_ended = 0, False
    for place, event in enumerate(events):
        if has_ended and isinstance(event, (JobSubmitted, DriverStarted)):
            start, has_ended = place, False
        elif isinstance(event, JobEnded):
            has_ended = event.status.is_globally_terminal_state()
    return tuple(events[start:])


def restarts_of(events: Sequence[JobEvent]) -> int:
    """The number of restarts since the job was started."""
    return max((event.restarts for event in this_run(events) if isinstance(event, JobRestarts)), default=0)


def lost_driver(events: Sequence[JobEvent]) -> Optional[DriverStarted]:
    """The last driver, if its end was not recorded."""
    for event in reversed(events):
        if isinstance(event, (DriverDied, JobEnded)):
            return None
        if isinstance(event, DriverStarted):
            return event
    return None


def rescaled_to(events: Sequence[JobEvent]) -> JobParallelism:
    """The parallelism to which the job was last rescaled since it was started."""
    rescales = [event.rescaled for event in this_run(events) if isinstance(event, JobRescaled)]
    return rescales[-1] if rescales else JobParallelism()


def first_line(error: object) -> str:
    """The cause of an event: the first line of an error, not too long."""
    return str(error).partition("\n")[0][:_LONGEST_CAUSE]


def shortened(stack_trace: str) -> str:
    """A stack trace without its middle, if it is too long to be recorded."""
    if len(stack_trace) <= _LONGEST_TRACE:
        return stack_trace
    left_out = len(stack_trace) - _LONGEST_TRACE
    return f"{stack_trace[:2000]}\n... {left_out} characters ...\n{stack_trace[2000 - _LONGEST_TRACE :]}"


def details_of(document: EventDocument) -> Mapping[str, Any]:
    """The details of a recorded event without its stack trace, which `/exceptions` has."""
    return {name: value for name, value in document.details.items() if name != "stack_trace"}
