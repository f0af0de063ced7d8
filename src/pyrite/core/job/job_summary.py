"""JobSummary: a job in a list of jobs, as a value that a driver sends and the JobManager stores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Optional

from pyrite.core.job.job_document import RUNNING_END_MS
from pyrite.core.job.job_status import JobStatus


@dataclass(frozen=True)
class JobFigures:
    """Figures of a running job for a list of jobs. None: not measured, or there is none."""

    records_per_s: Optional[float] = None
    """Records that its sources read in a second, over the last minute."""
    pending_records: Optional[int] = None
    """Unread records of its sources, as far as these know."""
    busiest_task: str = ""
    """`vertex 3/4`: the subtask with the greatest share of busy time."""
    busiest_vertex: str = ""
    """The name of that subtask's vertex."""
    busy: Optional[float] = None
    """The share of its time, of one."""
    held: Optional[float] = None
    """The greatest share of time in which a subtask was held back by its receivers."""
    checkpoint: Optional[int] = None
    """The last completed checkpoint."""
    checkpoint_ms: Optional[int] = None
    """When it was complete."""
    checkpoint_took_ms: Optional[int] = None


@dataclass(frozen=True)
class JobSummary:
    """A job's entry in a list. It goes through JSON by `core/json_dataclasses`."""

    job_id: str
    name: str
    status: JobStatus
    start_ms: int
    end_ms: int = RUNNING_END_MS
    modified_ms: int = 0
    """The time of the last change of status."""
    is_batch: bool = False
    parallelism: int = 1
    tasks: Mapping[str, int] = field(default_factory=dict)
    """The number of subtasks in each of Flink's execution states, without zeros."""
    restarts: int = 0
    """The number of restarts, including restarts of the driver."""
    checkpoints: int = 0
    """The number of completed checkpoints."""
    pid: int = 0
    """The driver's pid; 0 if the job has no driver."""
    cause: str = ""
    """The error of a restarting or failed job."""
    queue_position: int = 0
    """The position in the queue of drivers to start, from 1; 0: it is not queued."""
    waits_for: str = ""
    """The reason why the job has not started yet."""
    figures: JobFigures = field(default_factory=JobFigures)

    def duration_ms(self, now_ms: int) -> int:
        """The time from the start to the end, or until now."""
        return max(0, (now_ms if self.end_ms == RUNNING_END_MS else self.end_ms) - self.start_ms)
