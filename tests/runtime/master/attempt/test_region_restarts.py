"""A region restarts alone: the other's tasks hear nothing but that a checkpoint is given up."""

from __future__ import annotations

from typing import Any, Optional

import pytest

from pyrite.checkpoint.manifest import Manifest
from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource, RangeSplit
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.errors import CorruptStateError, InvalidProgramError, TaskLostError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import FixedDelay
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    AttemptRefusedEvent,
    CheckpointStoredEvent,
    SavepointEvent,
    SparkJobEndedEvent,
    StopEvent,
    TaskId,
)
from pyrite.runtime.master.job_instructions import (
    AbortHere,
    Answer,
    BeginAttempt,
    CancelSparkJob,
    DiscardCheckpoint,
    EndJob,
    Instruction,
    RunSparkJob,
    Send,
    StoreCheckpoint,
)
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS
from pyrite.state.handles import TaskStateSnapshot
from tests.graph.programs import environment, execution_graph, numbers, same
from tests.runtime.master.job_master_driver import HEARTBEAT_MS, SLOT_MS, Driver, sent

INTERVAL_MS, DELAY_MS = 1000, 50
LOST = ValueError("lost")
FOLDER = "file:///savepoints/one"


def two_parts() -> StreamExecutionEnvironment:
    env = environment(1)
    for name in ("Orders", "Clicks"):
        numbers(env, name).key_by(same).map(same).sink_to(DiscardingSink())
    return env


class Job(Driver):
    """A job of two regions, `a` and `b`, whose storage is played too."""

    def __init__(
        self, restarts: int = 100, interval_ms: int = INTERVAL_MS, env: Optional[StreamExecutionEnvironment] = None
    ) -> None:
        super().__init__()
        plan = CheckpointPlan("job", interval_ms, tolerable_failures=5)
        settings = AttemptSettings(self._deploy, False, HEARTBEAT_MS, SLOT_MS, plan, regions_restart_alone=True)
        self.core = JobMasterCore(execution_graph(env or two_parts()), settings, FixedDelay(restarts, DELAY_MS))
        self.attempts = 1
        self.deployed: list[tuple[int, TaskId]] = []
        self.start()
        self.handle(AttemptBegunEvent(1, None, 1))
        self.a, self.b = ([*region.tasks] for region in self.core.attempt.attempt_tasks.regions)
        self.run(*self.a, *self.b)

    def _deploy(self, graph: Any, level: int, pid: int, restore: Any) -> messages.Deploy:
        self.deployed.append((graph.attempt, (level, pid)))
        return messages.Deploy(b"")

    def run(self, *tasks: TaskId) -> list[Instruction]:
        return self.register(*tasks) + self.open(*tasks)

    def lose_a(self, error: Exception = LOST) -> list[Instruction]:
        """A task of `a` fails, and all of them go."""
        return self.fail(self.a[0], error) + self.disconnect(*self.a) + self.handle(SparkJobEndedEvent(None, 0))

    def begin_a(self, manifest: Optional[Manifest] = None) -> list[Instruction]:
        self.attempts += 1
        return self.tick(DELAY_MS) + self.handle(AttemptBegunEvent(self.attempts, manifest, 7, 0))

    def restart_a(self, manifest: Optional[Manifest] = None) -> list[Instruction]:
        return self.begin_a(manifest) + self.run(*self.a)

    def trigger(self) -> int:
        (actual, *_) = _messages(self.tick(INTERVAL_MS), messages.Trigger)
        return int(actual.checkpoint_id)

    def acknowledge(self, n: int, *tasks: TaskId) -> list[Instruction]:
        return [item for task in tasks for item in self.say(task, messages.Acknowledge(n, TaskStateSnapshot()))]

    def storing(self) -> StoreCheckpoint:
        """A checkpoint that every task has acknowledged."""
        store: StoreCheckpoint = _only(self.acknowledge(self.trigger(), *self.a, *self.b), StoreCheckpoint)
        return store

    def ask(self, kind: CheckpointKind = CheckpointKind.SAVEPOINT) -> list[Instruction]:
        return self.handle(SavepointEvent(SavepointRequest(1, FOLDER, kind)))


def _messages(out: list[Instruction], kind: type) -> list[Any]:
    return [item.message for item in out if isinstance(item, Send) and isinstance(item.message, kind)]


def _only(out: list[Instruction], kind: type) -> Any:
    (actual,) = [actual for actual in out if isinstance(actual, kind)]
    return actual


def to(out: list[Instruction], tasks: list[TaskId]) -> list[type]:
    return [type(item.message) for item in out if isinstance(item, Send) and item.task in tasks]


# The region -----------------------------------------------------------------------------------------------------------


def test_each_region_is_a_spark_job_with_partitions_of_its_own() -> None:
    job = Job()
    jobs = [item.region for item in job.all if isinstance(item, RunSparkJob)]
    assert [(part.number, part.graph.slots) for part in jobs] == [(0, 2), (1, 2)]
    assert (job.a, job.b) == ([(0, 0), (1, 0)], [(0, 1), (1, 1)])
    assert sorted(job.deployed) == [(1, (0, 0))] * 2 + [(1, (1, 0))] * 2, "both number their tasks from 0"


def test_only_the_region_of_the_failed_task_is_cancelled() -> None:
    job = Job()
    out = job.fail(job.a[0], LOST)
    assert out == [*(Send(task, messages.Cancel()) for task in job.a), CancelSparkJob(0)]
    assert job.core.status is JobStatus.RESTARTING


def test_region_restarts_with_a_number_of_its_own_while_the_other_hears_nothing() -> None:
    job = Job()
    out = job.lose_a()
    out += job.tick(DELAY_MS)
    assert out[-1] == BeginAttempt(region=0)
    out += job.handle(AttemptBegunEvent(2, None, 1, 0))
    assert _only(out, RunSparkJob).region.graph.attempt == 2
    out += job.run(*job.a)
    assert job.deployed[-2:] == [(2, (0, 0)), (2, (1, 0))]
    assert to(out, job.b) == []
    assert (job.core.status, job.core.graph.attempt, job.core.restarts) == (JobStatus.RUNNING, 1, 1)


def test_region_waits_until_all_of_its_tasks_and_its_spark_job_are_gone() -> None:
    job = Job()
    job.fail(job.a[0], LOST)
    job.disconnect(job.a[0])
    job.handle(SparkJobEndedEvent(None, 0))
    assert not any(isinstance(item, BeginAttempt) for item in job.tick(DELAY_MS))
    job.disconnect(job.a[1])
    assert job.tick(DELAY_MS)[-1] == BeginAttempt(region=0)


def test_region_of_which_a_task_is_silent_restarts_after_the_heartbeat_timeout() -> None:
    job = Job()
    job.fail(job.a[0], LOST)
    job.handle(SparkJobEndedEvent(None, 0))
    for task in job.b:
        job.tick(HEARTBEAT_MS // 2)
        job.say(job.b[0], messages.Report(job.core.view().tasks[task].report))
        job.say(job.b[1], messages.Report(job.core.view().tasks[task].report))
    job.tick(WATCHDOG_GRACE_MS + 1)
    assert job.tick(DELAY_MS)[-1] == BeginAttempt(region=0)


def test_words_of_a_region_that_is_down_count_for_nothing() -> None:
    job = Job()
    job.lose_a()
    assert job.say(job.a[0], messages.Failed(LOST)) == []
    assert job.disconnect(job.a[0]) == []
    assert job.core.restarts == 1


def test_both_regions_restart_each_for_itself() -> None:
    job = Job()
    job.lose_a()
    job.fail(job.b[0], LOST)
    job.disconnect(*job.b)
    job.handle(SparkJobEndedEvent(None, 1))
    begun = [item.region for item in job.tick(DELAY_MS) if isinstance(item, BeginAttempt)]
    assert begun == [0, 1]
    job.handle(AttemptBegunEvent(2, None, 1, 0))
    job.handle(AttemptBegunEvent(3, None, 1, 1))
    job.run(*job.a)
    assert not job.core.attempt.attempt_tasks.is_under_way
    job.run(*job.b)
    assert job.core.attempt.attempt_tasks.is_under_way and job.core.attempt.attempt_tasks.newest_number == 3


# Checkpoints ----------------------------------------------------------------------------------------------------------


def test_pending_checkpoint_is_given_up_and_none_begins_until_all_tasks_run() -> None:
    job = Job()
    n = job.trigger()
    job.acknowledge(n, *job.b)
    out = job.fail(job.a[0], LOST)
    assert messages.Abort in to(out, job.b) and DiscardCheckpoint(n) in out
    job.disconnect(*job.a)
    job.handle(SparkJobEndedEvent(None, 0))
    assert sent(job.tick(INTERVAL_MS), messages.Trigger) == []
    job.handle(AttemptBegunEvent(2, None, 1, 0))
    job.run(*job.a)
    assert job.acknowledge(n, *job.a) == [], "what is given up stays so"
    assert job.trigger() == n + 1


def test_region_waits_for_a_checkpoint_that_is_being_stored_and_does_not_hear_of_it_again() -> None:
    job = Job()
    store = job.storing()
    job.lose_a()
    assert not any(isinstance(actual, BeginAttempt) for actual in job.tick(DELAY_MS))
    out = job.handle(CheckpointStoredEvent(store.manifest.checkpoint_id))
    assert to(out, job.b) == [messages.Complete] * 2
    out = job.tick(DELAY_MS)
    assert out[-1] == BeginAttempt(region=0)
    out = job.handle(AttemptBegunEvent(2, store.manifest, 9, 0)) + job.run(*job.a)
    assert messages.Complete not in to(out, job.a)
    actual = _messages(job.tick(INTERVAL_MS), messages.Trigger)
    assert {trigger.completed_id for trigger in actual} == {store.manifest.checkpoint_id}


def test_savepoint_that_no_checkpoint_has_followed_fails_with_the_region() -> None:
    job = Job()
    job.ask()
    store = _only(job.acknowledge(1, *job.a, *job.b), StoreCheckpoint)
    job.handle(CheckpointStoredEvent(store.manifest.checkpoint_id))
    out = job.lose_a()
    assert DiscardCheckpoint(1, FOLDER) in out
    assert "a region of the job failed and restarts: lost" in str(_only(out, Answer).error)


def test_savepoint_that_is_being_stored_fails_with_the_region_too() -> None:
    job = Job()
    job.ask()
    job.acknowledge(1, *job.a, *job.b)
    assert not any(isinstance(item, Answer) for item in job.lose_a())
    out = job.handle(CheckpointStoredEvent(1))
    assert DiscardCheckpoint(1, FOLDER) in out and _only(out, Answer).error is not None


def test_savepoint_that_is_asked_for_meanwhile_waits_until_all_tasks_run() -> None:
    job = Job()
    job.lose_a()
    assert job.ask() == []
    out = job.restart_a()
    assert _messages(out, messages.Trigger)[0].savepoint == FOLDER


@pytest.mark.parametrize("kind", [CheckpointKind.STOP, CheckpointKind.CANCEL])
def test_stop_that_is_under_way_fails_with_the_region_and_the_job_continues(kind: CheckpointKind) -> None:
    job = Job()
    job.ask(kind)
    out = job.fail(job.a[0], LOST)
    assert "restarts" in str(_only(out, Answer).error)
    assert CancelSparkJob(1) not in out


def test_stop_that_is_being_stored_is_followed_by_no_restart_of_a_region() -> None:
    """It may be a fact: then the job has stopped."""
    job = Job()
    job.ask(CheckpointKind.STOP)
    job.acknowledge(1, *job.a, *job.b)
    out = job.fail(job.a[0], LOST)
    assert CancelSparkJob(0) in out and CancelSparkJob(1) in out


def test_cancel_with_a_savepoint_that_is_being_stored_cancels_the_job_when_it_is() -> None:
    job = Job()
    job.ask(CheckpointKind.CANCEL)
    job.acknowledge(1, *job.a, *job.b)
    job.lose_a()
    out = job.handle(CheckpointStoredEvent(1))
    assert _only(out, Answer).value == FOLDER and CancelSparkJob(1) in out
    job.disconnect(*job.b)
    assert job.handle(SparkJobEndedEvent(None, 1))[-1].status is JobStatus.CANCELED  # type: ignore[union-attr]


def test_final_checkpoint_is_taken_again_when_the_region_has_finished_again() -> None:
    job = Job()
    job.finish(*job.a, *job.b)
    assert job.core.attempt.coordinator is not None
    job.lose_a()
    job.begin_a()
    out = job.run(*job.a)
    assert _messages(out, messages.Trigger) == []
    store = job.storing()
    job.handle(CheckpointStoredEvent(store.manifest.checkpoint_id))
    assert not store.manifest.final
    out = job.finish(*job.a)
    assert len(_messages(out, messages.Trigger)) == 2


def test_final_checkpoint_waits_for_a_region_that_fails_when_all_of_its_tasks_have_finished() -> None:
    job = Job()
    job.finish(*job.a)
    job.fail(job.a[0], LOST)
    assert _messages(job.finish(*job.b), messages.Trigger) == []


def test_source_of_a_restarted_region_hears_again_that_it_is_to_stop() -> None:
    job = Job()
    job.handle(StopEvent())
    job.lose_a()
    assert sent(job.restart_a(), messages.Stop) == [job.a[0]]


# Without end ----------------------------------------------------------------------------------------------------------


def test_job_fails_when_the_restart_strategy_gives_up() -> None:
    job = Job(restarts=1)
    job.lose_a()
    job.restart_a()
    out = job.lose_a(ValueError("again"))
    assert CancelSparkJob(1) in out and to(out, job.b) == [messages.Cancel] * 2
    job.disconnect(*job.b)
    assert isinstance(job.handle(SparkJobEndedEvent(None, 1))[-1], EndJob)
    assert (job.core.status, job.core.restarts) == (JobStatus.FAILED, 1)


@pytest.mark.parametrize("error", [InvalidProgramError("wrong"), CorruptStateError("damaged")])
def test_error_that_no_restart_of_the_region_changes_fails_the_whole_attempt(error: Exception) -> None:
    job = Job()
    assert CancelSparkJob(1) in job.lose_a(error)


def test_damaged_checkpoint_is_passed_over_by_the_next_whole_attempt() -> None:
    job = Job()
    store = job.storing()
    job.handle(CheckpointStoredEvent(store.manifest.checkpoint_id))
    job.lose_a()
    job.restart_a(store.manifest)
    job.lose_a(CorruptStateError("damaged"))
    job.disconnect(*job.b)
    out = job.handle(SparkJobEndedEvent(None, 1))
    assert out[-1] == BeginAttempt({store.manifest.checkpoint_id: "damaged"})


def test_region_that_cannot_be_entered_into_the_log_fails_the_whole_attempt() -> None:
    job = Job()
    job.lose_a()
    job.tick(DELAY_MS)
    out = job.handle(AttemptRefusedEvent(OSError("no route"), 0))
    assert CancelSparkJob(1) in out


def test_answer_about_a_region_that_comes_when_the_attempt_is_over_is_dropped() -> None:
    job = Job()
    job.lose_a()
    job.tick(DELAY_MS)
    job.fail(job.b[0], InvalidProgramError("wrong"))
    job.disconnect(*job.b)
    job.handle(SparkJobEndedEvent(None, 1))
    assert job.handle(AttemptBegunEvent(2, None, 1, 0)) == []
    assert job.handle(AttemptRefusedEvent(OSError("no route"), 0)) == []


def test_cancel_ends_a_job_of_which_a_region_is_down() -> None:
    job = Job()
    job.lose_a()
    out = job.cancel()
    assert to(out, job.b) == [messages.Cancel] * 2 and CancelSparkJob(1) in out
    job.disconnect(*job.b)
    job.handle(SparkJobEndedEvent(None, 1))
    assert job.core.status is JobStatus.CANCELED


def test_what_a_region_has_handed_in_is_given_up_and_that_of_the_other_kept() -> None:
    """Without checkpoints sinks commit at the end."""
    job = Job(interval_ms=0)
    job.finish(job.a[1], committables={1: ["file of a"]})
    job.finish(job.b[1], committables={1: ["file of b"]})
    given_up = _only(job.lose_a(), AbortHere).committables
    assert list(given_up.values()) == [["file of a"]]
    job.restart_a()
    job.finish(*job.a)
    out = job.finish(job.b[0])
    assert [item.message.committables for item in out if isinstance(item, Send) and item.task == job.b[1]] == [  # type: ignore[union-attr]
        {1: ["file of b"]}
    ]


def test_task_that_dies_while_all_commit_ends_the_job_well_as_without_regions() -> None:
    job = Job(interval_ms=0)
    job.finish(*job.a, job.b[0])
    job.finish(job.b[1], committables={1: ["file"]})
    out = job.disconnect(job.a[0])
    assert CancelSparkJob(0) in out and CancelSparkJob(1) in out
    assert isinstance(job.core.attempt.cause, TaskLostError)


def test_tasks_are_numbered_by_how_often_their_own_region_has_started() -> None:
    job = Job()

    def numbers_of() -> tuple[set[int], set[int]]:
        tasks = job.core.view().tasks
        first, second = ({tasks[task].attempt_number for task in part} for part in (job.a, job.b))
        return first, second

    assert numbers_of() == ({0}, {0})
    for number in (1, 2):
        job.lose_a()
        assert numbers_of() == ({number - 1}, {0})
        job.restart_a()
        assert numbers_of() == ({number}, {0})
    assert {former.attempt_number for former in job.core.view().previous_attempts} == {0, 1}


class StartedOnce(NumberSequenceSource):
    """Its second enumerator cannot start."""

    num_started = 0

    def create_enumerator(self, context: SplitEnumeratorContext[RangeSplit]) -> SplitEnumerator[RangeSplit]:
        class Enumerator(StaticSplitEnumerator[RangeSplit]):
            def start(self) -> None:
                StartedOnce.num_started += 1
                if StartedOnce.num_started == 2:
                    raise OSError("no such topic")

        return Enumerator(context, [None])


def test_region_whose_source_cannot_start_is_tried_again_alone() -> None:
    env = environment(1)
    for source in (StartedOnce(0, 1), NumberSequenceSource(0, 1)):
        env.from_source(source, WatermarkStrategy.no_watermarks(), "Source").map(same).sink_to(DiscardingSink())
    StartedOnce.num_started = 0
    job = Job(env=env)
    job.lose_a()
    assert not any(isinstance(item, RunSparkJob) for item in job.begin_a())
    assert str(job.core.last_error) == "no such topic"
    assert job.core.restarts == 2
    assert [type(item) for item in job.begin_a()] == [BeginAttempt, RunSparkJob]
    job.run(*job.a)
    assert (job.core.status, StartedOnce.num_started) == (JobStatus.RUNNING, 3)
    assert [attempt for attempt, _ in job.deployed] == [1] * len(job.a + job.b) + [3] * len(job.a)
