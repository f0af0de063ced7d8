"""The one protocol within an attempt: AttemptCore's parts take events and return decisions. Pure.

A part is the checkpoint coordinator, the sources' enumerators, the loops, flow control, watermark alignment. What it
gets is an event of the job, or one of those below, which AttemptCore derives from what its tasks have come to. What it
returns is an instruction, a fact for JobMasterCore, or a decision that AttemptCore applies to the attempt.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Protocol, Union

from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.graph.region import Region
from pyrite.runtime.master.attempt.attempt_facts import AttemptOutput
from pyrite.runtime.master.job_events import Event
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome

# Events ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlacedEvent:
    """Subtasks have moved to other tasks of the attempt."""

    graph: ExecutionGraph


@dataclass(frozen=True)
class RegionStartedEvent:
    """A region starts again: none of its tasks is there yet."""

    region: Region


@dataclass(frozen=True)
class RegionOpenedEvent:
    """Every task of a region is open."""

    region: Region


@dataclass(frozen=True)
class ReaderOpenedEvent:
    """A subtask of a source can take splits."""

    reader: Subtask


@dataclass(frozen=True)
class AllRunningEvent:
    """Every task of the job runs, for the first time or again."""


@dataclass(frozen=True)
class AllFinishedEvent:
    """Every task has processed all of its input."""


@dataclass(frozen=True)
class RegionFailedEvent:
    """The tasks of a region are cancelled, to start again."""

    region: Region
    why: str


@dataclass(frozen=True)
class RegionDownEvent:
    """Nothing is left of a region's tasks."""

    region: Region
    why: str


@dataclass(frozen=True)
class EndingEvent:
    """The attempt's tasks are cancelled."""


PartEvent = Union[
    Event,
    PlacedEvent,
    RegionStartedEvent,
    RegionOpenedEvent,
    ReaderOpenedEvent,
    AllRunningEvent,
    AllFinishedEvent,
    RegionFailedEvent,
    RegionDownEvent,
    EndingEvent,
]

# Decisions ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FailAttempt:
    """The attempt cannot continue."""

    error: Exception
    region: Optional[int] = None
    """The region that cannot, if it is one."""


@dataclass(frozen=True)
class FailVertex:
    """The region of a vertex cannot continue, or the attempt, if regions do not restart alone."""

    vertex: int
    error: Exception


@dataclass(frozen=True)
class CancelAttempt:
    """The job is to be cancelled: the savepoint that was wanted before is complete."""


@dataclass(frozen=True)
class EndInput:
    """The sources are to end: the job is drained."""


@dataclass(frozen=True)
class NoteCheckpoint:
    """A checkpoint is complete, or failed: the job's history gets it."""

    outcome: CheckpointOutcome


Decision = Union[AttemptOutput, FailAttempt, FailVertex, CancelAttempt, EndInput, NoteCheckpoint]


class AttemptPart(Protocol):
    """A part of AttemptCore."""

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        """Takes an event; one that does not concern the part gives nothing."""

    def next_due_ms(self) -> Optional[int]:
        """When it wants a TickEvent."""
