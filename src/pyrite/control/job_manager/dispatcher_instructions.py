"""Instructions: what the JobManager is to do, as DispatcherCore decides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Union


@dataclass(frozen=True)
class StartDriver:
    """Start a driver for the job's program. A DriverStartedEvent or a DriverRefusedEvent follows."""

    job_id: str


@dataclass(frozen=True)
class CancelDriver:
    """Ask the job's driver to cancel it."""

    job_id: str


@dataclass(frozen=True)
class EndDriver:
    """End the job's driver by SIGTERM: it takes no commands yet, and may wait for slots for long."""

    job_id: str


@dataclass(frozen=True)
class StoreRecord:
    """Store what is known of the job, before anything else is done."""

    job_id: str


Instruction = Union[StartDriver, CancelDriver, EndDriver, StoreRecord]
