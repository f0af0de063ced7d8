"""Facts: events in the life of an attempt that JobMasterCore reacts to. AttemptCore returns them after instructions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Optional, Union

from pyrite.runtime.master.attempt.attempt_phase import AttemptPhase
from pyrite.runtime.master.checkpoint.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.master.job_events import TaskId
from pyrite.runtime.master.job_instructions import Instruction
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest
from pyrite.runtime.wire.task_state import TaskState


@dataclass(frozen=True)
class AllTasksRun:
    """Every task of the attempt runs, for the first time or again."""


@dataclass(frozen=True)
class CheckpointCompleted:
    """A checkpoint is complete: a later failure is not a consequence of the failures before it."""


@dataclass(frozen=True)
class RegionDown:
    """All tasks of a region have ended. JobMasterCore answers with `restart_region` or `fail`."""

    region: int
    attempt: int
    """The number of the region's attempt."""
    error: Exception
    names: tuple[str, ...]
    """The names of the region's vertices."""
    tasks: Mapping[TaskId, TaskState]
    """The last states of the tasks that other tasks will replace."""


@dataclass(frozen=True)
class RepeatRefused:
    """A batch job cannot repeat its stages after a failure for which a restart was granted: the whole job must
    restart.
    """

    region: int
    error: Exception


@dataclass(frozen=True)
class AttemptEnded:
    """The attempt is over, and every task has ended."""

    phase: AttemptPhase
    cause: Optional[Exception] = None
    stopped: Optional[PendingCheckpoint] = None
    """The completed savepoint or checkpoint with which the attempt stopped the job."""
    stopping: Optional[SavepointRequest] = None
    """The request of the savepoint that stops the job, if that savepoint is, or may be, complete."""
    unconfirmed: Mapping[int, SavepointRequest] = field(default_factory=dict)
    """Savepoints not yet followed by a checkpoint, by id."""
    canceled_by: str = ""
    """The requester of the savepoint with which the job was canceled."""

    @property
    def requested_by(self) -> str:
        """The requester of the savepoint with which the job was stopped or canceled; empty: there was none."""
        request = None if self.stopped is None else self.stopped.request
        return self.canceled_by if request is None else request.requested_by


Fact = Union[AllTasksRun, CheckpointCompleted, RegionDown, RepeatRefused, AttemptEnded]
FACTS: Final = (AllTasksRun, CheckpointCompleted, RegionDown, RepeatRefused, AttemptEnded)
AttemptOutput = Union[Instruction, Fact]
