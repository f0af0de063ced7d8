"""What a simulated run leaves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.wire.job_view import JobView
from pyrite.testing.simulated_disk import SimulatedDisk
from pyrite.testing.simulation_options import Wish


@dataclass
class SimulationResult:
    """How a run ended. `results` are what `CollectSink`s got, in order of arrival."""

    status: JobStatus
    cause: Optional[Exception]
    results: list[Any]
    text: str
    accumulators: dict[str, Any]
    steps: int
    view: JobView
    """The job at its end, as its last driver saw it."""
    faults: int = 0
    checkpoints: int = 0
    restarts: int = 0
    region_restarts: int = 0
    """How many regions restarted alone."""
    granted: tuple[Wish, ...] = ()
    savepoint: Optional[Savepoint] = None
    """The one with which the job was stopped or canceled."""


@dataclass(frozen=True)
class Savepoint:
    """A savepoint on a simulated disk."""

    path: str
    disk: SimulatedDisk
