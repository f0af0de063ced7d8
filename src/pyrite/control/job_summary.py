"""JobSummary: one job in a list of jobs, as a value that a driver sends and the JobManager keeps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.task_state import TaskPhase, TaskState

RUNNING_END_MS: Final = -1
"""The end of a job that has not ended, as Flink has it."""


@dataclass(frozen=True)
class JobSummary:
    """What a list shows of a job."""

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

    def duration_ms(self, now_ms: int) -> int:
        """From the start to the end, or until now."""
        return max(0, (now_ms if self.end_ms == RUNNING_END_MS else self.end_ms) - self.start_ms)

    @staticmethod
    def of_view(job_id: str, view: JobView, started_ms: int, pid: int) -> JobSummary:
        """A job as its driver sees it."""
        is_over = view.status.is_terminal_state()
        modified_ms = view.status_since_ms.get(view.status, started_ms)
        subtasks = [state for task, state in view.tasks.items() if isinstance(view.graph.work_of(task), Subtask)]
        return JobSummary(
            job_id,
            view.name,
            view.status,
            started_ms,
            modified_ms if is_over else RUNNING_END_MS,
            modified_ms,
            view.is_batch,
            view.parallelism,
            dict(Counter(execution_state(state, view.status) for state in subtasks)),
            view.restarts,
            view.checkpoints.completed,
            pid,
            "" if view.cause is None else str(view.cause),
        )

    def to_json(self) -> dict[str, Any]:
        """As a driver sends it, and the JobManager stores it."""
        return {**vars(self), "status": self.status.name, "tasks": dict(self.tasks)}

    @staticmethod
    def of_json(content: Mapping[str, Any]) -> JobSummary:
        """What `to_json` gave. ValueError, TypeError or KeyError: it is something else."""
        return JobSummary(**{**content, "status": JobStatus[content["status"]]})


_STATES: Final = {
    TaskPhase.EXPECTED: "SCHEDULED",
    TaskPhase.REGISTERED: "DEPLOYING",
    TaskPhase.DEPLOYED: "INITIALIZING",
    TaskPhase.RUNNING: "RUNNING",
    TaskPhase.FINISHED: "FINISHED",
    TaskPhase.COMMITTED: "FINISHED",
}
_ENDING: Final = {JobStatus.CANCELLING: "CANCELING", JobStatus.FAILING: "CANCELING"}


def execution_state(task: TaskState, job: JobStatus) -> str:
    """The name that Flink has for where a task stands."""
    if task.finished:
        return "FINISHED"
    if task.failed:
        return "FAILED"
    if task.phase is TaskPhase.GONE or (job.is_terminal_state() and task.phase is not TaskPhase.EXPECTED):
        return "FINISHED" if job is JobStatus.FINISHED else "CANCELED"
    if job.is_terminal_state():
        return "CANCELED"  # it never started
    ending: Optional[str] = _ENDING.get(job)
    return ending if ending is not None and task.is_there else _STATES[task.phase]
