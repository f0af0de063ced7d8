"""JobMasterCore: whatever goes wrong, the attempt ends once, with its cause, when every task is gone."""

from __future__ import annotations

import pytest

from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource, RangeSplit
from pyrite.core.connector.source import SplitEnumerator
from pyrite.core.errors import (
    ControlConnectionError,
    ExchangeIntrusionError,
    InputBrokenError,
    JobCancelledError,
    SlotsUnavailableError,
    TaskLostError,
    UserFunctionError,
)
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.declared_metrics import SENDER_SILENCE
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.runtime.master.attempt.task_watch import STARVED_TIMEOUTS
from pyrite.runtime.master.job_events import AliveEvent, CommittedEvent, StopEvent
from pyrite.runtime.master.job_instructions import AbortHere, CancelSparkJob, CommitHere, EndJob, Send
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS
from tests.graph.programs import environment
from tests.runtime.master.job_master_driver import (
    COUNT_0,
    COUNT_1,
    HEARTBEAT_MS,
    SINK,
    SLOT_MS,
    SOURCE,
    Driver,
    Phase,
    job_in,
    sent,
)
from tests.runtime.reports import report

UNTIL_FINISHING = [phase for phase in Phase if Phase.STARTED <= phase <= Phase.FINISHING]
LIVING = [phase for phase in Phase if Phase.REGISTERING <= phase < Phase.COMMITTING]
ERROR = UserFunctionError("'Map', subtask 1/1", "f (job.py:1)", "7", "ValueError: no", "")


class FailingEnumerator(StaticSplitEnumerator[RangeSplit]):
    def add_reader(self, subtask: int) -> None:
        raise OSError("no such topic")


class FailingSource(NumberSequenceSource):
    def create_enumerator(self, context: object) -> SplitEnumerator[RangeSplit]:
        return FailingEnumerator(context, [None])  # type: ignore[arg-type]


# One failure ends the attempt -----------------------------------------------------------------------------------------


def test_failure_of_a_connection_names_the_task() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(COUNT_1, ControlConnectionError("a message cannot be unpickled"))
    assert isinstance(job.core.cause, ControlConnectionError)
    assert str(job.core.cause) == "task 'Count' (2/2): a message cannot be unpickled"


@pytest.mark.parametrize("phase", LIVING)
def test_failure_cancels_every_known_task_and_the_spark_job_in_any_phase(phase: Phase) -> None:
    job = job_in(phase)
    out = job.fail(SOURCE, ERROR)
    assert out == [*(Send(task, messages.Cancel()) for task in sorted(job.connected)), CancelSparkJob()]
    assert (job.core.status, job.core.cause) == (JobStatus.FAILING, ERROR)


@pytest.mark.parametrize("phase", LIVING)
def test_failed_job_ends_once_when_all_tasks_are_gone_and_the_spark_job_has_ended(phase: Phase) -> None:
    job = job_in(phase)
    job.fail(SOURCE, ERROR)
    assert job.disconnect(*sorted(job.connected)) == []
    assert job.end_spark() == [EndJob(JobStatus.FAILED, ERROR)]
    job.tick(HEARTBEAT_MS * 2)
    assert job.ends == [EndJob(JobStatus.FAILED, ERROR)]


def test_failed_job_waits_for_its_last_task_when_the_spark_job_ends_first() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SOURCE, ERROR)
    assert job.end_spark() == []
    assert job.disconnect(SOURCE, COUNT_0, COUNT_1) == []
    assert job.disconnect(SINK) == [EndJob(JobStatus.FAILED, ERROR)]


def test_failed_job_ends_without_a_task_that_never_goes_when_its_lease_has_run_out() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SOURCE, ERROR)
    job.disconnect(SOURCE, COUNT_0, COUNT_1)
    job.end_spark()
    assert job.tick(HEARTBEAT_MS + WATCHDOG_GRACE_MS) == []
    assert job.tick(1) == [EndJob(JobStatus.FAILED, ERROR)]


def test_failed_job_never_ends_before_the_spark_job() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SOURCE, ERROR)
    job.disconnect(*job.tasks)
    assert job.tick(HEARTBEAT_MS * 10) == []


def test_first_failure_is_the_cause() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SOURCE, ERROR)
    job.fail(SINK, OSError("later"))
    job.disconnect(COUNT_0)
    job.cancel()
    job.end_spark(RuntimeError("later still"))
    job.disconnect(SOURCE, COUNT_1, SINK)
    assert job.ends == [EndJob(JobStatus.FAILED, ERROR)]


def test_task_that_registers_after_the_failure_is_cancelled_and_waited_for() -> None:
    job = job_in(Phase.REGISTERING)
    job.fail(SOURCE, ERROR)
    assert job.register(SINK) == [Send(SINK, messages.Cancel())]
    job.disconnect(SOURCE, COUNT_1)
    assert job.end_spark() == []
    assert job.disconnect(SINK) == [EndJob(JobStatus.FAILED, ERROR)]


def test_nothing_is_committed_after_a_failure_but_given_up() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SOURCE, ERROR)
    out = job.finish(SINK, committables={0: ["file"]})
    assert sent(out, messages.Commit) == sent(out, messages.Leave) == []
    assert job.let_everything_go() == [AbortHere({(2, 0): ["file"]}), EndJob(JobStatus.FAILED, ERROR)]


def test_error_of_the_enumerator_fails_the_job() -> None:
    env = environment(1)
    env.from_source(FailingSource(0, 1), WatermarkStrategy.no_watermarks(), "Failing").print()
    job = Driver(env=env)
    job.start()
    job.register((0, 0))
    job.open((0, 0))
    assert (job.core.status, str(job.core.cause)) == (JobStatus.FAILING, "no such topic")


# Symptoms -------------------------------------------------------------------------------------------------------------


def test_broken_input_waits_for_its_cause() -> None:
    job = job_in(Phase.RUNNING)
    assert job.fail(SINK, InputBrokenError("ended")) == []
    assert job.tick(1000) == []
    assert job.core.status is JobStatus.RUNNING


@pytest.mark.parametrize("after_ms", [0, 1000])
def test_broken_input_is_replaced_by_the_cause_that_follows_within_a_second(after_ms: int) -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SINK, InputBrokenError("ended"))
    job.tick(after_ms)
    job.fail(SOURCE, ERROR)
    assert job.core.cause is ERROR


def test_broken_input_is_replaced_by_a_task_that_was_lost() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SINK, InputBrokenError("ended"))
    job.disconnect(COUNT_0)
    assert isinstance(job.core.cause, TaskLostError)


def test_broken_input_is_the_cause_when_none_follows() -> None:
    job = job_in(Phase.RUNNING)
    symptom = InputBrokenError("ended")
    job.fail(SINK, symptom)
    job.tick(600)
    job.fail(COUNT_0, InputBrokenError("ended too"))
    job.tick(401)
    assert (job.core.status, job.core.cause) == (JobStatus.FAILING, symptom)


# Strangers ------------------------------------------------------------------------------------------------------------

INTRUSION = ExchangeIntrusionError("a stranger has written to a port of Spark's exchange")


def test_intrusion_that_ended_the_spark_job_is_the_cause_at_once() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SINK, InputBrokenError("ended"))
    job.end_spark(INTRUSION)
    assert (job.core.status, job.core.cause) == (JobStatus.FAILING, INTRUSION)


def test_intrusion_replaces_a_symptom_that_was_treated_as_the_cause() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SINK, InputBrokenError("ended"))
    job.tick(1001)
    job.end_spark(INTRUSION)
    job.disconnect(*job.tasks)
    assert job.ends == [EndJob(JobStatus.FAILED, INTRUSION)]


def silence(job: Driver, silence_ms: int) -> None:
    """A report of a task that lacks the first frame of a sender; the other tasks are alive."""
    for task in job.tasks:
        job.handle(AliveEvent(task))
    job.say(SINK, messages.Report(report((SENDER_SILENCE, silence_ms))))


def test_task_that_never_hears_of_a_sender_fails_the_job_when_all_have_long_been_open() -> None:
    job = job_in(Phase.RUNNING)
    for _ in range(STARVED_TIMEOUTS):
        silence(job, 0)
        job.tick(HEARTBEAT_MS)
    silence(job, STARVED_TIMEOUTS * HEARTBEAT_MS + 1)
    assert job.tick(1) == []
    silence(job, STARVED_TIMEOUTS * HEARTBEAT_MS + 2)
    job.tick(1)
    assert isinstance(job.core.cause, ExchangeIntrusionError)
    assert str(job.core.cause).startswith("task 'Sink' (1/1) has waited")


def test_task_that_has_heard_of_all_senders_is_never_starved() -> None:
    job = job_in(Phase.RUNNING)
    job.tick(HEARTBEAT_MS)
    silence(job, 0)
    assert job.tick(1) == []


# Cancelling -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", UNTIL_FINISHING)
def test_cancel_ends_the_job_in_any_phase_once_all_is_gone(phase: Phase) -> None:
    job = job_in(phase)
    out = job.cancel()
    assert out == [*(Send(task, messages.Cancel()) for task in sorted(job.connected)), CancelSparkJob()]
    assert job.core.status is JobStatus.CANCELLING
    job.let_everything_go()
    (end,) = job.ends
    assert (end.status, type(end.error)) == (JobStatus.CANCELED, JobCancelledError)


def test_second_cancel_does_nothing() -> None:
    job = job_in(Phase.RUNNING)
    job.cancel()
    assert job.cancel() == []


def test_cancel_does_nothing_when_the_job_fails_already() -> None:
    job = job_in(Phase.RUNNING)
    job.fail(SOURCE, ERROR)
    assert job.cancel() == []
    assert job.core.status is JobStatus.FAILING


def test_failure_that_follows_a_cancel_changes_nothing() -> None:
    job = job_in(Phase.RUNNING)
    job.cancel()
    assert job.fail(SOURCE, ERROR) == []
    job.let_everything_go()
    assert [end.status for end in job.ends] == [JobStatus.CANCELED]


@pytest.mark.parametrize("phase", [Phase.DEPLOYED, Phase.OPENING])
def test_tasks_that_open_after_a_cancel_get_no_splits(phase: Phase) -> None:
    job = job_in(phase)
    job.cancel()
    assert job.open(*job.tasks) == []


def test_task_that_still_speaks_after_a_cancel_is_not_answered() -> None:
    job = job_in(Phase.FINISHING)
    job.cancel()
    assert job.say(SINK, messages.RequestSplit()) == []


def test_cancel_comes_too_late_once_sinks_commit() -> None:
    job = job_in(Phase.COMMITTING)
    assert job.cancel() == []
    assert sent(job.say(SINK, messages.Committed()), messages.Leave) != []


def test_job_that_breaks_while_sinks_commit_finishes_by_committing_from_the_driver() -> None:
    job = job_in(Phase.COMMITTING)
    job.fail(SOURCE, ERROR)
    assert job.disconnect(*sorted(job.connected)) == []
    assert job.end_spark() == [CommitHere({(2, 0): ["file"]})]
    assert job.handle(CommittedEvent()) == [EndJob(JobStatus.FINISHED)]


def test_job_that_breaks_while_its_tasks_leave_has_finished() -> None:
    job = job_in(Phase.COMMITTING)
    job.say(SINK, messages.Committed())
    job.end_spark(OSError("an executor was lost"))
    assert job.disconnect(*sorted(job.connected)) == [EndJob(JobStatus.FINISHED)]


def test_stop_after_a_cancel_does_nothing() -> None:
    job = job_in(Phase.RUNNING)
    job.cancel()
    assert job.handle(StopEvent()) == []


# Tasks that are lost --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("phase", LIVING)
def test_task_that_disconnects_before_it_may_leave_fails_the_job(phase: Phase) -> None:
    job = job_in(phase)
    out = job.disconnect(COUNT_1)
    assert sent(out, messages.Cancel) == sorted(job.connected)
    assert str(job.core.cause).startswith("task 'Count' (2/2) (process 4321 on host-7) was lost")


def test_task_that_disconnects_after_it_was_reported_to_leave_is_fine() -> None:
    job = job_in(Phase.LEAVING)
    assert job.disconnect(*job.tasks) == []
    assert job.core.status is JobStatus.RUNNING


@pytest.mark.parametrize("phase", LIVING)
def test_task_that_is_silent_for_longer_than_the_timeout_fails_the_job(phase: Phase) -> None:
    job = job_in(phase)
    for task in job.connected - {COUNT_1}:
        job.now_ms += 1
        job.handle(AliveEvent(task))
    job.now_ms = 1_000_000
    assert job.tick(HEARTBEAT_MS) == []
    assert CancelSparkJob() in job.tick(1)
    assert "has sent no heartbeat for 10 s" in str(job.core.cause)


@pytest.mark.parametrize("sign", ["alive", "report"])
def test_task_that_gives_a_sign_of_life_is_not_treated_as_dead(sign: str) -> None:
    job = job_in(Phase.RUNNING)
    for _ in range(5):
        job.now_ms += HEARTBEAT_MS - 1
        for task in job.tasks:
            if sign == "alive":
                job.handle(AliveEvent(task))
            else:
                job.say(task, messages.Report(job.core.view().tasks[task].report))
        assert job.tick(1) == []


def test_tasks_that_have_gone_are_not_missed_while_the_others_leave() -> None:
    job = job_in(Phase.LEAVING)
    job.disconnect(*job.tasks)
    assert job.tick(HEARTBEAT_MS * 2) == []


def test_job_fails_when_tasks_found_no_slot_in_time() -> None:
    job = job_in(Phase.REGISTERING)
    for task in job.connected:
        job.now_ms = 1_000_000 + SLOT_MS
        job.handle(AliveEvent(task))
    assert job.tick(0) == []
    assert CancelSparkJob() in job.tick(1)
    assert isinstance(job.core.cause, SlotsUnavailableError)
    assert "needs 4 Spark slots at once and 2 of its tasks have not started in time" in str(job.core.cause)


def test_slots_are_no_matter_once_every_task_has_registered() -> None:
    job = job_in(Phase.DEPLOYED)
    job.now_ms += SLOT_MS * 2
    for task in job.tasks:
        job.handle(AliveEvent(task))
    assert job.tick(0) == []


@pytest.mark.parametrize("phase", [Phase.REGISTERING, Phase.RUNNING, Phase.FINISHING])
def test_second_registration_ends_the_attempt(phase: Phase) -> None:
    job = job_in(phase)
    out = job.register(COUNT_1)
    assert CancelSparkJob() in out
    assert COUNT_1 in sent(out, messages.Cancel)
    assert str(job.core.cause) == "task 'Count' (2/2) was started again by Spark; the attempt is over"


def test_first_registration_ends_the_attempt_when_spark_has_tried_before() -> None:
    job = job_in(Phase.STARTED)
    job.register(COUNT_1, spark_attempt=1)
    assert isinstance(job.core.cause, TaskLostError)


def test_spark_job_that_ends_before_the_tasks_have_finished_fails_the_job() -> None:
    job = job_in(Phase.RUNNING)
    job.end_spark()
    job.tick(1001)
    assert str(job.core.cause) == "the Spark job ended before its tasks had finished"


def test_users_error_is_the_cause_though_the_end_of_the_spark_job_overtakes_it() -> None:
    job = job_in(Phase.RUNNING)
    job.end_spark(RuntimeError("a stage failed"))
    job.say(SINK, messages.Failed(ValueError("the user's")))
    assert str(job.core.cause) == "the user's"


def test_error_of_the_spark_job_is_the_cause_when_nothing_else_is_known() -> None:
    job = job_in(Phase.STARTED)
    error = RuntimeError("no executors")
    assert job.end_spark(error) == []
    assert job.tick(1001) == [CancelSparkJob(), EndJob(JobStatus.FAILED, error)]


def test_time_does_not_count_before_the_job_is_started() -> None:
    job = Driver()
    assert job.tick(10 * SLOT_MS) == []
    assert job.start() != []
    assert job.tick(1) == []


@pytest.mark.parametrize("end", ["cancelled", "failed"])
def test_tasks_that_all_finish_after_the_end_of_an_attempt_commit_nothing(end: str) -> None:
    job = job_in(Phase.RUNNING)
    if end == "cancelled":
        job.cancel()
    else:
        job.fail(SOURCE, ERROR)
    assert job.finish(SOURCE, COUNT_0, COUNT_1) == []
    assert job.finish(SINK, committables={0: ["file"]}) == []
    assert AbortHere({(2, 0): ["file"]}) in job.let_everything_go()
