"""Instructions of DispatcherCore to the JobManager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union

from pyrite.core.job.job_event import JobEvent


@dataclass(frozen=True)
class QueueDriver:
    """Queue the job for a start slot. A SlotFreeEvent follows, or a DriverStartedEvent if another process starts it."""

    job_id: str
    queued_ms: int


@dataclass(frozen=True)
class StartDriver:
    """Start a driver for the job's program. A DriverStartedEvent or a DriverRefusedEvent follows."""

    job_id: str


@dataclass(frozen=True)
class CancelDriver:
    """Send Cancel to the job's driver."""

    job_id: str


@dataclass(frozen=True)
class EndDriver:
    """End the job's driver, which accepts no commands yet, or keep it from starting if the job is queued."""

    job_id: str


@dataclass(frozen=True)
class StoreRecord:
    """Store the job's record, before any other instruction is executed."""

    job_id: str


@dataclass(frozen=True)
class RecordEvent:
    """Add an event to those of the job."""

    job_id: str
    event: JobEvent


Instruction = Union[QueueDriver, StartDriver, CancelDriver, EndDriver, StoreRecord, RecordEvent]
