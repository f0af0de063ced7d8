"""JobMasterCore: a driver that is asked to go away leaves a job that another one can resume."""

from __future__ import annotations

import pytest

from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import NoRestart
from pyrite.runtime.master.job_events import CancelEvent, Event, SuspendEvent
from pyrite.runtime.master.job_instructions import AbortHere, CancelSparkJob, EndJob
from pyrite.runtime.wire import messages
from tests.runtime.master.job_master_driver import SINK, sent
from tests.runtime.master.test_job_master_restarts import FIRST, Job, running

SUSPENDED = EndJob(JobStatus.SUSPENDED, None)


def test_running_job_is_suspended_when_every_task_is_gone() -> None:
    job = running()
    out = job.handle(SuspendEvent())
    assert sent(out, messages.Cancel) == job.tasks
    assert out[-1] == CancelSparkJob()
    assert job.let_everything_go() == [SUSPENDED]
    assert job.status is JobStatus.SUSPENDED


def test_suspended_job_gives_up_nothing_that_its_sinks_prepared() -> None:
    job = running()
    job.checkpoint()
    job.finish(SINK, committables={0: ["file"]})
    job.handle(SuspendEvent())
    assert not [item for item in job.let_everything_go() if isinstance(item, AbortHere)]


def test_job_that_waits_for_its_restart_is_suspended_at_once() -> None:
    job = running()
    job.crash()
    assert job.handle(SuspendEvent()) == [SUSPENDED]


def test_job_whose_attempt_is_being_entered_is_suspended_when_that_is_done() -> None:
    job = Job()
    job.start()
    assert job.handle(SuspendEvent()) == []
    assert job.begun() == [SUSPENDED]


def test_job_is_suspended_also_when_its_tasks_fail_meanwhile_and_nothing_restarts_it() -> None:
    job = running(NoRestart())
    job.fail(SINK, FIRST)  # say, since the signal went to the whole process group
    job.handle(SuspendEvent())
    assert job.let_everything_go() == [SUSPENDED]


@pytest.mark.parametrize("events", [(CancelEvent(), SuspendEvent()), (SuspendEvent(), CancelEvent())])
def test_job_that_is_asked_for_both_is_suspended(events: tuple[Event, Event]) -> None:
    job = running()
    for event in events:
        job.handle(event)
    assert job.let_everything_go() == [SUSPENDED]
