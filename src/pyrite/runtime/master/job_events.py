"""Events: what can happen to a job. JobMasterCore takes them one at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, Union

from pyrite.checkpoint.manifest import Manifest
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest

TaskId = tuple[int, int]
"""(level, pid)"""


@dataclass(frozen=True)
class StartEvent:
    """The client wants the job to run."""


@dataclass(frozen=True)
class AttemptBegunEvent:
    """The log has the new attempt's entry. It is restored from `manifest`, or starts from the beginning."""

    attempt: int
    manifest: Optional[Manifest]
    next_checkpoint_id: int
    region: Optional[int] = None
    """It is that of a region which restarts alone; None: of the whole job."""


@dataclass(frozen=True)
class AttemptRefusedEvent:
    """The new attempt could not be entered into the log, or there is nothing intact to restore from."""

    error: Exception
    region: Optional[int] = None


@dataclass(frozen=True)
class CheckpointStoredEvent:
    """What `StoreCheckpoint` asked for is done, or failed."""

    checkpoint_id: int
    error: Optional[Exception] = None


@dataclass(frozen=True)
class MessageEvent:
    """A task has sent something."""

    task: TaskId
    message: messages.TaskMessage


@dataclass(frozen=True)
class AliveEvent:
    """A task's watchdog has sent its heartbeat."""

    task: TaskId


@dataclass(frozen=True)
class DisconnectedEvent:
    """A task's connections are closed: its process is gone or will soon be. `how` says what ended it, if known."""

    task: TaskId
    how: str = ""


@dataclass(frozen=True)
class SparkJobEndedEvent:
    """The Spark job of a region, or of the whole attempt, is over. `error` is None if it ended well."""

    error: Optional[Exception] = None
    region: int = 0


@dataclass(frozen=True)
class OutputsFoundEvent:
    """What `FindOutputs` asked for: the tasks of which Spark has the output, or why that could not be found out."""

    outputs: frozenset[TaskId]
    error: Optional[Exception] = None
    region: int = 0


@dataclass(frozen=True)
class CommittedEvent:
    """What `CommitHere` asked for is done, or failed."""

    error: Optional[Exception] = None


@dataclass(frozen=True)
class SourceCalledEvent:
    """What `CallSource` asked for is done, or failed."""

    vertex: int
    attempt: int
    number: int
    result: Any = None
    error: Optional[Exception] = None


@dataclass(frozen=True)
class StopEvent:
    """The client wants the sources to end their input."""


@dataclass(frozen=True)
class SavepointEvent:
    """The client wants a savepoint; `Answer` says where it is."""

    request: SavepointRequest


@dataclass(frozen=True)
class HurryCheckpointEvent:
    """The client wants the next checkpoint now, not at its interval."""


@dataclass(frozen=True)
class RescaleEvent:
    """The client wants the job to continue as another graph of the same program; `Answer` says how long it paused."""

    request_id: int
    graph: ExecutionGraph


@dataclass(frozen=True)
class CancelEvent:
    """The client wants the job to end at once."""


@dataclass(frozen=True)
class SuspendEvent:
    """The driver is asked to go away: the attempt ends at once, the job stays resumable by its log."""


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
    """The type by which a table of transitions has an event: for a task's message its own type."""
    return type(event.message) if isinstance(event, MessageEvent) else type(event)
