"""Instructions: the outputs of JobMasterCore. The runner of the job executes them in order."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Optional, Union

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.graph.region import Region
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest


@dataclass(frozen=True)
class BeginAttempt:
    """Enter a new attempt into the job's log and find the checkpoint to restore: `AttemptBegunEvent`.

    `broken`: checkpoints with damaged files that tasks have read, and the errors.
    """

    broken: Mapping[int, str] = field(default_factory=dict)
    region: Optional[int] = None
    """The region that restarts alone; None: an attempt of the whole job."""
    parallelism: JobParallelism = field(default_factory=JobParallelism)
    """For the log, which has it from the entry of a whole attempt on."""


@dataclass(frozen=True)
class RunSparkJob:
    """Start the Spark job of a region, or of the whole attempt."""

    region: Region

    @property
    def graph(self) -> ExecutionGraph:
        """The tasks to start, as this Spark job numbers them."""
        return self.region.graph


@dataclass(frozen=True)
class FindOutputs:
    """Batch: find the tasks whose output Spark still has: `OutputsFoundEvent`."""

    region: int = 0


@dataclass(frozen=True)
class RepeatStages:
    """Batch: run the Spark job of a region again, on the outputs that Spark has kept.

    Outputs of the levels from `drop_from` on are dropped first, so that their tasks all run again.
    """

    region: Region
    drop_from: int


@dataclass(frozen=True)
class CancelSparkJob:
    """End the Spark job of a region; tell its watchdogs to end their tasks."""

    region: int = 0


@dataclass(frozen=True)
class Send:
    """Send a message to a task."""

    task: TaskId
    message: messages.JobMasterMessage


@dataclass(frozen=True)
class CommitHere:
    """Batch: publish committables from the driver, by vertex and position in its chain."""

    committables: dict[tuple[int, int], list[Any]]


@dataclass(frozen=True)
class AbortHere:
    """Abort committables that will never be committed, by vertex and position in its chain."""

    committables: dict[tuple[int, int], list[Any]]


@dataclass(frozen=True)
class CallSource:
    """Run an asynchronous call of a source's enumerator, which may block: `SourceCalledEvent`."""

    vertex: int
    attempt: int
    """The attempt of the region, so that results for a closed enumerator can be recognized."""
    number: int
    call: Callable[[], Any]


@dataclass(frozen=True)
class StoreCheckpoint:
    """Write a manifest and its entry in the log, the commit point: `CheckpointStoredEvent`."""

    manifest: Manifest
    savepoint: Optional[SavepointRequest] = None
    """The request, if the manifest is a savepoint's; the log gets an entry only if the job stops with it."""


@dataclass(frozen=True)
class DropUnneeded:
    """Remove files needed neither by a retained checkpoint nor by one based on `base_id` or later."""

    base_id: int


@dataclass(frozen=True)
class DiscardCheckpoint:
    """Remove the files of an aborted checkpoint, or of an aborted savepoint in its folder."""

    checkpoint_id: int
    savepoint: str = ""


@dataclass(frozen=True)
class NoteCommitted:
    """Mark a savepoint's pending committables as committed: the job has stopped with it."""

    savepoint: str


@dataclass(frozen=True)
class Answer:
    """Answer a client's request: the path of a savepoint, or for a rescale the length of the pause in ms."""

    request_id: int
    value: Any = None
    error: Optional[Exception] = None


@dataclass(frozen=True)
class EndJob:
    """The job is over: close everything and tell the client."""

    status: JobStatus
    error: Optional[Exception] = None


Instruction = Union[
    BeginAttempt,
    RunSparkJob,
    FindOutputs,
    RepeatStages,
    CancelSparkJob,
    Send,
    CommitHere,
    AbortHere,
    CallSource,
    StoreCheckpoint,
    DropUnneeded,
    DiscardCheckpoint,
    NoteCommitted,
    Answer,
    EndJob,
]
