"""The metrics of a job as a whole, derived from its view."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.declared_metrics import (
    DOWNTIME,
    LAST_CHECKPOINT_DURATION,
    LAST_CHECKPOINT_FULL_SIZE,
    LAST_CHECKPOINT_ID,
    LAST_CHECKPOINT_SIZE,
    LAST_CHECKPOINT_TIME,
    LAST_RESTORE_TIME,
    NUM_CHECKPOINTS,
    NUM_CHECKPOINTS_IN_PROGRESS,
    NUM_COMPLETED_CHECKPOINTS,
    NUM_FAILED_CHECKPOINTS,
    NUM_RESTARTS,
    RESTARTING_TIME,
    RUNNING_TIME,
    UPTIME,
)
from pyrite.core.metrics.metric_spec import MetricId, MetricName, MetricSpec

if TYPE_CHECKING:
    from pyrite.runtime.wire.job_view import JobView

_DOWN: Final = (JobStatus.FAILING, JobStatus.RESTARTING)


def job_scope_metrics(view: JobView) -> dict[MetricId, Any]:
    """The metrics of the job in its view."""
    checkpoints, under_way = view.checkpoints, len(view.checkpoints.under_way)
    values: list[tuple[MetricSpec[int], int]] = [
        (UPTIME, _uptime_ms(view)),
        (DOWNTIME, _downtime_ms(view)),
        (RUNNING_TIME, _time_in(view, JobStatus.RUNNING)),
        (RESTARTING_TIME, _time_in(view, JobStatus.RESTARTING)),
        (NUM_RESTARTS, view.restarts),
        (NUM_COMPLETED_CHECKPOINTS, checkpoints.completed),
        (NUM_FAILED_CHECKPOINTS, checkpoints.failed),
        (NUM_CHECKPOINTS_IN_PROGRESS, under_way),
        (NUM_CHECKPOINTS, checkpoints.completed + checkpoints.failed + under_way),
        (LAST_RESTORE_TIME, LAST_RESTORE_TIME.initial if checkpoints.restored_id is None else checkpoints.restored_ms),
    ]
    last = next((outcome for outcome in reversed(checkpoints.history) if outcome.completed), None)
    values += [
        (LAST_CHECKPOINT_ID, LAST_CHECKPOINT_ID.initial if last is None else last.checkpoint_id),
        (LAST_CHECKPOINT_DURATION, LAST_CHECKPOINT_DURATION.initial if last is None else last.took_ms),
        (LAST_CHECKPOINT_TIME, LAST_CHECKPOINT_TIME.initial if last is None else last.ended_ms),
        (LAST_CHECKPOINT_SIZE, LAST_CHECKPOINT_SIZE.initial if last is None else last.written_bytes),
        (LAST_CHECKPOINT_FULL_SIZE, LAST_CHECKPOINT_FULL_SIZE.initial if last is None else last.full_bytes),
    ]
    return {MetricId(None, None, "", MetricName(metric.name, metric.kind)): value for metric, value in values}


def _uptime_ms(view: JobView) -> int:
    if view.status.is_terminal_state():
        return -1
    since_ms = view.status_since_ms.get(JobStatus.RUNNING) if view.status is JobStatus.RUNNING else None
    return 0 if since_ms is None else max(0, view.at_ms - since_ms)


def _time_in(view: JobView, status: JobStatus) -> int:
    """The time since the job came to a status; 0 if it is not in that."""
    return max(0, view.at_ms - view.status_since_ms.get(status, view.at_ms)) if view.status is status else 0


def _downtime_ms(view: JobView) -> int:
    """The time since the job failed, or since a restart began."""
    if view.status.is_terminal_state():
        return -1
    since_ms = view.status_since_ms.get(view.status, view.at_ms)
    return max(0, view.at_ms - since_ms) if view.status in _DOWN else 0
