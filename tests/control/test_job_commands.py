"""What can be asked of a job, and when the answer comes."""

from __future__ import annotations

import threading
from typing import Any

import pytest

from pyrite.control.document_of_view import vertex_id
from pyrite.control.job_commands import JobCommands
from pyrite.control.job_document import JobDocument
from pyrite.core.errors import CheckpointError, PyriteError
from pyrite.core.job.job_client import Rescaled
from pyrite.core.job.job_status import JobStatus
from pyrite.core.json_dataclasses import of_json
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples
from tests.control.fake_job import FakeJob


@pytest.fixture
def job() -> FakeJob:
    return FakeJob()


def run(job: FakeJob, **request: Any) -> Any:
    """The answer, once the request has reached the job."""
    answer = JobCommands(job, lambda: {"status": job.view.status.name}).run(request)
    for thread in threading.enumerate():
        if thread.name == "job-command":
            thread.join()
    return answer


def test_status_is_answered_at_once(job: FakeJob) -> None:
    assert run(job, command="status").result(0) == {"status": "RUNNING"}


@pytest.mark.parametrize("directory", [None, "/savepoints"])
def test_savepoint_is_answered_with_its_path(job: FakeJob, directory: str | None) -> None:
    answer = run(job, command="savepoint", directory=directory)
    assert not answer.done()
    (asked, future), *_ = job.asked
    future.set_result("/savepoints/1")
    assert (asked, answer.result(0)) == (("savepoint", directory), {"path": "/savepoints/1"})


def test_checkpoint_is_answered_with_its_number(job: FakeJob) -> None:
    answer = run(job, command="checkpoint")
    job.asked[0][1].set_result(7)
    assert answer.result(0) == {"checkpoint_id": 7}


def test_document_has_all_that_is_shown_of_a_job(job: FakeJob) -> None:
    document = of_json(JobDocument, run(job, command="document").result(0))
    assert (document.name, document.status, document.checkpoints.completed) == ("words", "RUNNING", 5)


def test_savepoint_that_fails_is_answered_with_the_reason(job: FakeJob) -> None:
    answer = run(job, command="savepoint", directory=None)
    job.asked[0][1].set_exception(CheckpointError("the disk is full"))
    with pytest.raises(CheckpointError, match="the disk is full"):
        answer.result(0)


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        ({"command": "stop", "drain": True, "directory": "/x"}, ("stop", True, "/x")),
        ({"command": "cancel", "directory": None}, ("cancel", None)),
    ],
)
def test_end_with_a_savepoint_is_answered_when_the_job_is_over(
    job: FakeJob, request_: dict[str, Any], asked: tuple[Any, ...]
) -> None:
    answer = run(job, **request_)
    job.asked[0][1].set_result("/x/1")
    assert (job.asked[0][0], answer.done()) == (asked, False)
    job.end(JobStatus.CANCELED)
    assert answer.result(0) == {"path": "/x/1", "status": "CANCELED"}


def test_cancel_is_answered_when_the_job_is_over(job: FakeJob) -> None:
    answer = run(job, command="cancel")
    assert (job.cancelled, answer.done()) == (True, False)
    job.end(JobStatus.CANCELED)
    assert answer.result(0) == {"path": None, "status": "CANCELED"}


def test_rescale_is_answered_with_the_pause(job: FakeJob) -> None:
    answer = run(job, command="rescale", parallelism=4)
    job.asked[0][1].set_result(Rescaled(4, 1500, 9))
    assert (job.asked[0][0], answer.result(0)["pause_ms"]) == (("rescale", 4), 1500)


def test_request_is_taken_without_waiting_for_the_job(job: FakeJob) -> None:
    blocked = threading.Event()
    job.rescale = lambda parallelism: blocked.wait(10)  # type: ignore[assignment, method-assign, return-value]
    answer = JobCommands(job, dict).run({"command": "rescale", "parallelism": 4})
    assert not answer.done()
    blocked.set()


@pytest.mark.parametrize(
    "request_",
    [
        {},
        {"command": "dance"},
        {"command": "savepoint"},
        {"command": "savepoint", "directory": 7},
        {"command": "stop", "drain": "yes", "directory": None},
        {"command": "rescale", "parallelism": "4"},
    ],
)
def test_request_that_is_no_command_is_refused(job: FakeJob, request_: dict[str, Any]) -> None:
    with pytest.raises(PyriteError, match="not a command that this job's driver knows"):
        run(job, **request_).result(0)
    assert job.asked == []


def test_stacks_are_those_of_a_vertex(job: FakeJob) -> None:
    _, sink = job.view.graph.job.vertices
    request = {"vertex": vertex_id(sink), "executor": None, "samples": 5, "delay_ms": 0, "depth": 9}
    answer = run(job, command="stacks", **request)
    (_, asked), future = job.asked[0]
    assert asked == StackRequest(5, 1, 9, frozenset({job.view.graph.task_of(Subtask(sink.id, 0))}))
    future.set_result({next(iter(asked.tasks)): StackSamples({(("run", "map"), True): 3}, (("main", "in map"),))})
    expected = {"vertex": vertex_id(sink), "index": 0, "stacks": [[("run", "map"), True, 3]]}
    assert answer.result(0)["subtasks"] == [{**expected, "threads": (("main", "in map"),)}]
