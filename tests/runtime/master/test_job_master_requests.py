"""What clients ask of a running job: savepoints, stops and rescales, one event at a time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Optional

import pytest

from pyrite.checkpoint.manifest import Manifest
from pyrite.core.errors import CheckpointError
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import FixedDelay
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.master.job_events import AttemptBegunEvent, CheckpointStoredEvent, RescaleEvent, SavepointEvent
from pyrite.runtime.master.job_instructions import (
    AbortHere,
    Answer,
    BeginAttempt,
    CancelSparkJob,
    DiscardCheckpoint,
    EndJob,
    Instruction,
    NoteCommitted,
    RunSparkJob,
    StoreCheckpoint,
)
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.state.handles import TaskStateSnapshot
from tests.graph.programs import execution_graph
from tests.runtime.master.job_master_driver import HEARTBEAT_MS, SINK, SLOT_MS, SOURCE, Driver, counting_env, sent

FOLDER = "file:///savepoints/one"
LOST = RuntimeError("lost")


class Job(Driver):
    """A job with checkpoints, whose storage is played too."""

    def __init__(self, interval_ms: int = 1000) -> None:
        super().__init__()
        settings = AttemptSettings(
            lambda *_: messages.Deploy(b""),
            False,
            HEARTBEAT_MS,
            SLOT_MS,
            CheckpointPlan("job", interval_ms, tolerable_failures=5),
        )
        self.core = JobMasterCore(execution_graph(counting_env()), settings, FixedDelay(100, 50))
        self.attempts = 0
        self.manifest: Optional[Manifest] = None

    def begin(self) -> list[Instruction]:
        self.attempts += 1
        return self.handle(AttemptBegunEvent(self.attempts, self.manifest, self.attempts * 100))

    def run(self) -> None:
        self.register(*self.tasks)
        self.open(*self.tasks)

    def ask(self, request: SavepointRequest) -> list[Instruction]:
        return self.handle(SavepointEvent(request))

    def acknowledge(self) -> StoreCheckpoint:
        """All subtasks hand in what was asked for last."""
        newest = max(item.checkpoint_id for item in self.triggers())
        for task in self.tasks:
            out = self.say(task, messages.Acknowledge(newest, TaskStateSnapshot()))
        (store,) = [item for item in out if isinstance(item, StoreCheckpoint)]
        return store

    def triggers(self) -> list[messages.Trigger]:
        return [item.message for item in self.all if isinstance(getattr(item, "message", None), messages.Trigger)]  # type: ignore[union-attr,misc]

    def stored(self, store: StoreCheckpoint) -> list[Instruction]:
        if store.savepoint is None or store.savepoint.kind.ends_attempt:
            self.manifest = store.manifest
        return self.handle(CheckpointStoredEvent(store.manifest.checkpoint_id))

    def leave(self) -> list[Instruction]:
        for task in self.tasks:
            self.say(task, messages.Committed())
        self.disconnect(*self.tasks)
        return self.end_spark()


def running(interval_ms: int = 1000) -> Job:
    job = Job(interval_ms)
    job.start()
    job.begin()
    job.run()
    return job


def request(kind: CheckpointKind = CheckpointKind.SAVEPOINT, folder: str = FOLDER, number: int = 1) -> SavepointRequest:
    return SavepointRequest(number, folder, kind)


def answers(out: list[Instruction]) -> list[tuple[Any, str]]:
    return [(item.value, str(item.error or "")) for item in out if isinstance(item, Answer)]


def test_savepoint_is_answered_when_the_checkpoint_that_follows_at_once_is_complete() -> None:
    job = running()
    out = job.ask(request())
    assert sent(out, messages.Trigger) == [SOURCE]
    assert job.triggers()[-1].savepoint == FOLDER
    out = job.stored(job.acknowledge())
    assert (answers(out), sent(out, messages.Complete)) == ([], [])
    assert sent(job.tick(0), messages.Trigger) == [SOURCE]
    assert job.triggers()[-1].savepoint == ""
    assert answers(job.stored(job.acknowledge())) == [(FOLDER, "")]


def test_savepoint_that_no_checkpoint_has_followed_goes_when_the_job_fails() -> None:
    job = running()
    job.ask(request())
    job.stored(job.acknowledge())
    job.fail(SINK, LOST)
    out = job.let_everything_go()
    assert [item.savepoint for item in out if isinstance(item, DiscardCheckpoint)] == [FOLDER]
    assert answers(out) == [(None, "the job failed meanwhile: lost")]


def test_savepoint_that_no_checkpoint_has_followed_stays_when_the_job_is_cancelled() -> None:
    job = running()
    job.ask(request())
    job.stored(job.acknowledge())
    job.cancel()
    out = job.let_everything_go()
    assert answers(out) == [(FOLDER, "")]
    assert not any(isinstance(item, DiscardCheckpoint) for item in out)


def test_savepoint_of_a_job_without_checkpoints() -> None:
    job = running(interval_ms=0)
    assert job.triggers() == []
    job.tick(5000)
    assert job.triggers() == []
    job.ask(request())
    assert answers(job.stored(job.acknowledge())) == [(FOLDER, "")]


@pytest.mark.parametrize("saved", [False, True])
def test_what_a_savepoint_may_hold_is_not_given_up_when_the_job_fails(saved: bool) -> None:
    job = running(interval_ms=0)
    if saved:
        job.ask(request())
        job.stored(job.acknowledge())
    job.finish(SINK, committables={0: ["file"]})
    job.fail(SOURCE, LOST)
    out = job.let_everything_go()
    assert [item for item in out if isinstance(item, AbortHere)] == ([] if saved else [AbortHere({(2, 0): ["file"]})])


def test_early_request_waits_until_all_tasks_run() -> None:
    job = Job()
    job.start()
    assert job.ask(request()) == []
    job.begin()
    job.register(*job.tasks)
    job.open(*job.tasks[:-1])
    assert job.triggers() == []
    job.open(job.tasks[-1])
    assert [item.savepoint for item in job.triggers()] == [FOLDER]


def test_no_checkpoint_begins_while_a_savepoint_is_taken() -> None:
    job = running()
    job.ask(request())
    job.tick(5000)
    assert len(job.triggers()) == 1
    job.stored(job.acknowledge())
    job.tick(5000)
    assert [item.savepoint for item in job.triggers()] == [FOLDER, ""]


def test_second_savepoint_is_refused_while_one_is_taken() -> None:
    job = running()
    job.ask(request())
    out = job.ask(request(number=2, folder="file:///savepoints/two"))
    assert answers(out) == [(None, "no savepoint can be taken now: another savepoint is in progress")]


def test_savepoint_that_is_declined_leaves_nothing_and_does_not_count_against_the_job() -> None:
    job = running()
    for _ in range(10):
        job.ask(request())
        newest = job.triggers()[-1].checkpoint_id
        out = job.say(SINK, messages.Decline(newest, CheckpointError("no room")))
        assert "no room" in answers(out)[0][1]
        assert [item.savepoint for item in out if isinstance(item, DiscardCheckpoint)] == [FOLDER]
    assert job.core.status is JobStatus.RUNNING


def test_job_that_fails_answers_and_continues() -> None:
    job = running()
    job.ask(request())
    job.fail(SINK, LOST)
    assert answers(job.let_everything_go()) == [(None, "the job failed meanwhile: lost")]
    assert isinstance(job.tick(50)[-1], BeginAttempt)


def test_stop_commits_ends_the_job_and_then_answers() -> None:
    job = running()
    job.ask(request(CheckpointKind.STOP))
    assert job.triggers()[-1].stops
    store = job.acknowledge()
    assert store.manifest.stopped_at == FOLDER
    out = job.stored(store)
    assert sent(out, messages.Complete) == job.tasks
    assert answers(out) == []
    out = job.leave()
    assert out == [NoteCommitted(FOLDER), Answer(1, FOLDER), EndJob(JobStatus.FINISHED)]


@pytest.mark.parametrize("known", [True, False], ids=["known", "unknown"])
def test_stop_that_is_a_fact_is_answered_although_the_attempt_failed(known: bool) -> None:
    job = running()
    job.ask(request(CheckpointKind.STOP))
    store = job.acknowledge()
    if known:
        job.stored(store)
    job.manifest = store.manifest
    job.fail(SINK, LOST)
    assert answers(job.let_everything_go()) == []
    job.tick(50)
    job.begin()
    job.register(*job.tasks)
    job.finish(*job.tasks)
    job.stored(job.acknowledge())
    out = job.leave()
    assert out == [NoteCommitted(FOLDER), Answer(1, FOLDER), EndJob(JobStatus.FINISHED)]


def test_next_driver_that_commits_what_a_stopped_job_owed_notes_it() -> None:
    stopped = running()
    stopped.ask(request(CheckpointKind.STOP))
    job = Job()
    job.manifest = stopped.acknowledge().manifest
    job.start()
    job.begin()
    job.register(*job.tasks)
    job.finish(*job.tasks)
    job.stored(job.acknowledge())
    assert job.leave() == [NoteCommitted(FOLDER), EndJob(JobStatus.FINISHED)]


def test_stop_that_is_no_fact_is_answered_when_the_next_attempt_begins() -> None:
    job = running()
    job.ask(request(CheckpointKind.STOP))
    job.acknowledge()
    job.fail(SINK, LOST)
    job.let_everything_go()
    job.tick(50)
    out = job.begin()
    assert answers(out) == [(None, "the job failed before the savepoint was complete, and continues")]


def test_drain_ends_the_sources_first_and_takes_no_checkpoint_until_all_have_ended() -> None:
    job = running()
    out = job.ask(request(CheckpointKind.DRAIN))
    assert sent(out, messages.Stop) == [SOURCE]
    job.tick(5000)
    assert job.triggers() == []
    job.finish(*job.tasks)
    assert [(item.savepoint, item.stops) for item in job.triggers()] == [(FOLDER, False)]
    store = job.acknowledge()
    assert store.manifest.final
    job.stored(store)
    assert answers(job.leave()) == [(FOLDER, "")]


def test_drained_savepoint_that_fails_is_taken_once_more_in_another_folder() -> None:
    job = running()
    job.ask(request(CheckpointKind.DRAIN))
    job.finish(*job.tasks)
    job.say(SINK, messages.Decline(job.triggers()[-1].checkpoint_id, CheckpointError("no room")))
    job.tick(1)
    first, second = (item.savepoint for item in job.triggers())
    assert first == FOLDER and second != FOLDER
    job.stored(job.acknowledge())
    assert answers(job.leave()) == [(second, "")]


def test_cancel_with_savepoint_cancels_when_it_is_complete() -> None:
    job = running()
    job.ask(request(CheckpointKind.CANCEL))
    out = job.stored(job.acknowledge())
    assert answers(out) == [(FOLDER, "")]
    assert any(isinstance(item, CancelSparkJob) for item in out)
    assert job.let_everything_go()[-1].status is JobStatus.CANCELED  # type: ignore[union-attr]
    assert not any(isinstance(item, NoteCommitted) for item in job.all)


def test_rescale_stops_at_a_checkpoint_and_continues_as_the_other_graph() -> None:
    job = running()
    other = replace(execution_graph(counting_env()), attempt=7)
    job.handle(RescaleEvent(1, other, JobParallelism(3)))
    store = job.acknowledge()
    assert (store.manifest.stopped_at, job.triggers()[-1].savepoint) == ("", "")
    job.stored(store)
    job.tick(10)
    out = job.leave()
    assert out == [BeginAttempt(parallelism=JobParallelism(3))]  # so that the log has it before anything else
    out = job.begin()
    assert isinstance(out[0], RunSparkJob) and out[0].graph.job is other.job
    job.tick(32)
    job.register(*job.tasks)
    assert answers(job.open(*job.tasks)) == [(42, "")]


def test_rescale_without_waiting_is_answered_when_it_begins() -> None:
    job = running()
    other = execution_graph(counting_env())
    out = job.handle(RescaleEvent(1, other, accepted_id=2))
    assert answers(out) == [(None, "")]
    assert sent(out, messages.Trigger) == [SOURCE]
    again = job.handle(RescaleEvent(3, other, accepted_id=4))
    assert answers(again) == [(None, "the job is already being rescaled")] * 2


def test_second_rescale_is_refused_and_does_not_disturb_the_first() -> None:
    job = running()
    other = execution_graph(counting_env())
    job.handle(RescaleEvent(1, other))
    assert answers(job.handle(RescaleEvent(2, other))) == [(None, "the job is already being rescaled")]
    job.stored(job.acknowledge())
    assert isinstance(job.leave()[-1], BeginAttempt)


def test_job_that_fails_while_it_is_rescaled_continues_as_it_was() -> None:
    job = running()
    before = job.core.graph.job
    job.handle(RescaleEvent(1, execution_graph(counting_env())))
    job.fail(SINK, LOST)
    assert answers(job.let_everything_go()) == [(None, "the job failed meanwhile: lost")]
    job.tick(50)
    out = job.begin()
    assert isinstance(out[0], RunSparkJob) and out[0].graph.job is before


def test_whoever_waits_hears_that_the_job_has_ended() -> None:
    job = running()
    job.ask(request())
    job.cancel()
    assert answers(job.let_everything_go()) == [(None, "the job has ended: CANCELED")]


def test_savepoint_that_waits_for_the_tasks_is_answered_when_the_job_is_cancelled() -> None:
    job = Job()
    job.start()
    job.begin()
    assert answers(job.ask(request())) == []
    job.cancel()
    assert answers(job.let_everything_go()) == [(None, "the job has ended: CANCELED")]
