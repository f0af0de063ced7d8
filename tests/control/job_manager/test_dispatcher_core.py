"""DispatcherCore: statuses of jobs and restarts of drivers, without processes."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Optional

import pytest

from pyrite.control.job_manager import dispatcher_events as events
from pyrite.control.job_manager.dispatcher_core import DispatcherCore
from pyrite.control.job_manager.dispatcher_instructions import (
    CancelDriver,
    EndDriver,
    Instruction,
    QueueDriver,
    RecordEvent,
    StartDriver,
    StoreRecord,
)
from pyrite.control.job_manager.job_record import JobRecord
from pyrite.core.job.job_event import (
    STRATEGY,
    DriverDied,
    JobEnded,
    JobEvent,
    JobRestarts,
    JobSubmitted,
    RestartRefused,
)
from pyrite.core.job.job_status import JobStatus
from tests.control.job_manager.dispatcher_cases import JOB, fixed_delay, reported


def dispatcher(*happened: events.Event) -> DispatcherCore:
    """One to which these events have happened, at times 100, 200, ..."""
    core = DispatcherCore(Random(1))
    for number, event in enumerate(happened, 1):
        core.handle(event, number * 100)
        core.validate()
    return core


def status_of(core: DispatcherCore) -> JobStatus:
    core.validate()
    return core.jobs[JOB].status


SUBMITTED = events.SubmittedEvent(JOB, "words.py", "REST")
SLOT = events.SlotFreeEvent(JOB)
STARTED = events.DriverStartedEvent(JOB, 7)
DIED = events.DriverDiedEvent(JOB, "its driver died", "SIGKILL", None, 7, 350)
CANCEL = events.CancelEvent(JOB)


def test_submission_stores_the_job_before_its_driver_starts() -> None:
    core = DispatcherCore()
    submitted = RecordEvent(JOB, JobSubmitted(100, "words.py", requested_by="REST"))
    assert core.handle(SUBMITTED, 100) == [submitted, StoreRecord(JOB), QueueDriver(JOB, 100)]
    assert core.handle(SLOT, 200) == [StoreRecord(JOB), StartDriver(JOB)]
    assert (status_of(core), core.jobs[JOB].summary.name) == (JobStatus.INITIALIZING, "words.py")


def test_status_is_the_drivers_word_while_it_answers() -> None:
    core = dispatcher(SUBMITTED, STARTED, reported(JobStatus.CREATED), reported(JobStatus.RUNNING))
    summary = core.jobs[JOB].summary
    assert (summary.status, summary.name, summary.pid, summary.start_ms) == (JobStatus.RUNNING, "words", 7, 100)


def test_driver_that_died_is_restarted_after_the_strategys_delay() -> None:
    core = dispatcher(SUBMITTED, STARTED, fixed_delay(2), reported(), DIED)
    assert (status_of(core), core.next_due_ms()) == (JobStatus.RESTARTING, 510)
    assert core.handle(events.TickEvent(), 509) == []
    assert core.handle(events.TickEvent(), 510) == [StoreRecord(JOB), QueueDriver(JOB, 510)]
    assert core.handle(SLOT, 520) == [StoreRecord(JOB), StartDriver(JOB)]
    assert (status_of(core), core.jobs[JOB].summary.restarts) == (JobStatus.INITIALIZING, 1)


def test_driver_that_dies_again_and_again_fails_its_job_by_the_strategy() -> None:
    restart = (events.TickEvent(), SLOT)
    core = dispatcher(SUBMITTED, STARTED, fixed_delay(2), DIED, *restart, DIED, *restart)
    assert status_of(core) is JobStatus.INITIALIZING
    core.handle(DIED, 1000)
    summary = core.jobs[JOB].summary
    assert (summary.status, summary.cause, summary.end_ms) == (JobStatus.FAILED, "its driver died", 1000)


def test_driver_that_dies_before_its_strategy_is_known_fails_its_job() -> None:
    assert status_of(dispatcher(SUBMITTED, STARTED, DIED)) is JobStatus.FAILED


@pytest.mark.parametrize(("counted", "restarts"), [(0, 3), (4, 4)])
def test_restarts_of_the_job_and_of_its_drivers_are_counted_together(counted: int, restarts: int) -> None:
    """The next driver continues the count of the recorded events."""
    first, second = reported(restarts=2), reported(pid=8, restarts=counted)
    core = dispatcher(SUBMITTED, fixed_delay(5), first, DIED, events.TickEvent(), SLOT, second)
    assert (core.jobs[JOB].summary.restarts, core.jobs[JOB].summary.pid) == (restarts, 8)


def recorded(core: DispatcherCore, event: events.Event, now_ms: int) -> list[JobEvent]:
    return [each.event for each in core.handle(event, now_ms) if isinstance(each, RecordEvent)]


def test_death_of_a_driver_is_recorded_with_its_signal_and_the_restart_with_its_delay() -> None:
    core = dispatcher(SUBMITTED, STARTED, fixed_delay(2), reported(restarts=2))
    assert recorded(core, DIED, 500) == [
        DriverDied(350, 7, "SIGKILL"),
        JobRestarts(500, "driver", 3, 10, "its driver died", requested_by=STRATEGY),
    ]
    assert recorded(core, DIED, 501) == []


def test_restart_that_the_strategy_refuses_is_recorded_with_the_strategy() -> None:
    core = dispatcher(SUBMITTED, STARTED, fixed_delay(0), reported())
    died, refused, ended = recorded(core, DIED, 500)
    assert isinstance(died, DriverDied)
    assert refused == RestartRefused(
        500, "fixed delay of 10 ms, at most 0 restarts", "its driver died", requested_by=STRATEGY
    )
    assert ended == JobEnded(500, JobStatus.FAILED, "its driver died")


def test_end_without_a_driver_has_its_requester() -> None:
    core = dispatcher(SUBMITTED, fixed_delay(2), DIED)
    assert recorded(core, events.CancelEvent(JOB, "REST"), 400) == [
        JobEnded(400, JobStatus.CANCELED, requested_by="REST")
    ]


def test_adopted_job_continues_the_count_of_its_recorded_events() -> None:
    core = dispatcher(events.AdoptedEvent(JOB, "x", 1, True, {}, restarts=5), fixed_delay(2))
    restart = recorded(core, DIED, 500)[1]
    assert isinstance(restart, JobRestarts) and restart.restarts == 6


def test_next_job_manager_counts_what_the_last_one_has_seen() -> None:
    restart = (events.TickEvent(), SLOT)
    before = dispatcher(SUBMITTED, SLOT, fixed_delay(2), DIED, *restart, reported(), DIED, *restart)
    record = before.jobs[JOB].to_json()
    core = dispatcher(events.AdoptedEvent(JOB, "x", 1, True, record), fixed_delay(2), reported(pid=9))
    assert (status_of(core), core.jobs[JOB].summary.restarts) == (JobStatus.RUNNING, 2)
    core.handle(DIED, 900)
    assert status_of(core) is JobStatus.FAILED


@pytest.mark.parametrize(
    ("has_driver_started", "status", "queued"),
    [(True, JobStatus.RECONCILING, []), (False, JobStatus.INITIALIZING, [StoreRecord(JOB), QueueDriver(JOB, 1)])],
)
def test_adopted_job_is_reconciled_or_queued(
    has_driver_started: bool, status: JobStatus, queued: list[Instruction]
) -> None:
    core = DispatcherCore()
    done = core.handle(events.AdoptedEvent(JOB, "x", 1, has_driver_started, {}), 100)
    assert (status_of(core), done) == (status, queued)


def test_adopted_job_that_waits_for_its_restart_still_does() -> None:
    record = dispatcher(SUBMITTED, STARTED, fixed_delay(2), DIED).jobs[JOB].to_json()
    core = dispatcher(events.AdoptedEvent(JOB, "x", 1, True, record))
    assert core.handle(events.TickEvent(), 500)[-1] == QueueDriver(JOB, 500)


def test_queued_jobs_start_in_the_order_in_which_they_came_also_after_the_job_manager_was_restarted() -> None:
    core = dispatcher(*(events.SubmittedEvent(job_id, job_id) for job_id in ("c", "a", "b")))
    assert core.queued() == ["c", "a", "b"]
    records = {job_id: job.to_json() for job_id, job in core.jobs.items()}
    adopted = [events.AdoptedEvent(job_id, "x", 1, False, records[job_id]) for job_id in sorted(records)]
    successor = dispatcher(*adopted, events.SubmittedEvent("A", "x"))
    assert successor.queued() == ["c", "a", "b", "A"]


def test_jobs_of_one_moment_have_different_places_in_the_queue() -> None:
    core = DispatcherCore()
    queued = [core.handle(events.SubmittedEvent(job_id, job_id), 100)[-1] for job_id in ("b", "a")]
    assert queued == [QueueDriver("b", 100), QueueDriver("a", 101)]


def test_queued_job_is_canceled_before_its_driver_starts() -> None:
    core = dispatcher(SUBMITTED)
    assert core.handle(CANCEL, 200)[1:] == [StoreRecord(JOB), EndDriver(JOB)]
    assert (status_of(core), core.queued(), core.handle(SLOT, 300)) == (JobStatus.CANCELED, [], [])


def test_queued_job_leaves_the_queue_when_another_process_starts_its_driver() -> None:
    core = dispatcher(SUBMITTED, STARTED)
    assert (status_of(core), core.queued(), core.handle(SLOT, 300)) == (JobStatus.INITIALIZING, [], [])


def test_job_that_waits_for_its_first_driver_has_not_died() -> None:
    assert status_of(dispatcher(SUBMITTED, DIED)) is JobStatus.INITIALIZING


def test_cancel_reaches_a_driver_as_soon_as_that_answers() -> None:
    core = dispatcher(SUBMITTED, STARTED)
    assert core.handle(CANCEL, 300) == [StoreRecord(JOB), EndDriver(JOB)]
    assert core.handle(reported(JobStatus.CREATED), 400) == [CancelDriver(JOB)]
    assert core.handle(reported(JobStatus.RUNNING), 500) == []
    assert status_of(core) is JobStatus.CANCELLING
    core.handle(DIED, 600)
    assert status_of(core) is JobStatus.CANCELED


@pytest.mark.parametrize(
    ("written", "status"),
    [
        (JobStatus.SUSPENDED, JobStatus.CANCELED),
        (JobStatus.FAILED, JobStatus.CANCELED),
        (JobStatus.FINISHED, JobStatus.FINISHED),
    ],
)
def test_cancelled_job_ends_so_unless_it_had_finished(written: JobStatus, status: JobStatus) -> None:
    assert status_of(dispatcher(SUBMITTED, STARTED, CANCEL, events.EndedEvent(JOB, written, "x"))) is status


def test_cancel_of_a_job_that_waits_for_its_restart_ends_it() -> None:
    core = dispatcher(SUBMITTED, STARTED, fixed_delay(2), DIED, CANCEL)
    assert (status_of(core), core.next_due_ms()) == (JobStatus.CANCELED, None)


@pytest.mark.parametrize(("is_resumable", "status"), [(True, JobStatus.SUSPENDED), (False, JobStatus.FAILED)])
def test_job_of_another_program_is_not_restarted(is_resumable: bool, status: JobStatus) -> None:
    core = dispatcher(reported(is_resumable=is_resumable), DIED)
    assert (status_of(core), core.next_due_ms()) == (status, None)


def test_job_that_has_ended_lives_again_with_another_driver() -> None:
    core = dispatcher(reported(pid=7), DIED, reported(pid=7))
    assert status_of(core) is JobStatus.SUSPENDED
    core.handle(reported(pid=8), 400)
    assert status_of(core) is JobStatus.RUNNING


def test_job_ends_as_its_driver_wrote() -> None:
    core = dispatcher(SUBMITTED, STARTED, reported(), events.EndedEvent(JOB, JobStatus.FINISHED, ""))
    assert (status_of(core), core.jobs[JOB].summary.end_ms) == (JobStatus.FINISHED, 400)
    assert core.handle(DIED, 500) == []


def test_program_that_is_not_there_fails_its_job() -> None:
    core = dispatcher(SUBMITTED, events.DriverRefusedEvent(JOB, "no such file"))
    assert (status_of(core), core.jobs[JOB].summary.cause) == (JobStatus.FAILED, "no such file")


# Random events --------------------------------------------------------------------------------------------------------


@dataclass
class World:
    """Drivers as the machine has them: what the Dispatcher has started, and what became of it."""

    random: Random
    pids: int = 0
    drivers: dict[str, Optional[int]] = field(default_factory=dict)
    starts: dict[str, int] = field(default_factory=dict)

    def carry_out(self, done: list[Instruction]) -> list[events.Event]:
        follow: list[events.Event] = []
        for instruction in done:
            if isinstance(instruction, StartDriver):
                assert self.drivers.get(instruction.job_id) is None, "a second driver was started"
                self.pids += 1
                self.starts[instruction.job_id] = self.starts.get(instruction.job_id, 0) + 1
                self.drivers[instruction.job_id] = self.pids
                follow.append(events.DriverStartedEvent(instruction.job_id, self.pids))
        return follow

    def next_event(self, job_id: str) -> events.Event:
        pid = self.drivers.get(job_id)
        if pid is None:
            idle: list[events.Event] = [events.TickEvent(), events.CancelEvent(job_id), events.SlotFreeEvent(job_id)]
            return self.random.choice([*idle, events.DriverDiedEvent(job_id, "died")])
        what = self.random.randrange(8)
        if what == 0:
            self.drivers[job_id] = None
            return events.DriverDiedEvent(job_id, "died")
        if what == 1:
            self.drivers[job_id] = None
            status = self.random.choice([JobStatus.FINISHED, JobStatus.FAILED, JobStatus.CANCELED, JobStatus.SUSPENDED])
            return events.EndedEvent(job_id, status, "")
        if what == 2:
            return fixed_delay(self.random.randrange(4), job_id)
        if what == 3 and self.random.random() < 0.3:
            return events.CancelEvent(job_id)
        live = [status for status in JobStatus if not status.is_terminal_state()]
        return reported(self.random.choice(live), pid, job_id)


@pytest.mark.parametrize("seed", range(300))
def test_random_events_leave_no_contradiction(seed: int) -> None:
    """Whatever happens, in whatever order, and with JobManagers that die in between: one driver for each job."""
    random = Random(seed)
    core, world, now_ms = DispatcherCore(random), World(random), 0
    jobs = [f"job-{number}" for number in range(3)]
    for job_id in jobs:
        for event in world.carry_out(core.handle(events.SubmittedEvent(job_id, job_id), now_ms)):
            core.handle(event, now_ms)
    for _ in range(60):
        now_ms += random.randrange(20)
        for event in world.carry_out(core.handle(world.next_event(random.choice(jobs)), now_ms)):
            core.handle(event, now_ms)
        core.validate()
        for job_id in jobs:
            job = core.jobs[job_id]
            if job.status.is_terminal_state() or job.restart_ms is not None or job.queued_ms is not None:
                assert world.drivers.get(job_id) is None, "a driver runs for a job that has none"
            else:
                assert world.drivers.get(job_id) is not None, "a job has no driver, and nothing follows"
        if random.random() < 0.05:
            core = _next_job_manager(core, world, now_ms)


def _next_job_manager(core: DispatcherCore, world: World, now_ms: int) -> DispatcherCore:
    successor = DispatcherCore(world.random)
    for job_id, job in core.jobs.items():
        record = job.to_json()
        assert JobRecord.of_json(record).to_json() == record
        event = events.AdoptedEvent(job_id, job_id, 0, has_driver_started=True, record=record)
        assert world.carry_out(successor.handle(event, now_ms)) == []
    assert successor.queued() == core.queued()
    successor.validate()
    return successor
