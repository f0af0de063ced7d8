"""What can be asked of a job, and when the answer comes."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import TypeVar

import pytest

from pyrite.control.document_of_view import vertex_id
from pyrite.control.job_commands import JobCommands
from pyrite.control.summary_of_view import summary_of_view
from pyrite.core.errors import CheckpointError
from pyrite.core.job.commands import (
    Cancel,
    Command,
    Document,
    JobEnd,
    Rescale,
    SampleStacks,
    Savepoint,
    SavepointPath,
    StackCount,
    Status,
    Stop,
    SubtaskStacks,
    ThreadStack,
)
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_event import DriverDied, DriverStarted, JobSubmitted
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples
from tests.control.fake_job import FakeJob

A = TypeVar("A")


@pytest.fixture
def job() -> FakeJob:
    return FakeJob()


def summarize(job: FakeJob) -> JobSummary:
    return summary_of_view(str(job.job_id), job.view, 1, 2)


def run(job: FakeJob, command: Command[A]) -> CompletableFuture[A]:
    """The answer, once the command has reached the job."""
    answer = JobCommands(job, lambda: summarize(job)).run(command)
    for thread in threading.enumerate():
        if thread.name == "job-command":
            thread.join()
    return answer


def test_job_began_with_its_submission_under_an_earlier_driver(job: FakeJob) -> None:
    assert summarize(job).start_ms == 1
    events = (JobSubmitted(3, "job.py"), DriverStarted(4, 77, "host"), DriverDied(5, 77), DriverStarted(6, 78, "host"))
    job.view = replace(job.view, events=events)
    assert summarize(job).start_ms == 3


def test_status_is_answered_at_once(job: FakeJob) -> None:
    assert run(job, Status()).result(0) == summarize(job)


def test_command_that_changes_the_job_is_answered_by_the_job(job: FakeJob) -> None:
    answer = run(job, Savepoint("/savepoints"))
    assert not answer.done()
    (command, future), *_ = job.asked
    future.set_result(SavepointPath("/savepoints/1"))
    assert (command, answer.result(0)) == (Savepoint("/savepoints"), SavepointPath("/savepoints/1"))


def test_document_has_all_that_is_shown_of_a_job(job: FakeJob) -> None:
    document = run(job, Document()).result(0)
    assert (document.name, document.status, document.checkpoints.completed) == ("words", "RUNNING", 5)


def test_command_that_fails_is_answered_with_the_reason(job: FakeJob) -> None:
    answer = run(job, Savepoint(None))
    job.asked[0][1].set_exception(CheckpointError("the disk is full"))
    with pytest.raises(CheckpointError, match="the disk is full"):
        answer.result(0)


def test_job_that_breaks_at_a_command_is_answered_with_the_reason(job: FakeJob) -> None:
    job.view = None  # type: ignore[assignment]
    with pytest.raises(AttributeError):
        run(job, Document()).result(0)


@pytest.mark.parametrize("command", [Stop(True, "/x"), Cancel(Savepoint(None))])
def test_end_with_a_savepoint_is_answered_when_the_job_is_over(job: FakeJob, command: Command[JobEnd]) -> None:
    answer = run(job, command)
    job.asked[0][1].set_result("/x/1")
    assert (job.asked[0][0], answer.done()) == (command, False)
    job.end(JobStatus.CANCELED)
    assert answer.result(0) == JobEnd("/x/1", JobStatus.CANCELED)


def test_end_whose_savepoint_fails_is_answered_at_once(job: FakeJob) -> None:
    answer = run(job, Stop(False, None))
    job.asked[0][1].set_exception(CheckpointError("the disk is full"))
    assert isinstance(answer.exception(0), CheckpointError)


def test_cancel_is_answered_when_the_job_is_over(job: FakeJob) -> None:
    answer = run(job, Cancel())
    assert (job.cancelled, answer.done()) == (True, False)
    job.end(JobStatus.CANCELED)
    assert answer.result(0) == JobEnd(None, JobStatus.CANCELED)


def test_command_is_taken_without_waiting_for_the_job(job: FakeJob) -> None:
    blocked = threading.Event()
    job.run = lambda command: blocked.wait(10)  # type: ignore[assignment, method-assign, return-value]
    answer = JobCommands(job, lambda: summarize(job)).run(Rescale(4))
    assert not answer.done()
    blocked.set()


def test_stacks_are_those_of_a_vertex(job: FakeJob) -> None:
    _, sink = job.view.graph.job.vertices
    answer = run(job, SampleStacks(vertex_id(sink), samples=5, depth=9))
    task = job.view.graph.task_of(Subtask(sink.id, 0))
    (request, future), *_ = job.asked
    assert request == StackRequest(5, 1, 9, frozenset({task}))
    future.set_result({task: StackSamples({(("run", "map"), True): 3}, (("main", "in map"),))})
    stacks, threads = (StackCount(("run", "map"), True, 3),), (ThreadStack("main", "in map"),)
    assert answer.result(0).subtasks == (SubtaskStacks(vertex_id(sink), 0, stacks, threads),)
