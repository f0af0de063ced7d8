"""JobSummary: one job in a list of jobs, as a value that a driver sends and the JobManager keeps."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyrite.core.job.job_document import RUNNING_END_MS
from pyrite.core.job.job_status import JobStatus


@dataclass(frozen=True)
class JobSummary:
    """What a list shows of a job. It goes through JSON by `core/json_dataclasses`."""

    job_id: str
    name: str
    status: JobStatus
    start_ms: int
    end_ms: int = RUNNING_END_MS
    modified_ms: int = 0
    """When its status last changed."""
    is_batch: bool = False
    parallelism: int = 1
    tasks: Mapping[str, int] = field(default_factory=dict)
    """How many subtasks are in each of Flink's execution states, those without any left out."""
    restarts: int = 0
    """Of the job, those of its driver included."""
    checkpoints: int = 0
    """How many are complete."""
    pid: int = 0
    """The driver's process; 0 if it has none."""
    cause: str = ""
    """Why it restarts, or has failed."""
    queue_position: int = 0
    """Its place among the jobs whose drivers wait to start, from 1; 0: it does not wait for that."""
    waits_for: str = ""
    """What a job that has not started waits for."""

    def duration_ms(self, now_ms: int) -> int:
        """From the start to the end, or until now."""
        return max(0, (now_ms if self.end_ms == RUNNING_END_MS else self.end_ms) - self.start_ms)
