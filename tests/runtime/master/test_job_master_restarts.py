"""JobMasterCore: attempts one after another. When the next one starts, what ends the job, and with which cause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any, Optional

import pytest

from pyrite.checkpoint.manifest import Manifest, OperatorState
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.connector.source import Boundedness, Source, SourceReader, SplitEnumerator
from pyrite.core.errors import (
    CheckpointError,
    FencedError,
    InvalidProgramError,
    JobCancelledError,
    JobRefusedError,
    TaskLostError,
)
from pyrite.core.job.job_event import JobEnded
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import ExponentialDelay, FailureRate, FixedDelay, NoRestart, RestartStrategy
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.master.job_events import (
    AttemptBegunEvent,
    AttemptRefusedEvent,
    CheckpointStoredEvent,
    StopEvent,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import BeginAttempt, CancelSparkJob, EndJob, Instruction, RunSparkJob
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire import messages
from pyrite.state.handles import FileRef, StoredOperatorState, TaskStateSnapshot
from tests.graph.programs import environment, execution_graph
from tests.runtime.master.job_master_driver import (
    COUNT_0,
    HEARTBEAT_MS,
    SINK,
    SLOT_MS,
    SOURCE,
    Driver,
    _deployment,
    counting_env,
    sent,
)

INTERVAL_MS = 1000
FIRST, SECOND, THIRD = ValueError("first"), ValueError("second"), ValueError("third")


class Job(Driver):
    """A job with checkpoints and restarts; storage is played too."""

    def __init__(
        self,
        restart: Optional[RestartStrategy] = None,
        checkpoints: bool = True,
        env: Optional[StreamExecutionEnvironment] = None,
        tolerable_failures: int = 0,
    ) -> None:
        super().__init__(env=env)
        plan = CheckpointPlan("job", INTERVAL_MS, tolerable_failures=tolerable_failures) if checkpoints else None
        settings = AttemptSettings(_deployment, False, HEARTBEAT_MS, SLOT_MS, plan)
        self.core = JobMasterCore(execution_graph(env or counting_env()), settings, restart or FixedDelay(100, 50))
        self.attempts = 0
        self.manifest: Optional[Manifest] = None

    def begun(self) -> list[Instruction]:
        """The log has the attempt's entry."""
        self.attempts += 1
        next_id = 1 if self.manifest is None else self.manifest.checkpoint_id + 1
        return self.handle(AttemptBegunEvent(self.attempts, self.manifest, next_id))

    def run(self) -> None:
        """From the attempt's entry to running tasks."""
        self.begun()
        self.register(*self.tasks)
        self.open(*self.tasks)

    def crash(self, error: Exception = FIRST) -> list[Instruction]:
        """A task fails and all go."""
        return self.fail(COUNT_0, error) + self.let_everything_go()

    def go_on(self) -> None:
        """Waits for the next attempt, and runs it."""
        self.tick(50)
        self.run()

    def checkpoint(self, final: bool = False) -> None:
        """A checkpoint, from trigger to completion."""
        if not final:
            self.tick(INTERVAL_MS)
        n = self._trigger()
        for task in self.tasks:
            self.say(task, messages.Acknowledge(n, TaskStateSnapshot(finished=final)))
        self.handle(CheckpointStoredEvent(n))
        self.manifest = self._manifest(n, final)

    def _trigger(self) -> int:
        return self.core.view().checkpoints.under_way[-1].checkpoint_id

    def _manifest(self, n: int, final: bool) -> Manifest:
        operators = {}
        for vertex in self.core.graph.job.vertices:
            for chained in vertex.operators:
                node = chained.node
                finished = frozenset(range(vertex.parallelism)) if final else frozenset[int]()
                operators[node.operator_id] = OperatorState(
                    node.operator_id, node.name, node.uid, vertex.parallelism, vertex.max_parallelism, {}, finished
                )
        return Manifest("job", "Test job", n, self.attempts, 0, 0, operators, final=final)

    @property
    def status(self) -> JobStatus:
        return self.core.status


def running(restart: Optional[RestartStrategy] = None, **options: Any) -> Job:
    job = Job(restart, **options)
    job.start()
    job.run()
    return job


# Attempts -------------------------------------------------------------------------------------------------------------


def test_attempt_is_entered_into_the_log_before_it_runs() -> None:
    job = Job()
    assert job.start() == [BeginAttempt()]
    assert [type(item) for item in job.begun()] == [RunSparkJob]


def test_attempt_has_the_number_that_the_log_gave_it() -> None:
    job = Job()
    job.start()
    out = job.handle(AttemptBegunEvent(17, None, 5))
    assert [item.graph.attempt for item in out if isinstance(item, RunSparkJob)] == [17]
    assert job.core.graph.attempt == 17


def test_failed_attempt_is_followed_by_another_after_the_delay() -> None:
    job = running(FixedDelay(3, 50))
    assert job.crash()[-1] == CancelSparkJob()
    assert (job.status, job.core.restarts, job.core.next_due_ms()) == (JobStatus.RESTARTING, 1, job.now_ms + 50)
    assert job.tick(49) == []
    assert job.tick(1) == [BeginAttempt()]
    job.run()
    assert job.status is JobStatus.RUNNING


def test_next_attempt_waits_until_every_task_is_gone_and_the_spark_job_has_ended() -> None:
    job = running()
    job.fail(COUNT_0, FIRST)
    job.disconnect(SOURCE, SINK)
    job.end_spark()
    assert (job.status, job.core.next_due_ms()) == (JobStatus.FAILING, None)
    job.disconnect(*job.connected)
    assert job.status == JobStatus.RESTARTING


def test_no_checkpoint_is_due_while_an_attempt_ends() -> None:
    """Else the JobMaster ticks endlessly and never hears that the tasks are gone."""
    job = running()
    job.fail(COUNT_0, FIRST)
    for _ in range(5):
        assert job.tick(INTERVAL_MS) == []
        assert job.core.next_due_ms() is None


def test_tick_while_the_attempt_is_being_entered_starts_no_second_one() -> None:
    job = running()
    job.crash()
    job.tick(50)
    assert job.tick(1000) == []


def test_attempts_without_checkpoints_are_numbered_one_by_one() -> None:
    job = Job(FixedDelay(5, 50), checkpoints=False)
    job.start()
    numbers = [job.core.graph.attempt]
    for _ in range(3):
        job.register(*job.tasks)
        job.crash()
        job.tick(50)
        numbers.append(job.core.graph.attempt)
    assert numbers == [numbers[0] + index for index in range(4)]


def test_tasks_count_their_attempts_from_0_whatever_the_log_says() -> None:
    job = Job()
    job.attempts = 6  # of drivers before this one
    job.start()
    for number in (0, 1, 2):
        job.go_on() if number else job.run()
        assert {state.attempt_number for state in job.core.view().tasks.values()} == {number}
        assert job.core.graph.attempt == 7 + number
        job.crash()


def test_attempt_resumes_from_the_manifest_that_was_found() -> None:
    job = running()
    job.checkpoint()
    job.crash()
    job.go_on()
    assert job.core.view().checkpoints.restored_id == 1


# Restart strategies ---------------------------------------------------------------------------------------------------


def test_job_without_restarts_fails_at_the_first_failure() -> None:
    job = running(NoRestart())
    assert job.crash()[-1] == EndJob(JobStatus.FAILED, FIRST)
    assert job.status is JobStatus.FAILED


def test_fixed_delay_gives_up_after_so_many_restarts() -> None:
    job = running(FixedDelay(2, 50))
    for _ in range(2):
        job.crash()
        job.go_on()
    assert job.crash()[-1] == EndJob(JobStatus.FAILED, FIRST)
    assert job.core.restarts == 2


def test_exponential_delay_waits_longer_each_time() -> None:
    job = running(ExponentialDelay(100, 10_000, 2.0, 3_600_000, 0.0, 10, Random(0)))
    waits = []
    for _ in range(3):
        job.crash()
        due = job.core.next_due_ms()
        assert due is not None
        waits.append(due - job.now_ms)
        job.tick(waits[-1])
        job.now_ms += 1
        job.run()
    assert waits == [100, 200, 400]


def test_failure_rate_gives_up_when_failures_come_too_fast() -> None:
    job = running(FailureRate(2, 60_000, 50))
    for _ in range(2):
        job.crash()
        job.go_on()
    assert isinstance(job.crash()[-1], EndJob)


def test_failure_rate_continues_when_failures_are_rare() -> None:
    job = running(FailureRate(2, 60_000, 50))
    for _ in range(10):
        job.now_ms += 40_000
        job.crash()
        job.go_on()
    assert job.status is JobStatus.RUNNING


# The cause ------------------------------------------------------------------------------------------------------------


def test_crash_loop_ends_with_the_first_cause() -> None:
    job = running(FixedDelay(2, 50))
    for error in (FIRST, SECOND):
        job.crash(error)
        job.go_on()
    assert job.crash(THIRD)[-1] == EndJob(JobStatus.FAILED, FIRST)


def test_crash_loop_behind_a_restored_checkpoint_ends_with_the_first_cause_too() -> None:
    job = running(FixedDelay(2, 50))
    job.checkpoint()
    for error in (FIRST, SECOND):
        job.crash(error)
        job.go_on()
    assert job.crash(THIRD)[-1] == EndJob(JobStatus.FAILED, FIRST)


def test_cause_from_before_a_complete_checkpoint_is_forgotten() -> None:
    job = running(FixedDelay(2, 50))
    job.crash(FIRST)
    job.go_on()
    job.checkpoint()
    job.crash(SECOND)
    job.go_on()
    assert job.crash(THIRD)[-1] == EndJob(JobStatus.FAILED, SECOND)


def test_failure_after_a_checkpoint_is_the_cause_from_its_first_status_on() -> None:
    job = running()
    job.crash(FIRST)
    job.go_on()
    job.checkpoint()
    assert job.core.cause is FIRST
    job.fail(COUNT_0, SECOND)
    assert (job.status, job.core.cause) == (JobStatus.FAILING, SECOND)
    assert [each.why for each in job.core.view().story if each.subject == "job"][-1] == "second"


def test_attempt_that_cannot_begin_does_not_hide_the_first_cause() -> None:
    job = running(FixedDelay(1, 50))
    job.checkpoint()
    job.crash(FIRST)
    job.tick(50)
    assert job.handle(AttemptRefusedEvent(OSError("no route")))[-1] == EndJob(JobStatus.FAILED, FIRST)


def test_cause_is_shown_while_the_job_fails_and_waits() -> None:
    job = running()
    job.fail(COUNT_0, FIRST)
    assert job.core.cause is FIRST
    job.let_everything_go()
    assert (job.status, job.core.cause) == (JobStatus.RESTARTING, FIRST)


def test_finished_job_has_no_cause() -> None:
    job = running()
    job.crash()
    job.go_on()
    assert finish(job)[-1] == EndJob(JobStatus.FINISHED, None)
    assert job.core.cause is None


def test_checkpoints_that_fail_too_often_restart_the_job() -> None:
    job = running(tolerable_failures=1)
    for n in (1, 2):
        job.tick(INTERVAL_MS)
        job.say(SINK, messages.Decline(n, CheckpointError("no room")))
    job.let_everything_go()
    assert job.status is JobStatus.RESTARTING
    assert "2 checkpoints failed in a row" in str(job.core.cause)


# Attempts that are refused --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [FencedError("taken over"), JobRefusedError("finished"), InvalidProgramError("no")])
def test_refusal_that_no_attempt_would_change_ends_the_job(error: Exception) -> None:
    job = Job()
    job.start()
    assert job.handle(AttemptRefusedEvent(error)) == [EndJob(JobStatus.FAILED, error)]


def test_refusal_that_may_pass_is_followed_by_another_attempt() -> None:
    job = Job(FixedDelay(2, 50))
    job.start()
    assert job.handle(AttemptRefusedEvent(OSError("no route"))) == []
    assert job.status is JobStatus.RESTARTING
    assert job.tick(50) == [BeginAttempt()]


def test_driver_that_is_fenced_ends_with_that_and_not_with_the_first_cause() -> None:
    job = running()
    job.crash(FIRST)
    job.tick(50)
    error = FencedError("taken over")
    assert job.handle(AttemptRefusedEvent(error)) == [EndJob(JobStatus.FAILED, error)]


def test_driver_that_is_fenced_at_a_checkpoint_does_not_restart() -> None:
    job = running()
    job.tick(INTERVAL_MS)
    for task in job.tasks:
        job.say(task, messages.Acknowledge(1, TaskStateSnapshot()))
    error = FencedError("taken over")
    job.handle(CheckpointStoredEvent(1, error))
    assert job.let_everything_go() == [EndJob(JobStatus.FAILED, error)]


def test_job_that_does_not_fit_its_checkpoint_is_refused() -> None:
    job = running()
    job.checkpoint()
    assert job.manifest is not None
    stranger = OperatorState(
        "gone", "Gone", "", 1, 128, {0: StoredOperatorState(None, FileRef("", 0, 0, b""), has_unkeyed=True)}
    )
    job.manifest.operators["gone"] = stranger
    job.crash()
    job.tick(50)
    out = job.begun()
    assert isinstance(out[-1], EndJob) and isinstance(out[-1].error, JobRefusedError)


def test_operator_that_the_checkpoint_does_not_know_begins_from_nothing() -> None:
    job = running()
    job.checkpoint()
    assert job.manifest is not None
    del job.manifest.operators[job.core.graph.job.vertices[2].head.operator_id]
    job.crash()
    job.tick(50)
    job.begun()
    assert sent(job.register(*job.tasks), messages.Deploy) == job.tasks


def test_job_with_another_max_parallelism_is_refused() -> None:
    job = running()
    job.checkpoint()
    assert job.manifest is not None
    head = job.core.graph.job.vertices[1].head.operator_id
    job.manifest.operators[head] = replace(job.manifest.operators[head], max_parallelism=77)
    job.crash()
    job.tick(50)
    out = job.begun()
    assert isinstance(out[-1], EndJob) and isinstance(out[-1].error, JobRefusedError)


def test_word_of_a_checkpoint_comes_too_late_between_attempts() -> None:
    job = running()
    job.tick(INTERVAL_MS)
    for task in job.tasks:
        job.say(task, messages.Acknowledge(1, TaskStateSnapshot()))
    job.fail(SOURCE, FIRST)
    assert job.handle(CheckpointStoredEvent(1)) == []
    job.let_everything_go()
    assert job.handle(CheckpointStoredEvent(1)) == []


# Cancel ---------------------------------------------------------------------------------------------------------------


def is_cancelled(out: list[Instruction]) -> bool:
    last = out[-1] if out else None
    return isinstance(last, EndJob) and last.status is JobStatus.CANCELED and isinstance(last.error, JobCancelledError)


def test_cancel_while_the_job_waits_for_its_restart_ends_it_at_once() -> None:
    job = running()
    job.crash()
    assert is_cancelled(job.cancel())
    assert job.core.next_due_ms() is None
    assert job.tick(100) == []


@pytest.mark.parametrize("restarted", [False, True])
def test_cancel_while_an_attempt_is_entered_into_the_log_ends_the_job_when_that_is_done(restarted: bool) -> None:
    job = Job()
    job.start()
    if restarted:
        job.run()
        job.crash()
        job.tick(50)
    assert job.cancel() == []
    assert is_cancelled(job.begun())


def test_cancel_while_an_attempt_is_refused_starts_no_other() -> None:
    job = Job()
    job.start()
    job.cancel()
    assert is_cancelled(job.handle(AttemptRefusedEvent(OSError("no route"))))


def test_cancel_while_an_attempt_fails_starts_no_other() -> None:
    job = running()
    job.fail(COUNT_0, FIRST)
    job.cancel()
    assert is_cancelled(job.let_everything_go())


def test_cancel_of_a_running_attempt_after_restarts_ends_the_job() -> None:
    job = running()
    job.crash()
    job.go_on()
    job.cancel()
    assert job.status is JobStatus.CANCELLING
    assert is_cancelled(job.let_everything_go())


def test_nothing_follows_the_end() -> None:
    job = running(NoRestart())
    job.crash()
    for event in (TickEvent(), AttemptBegunEvent(9, None, 1), AttemptRefusedEvent(FIRST), StopEvent()):
        assert job.handle(event) == []
    assert job.cancel() == []


# Stop -----------------------------------------------------------------------------------------------------------------


def test_stop_is_kept_across_a_restart() -> None:
    job = running()
    assert sent(job.handle(StopEvent()), messages.Stop) == [SOURCE]
    job.crash()
    job.tick(50)
    job.begun()
    job.register(*job.tasks)
    assert sent(job.open(*job.tasks), messages.Stop) == [SOURCE]


@pytest.mark.parametrize("when", ["waits", "is entered"])
def test_stop_between_attempts_is_heard_by_the_next_one(when: str) -> None:
    job = running()
    job.crash()
    if when == "is entered":
        job.tick(50)
    assert job.handle(StopEvent()) == []
    if when == "waits":
        job.tick(50)
    job.begun()
    job.register(*job.tasks)
    assert sent(job.open(*job.tasks), messages.Stop) == [SOURCE]


# The end --------------------------------------------------------------------------------------------------------------


def finish(job: Job) -> list[Instruction]:
    """All input is processed; the final checkpoint; all leave."""
    job.finish(*job.tasks)
    job.checkpoint(final=True)
    for task in job.tasks:
        job.say(task, messages.Committed())
    return job.let_everything_go()


def test_job_finishes_by_a_final_checkpoint() -> None:
    job = running()
    assert finish(job) == [EndJob(JobStatus.FINISHED)]


def test_tasks_leave_when_all_have_committed_what_the_final_checkpoint_holds() -> None:
    job = running()
    job.finish(*job.tasks)
    job.checkpoint(final=True)
    for task in job.tasks[:-1]:
        assert job.say(task, messages.Committed()) == []
    assert sent(job.say(job.tasks[-1], messages.Committed()), messages.Leave) == job.tasks


def test_no_other_checkpoint_begins_while_tasks_commit_the_final_one() -> None:
    job = running()
    job.finish(*job.tasks)
    job.checkpoint(final=True)
    assert job.core.next_due_ms() is None
    assert job.tick(5000) == []


def test_job_restored_from_a_final_checkpoint_takes_another_and_finishes() -> None:
    job = running()
    job.finish(*job.tasks)
    job.checkpoint(final=True)
    job.crash()
    job.go_on()
    assert finish(job) == [EndJob(JobStatus.FINISHED)]


@pytest.mark.parametrize("restart", [NoRestart(), FixedDelay(3, 50)])
def test_job_that_breaks_while_its_tasks_leave_has_finished(restart: RestartStrategy) -> None:
    job = running(restart)
    job.finish(*job.tasks)
    job.checkpoint(final=True)
    for task in job.tasks:
        job.say(task, messages.Committed())
    job.end_spark(OSError("an executor was lost"))
    assert job.disconnect(*sorted(job.connected)) == [EndJob(JobStatus.FINISHED)]


def test_task_lost_before_the_final_commit_restarts_the_job() -> None:
    job = running()
    job.finish(*job.tasks)
    job.checkpoint(final=True)
    job.disconnect(SINK)
    job.let_everything_go()
    assert job.status is JobStatus.RESTARTING
    assert isinstance(job.core.cause, TaskLostError)


# Enumerators ----------------------------------------------------------------------------------------------------------

MADE: list[str] = []


class Enumerator(SplitEnumerator[Any]):
    """Logs its life; `broken` names what raises."""

    def __init__(self, broken: str, state: str) -> None:
        self._broken = broken
        MADE.append(f"made {state}")

    def start(self) -> None:
        self._tell("start")

    def add_reader(self, subtask: int) -> None:
        self._tell(f"reader {subtask}")

    def snapshot_state(self, checkpoint_id: int) -> Any:
        return "state"

    def close(self) -> None:
        self._tell("close")

    def _tell(self, what: str) -> None:
        MADE.append(what)
        if what == self._broken:
            raise ValueError(f"{what} is broken")


class EnumeratedSource(Source[Any]):
    def __init__(self, broken: str = "") -> None:
        self._broken = broken

    def get_boundedness(self) -> Boundedness:
        return Boundedness.CONTINUOUS_UNBOUNDED

    def create_reader(self, context: Any) -> SourceReader[Any]:
        raise NotImplementedError

    def create_enumerator(self, context: Any) -> SplitEnumerator[Any]:
        return Enumerator(self._broken, "again")

    def restore_enumerator(self, context: Any, checkpoint: Any) -> SplitEnumerator[Any]:
        return Enumerator(self._broken, f"from {checkpoint}")


def enumerated(broken: str = "", parallelism: int = 1) -> Job:
    MADE.clear()
    env = environment(parallelism)
    source = env.from_source(EnumeratedSource(broken), WatermarkStrategy.no_watermarks(), "Numbers")
    source.rebalance().sink_to(DiscardingSink()).set_parallelism(1)
    return Job(env=env)


def test_enumerator_is_made_once_in_each_attempt_and_closed_at_its_end() -> None:
    job = enumerated()
    job.start()
    job.run()
    assert MADE == ["made again", "start", "reader 0"]
    job.fail((1, 0), FIRST)
    job.let_everything_go()
    assert MADE[3:] == ["close"]
    job.go_on()
    assert MADE[4:] == ["made again", "start", "reader 0"]


def test_enumerator_that_cannot_start_is_closed_and_the_job_tries_again() -> None:
    job = enumerated("start")
    job.start()
    assert job.begun() == []
    assert MADE == ["made again", "start", "close"]
    assert (job.status, str(job.core.cause)) == (JobStatus.RESTARTING, "start is broken")


def test_enumerator_that_cannot_be_closed_does_not_keep_the_job_from_its_end() -> None:
    job = enumerated("close")
    job.start()
    job.run()
    job.cancel()
    assert is_cancelled(job.let_everything_go())


@pytest.mark.parametrize("first", ["opened", "finished"])
def test_source_that_was_restored_at_its_end_gets_no_splits(first: str) -> None:
    """Its own word that it has finished may come before or after the last task is open."""
    job = enumerated(parallelism=2)
    job.start()
    job.begun()
    job.manifest = job._manifest(1, final=False)
    head = job.core.graph.job.vertices[0].head.operator_id
    state = job.manifest.operators[head]
    job.manifest.operators[head] = OperatorState(
        head, state.name, "", state.parallelism, state.max_parallelism, {}, frozenset({0})
    )
    job.register(*job.tasks)
    job.crash()
    job.tick(50)
    job.begun()
    job.register(*job.tasks)
    MADE.clear()
    steps: dict[str, list[Callable[[], object]]] = {
        "opened": [lambda: job.open((0, 1), (1, 0), (0, 0)), lambda: job.finish((0, 0))],
        "finished": [lambda: job.open((0, 0)), lambda: job.finish((0, 0)), lambda: job.open((0, 1), (1, 0))],
    }
    for step in steps[first]:
        step()
    assert MADE == ["reader 1"]


def test_job_that_its_runner_ends_by_force_has_failed_with_the_first_cause() -> None:
    job = running()
    job.core.end_by_force(700, SECOND)
    assert (job.status, job.core.cause, job.core.next_due_ms()) == (JobStatus.FAILED, SECOND, None)
    (ended,) = [event for event in job.core.view().events if isinstance(event, JobEnded)]
    assert (ended.at_ms, ended.status, ended.cause) == (700, JobStatus.FAILED, "second")
    job = running()
    job.crash(FIRST)
    job.core.end_by_force(700, SECOND)
    assert job.core.cause is FIRST
    assert job.tick(50) == []
