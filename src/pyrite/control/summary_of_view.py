"""Makes a JobSummary of the driver's JobView."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Final, Optional

from pyrite.core.job.job_document import RUNNING_END_MS
from pyrite.core.job.job_event import JobSubmitted
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobFigures, JobSummary
from pyrite.core.metrics.declared_metrics import (
    BACK_PRESSURED_TIME_RATE,
    BUSY_TIME_RATE,
    NUM_RECORDS_IN_RATE,
    PENDING_RECORDS,
)
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskPhase, TaskState


def summary_of_view(job_id: str, view: JobView, started_ms: int, pid: int) -> JobSummary:
    """The job's summary as of now. It began with its submission, which may be under an earlier driver."""
    started_ms = max((event.at_ms for event in view.events if isinstance(event, JobSubmitted)), default=started_ms)
    is_over = view.status.is_terminal_state()
    modified_ms = view.status_since_ms.get(view.status, started_ms)
    subtasks = [state for _, state in _subtasks(view)]
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
        figures=figures_of(view),
    )


def figures_of(view: JobView) -> JobFigures:
    """The figures of the job's tasks that report, and of its last checkpoint."""
    subtasks = [(work, state) for work, state in _subtasks(view) if state.report.task]
    job = view.graph.job
    sources = [state.report for work, state in subtasks if not job.inputs(work.vertex)]
    pending = [report.total(PENDING_RECORDS) for report in sources if _has_pending(report)]
    idle = _with_checkpoint(JobFigures(), view)
    if not subtasks or view.status.is_terminal_state():
        return idle
    busiest, state = max(subtasks, key=lambda each: each[1].report[BUSY_TIME_RATE])
    vertex = job.vertex(busiest.vertex)
    return replace(
        idle,
        records_per_s=sum(report[NUM_RECORDS_IN_RATE] for report in sources),
        pending_records=sum(pending) if pending else None,
        busiest_task=f"{vertex.display_name} {busiest.index + 1}/{vertex.parallelism}",
        busiest_vertex=vertex.display_name,
        busy=state.report[BUSY_TIME_RATE] / 1000,
        held=max(state.report[BACK_PRESSURED_TIME_RATE] for _, state in subtasks) / 1000,
    )


def _with_checkpoint(figures: JobFigures, view: JobView) -> JobFigures:
    last = next((one for one in reversed(view.checkpoints.history) if one.completed), None)
    if last is None:
        return figures
    return replace(figures, checkpoint=last.checkpoint_id, checkpoint_ms=last.ended_ms, checkpoint_took_ms=last.took_ms)


def _subtasks(view: JobView) -> list[tuple[Subtask, TaskState]]:
    works = ((view.graph.work_of(task), state) for task, state in view.tasks.items())
    return [(work, state) for work, state in works if isinstance(work, Subtask)]


def _has_pending(report: TaskReport) -> bool:
    return any(name.name == PENDING_RECORDS.name for names in report.operators.values() for name in names)


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
