"""Makes a JobSummary of the driver's JobView."""

from __future__ import annotations

from collections import Counter
from typing import Final, Optional

from pyrite.core.job.job_document import RUNNING_END_MS
from pyrite.core.job.job_event import JobSubmitted
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.task_state import TaskPhase, TaskState


def summary_of_view(job_id: str, view: JobView, started_ms: int, pid: int) -> JobSummary:
    """The job's summary as of now. It began with its submission, which may be under an earlier driver."""
    started_ms = max((event.at_ms for event in view.events if isinstance(event, JobSubmitted)), default=started_ms)
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
    """Flink's name of a task's state."""
    if task.finished:
        return "FINISHED"
    if task.failed:
        return "FAILED"
    if task.phase is TaskPhase.GONE or (job.is_terminal_state() and task.phase is not TaskPhase.EXPECTED):
        return "FINISHED" if job is JobStatus.FINISHED else "CANCELED"
    if job.is_terminal_state():
        return "CANCELED"  # the task never started
    ending: Optional[str] = _ENDING.get(job)
    return ending if ending is not None and task.is_connected else _STATES[task.phase]
