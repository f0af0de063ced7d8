"""The events that a driver records of its job, and those of earlier drivers with which it continues."""

from __future__ import annotations

from typing import TypeVar

import pytest

from pyrite.core.errors import InputBrokenError, InvalidProgramError
from pyrite.core.job.job_event import (
    STRATEGY,
    AttemptFailed,
    AttemptStarted,
    DriverDied,
    DriverStarted,
    JobEnded,
    JobEvent,
    JobRescaled,
    JobRestarts,
    RestartRefused,
    SavepointEnded,
)
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.declared_metrics import NUM_RESTARTS
from pyrite.runtime.master.event_record import EventRecord
from pyrite.runtime.master.job_events import CancelEvent, RescaleEvent
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.runtime.wire.job_scope_metrics import job_scope_metrics
from tests.graph.programs import execution_graph
from tests.runtime.master.job_master_driver import COUNT_1, HEARTBEAT_MS, SINK, counting_env
from tests.runtime.master.test_job_master_requests import FOLDER, Job, running

E = TypeVar("E", bound=JobEvent)
STARTED = DriverStarted(50, 4711, "host")


def events(job: Job, kind: type[E]) -> list[E]:
    return [event for event in job.core.view().events if isinstance(event, kind)]


def fail(job: Job, error: Exception) -> None:
    job.fail(COUNT_1, error)
    job.let_everything_go()


def test_failure_has_its_task_and_place_and_the_restart_its_delay_and_cause() -> None:
    job = running()
    fail(job, ValueError("no price"))
    (failure,) = events(job, AttemptFailed)
    assert (failure.task, failure.subtask, failure.host) == ("Count (2/2) - execution #0", 1, "host-7")
    assert (failure.executor, failure.process, failure.error) == ("exec", 4321, "builtins.ValueError")
    assert failure.vertex == job.core.graph.job.vertices[1].head.operator_id
    assert failure.stack_trace.endswith("ValueError: no price\n")
    (restart,) = events(job, JobRestarts)
    assert (restart.scope, restart.delay_ms, restart.cause, restart.restarts) == ("job", 50, "no price", 1)
    assert restart.requested_by == STRATEGY


def test_attempts_are_recorded_with_the_checkpoint_that_they_were_restored_from() -> None:
    job = running()
    job.tick(1000)
    job.stored(job.acknowledge())
    fail(job, ValueError("no price"))
    job.tick(50)
    job.begin()
    assert [(event.attempt, event.checkpoint, event.parallelism) for event in events(job, AttemptStarted)] == [
        (1, None, 2),
        (2, 100, 2),
    ]


def test_failure_that_ends_the_job_says_why_no_restart_follows() -> None:
    job = running()
    fail(job, InvalidProgramError("unfit"))
    (refused,) = events(job, RestartRefused)
    assert (refused.reason, refused.cause) == ("every further attempt would meet the same error", "unfit")
    assert [(event.status, event.cause) for event in events(job, JobEnded)] == [(JobStatus.FAILED, "unfit")]


def test_savepoint_rescale_and_cancel_have_their_requesters() -> None:
    job = running()
    job.ask(SavepointRequest(1, FOLDER, requested_by="REST"))
    job.stored(job.acknowledge())
    (savepoint,) = events(job, SavepointEnded)
    assert (savepoint.path, savepoint.purpose, savepoint.requested_by) == (FOLDER, "savepoint", "REST")
    parallelism = JobParallelism(3)
    job.handle(RescaleEvent(2, execution_graph(counting_env()), parallelism, requested_by="the command line of alice"))
    while not any(event.kind == "RESCALED" for event in job.core.view().events):
        job.tick(10)
        job.stored(job.acknowledge())
        job.leave()
    (rescaled,) = events(job, JobRescaled)
    assert (rescaled.rescaled, rescaled.requested_by) == (parallelism, "the command line of alice")
    job.begin()
    job.handle(CancelEvent("the program"))
    job.let_everything_go()
    (end,) = events(job, JobEnded)
    assert (end.status, end.requested_by) == (JobStatus.CANCELED, "the program")


@pytest.mark.parametrize("kind", [CheckpointKind.STOP, CheckpointKind.CANCEL])
def test_end_with_a_savepoint_has_the_requester_of_the_savepoint(kind: CheckpointKind) -> None:
    job = running()
    job.ask(SavepointRequest(1, FOLDER, kind, "REST"))
    job.stored(job.acknowledge())
    job.leave()
    assert [event.requested_by for event in events(job, JobEnded)] == ["REST"]


def test_next_driver_continues_the_record_and_the_count_of_restarts() -> None:
    job = running()
    job.core.history.record = EventRecord()
    former: list[JobEvent] = [JobRestarts(1, "job", 4, 0, "bad", writer="one", number=1), DriverDied(2, 1, "SIGKILL")]
    job.core.history.record.resume(former, STARTED, "two")
    assert [event.kind for event in job.core.history.record.events] == ["RESTARTING", "DRIVER_DIED", "DRIVER_STARTED"]
    assert job.core.history.record.restarts == 4
    job.core.history.record.note_restart(99, "job", 0, "again")
    assert job.core.history.record.restarts == 5


def test_restarts_under_earlier_drivers_count_in_the_view_and_in_the_metric_of_reporters() -> None:
    job = running()
    former = JobRestarts(1, "driver", 4, 0, "bad", writer="one", number=1)
    job.core.history.record.resume([former], STARTED, "two")
    view = job.core.view()
    assert view.restarts == 4
    assert {metric.name.path: value for metric, value in job_scope_metrics(view).items()}[NUM_RESTARTS.name] == 4


def test_driver_that_nobody_has_watched_dies_for_the_record_when_the_next_one_starts() -> None:
    record = EventRecord()
    lost = DriverStarted(1, 42, "host", writer="one", number=1)
    record.resume([lost], STARTED, "two")
    died, restart = record.events[1], record.events[2]
    assert isinstance(died, DriverDied) and (died.process, died.signal, died.exit_code) == (42, None, None)
    assert isinstance(restart, JobRestarts) and (restart.scope, restart.restarts) == ("driver", 1)
    assert record.restarts == 1


def test_observed_death_of_the_driver_before_is_recorded() -> None:
    record = EventRecord()
    lost = DriverStarted(1, 42, "host", writer="one", number=1)
    record.resume([lost], STARTED, "two", died=DriverDied(30, 42, "SIGKILL"))
    died = record.events[1]
    assert isinstance(died, DriverDied) and (died.at_ms, died.signal) == (30, "SIGKILL")


def test_cause_that_comes_after_its_symptom_is_on_top() -> None:
    job = running()
    job.fail(SINK, InputBrokenError("the input ended without end marks"))
    job.tick(1001)
    assert job.core.status is JobStatus.FAILING
    job.fail(COUNT_1, ValueError("no price"))
    job.let_everything_go()
    (failure,) = events(job, AttemptFailed)
    assert (failure.message, failure.task) == ("no price", "Count (2/2) - execution #0")
    assert str(job.core.cause) == "no price"


def test_task_that_is_never_heard_of_again_is_the_cause_of_a_broken_input() -> None:
    job = running()
    job.fail(SINK, InputBrokenError("the input ended without end marks"))
    job.tick(1001)
    silent = job.tasks[0]
    job.disconnect(*(task for task in job.tasks if task != silent))
    job.end_spark()
    for _ in range(3):
        job.tick(HEARTBEAT_MS)
    (failure,) = events(job, AttemptFailed)
    assert failure.message.startswith("task 'Numbers' (1/1) (process 4321 on host-7) was lost: cut off")
    assert failure.subtask == 0
