"""Events of the jobs of a JobManager. DispatcherCore handles them one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Optional, Union

from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary


@dataclass(frozen=True)
class SubmittedEvent:
    """A program was stored, and needs a driver."""

    job_id: str
    name: str
    requested_by: str = ""


@dataclass(frozen=True)
class AdoptedEvent:
    """The store has a job that is new to this JobManager: from an earlier JobManager, or from `pyrite run -d`."""

    job_id: str
    name: str
    submitted_ms: int
    has_driver_started: bool
    record: Mapping[str, Any]
    """`JobRecord.to_json` of the earlier JobManager; empty if it wrote none."""
    restarts: int = 0
    """The restarts of the job so far, by its recorded events."""


@dataclass(frozen=True)
class SlotFreeEvent:
    """A start slot is free for the driver of the job, which is the first one in the queue."""

    job_id: str


@dataclass(frozen=True)
class DriverStartedEvent:
    """The driver's process has started; it has no job yet."""

    job_id: str
    pid: int


@dataclass(frozen=True)
class DriverRefusedEvent:
    """The driver's process could not be started."""

    job_id: str
    cause: str


@dataclass(frozen=True)
class ReportedEvent:
    """The driver reports the status of its job."""

    summary: JobSummary
    is_resumable: bool
    """Whether its checkpoints outlive the driver."""

    @property
    def job_id(self) -> str:
        return self.summary.job_id


@dataclass(frozen=True)
class StrategyEvent:
    """The driver has written the restart strategy of its job."""

    job_id: str
    settings: Mapping[str, str]
    is_checkpointed: bool


@dataclass(frozen=True)
class EndedEvent:
    """The driver has written the final status of its job."""

    job_id: str
    status: JobStatus
    cause: str


@dataclass(frozen=True)
class DriverDiedEvent:
    """The driver died without writing a final status."""

    job_id: str
    cause: str
    signal: Optional[str] = None
    exit_code: Optional[int] = None
    process: int = 0
    at_ms: int = 0
    """The time of its death; 0: unknown."""
    reason: str = ""
    """What the driver itself has reported."""


@dataclass(frozen=True)
class CancelEvent:
    """A user cancels the job."""

    job_id: str
    requested_by: str = ""


@dataclass(frozen=True)
class TickEvent:
    """The clock has advanced."""


JobEvent = Union[
    SubmittedEvent,
    AdoptedEvent,
    SlotFreeEvent,
    DriverStartedEvent,
    DriverRefusedEvent,
    ReportedEvent,
    StrategyEvent,
    EndedEvent,
    DriverDiedEvent,
    CancelEvent,
]
Event = Union[JobEvent, TickEvent]
