"""Events: the inputs of JobMasterCore, which handles one at a time."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Optional, Union

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest

TaskId = tuple[int, int]
"""(level, pid)"""


@dataclass(frozen=True)
class StartEvent:
    """The client starts the job."""


@dataclass(frozen=True)
class AttemptBegunEvent:
    """The log has an entry for the new attempt, which is restored from `manifest`, or starts without state."""

    attempt: int
    manifest: Optional[Manifest]
    next_checkpoint_id: int
    region: Optional[int] = None
    """The region that restarts alone; None: an attempt of the whole job."""


@dataclass(frozen=True)
class AttemptRefusedEvent:
    """The new attempt could not be entered into the log, or no intact checkpoint was found."""

    error: Exception
    region: Optional[int] = None


@dataclass(frozen=True)
class CheckpointStoredEvent:
    """`StoreCheckpoint` has succeeded or failed."""

    checkpoint_id: int
    error: Optional[Exception] = None


@dataclass(frozen=True)
class MessageEvent:
    """A task has sent a message."""

    task: TaskId
    message: messages.TaskMessage


@dataclass(frozen=True)
class AliveEvent:
    """A task's watchdog has sent its heartbeat."""

    task: TaskId


@dataclass(frozen=True)
class DisconnectedEvent:
    """A task's connections are closed: its process has ended or soon will. `how` is the reason, if known."""

    task: TaskId
    how: str = ""


@dataclass(frozen=True)
class SparkJobEndedEvent:
    """The Spark job of a region, or of the whole attempt, is over. `error` is None if it succeeded."""

    error: Optional[Exception] = None
    region: int = 0


@dataclass(frozen=True)
class OutputsFoundEvent:
    """The result of `FindOutputs`: the tasks whose output Spark still has, or the error."""

    outputs: frozenset[TaskId]
    error: Optional[Exception] = None
    region: int = 0


@dataclass(frozen=True)
class CommittedEvent:
    """`CommitHere` has succeeded or failed."""

    error: Optional[Exception] = None


@dataclass(frozen=True)
class SourceCalledEvent:
    """The result or the error of a `CallSource`."""

    vertex: int
    attempt: int
    number: int
    result: Any = None
    error: Optional[Exception] = None


@dataclass(frozen=True)
class StopEvent:
    """The client ends the input of the sources."""


@dataclass(frozen=True)
class SavepointEvent:
    """The client requests a savepoint; the `Answer` has its path."""

    request: SavepointRequest


@dataclass(frozen=True)
class HurryCheckpointEvent:
    """The client requests the next checkpoint at once."""


@dataclass(frozen=True)
class RescaleEvent:
    """The client requests that the job continues with another graph; the `Answer` has the length of the pause."""

    request_id: int
    graph: ExecutionGraph
    parallelism: JobParallelism = field(default_factory=JobParallelism)
    """The result of this rescale and the ones before."""
    accepted_id: Optional[int] = None
    """A request that is answered when the rescale begins."""
    requested_by: str = ""


@dataclass(frozen=True)
class CancelEvent:
    """The client cancels the job."""

    requested_by: str = ""


@dataclass(frozen=True)
class SuspendEvent:
    """The driver must exit: the attempt ends at once, and the job can be resumed from its log."""

    requested_by: str = ""


@dataclass(frozen=True)
class TickEvent:
    """Time has passed."""


Event = Union[
    StartEvent,
    AttemptBegunEvent,
    AttemptRefusedEvent,
    CheckpointStoredEvent,
    MessageEvent,
    AliveEvent,
    DisconnectedEvent,
    SparkJobEndedEvent,
    OutputsFoundEvent,
    CommittedEvent,
    SourceCalledEvent,
    StopEvent,
    SavepointEvent,
    HurryCheckpointEvent,
    RescaleEvent,
    CancelEvent,
    SuspendEvent,
    TickEvent,
]


def kind_of(event: object) -> type[Any]:
    """The type under which a transition table lists an event: for a task's message, the type of the message."""
    return type(event.message) if isinstance(event, MessageEvent) else type(event)
