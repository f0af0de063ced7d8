"""Events: what can happen to the jobs of a JobManager. DispatcherCore takes them one at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Union

from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary


@dataclass(frozen=True)
class SubmittedEvent:
    """A program was stored, and a driver is to run it."""

    job_id: str
    name: str


@dataclass(frozen=True)
class AdoptedEvent:
    """The store has a job that this JobManager has not seen: of an earlier one, or of `pyrite run -d`."""

    job_id: str
    name: str
    submitted_ms: int
    has_driver_started: bool
    record: Mapping[str, Any]
    """What `JobRecord.to_json` gave to the earlier JobManager; empty if there was none."""


@dataclass(frozen=True)
class DriverStartedEvent:
    """The driver's process is there; the job is not, yet."""

    job_id: str
    pid: int


@dataclass(frozen=True)
class DriverRefusedEvent:
    """The driver's process could not be started."""

    job_id: str
    cause: str


@dataclass(frozen=True)
class ReportedEvent:
    """The driver has answered: this is its job."""

    summary: JobSummary
    is_resumable: bool
    """Whether its checkpoints outlive the driver."""

    @property
    def job_id(self) -> str:
        return self.summary.job_id


@dataclass(frozen=True)
class StrategyEvent:
    """The driver has written which restart strategy its job has."""

    job_id: str
    settings: Mapping[str, str]
    is_checkpointed: bool


@dataclass(frozen=True)
class EndedEvent:
    """The driver has written how its job ended."""

    job_id: str
    status: JobStatus
    cause: str


@dataclass(frozen=True)
class DriverDiedEvent:
    """The driver is gone, and has not written how its job ended."""

    job_id: str
    cause: str


@dataclass(frozen=True)
class CancelEvent:
    """A user cancels the job."""

    job_id: str


@dataclass(frozen=True)
class TickEvent:
    """Time has passed."""


JobEvent = Union[
    SubmittedEvent,
    AdoptedEvent,
    DriverStartedEvent,
    DriverRefusedEvent,
    ReportedEvent,
    StrategyEvent,
    EndedEvent,
    DriverDiedEvent,
    CancelEvent,
]
Event = Union[JobEvent, TickEvent]
