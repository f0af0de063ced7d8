"""The protocol within an attempt: the parts of AttemptCore take events and return decisions. Pure.

A part is the checkpoint coordinator, the sources' enumerators, the loops, flow control, or watermark alignment. It
receives events of the job, and the events below, which AttemptCore derives from the phases of its tasks. It returns
instructions, facts for JobMasterCore, and decisions that AttemptCore applies to the attempt.
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
    """A region restarts; none of its tasks has registered yet."""

    region: Region


@dataclass(frozen=True)
class RegionOpenedEvent:
    """Every task of a region is open."""

    region: Region


@dataclass(frozen=True)
class ReaderOpenedEvent:
    """A source subtask is ready to take splits."""

    reader: Subtask


@dataclass(frozen=True)
class AllRunningEvent:
    """Every task of the job runs, for the first time or again."""


@dataclass(frozen=True)
class AllFinishedEvent:
    """Every task has processed all of its input."""


@dataclass(frozen=True)
class RegionFailedEvent:
    """The tasks of a region are canceled before its restart."""

    region: Region
    why: str


@dataclass(frozen=True)
class RegionDownEvent:
    """All tasks of a region have ended."""

    region: Region
    why: str


@dataclass(frozen=True)
class EndingEvent:
    """The attempt's tasks are canceled."""


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
    """The region that caused the failure, if any."""


@dataclass(frozen=True)
class FailVertex:
    """The region of a vertex cannot continue; if regions do not restart alone, the attempt cannot."""

    vertex: int
    error: Exception


@dataclass(frozen=True)
class CancelAttempt:
    """Cancel the job: its last savepoint is complete."""

    requested_by: str = ""


@dataclass(frozen=True)
class EndInput:
    """End the sources' input: the job is drained."""


@dataclass(frozen=True)
class NoteCheckpoint:
    """Add a completed or failed checkpoint to the job's history."""

    outcome: CheckpointOutcome


Decision = Union[AttemptOutput, FailAttempt, FailVertex, CancelAttempt, EndInput, NoteCheckpoint]


class AttemptPart(Protocol):
    """A part of AttemptCore."""

    def handle(self, event: PartEvent, now_ms: int) -> list[Decision]:
        """Handles an event; returns nothing for events that do not concern this part."""

    def next_due_ms(self) -> Optional[int]:
        """The time at which this part needs a TickEvent."""
