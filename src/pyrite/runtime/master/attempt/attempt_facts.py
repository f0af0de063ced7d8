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
    """A checkpoint is complete: a later failure is a new one, and does not follow from the failures before it."""


@dataclass(frozen=True)
class RegionDown:
    """Nothing is left of a region's tasks. `restart_region` follows, or `fail`."""

    region: int
    attempt: int
    """The number of the region's attempt."""
    error: Exception
    names: tuple[str, ...]
    """Of the region's vertices."""
    tasks: Mapping[TaskId, TaskState]
    """The last states of the tasks that other tasks will replace."""


@dataclass(frozen=True)
class RepeatRefused:
    """A batch job cannot repeat its stages after a failure for which a restart was granted: all of it must restart."""

    region: int
    error: Exception


@dataclass(frozen=True)
class AttemptEnded:
    """The attempt is over, and every task is gone."""

    phase: AttemptPhase
    cause: Optional[Exception] = None
    stopped: Optional[PendingCheckpoint] = None
    """The complete savepoint or checkpoint with which the attempt has stopped the job."""
    stopping: Optional[SavepointRequest] = None
    """The request of the savepoint that stops the job, if that savepoint is complete or may be."""
    unconfirmed: Mapping[int, SavepointRequest] = field(default_factory=dict)
    """Savepoints that no checkpoint has followed, by their ids."""


Fact = Union[AllTasksRun, CheckpointCompleted, RegionDown, RepeatRefused, AttemptEnded]
FACTS: Final = (AllTasksRun, CheckpointCompleted, RegionDown, RepeatRefused, AttemptEnded)
AttemptOutput = Union[Instruction, Fact]
