"""A batch job whose stages are repeated: what is complete is kept, the rest runs again, and sinks commit once."""

from __future__ import annotations

import logging
from typing import Any, Optional

import pytest

from pyrite.connectors.base.static_split_enumerator import StaticSplitEnumerator
from pyrite.connectors.builtin.number_sequence import NumberSequenceSource, RangeSplit
from pyrite.connectors.builtin.terminal import DiscardingSink
from pyrite.core.connector.sink import Committer
from pyrite.core.connector.source import SplitEnumerator, SplitEnumeratorContext
from pyrite.core.errors import InvalidProgramError, TaskLostError
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.restart_strategy import FixedDelay
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.runtime.master.attempt.attempt_settings import AttemptSettings
from pyrite.runtime.master.job_events import CommittedEvent, OutputsFoundEvent, TaskId
from pyrite.runtime.master.job_instructions import (
    AbortHere,
    CancelSparkJob,
    CommitHere,
    EndJob,
    FindOutputs,
    Instruction,
    RepeatStages,
    RunSparkJob,
    Send,
)
from pyrite.runtime.master.job_master_core import JobMasterCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS
from tests.graph.programs import Count, environment, execution_graph, numbers, same
from tests.runtime.master.job_master_driver import HEARTBEAT_MS, SLOT_MS, Driver, sent

SOURCE_0, SOURCE_1, COUNT_0, COUNT_1, SINK_0, SINK_1 = TASKS = [(level, pid) for level in range(3) for pid in (0, 1)]
DELAY_MS = 50
LOST = ValueError("lost")


class CommittingSink(DiscardingSink):
    """Publishes nothing before it commits."""

    def create_committer(self) -> Committer:
        return _NoCommitter()


class _NoCommitter(Committer):
    def commit(self, committables: list[Any]) -> None:
        pass


def program(sink: DiscardingSink, early_sink: Optional[DiscardingSink] = None) -> StreamExecutionEnvironment:
    """Source (2) => Count (2) => Sink (2); with another sink, that one is in the tasks of Count."""
    env = environment(2)
    counted = numbers(env).key_by(same).process(Count()).name("Count")
    if early_sink is not None:
        counted.sink_to(early_sink).name("Early")
    counted.rebalance().sink_to(sink).name("Sink")
    return env


class Job(Driver):
    def __init__(self, env: Optional[StreamExecutionEnvironment] = None, restarts: int = 10) -> None:
        super().__init__()
        settings = AttemptSettings(self._deploy, True, HEARTBEAT_MS, SLOT_MS, regions_restart_alone=True)
        graph = execution_graph(env or program(CommittingSink()))
        self.deployed: list[tuple[int, TaskId]] = []
        """Attempts and tasks, in order."""
        self.core = JobMasterCore(graph, settings, FixedDelay(restarts, DELAY_MS))
        self.start()

    def _deploy(self, graph: Any, level: int, pid: int, restore: Any) -> messages.Deploy:
        self.deployed.append((graph.attempt, (level, pid)))
        return messages.Deploy(b"")

    def run(self, *tasks: TaskId) -> list[Instruction]:
        return self.register(*tasks) + self.open(*tasks)

    def complete(self, *tasks: TaskId, what: str = "") -> None:
        """Tasks come, do their work and go, with something to commit for each."""
        for task in tasks:
            self.run(task)
            self.finish(task, committables={0: [f"{what}{task}"]} if what else None)
            self.disconnect(task)

    def lose(self, task: TaskId, error: Exception = LOST) -> list[Instruction]:
        """A task fails; what runs goes, and the Spark job ends; the job is about to restart."""
        self.fail(task, error)
        self.disconnect(*sorted(self.connected))
        self.end_spark(RuntimeError("the job was canceled"))
        return self.tick(DELAY_MS)

    def outputs(self, *tasks: TaskId) -> list[Instruction]:
        return self.handle(OutputsFoundEvent(frozenset(tasks)))

    @property
    def repeats(self) -> list[RepeatStages]:
        return [made for made in self.all if isinstance(made, RepeatStages)]

    @property
    def numbers(self) -> list[int]:
        """Of the runs, from the first to the last."""
        runs = (made for made in self.all if isinstance(made, (RunSparkJob, RepeatStages)))
        return [made.region.graph.attempt for made in runs]


def in_second_stage() -> Job:
    job = Job()
    job.complete(SOURCE_0, SOURCE_1)
    job.run(COUNT_0, COUNT_1)
    return job


def messages_to(task: TaskId, made: list[Instruction]) -> list[Any]:
    return [found.message for found in made if isinstance(found, Send) and found.task == task]


# What runs again ------------------------------------------------------------------------------------------------------


def test_failed_task_takes_those_that_run_with_it_and_ends_the_spark_job() -> None:
    job = in_second_stage()
    made = job.fail(COUNT_1, LOST)
    assert sent(made, messages.Cancel) == [COUNT_0, COUNT_1]
    assert made[-1] == CancelSparkJob()


def test_outputs_are_looked_up_when_all_is_gone_and_the_delay_is_over() -> None:
    job = in_second_stage()
    job.fail(COUNT_1, LOST)
    job.disconnect(COUNT_0)
    job.end_spark()
    assert job.tick(DELAY_MS) == []
    job.disconnect(COUNT_1)
    assert job.core.status is JobStatus.RESTARTING
    assert job.tick(DELAY_MS - 1) == []
    assert job.tick(1) == [FindOutputs(0)]


def test_silent_task_is_waited_for_until_its_lease_is_over() -> None:
    job = in_second_stage()
    job.fail(COUNT_1, LOST)
    job.disconnect(COUNT_0)
    job.end_spark()
    assert job.tick(HEARTBEAT_MS + WATCHDOG_GRACE_MS) == []
    job.tick(1)
    assert job.tick(DELAY_MS) == [FindOutputs(0)]


def test_complete_stage_is_kept_when_the_next_one_fails() -> None:
    job = in_second_stage()
    assert job.lose(COUNT_1) == [FindOutputs(0)]
    job.outputs(SOURCE_0, SOURCE_1)
    assert [repeat.drop_from for repeat in job.repeats] == [2]
    for task in (COUNT_0, COUNT_1, SINK_0, SINK_1):
        job.complete(task)
    assert job.end_spark() == [EndJob(JobStatus.FINISHED)]
    assert [task for _, task in job.deployed].count(SOURCE_0) == 1
    assert job.core.restarts == 1


def test_each_run_has_a_number_of_its_own() -> None:
    job = in_second_stage()
    for _ in range(2):
        job.lose(COUNT_1)
        job.outputs(SOURCE_0, SOURCE_1)
        job.run(COUNT_0, COUNT_1)
    assert job.numbers == [0, 1, 2]
    assert job.deployed[-1] == (2, COUNT_1)


def test_complete_tasks_of_the_failed_stage_are_kept() -> None:
    job = Job()
    job.complete(SOURCE_0, SOURCE_1, COUNT_0)
    job.run(COUNT_1)
    job.lose(COUNT_1)
    job.outputs(SOURCE_0, SOURCE_1, COUNT_0)
    assert [repeat.drop_from for repeat in job.repeats] == [2]
    job.complete(COUNT_1, SINK_0, SINK_1)
    assert job.end_spark() == [EndJob(JobStatus.FINISHED)]


def test_stages_that_have_read_a_lost_output_run_again() -> None:
    job = Job()
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    job.run(SINK_0, SINK_1)
    job.lose(SINK_0)
    job.outputs(SOURCE_1, COUNT_0, COUNT_1)
    assert [repeat.drop_from for repeat in job.repeats] == [1]
    job.complete(SOURCE_0, COUNT_0, COUNT_1, SINK_0, SINK_1)
    assert job.end_spark() == [EndJob(JobStatus.FINISHED)]


def test_whole_stage_runs_again_when_spark_has_an_output_whose_task_has_not_said_that_it_finished() -> None:
    job = in_second_stage()
    job.finish(COUNT_0)
    job.lose(COUNT_1)
    job.outputs(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    assert [repeat.drop_from for repeat in job.repeats] == [1]


def test_run_fails_when_a_kept_task_starts_again() -> None:
    """Spark has lost its output since it was looked up."""
    job = in_second_stage()
    job.lose(COUNT_1)
    job.outputs(SOURCE_0, SOURCE_1)
    made = job.register(SOURCE_0)
    assert sent(made, messages.Cancel) == [SOURCE_0] and CancelSparkJob() in made
    job.let_everything_go()
    assert job.tick(DELAY_MS) == [FindOutputs(0)]
    job.outputs(SOURCE_1)
    assert [repeat.drop_from for repeat in job.repeats] == [2, 1]
    assert isinstance(job.core.last_error, TaskLostError)


def test_run_fails_when_spark_starts_a_task_a_second_time() -> None:
    job = in_second_stage()
    assert CancelSparkJob() in job.register(COUNT_0, spark_attempt=1)


# What is committed ----------------------------------------------------------------------------------------------------


def test_only_the_last_run_of_each_task_is_committed() -> None:
    job = Job()
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    job.complete(SINK_0, what="first")
    job.run(SINK_1)
    job.lose(SINK_1)
    assert job.outputs(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)[0] == AbortHere({(2, 0): [f"first{SINK_0}"]})
    job.complete(SINK_0, SINK_1, what="second")
    assert job.end_spark() == [CommitHere({(2, 0): [f"second{SINK_0}", f"second{SINK_1}"]})]
    assert job.handle(CommittedEvent()) == [EndJob(JobStatus.FINISHED)]


def test_what_a_kept_sink_has_handed_in_is_committed() -> None:
    job = Job()
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    job.complete(SINK_0, what="first")
    job.run(SINK_1)
    job.lose(SINK_1)
    assert not [made for made in job.outputs(*TASKS[:5]) if isinstance(made, AbortHere)]
    job.complete(SINK_1, what="second")
    assert job.end_spark() == [CommitHere({(2, 0): [f"first{SINK_0}", f"second{SINK_1}"]})]


def test_all_that_was_handed_in_is_aborted_when_the_restart_strategy_gives_up() -> None:
    job = Job(restarts=0)
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    job.complete(SINK_0, what="first")
    job.run(SINK_1)
    job.lose(SINK_1)
    assert job.all[-2:] == [AbortHere({(2, 0): [f"first{SINK_0}"]}), EndJob(JobStatus.FAILED, LOST)]


def test_job_commits_when_the_last_task_finishes_after_it_was_given_up() -> None:
    job = Job()
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1, SINK_0)
    job.run(SINK_1)
    assert CancelSparkJob() in job.tick(HEARTBEAT_MS + 1)
    job.finish(SINK_1, committables={0: ["last"]})
    job.disconnect(SINK_1)
    assert job.end_spark() == [CommitHere({(2, 0): ["last"]})]
    assert job.tick(DELAY_MS) == []
    assert job.handle(CommittedEvent()) == [EndJob(JobStatus.FINISHED)]


def test_failure_that_no_restart_changes_ends_the_job() -> None:
    job = in_second_stage()
    error = InvalidProgramError("no")
    job.lose(COUNT_1, error)
    assert job.ends == [EndJob(JobStatus.FAILED, error)]


def test_cancelled_job_ends_while_outputs_are_looked_up() -> None:
    job = in_second_stage()
    job.lose(COUNT_1)
    job.cancel()
    assert [end.status for end in job.ends] == [JobStatus.CANCELED]
    assert job.outputs(SOURCE_0, SOURCE_1) == []


# Where the whole job restarts -----------------------------------------------------------------------------------------


def test_whole_job_restarts_when_a_sink_has_written_at_once(caplog: pytest.LogCaptureFixture) -> None:
    job = Job(program(DiscardingSink()), restarts=1)
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    job.run(SINK_0)
    job.lose(SINK_0)
    with caplog.at_level(logging.WARNING):
        made = job.outputs(*TASKS[:4])
    assert [type(found) for found in made] == [RunSparkJob]
    assert "sink 'Sink' writes records before the job commits" in caplog.text
    assert job.core.restarts == 1 and job.numbers == [0, 1]


def test_stage_is_repeated_when_a_sink_that_writes_at_once_has_not_started() -> None:
    job = Job(program(DiscardingSink()))
    job.complete(SOURCE_0, SOURCE_1)
    job.run(COUNT_0)
    job.lose(COUNT_0)
    job.outputs(SOURCE_0, SOURCE_1)
    assert len(job.repeats) == 1


def test_stage_is_repeated_when_a_sink_that_writes_at_once_is_kept() -> None:
    job = Job(program(CommittingSink(), early_sink=DiscardingSink()))
    job.complete(SOURCE_0, SOURCE_1, COUNT_0, COUNT_1)
    job.run(SINK_0)
    job.lose(SINK_0)
    job.outputs(*TASKS[:4])
    assert len(job.repeats) == 1


def test_whole_job_restarts_when_outputs_cannot_be_looked_up() -> None:
    job = in_second_stage()
    job.lose(COUNT_1)
    made = job.handle(OutputsFoundEvent(frozenset(), RuntimeError("no field of this name")))
    assert [type(found) for found in made] == [RunSparkJob]


# Sources --------------------------------------------------------------------------------------------------------------


def test_source_that_runs_again_gets_the_splits_that_it_had() -> None:
    job = Job()
    first = messages_to(SOURCE_1, job.run(SOURCE_1))[1:]
    job.complete(SOURCE_0)
    job.lose(SOURCE_1)
    job.outputs(SOURCE_0)
    assert messages_to(SOURCE_1, job.run(SOURCE_1))[1:] == first != []


def test_source_without_a_kept_reader_gets_a_new_enumerator() -> None:
    job = Job()
    first = messages_to(SOURCE_1, job.run(SOURCE_1))[1:]
    job.lose(SOURCE_1)
    job.outputs()
    assert messages_to(SOURCE_1, job.run(SOURCE_1))[1:] == first
    assert job.repeats[0].drop_from == 1


def test_whole_stage_runs_again_when_a_reader_has_exchanged_events_with_its_enumerator() -> None:
    job = Job()
    job.complete(SOURCE_0)
    job.run(SOURCE_1)
    job.say(SOURCE_1, messages.SourceEvent("hello"))
    job.lose(SOURCE_1)
    job.outputs(SOURCE_0)
    assert job.repeats[0].drop_from == 0
    assert sent(job.run(SOURCE_0), messages.AssignSplits) == [SOURCE_0]


class CountedEnumerator(StaticSplitEnumerator[RangeSplit]):
    """Counts how many enumerators are open."""

    num_open = 0

    def start(self) -> None:
        CountedEnumerator.num_open += 1

    def close(self) -> None:
        CountedEnumerator.num_open -= 1


class CountedSource(NumberSequenceSource):
    """Creates one enumerator, and fails with the error, if any, when another one is needed."""

    def __init__(self, error: Optional[Exception] = None) -> None:
        super().__init__(0, 1)
        self._error = error
        self._is_first = True

    def create_enumerator(self, context: SplitEnumeratorContext[RangeSplit]) -> SplitEnumerator[RangeSplit]:
        if self._error is not None and not self._is_first:
            raise self._error
        self._is_first = False
        return CountedEnumerator(context, [None])


def counted_job(error: Optional[Exception] = None, restarts: int = 10) -> Job:
    env = environment(2)
    counted = env.from_source(CountedSource(error), WatermarkStrategy.no_watermarks(), "Counted")
    counted.key_by(same).process(Count()).name("Count").sink_to(CommittingSink()).name("Sink")
    CountedEnumerator.num_open = 0
    job = Job(env, restarts)
    assert CountedEnumerator.num_open == 1
    return job


def test_enumerator_without_a_kept_reader_is_closed() -> None:
    job = counted_job()
    job.run(SOURCE_0, SOURCE_1)
    for _ in range(2):
        job.lose(SOURCE_1)
        job.outputs()
        assert CountedEnumerator.num_open == 1
        job.run(SOURCE_0, SOURCE_1)
    assert len(job.repeats) == 2


def test_error_of_an_enumerator_that_is_created_for_a_repeat_fails_the_attempt() -> None:
    error = OSError("no such topic")
    job = counted_job(error, restarts=1)
    job.run(SOURCE_0, SOURCE_1)
    job.lose(SOURCE_1)
    job.outputs()
    assert (job.ends, job.core.last_error) == ([EndJob(JobStatus.FAILED, LOST)], error)
