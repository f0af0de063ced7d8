"""Instructions of DispatcherCore to the JobManager."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union


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
    """End the job's driver by SIGTERM: it accepts no commands yet, and may wait for slots for long."""

    job_id: str


@dataclass(frozen=True)
class StoreRecord:
    """Store the job's record, before any other instruction is executed."""

    job_id: str


Instruction = Union[StartDriver, CancelDriver, EndDriver, StoreRecord]
