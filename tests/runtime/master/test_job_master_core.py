"""JobMasterCore: the good life of a streaming job, from registration to its end."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.connectors.builtin.number_sequence import RangeReader, RangeSplit
from pyrite.core.connector.source import (
    Boundedness,
    Source,
    SourceReader,
    SourceReaderContext,
    SplitEnumerator,
    SplitEnumeratorContext,
)
from pyrite.core.functions.accumulators import LongCounter
from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.metric_spec import MetricId, MetricKind, MetricName
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.region import whole
from pyrite.runtime.master.job_events import (
    AliveEvent,
    CancelEvent,
    DisconnectedEvent,
    Event,
    SparkJobEndedEvent,
    StopEvent,
    TickEvent,
)
from pyrite.runtime.master.job_instructions import EndJob, RunSparkJob, Send
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskPhase
from tests.graph.programs import environment
from tests.runtime.master.job_master_driver import COUNT_0, COUNT_1, SINK, SOURCE, Driver, Phase, job_in, sent


class OneByOne(SplitEnumerator[RangeSplit]):
    """Hands a split to whoever asks, three in all."""

    def __init__(self, context: SplitEnumeratorContext[RangeSplit]) -> None:
        self._context = context
        self._left = 3

    def add_reader(self, subtask: int) -> None:
        assert subtask in self._context.registered_readers()

    def handle_split_request(self, subtask: int) -> None:
        if self._left == 0:
            self._context.signal_no_more_splits(subtask)
            return
        self._left -= 1
        self._context.assign_splits(subtask, [RangeSplit(str(self._left), 0, 1)])

    def snapshot_state(self, checkpoint_id: int) -> int:
        return self._left


class AskingSource(Source[RangeSplit]):
    def get_boundedness(self) -> Boundedness:
        return Boundedness.BOUNDED

    def create_reader(self, context: SourceReaderContext) -> SourceReader[RangeSplit]:
        return RangeReader(None, None)

    def create_enumerator(self, context: SplitEnumeratorContext[RangeSplit]) -> SplitEnumerator[RangeSplit]:
        return OneByOne(context)


def asking_env() -> StreamExecutionEnvironment:
    env = environment(2)
    env.from_source(AskingSource(), WatermarkStrategy.no_watermarks(), "Asking").print()
    return env


def test_start_runs_the_spark_job() -> None:
    job = Driver()
    before = job.core.status
    assert job.start() == [RunSparkJob(whole(job.core.graph))]
    assert (before, job.core.status) == (JobStatus.INITIALIZING, JobStatus.RUNNING)


def test_tasks_are_deployed_when_all_have_registered_each_with_its_own_work() -> None:
    job = job_in(Phase.STARTED)
    assert job.register(SINK, COUNT_0, SOURCE) == []
    deployed = job.register(COUNT_1)
    assert deployed == [Send(task, messages.Deploy(b"%d/%d" % task)) for task in job.tasks]


def test_sources_get_their_splits_when_every_task_is_open() -> None:
    job = job_in(Phase.DEPLOYED)
    assert job.open(SOURCE, COUNT_0, SINK) == []
    split = RangeSplit("0", 1, 11)
    assert job.open(COUNT_1) == [Send(SOURCE, messages.AssignSplits([split])), Send(SOURCE, messages.NoMoreSplits())]


def test_readers_that_ask_for_splits_are_answered() -> None:
    job = Driver(env=asking_env())
    job.start()
    job.register((0, 0), (0, 1))
    assert job.open((0, 0), (0, 1)) == []
    asked = [job.say((0, pid), messages.RequestSplit()) for pid in (1, 0, 1, 1)]
    assert [sent(answer, messages.AssignSplits) for answer in asked] == [[(0, 1)], [(0, 0)], [(0, 1)], []]
    assert sent(asked[-1], messages.NoMoreSplits) == [(0, 1)]


def test_nothing_is_committed_before_every_task_has_finished() -> None:
    job = job_in(Phase.RUNNING)
    assert job.finish(SINK, committables={0: ["file"]}) == []
    assert job.finish(SOURCE, COUNT_0) == []
    assert job.finish(COUNT_1) == [Send(SINK, messages.Commit({0: ["file"]}))]


def test_tasks_leave_when_every_commit_is_done() -> None:
    job = job_in(Phase.RUNNING)
    job.finish(SOURCE, SINK, committables={0: ["file"]})
    job.finish(COUNT_0, COUNT_1)
    assert job.say(SINK, messages.Committed()) == []
    assert sent(job.say(SOURCE, messages.Committed()), messages.Leave) == job.tasks


def test_tasks_leave_at_once_when_there_is_nothing_to_commit() -> None:
    job = job_in(Phase.RUNNING)
    assert sent(job.finish(*job.tasks), messages.Leave) == job.tasks


def test_job_has_finished_when_the_spark_job_has_ended_after_all_left() -> None:
    job = job_in(Phase.LEAVING)
    assert job.disconnect(SOURCE, COUNT_0) == []
    assert job.end_spark() == [EndJob(JobStatus.FINISHED)]
    assert job.core.status is JobStatus.FINISHED


def test_job_has_finished_when_tasks_go_after_the_spark_job_has_ended() -> None:
    job = job_in(Phase.LEAVING)
    job.end_spark()
    job.disconnect(*job.tasks)
    assert job.ends == [EndJob(JobStatus.FINISHED)]


@pytest.mark.parametrize(
    "event",
    [
        TickEvent(),
        CancelEvent(),
        StopEvent(),
        SparkJobEndedEvent(RuntimeError("late")),
        DisconnectedEvent(SOURCE),
        AliveEvent(SINK),
    ],
    ids=lambda event: type(event).__name__,
)
def test_nothing_happens_after_the_end(event: Event) -> None:
    job = job_in(Phase.LEAVING)
    job.end_spark()
    assert job.handle(event) == []
    assert job.core.status is JobStatus.FINISHED


def test_stop_tells_running_sources_only() -> None:
    job = job_in(Phase.RUNNING)
    assert job.handle(StopEvent()) == [Send(SOURCE, messages.Stop())]


@pytest.mark.parametrize("phase", [Phase.STARTED, Phase.REGISTERING, Phase.DEPLOYED, Phase.OPENING])
def test_stop_that_comes_early_is_reported_to_sources_behind_their_splits(phase: Phase) -> None:
    job = job_in(phase)
    assert job.handle(StopEvent()) == []
    job.register(*(task for task in job.tasks if task not in job.connected))
    closed = [task for task, state in job.core.view().tasks.items() if state.phase is not TaskPhase.RUNNING]
    reported: list[Any] = [item.message for item in job.open(*closed) if isinstance(item, Send)]
    assert [type(message) for message in reported] == [messages.AssignSplits, messages.NoMoreSplits, messages.Stop]


def test_accumulators_are_summed_over_tasks_as_last_heard() -> None:
    job = job_in(Phase.RUNNING)
    job.say(COUNT_0, messages.Report(TaskReport(accumulators={"seen": LongCounter(3)})))
    job.say(COUNT_0, messages.Report(TaskReport(accumulators={"seen": LongCounter(5)})))
    job.say(COUNT_1, messages.Report(TaskReport(accumulators={"seen": LongCounter(1), "other": LongCounter(2)})))
    assert job.core.view().accumulators() == {"seen": 6, "other": 2}
    job.say(COUNT_0, messages.Finished({}, {"seen": LongCounter(9)}))
    assert job.core.view().accumulators() == {"seen": 10, "other": 2}


def test_metrics_of_operators_of_one_name_differ_by_operator_id() -> None:
    env = environment(1)
    env.from_sequence(1, 3).map(str).name("Same").map(str).name("Same").print()
    job = Driver(env=env)
    ids = [chained.node.operator_id for chained in job.core.graph.job.vertices[0].operators[1:3]]
    seen = MetricName("seen", MetricKind.COUNTER)
    job.start()
    job.register((0, 0))
    job.say((0, 0), messages.Report(TaskReport({"numRecordsIn": 3}, {ids[0]: {seen: 1}, ids[1]: {seen: 2}})))
    metrics = job.core.view().metrics()
    assert [metrics[MetricId(0, 0, operator_id, seen)] for operator_id in ids] == [1, 2]
    assert metrics["0.numRecordsIn"] == 3
    with pytest.raises(ValueError, match=r"several metrics have the name '0\.Same\.seen'"):
        metrics["0.Same.seen"]


def test_physical_graph_tells_where_registered_tasks_are() -> None:
    job = job_in(Phase.REGISTERING)
    placements = job.core.view().physical_graph().placements
    assert {(place.level, place.pid) for place in placements} == {SOURCE, COUNT_1}
    assert {(place.host, place.executor, place.process) for place in placements} == {("host-7", "exec", 4321)}


def test_tasks_are_called_by_vertex_and_number() -> None:
    core = Driver().core
    assert core.view().describe(COUNT_1) == "task 'Count' (2/2)"
