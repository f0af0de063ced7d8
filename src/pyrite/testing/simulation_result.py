"""The result of a simulated run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.wire.job_view import JobView
from pyrite.testing.simulated_disk import SimulatedDisk
from pyrite.testing.simulation_options import Wish


@dataclass
class SimulationResult:
    """The final state of a run. `results` are the records of `CollectSink`s, in order of arrival."""

    status: JobStatus
    cause: Optional[Exception]
    results: list[Any]
    text: str
    accumulators: dict[str, Any]
    steps: int
    view: JobView
    """The final state of the job, from its last driver."""
    faults: int = 0
    checkpoints: int = 0
    restarts: int = 0
    region_restarts: int = 0
    """The number of regions that were restarted alone."""
    granted: tuple[Wish, ...] = ()
    savepoint: Optional[Savepoint] = None
    """The savepoint with which the job was stopped or canceled."""


@dataclass(frozen=True)
class Savepoint:
    """A savepoint on a simulated disk."""

    path: str
    disk: SimulatedDisk
