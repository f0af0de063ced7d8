"""Commands on a running job, as values.

REST, the command line and programs create them; the control socket sends them to the job's driver, which answers with
the command's answer class. Both go through JSON by `core/json_dataclasses`.

>>> Stop(drain=True, directory="s3://bucket/savepoints")
Stop(drain=True, directory='s3://bucket/savepoints')
>>> Stop.name, Stop.role, Stop.answer
('stop', <Role.OPERATE: 'operate'>, <class 'pyrite.core.job.commands.JobEnd'>)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Annotated, Any, ClassVar, Final, Generic, Optional, TypeVar, get_args

from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import Internal

A = TypeVar("A")


class Role(Enum):
    """The role that a user needs for a command."""

    VIEW = "view"
    """The command changes nothing."""
    OPERATE = "operate"
    """The command changes the job, or writes files."""


@dataclass(frozen=True)
class Command(Generic[A]):
    """A command on a running job. The answer, an A, arrives when the command is done."""

    requested_by: Annotated[Optional[str], Internal()] = field(default=None, kw_only=True, compare=False)
    """For the job's events: the command line of a user, or REST; None: the program."""
    name: ClassVar[str]
    """The command's name on the control socket; also on the command line, if it changes the job."""
    role: ClassVar[Role]
    answer: ClassVar[type[Any]]

    def __init_subclass__(cls, name: str, role: Role) -> None:
        cls.name, cls.role = name, role
        (cls.answer,) = get_args(cls.__orig_bases__[0])  # type: ignore[attr-defined]


# Answers --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SavepointPath:
    """The location of a completed savepoint."""

    path: str


@dataclass(frozen=True)
class CheckpointNumber:
    """The number of a completed checkpoint."""

    checkpoint_id: int


@dataclass(frozen=True)
class JobEnd:
    """The end of a job."""

    path: Optional[str]
    """The location of its last savepoint; None if the command takes none."""
    status: JobStatus


@dataclass(frozen=True)
class Rescaled:
    """A job after a change of its parallelism."""

    parallelism: int
    pause_ms: int
    """From the last record before the change to the first one after it, as measured by the driver."""
    checkpoint_id: int
    """The checkpoint at which the job was stopped and resumed."""


@dataclass(frozen=True)
class StackCount:
    """A stack of the thread that runs a task's functions."""

    frames: tuple[str, ...]
    """`module.function:line`, outermost first."""
    is_on_cpu: bool
    count: int
    """The number of samples with this stack."""


@dataclass(frozen=True)
class ThreadStack:
    """A thread of a task, and its stack as text."""

    name: str
    stack: str


@dataclass(frozen=True)
class SubtaskStacks:
    """The stacks of one subtask."""

    vertex: str
    index: int
    stacks: tuple[StackCount, ...]
    threads: tuple[ThreadStack, ...]


@dataclass(frozen=True)
class JobStacks:
    """The stacks of all subtasks that answered in time."""

    ended_ms: int
    """The time of the last sample."""
    subtasks: tuple[SubtaskStacks, ...]


# Commands -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Status(Command[JobSummary], name="status", role=Role.VIEW):
    """Returns the job's status, with a few figures."""


@dataclass(frozen=True)
class Document(Command[JobDocument], name="document", role=Role.VIEW):
    """Returns everything that REST and the command line show of the job."""


@dataclass(frozen=True)
class SampleStacks(Command[JobStacks], name="stacks", role=Role.VIEW):
    """Samples the stacks of tasks. Without samples, the answer has the current stacks of all threads."""

    vertex: Optional[str] = None
    """The id of a vertex; None: all."""
    executor: Optional[str] = None
    """The id of an executor; None: all."""
    samples: int = 0
    delay_ms: int = 0
    depth: int = 0
    """The maximum number of frames, from the innermost; the rest is left out."""


@dataclass(frozen=True)
class Savepoint(Command[SavepointPath], name="savepoint", role=Role.OPERATE):
    """Takes a savepoint. The job keeps running."""

    directory: Optional[str]
    """A path or URI; None: the job's `execution.checkpointing.savepoint-dir`."""


@dataclass(frozen=True)
class Checkpoint(Command[CheckpointNumber], name="checkpoint", role=Role.OPERATE):
    """Takes the job's next checkpoint now."""


@dataclass(frozen=True)
class Stop(Command[JobEnd], name="stop", role=Role.OPERATE):
    """Ends the job with a savepoint."""

    drain: bool
    """Whether event time first advances to its end, so that all windows and event-time timers fire."""
    directory: Optional[str]
    """As in Savepoint."""


@dataclass(frozen=True)
class Cancel(Command[JobEnd], name="cancel", role=Role.OPERATE):
    """Ends the job at once, or after a savepoint."""

    savepoint: Optional[Savepoint] = None


@dataclass(frozen=True)
class Rescale(Command[Rescaled], name="rescale", role=Role.OPERATE):
    """Stops the job at a checkpoint, and resumes it with another parallelism.

    The rescale outlives the driver: the next one continues with it.
    """

    parallelism: Optional[int] = None
    """Of the whole job, for operators without a parallelism of their own; None: of `vertices` only."""
    vertices: Mapping[str, int] = field(default_factory=dict)
    """The parallelism of single vertices, by their ids."""
    is_awaited: bool = True
    """Whether the answer comes when the job runs with it; else when the job has begun to stop for it."""


COMMANDS: Final[tuple[type[Command[Any]], ...]] = (
    Status,
    Document,
    SampleStacks,
    Savepoint,
    Checkpoint,
    Stop,
    Cancel,
    Rescale,
)
