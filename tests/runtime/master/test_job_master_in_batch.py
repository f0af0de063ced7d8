"""JobMasterCore in batch: stage after stage; sinks commit once, at the very end."""

from __future__ import annotations

import pytest

from pyrite.core.errors import TaskLostError
from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.master.job_events import AliveEvent, CommittedEvent
from pyrite.runtime.master.job_instructions import AbortHere, CancelSparkJob, CommitHere, EndJob
from pyrite.runtime.wire import messages
from tests.runtime.master.job_master_driver import COUNT_0, COUNT_1, HEARTBEAT_MS, SINK, SLOT_MS, SOURCE, Driver, sent


def started() -> Driver:
    job = Driver(batch=True)
    job.start()
    return job


def run_stage(job: Driver, *tasks: tuple[int, int], committables: dict[int, list[str]] | None = None) -> None:
    """Tasks come, do their work and go."""
    for task in tasks:
        job.register(task)
        job.open(task)
        job.finish(task, committables=committables)
        job.disconnect(task)


def worked() -> Driver:
    """Every task has finished; the counts' two and the sink's one have something to commit."""
    job = started()
    run_stage(job, SOURCE)
    run_stage(job, COUNT_0, COUNT_1, committables={0: ["a"]})
    run_stage(job, SINK, committables={0: ["b"]})
    return job


def committing() -> Driver:
    job = worked()
    job.end_spark()
    return job


def test_task_is_deployed_as_it_registers() -> None:
    job = started()
    assert sent(job.register(SOURCE), messages.Deploy) == [SOURCE]


def test_source_gets_its_splits_as_it_opens() -> None:
    job = started()
    job.register(SOURCE)
    assert sent(job.open(SOURCE), messages.AssignSplits) == [SOURCE]


def test_task_that_has_finished_may_go() -> None:
    job = started()
    run_stage(job, SOURCE)
    assert job.core.status is JobStatus.RUNNING


def test_task_that_goes_before_it_has_finished_fails_the_job() -> None:
    job = started()
    job.register(SOURCE)
    job.open(SOURCE)
    job.disconnect(SOURCE)
    assert isinstance(job.core.cause, TaskLostError)


def test_nothing_is_committed_before_the_spark_job_has_ended() -> None:
    job = worked()
    assert not any(isinstance(item, CommitHere) for item in job.all)


def test_committables_of_all_subtasks_are_committed_together_when_the_spark_job_has_ended() -> None:
    assert worked().end_spark() == [CommitHere({(1, 0): ["a", "a"], (2, 0): ["b"]})]


def test_commit_waits_for_the_last_tasks_word_when_the_spark_job_ends_first() -> None:
    job = started()
    run_stage(job, SOURCE, COUNT_0, COUNT_1)
    job.register(SINK)
    job.open(SINK)
    assert job.end_spark() == []
    assert job.finish(SINK, committables={0: ["b"]}) == [CommitHere({(2, 0): ["b"]})]


def test_job_has_finished_when_the_commit_is_done() -> None:
    job = committing()
    assert job.handle(CommittedEvent()) == [EndJob(JobStatus.FINISHED)]


def test_job_has_finished_at_once_when_there_is_nothing_to_commit() -> None:
    job = started()
    run_stage(job, *job.tasks)
    assert job.end_spark() == [EndJob(JobStatus.FINISHED)]


def test_commit_that_fails_fails_the_job() -> None:
    job = committing()
    error = OSError("the disk is full")
    assert job.handle(CommittedEvent(error)) == [EndJob(JobStatus.FAILED, error)]


def test_all_is_given_up_when_the_spark_job_fails() -> None:
    job = worked()
    error = RuntimeError("stage 2 failed")
    job.end_spark(error)
    given_up = AbortHere({(1, 0): ["a", "a"], (2, 0): ["b"]})
    assert job.tick(1001) == [CancelSparkJob(), given_up, EndJob(JobStatus.FAILED, error)]


def test_cancel_comes_too_late_while_the_commit_is_under_way() -> None:
    job = committing()
    assert job.cancel() == []
    assert job.handle(CommittedEvent()) == [EndJob(JobStatus.FINISHED)]


@pytest.mark.parametrize("stages", range(4))
def test_cancel_before_the_commit_ends_the_job_with_nothing_committed(stages: int) -> None:
    job = started()
    run_stage(job, *job.tasks[:stages], committables={0: ["a"]})
    job.cancel()
    job.let_everything_go()
    assert [end.status for end in job.ends] == [JobStatus.CANCELED]
    assert not any(isinstance(item, CommitHere) for item in job.all)
    assert any(isinstance(item, AbortHere) for item in job.all) == (stages > 0)


def test_job_fails_when_a_tasks_word_does_not_arrive_after_the_spark_job_has_ended() -> None:
    job = started()
    run_stage(job, SOURCE, COUNT_0, COUNT_1)
    job.end_spark()
    assert job.tick(HEARTBEAT_MS) == []
    job.tick(1)
    assert [end.status for end in job.ends] == [JobStatus.FAILED]
    assert "not all of its tasks reported that they finished" in str(job.core.cause)


def test_stages_may_wait_for_slots_as_long_as_they_need() -> None:
    job = started()
    job.register(SOURCE)
    job.now_ms += SLOT_MS * 10
    job.handle(AliveEvent(SOURCE))
    assert job.tick(0) == []
