"""The metrics of a job as a whole."""

from __future__ import annotations

import pytest

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.declared_metrics import ALL_METRICS
from pyrite.core.metrics.metric_spec import MetricScope
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome, SubtaskPart
from pyrite.runtime.wire.job_view import CheckpointsView, CheckpointUnderWay, JobView
from tests.graph.programs import counting, execution_graph

PART = SubtaskPart(CheckpointMetrics(written_bytes=5, full_bytes=50))
DONE = CheckpointOutcome(7, 1000, 1250, completed=True, subtasks={Subtask(0, 0): PART})
FAILED = CheckpointOutcome(8, 2000, 2001, completed=False)


def metrics(checkpoints: CheckpointsView) -> JobMetrics:
    view = JobView(JobStatus.RUNNING, execution_graph(counting()), False, checkpoints=checkpoints, restarts=3)
    return view.metrics()


def test_job_has_every_metric_that_is_declared_for_it() -> None:
    declared = {metric.name for metric in ALL_METRICS if metric.scope is MetricScope.JOB}
    assert {str(metric) for metric in metrics(CheckpointsView())} == declared


def test_job_without_checkpoints_has_minus_one_for_the_last() -> None:
    actual = metrics(CheckpointsView())
    assert (actual["lastCheckpointDuration"], actual["lastCheckpointRestoreTimestamp"]) == (-1, -1)
    assert (actual["numRestarts"], actual["totalNumberOfCheckpoints"]) == (3, 0)


def test_last_checkpoint_is_the_last_completed_one() -> None:
    actual = metrics(CheckpointsView(4, 2, restored_id=6, restored_ms=900, history=(DONE, FAILED)))
    assert (actual["lastCompletedCheckpointId"], actual["lastCheckpointDuration"]) == (7, 250)
    assert (actual["lastCheckpointSize"], actual["lastCheckpointCompletedTimestamp"]) == (5, 1250)
    assert (actual["totalNumberOfCheckpoints"], actual["lastCheckpointRestoreTimestamp"]) == (6, 900)


def test_checkpoints_are_counted_by_their_outcome() -> None:
    under_way = CheckpointUnderWay(9, CheckpointKind.CHECKPOINT, 3000, {}, is_storing=False)
    actual = metrics(CheckpointsView(4, 2, history=(FAILED, DONE, FAILED), under_way=(under_way,)))
    assert (actual["numberOfCompletedCheckpoints"], actual["numberOfFailedCheckpoints"]) == (4, 2)
    assert (actual["numberOfInProgressCheckpoints"], actual["totalNumberOfCheckpoints"]) == (1, 7)
    assert (actual["lastCompletedCheckpointId"], actual["lastCheckpointFullSize"]) == (7, 50)


@pytest.mark.parametrize(
    ("status", "uptime_ms", "downtime_ms"),
    [
        (JobStatus.CREATED, 0, 0),
        (JobStatus.RUNNING, 900, 0),
        (JobStatus.RESTARTING, 0, 200),
        (JobStatus.FINISHED, -1, -1),
    ],
)
def test_times_are_those_since_the_job_came_to_its_status(status: JobStatus, uptime_ms: int, downtime_ms: int) -> None:
    since_ms = {JobStatus.RUNNING: 100, JobStatus.RESTARTING: 800}
    view = JobView(status, execution_graph(counting()), False, status_since_ms=since_ms, at_ms=1000)
    assert (view.metrics()["uptime"], view.metrics()["downtime"]) == (uptime_ms, downtime_ms)
