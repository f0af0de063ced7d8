"""TaskCore: a source, an operator in the middle and a sink, each driven frame by frame."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.connectors.builtin.number_sequence import RangeSplit
from pyrite.connectors.builtin.terminal import CollectSink
from pyrite.connectors.files.formats.stream_format import StreamFormat
from pyrite.connectors.files.paths import Location
from pyrite.connectors.files.source.source import FileSource
from pyrite.connectors.files.source.split import FileSplit
from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import ProtocolError, UserFunctionError
from pyrite.core.metrics.declared_metrics import (
    CURRENT_INPUT_WATERMARK,
    CURRENT_OUTPUT_WATERMARK,
    NUM_BUFFERS_OUT,
    NUM_BYTES_OUT,
    NUM_RECORDS_IN,
    NUM_RECORDS_OUT,
    NUM_STATE_ENTRIES,
    NUM_TIMERS,
    SOURCE_TO_SINK_LATENCY,
)
from pyrite.core.time.time import MAX_WATERMARK, Duration
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import MapFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.runtime.task.step import Act
from pyrite.runtime.task.subtask_core import SubtaskCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import FrameHeader, FrameKind, decode_time, pack
from tests.graph.programs import environment, numbers, same
from tests.runtime.programs import Count, counter, counting_env
from tests.runtime.task.task import Task

COMMITTED: list[Any] = []
LATER_MS = 9_000_000


class TwoPhaseSink(Sink):
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        return TwoPhaseWriter()

    def create_committer(self) -> Optional[Committer]:
        return AppendingCommitter()


class TwoPhaseWriter(SinkWriter):
    def __init__(self) -> None:
        self._values: list[Any] = []

    def write(self, block: RowBlock) -> None:
        self._values.extend(block.values)

    def prepare_commit(self) -> list[Any]:
        return self._values


class AppendingCommitter(Committer):
    def commit(self, committables: list[Any]) -> None:
        COMMITTED.extend(committables)


class ValueAsTime(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value


def source(env: Optional[StreamExecutionEnvironment] = None, batch: bool = False) -> Task:
    task = Task(env or counting_env(), 0, 0, batch)
    task.core.handle(messages.AssignSplits([RangeSplit("0", 0, 10)]))
    return task


# A source -------------------------------------------------------------------------------------------------------------


def test_source_says_that_it_is_open() -> None:
    assert source().take_messages() == [messages.Opened()]


def test_source_reads_its_splits_in_slices() -> None:
    task = source()
    assert [task.core.work(4) for _ in range(3)] == [4, 4, 2]
    task.pass_time(0)
    assert task.take_records() == list(range(10))


def test_source_waits_for_splits() -> None:
    task = Task(counting_env(), 0, 0)
    assert (task.core.work(10), task.core.next_step().works, task.core.ended) == (0, True, False)
    assert task.core.next_poll_us() == task.clock.monotonic_us() + 100_000
    task.core.handle(messages.AssignSplits([RangeSplit("0", 0, 10)]))
    assert task.core.next_poll_us() == task.clock.monotonic_us() + 1000


def test_source_does_not_rest_between_two_files(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / name).write_text(name)
    env = StreamExecutionEnvironment.get_execution_environment()
    files = FileSource.for_record_stream_format(StreamFormat.text_line_format(), str(tmp_path)).build()
    env.from_source(files, WatermarkStrategy.no_watermarks(), "files").print()
    task = Task(env, 0, 0)
    splits = [FileSplit(Location("file", str(tmp_path / name)), 0, 1, 1) for name in "ab"]
    task.core.handle(messages.AssignSplits(splits))
    assert [task.core.work(10), task.core.work(10)] == [1, 0]
    assert task.core.next_poll_us() == task.clock.monotonic_us()
    assert [task.core.work(10), task.core.work(10), task.core.work(10)] == [1, 0, 0]
    assert task.core.next_poll_us() == task.clock.monotonic_us() + 100_000


def test_source_ends_after_its_last_split_with_watermark_and_end_mark() -> None:
    task = source()
    task.core.handle(messages.NoMoreSplits())
    task.work()
    task.core.work(10)
    frames = task.take_frames()
    assert [header.kind for _, header, _ in frames] == [FrameKind.BLOCK, FrameKind.WATERMARK, FrameKind.END]
    assert decode_time(frames[1][2]) == MAX_WATERMARK
    assert task.take_messages()[-1] == messages.Finished()
    assert (task.core.ended, task.core.next_step().works, task.core.may_leave) == (True, False, False)


def test_source_that_is_stopped_ends_with_what_it_has_read() -> None:
    task = source()
    task.core.work(3)
    task.core.handle(messages.Stop())
    assert task.take_kinds() == [FrameKind.BLOCK, FrameKind.WATERMARK, FrameKind.END]
    task.core.handle(messages.Stop())
    assert task.take_kinds() == []
    assert task.core.ended


def test_source_sends_periodic_watermarks_of_its_strategy() -> None:
    env = environment(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2))
    strategy = strategy.with_timestamp_assigner(ValueAsTime())
    numbers(env).assign_timestamps_and_watermarks(strategy).key_by(same).process(Count())
    task = source(env)
    task.work()
    task.pass_time(200)
    times = [decode_time(payload) for _, header, payload in task.take_frames() if header.kind == FrameKind.WATERMARK]
    assert times == [6]


def test_source_reports_what_it_did() -> None:
    task = source()
    task.work()
    task.pass_time(0)
    report = task.core.report()
    frame_bytes = sum(len(frame) for _, frame in task.core.outbox)
    assert (report[NUM_RECORDS_IN], report[NUM_RECORDS_OUT]) == (10, 10)
    assert (report[NUM_BUFFERS_OUT], report[NUM_BYTES_OUT]) == (1, frame_bytes)


def test_source_is_asked_to_wake_for_the_next_watermark() -> None:
    task = Task(counting_env(), 0, 0)
    assert task.core.next_due_us() == task.clock.monotonic_us() + 200_000


def test_source_in_batch_has_no_watermarks_to_wake_for() -> None:
    assert Task(counting_env(), 0, 0, batch=True).core.next_due_us() is None


def test_task_that_is_reported_to_leave_has_left() -> None:
    task = source()
    task.core.handle(messages.Leave())
    assert task.core.may_leave


# An operator in the middle --------------------------------------------------------------------------------------------


def test_operator_works_on_a_block_in_slices() -> None:
    task = counter()
    payload = PICKLE.encode(RowBlock([LATER_MS] * 3, None, ["a", "b", "a"]))
    task.core.receive(pack(FrameHeader(FrameKind.BLOCK, 0, 0, 0, 0, 0), payload))
    assert (task.core.work(2), task.core.next_step().act) == (2, Act.BLOCK)
    assert (task.core.work(2), task.core.next_step().act) == (1, Act.AWAIT_EVENT)
    task.pass_time(0)
    assert task.take_records() == [("a", 1), ("b", 1), ("a", 2)]


def test_operator_fires_event_timers_before_the_watermark_continues() -> None:
    task = counter()
    task.receive_records([5], ["a"])
    task.receive_watermark(5)
    frames = task.take_frames()
    assert [header.kind for _, header, _ in frames] == [FrameKind.BLOCK, FrameKind.WATERMARK]
    assert task.core.report()[CURRENT_INPUT_WATERMARK] == 5


def test_operator_fires_clock_timers_when_they_are_due() -> None:
    task = counter()
    task.receive_records([task.clock.now_ms() + 7], ["a"])
    task.pass_time(0)
    task.take_frames()
    assert task.core.next_due_us() == task.clock.monotonic_us() + 7000
    task.pass_time(7)
    task.pass_time(5)
    assert task.take_records() == [("timer", 1_000_007, "PROCESSING_TIME")]


def test_operator_ends_when_every_channel_has() -> None:
    env = environment(2)
    numbers(env).key_by(same).process(Count()).set_parallelism(1)
    task = Task(env, 1, 0)
    task.receive(FrameKind.END, sender=0)
    assert not task.core.ended
    task.receive(FrameKind.END, sender=1)
    assert task.core.ended


def test_operator_sums_accumulators_and_sends_them_at_the_end() -> None:
    task = counter()
    task.receive_records([1, 2], ["a", "b"])
    task.core.on_time()
    assert task.core.report().accumulators["seen"].get_local_value() == 2
    task.receive(FrameKind.END)
    logged = task.take_messages()[-1]
    assert isinstance(logged, messages.Finished) and logged.accumulators["seen"].get_local_value() == 2


def test_operator_counts_state_and_timers() -> None:
    task = counter()
    task.receive_records([1, 2, 3], ["a", "b", "a"])
    task.core.on_time()  # fires the three timers of the clock, and reads the figures
    report = task.core.report()
    assert (report.total(NUM_STATE_ENTRIES), report.total(NUM_TIMERS), report[NUM_RECORDS_IN]) == (2, 3, 3)


def test_idle_mark_continues_when_every_channel_is_idle_and_active_when_one_is() -> None:
    env = environment(2)
    numbers(env).key_by(same).process(Count()).set_parallelism(1).rebalance().sink_to(CollectSink()).set_parallelism(1)
    task = Task(env, 1, 0)
    task.receive(FrameKind.IDLE, sender=0)
    assert task.take_kinds() == []
    task.receive(FrameKind.IDLE, sender=1)
    assert task.take_kinds() == [FrameKind.IDLE]
    task.receive(FrameKind.ACTIVE, sender=0)
    assert task.take_kinds() == [FrameKind.ACTIVE]


def test_watermark_of_the_active_channel_continues_when_the_other_is_idle() -> None:
    env = environment(2)
    numbers(env).key_by(same).process(Count()).set_parallelism(1).rebalance().sink_to(CollectSink()).set_parallelism(1)
    task = Task(env, 1, 0)
    task.receive_watermark(9, sender=0)
    assert task.take_kinds() == []
    task.receive(FrameKind.IDLE, sender=1)
    assert [decode_time(payload) for _, _, payload in task.take_frames()] == [9]


def test_operator_under_load_lets_its_blocks_gather_longer() -> None:
    task = counter()
    task.receive_records([LATER_MS], ["a"])
    task.pass_time(0)
    task.take_frames()
    task.core.set_under_load(True)
    task.receive_records([LATER_MS], ["a"])
    task.pass_time(5)
    assert task.take_kinds() == []
    task.pass_time(30)
    assert task.take_kinds() == [FrameKind.BLOCK]


def test_frame_of_unknown_kind_is_an_error() -> None:
    task = counter()
    with pytest.raises(ProtocolError, match="unknown kind"):
        task.core.receive(pack(FrameHeader(99, 0, 0, 0, 0, 0)))


def test_error_of_the_users_function_comes_out_of_work() -> None:
    env = environment(1)
    numbers(env).rebalance().map(lambda value: 1 // value).name("Divide")
    task = Task(env, 1, 0)
    with pytest.raises(UserFunctionError, match=r"ZeroDivisionError(.|\n)*'Divide'"):
        task.receive_records([1, 0])


# A sink ---------------------------------------------------------------------------------------------------------------


def test_sink_hands_records_to_its_writer() -> None:
    task = Task(counting_env(), 2, 0)
    task.receive_records([1, 2])
    assert task.results == [1, 2]


def test_sink_measures_the_delay_since_the_source() -> None:
    task = Task(counting_env(), 2, 0)
    task.receive_records([1, 2], born_us=task.clock.now_us() - 5000)
    assert sum(task.core.report()[SOURCE_TO_SINK_LATENCY].values()) == 2


def test_two_phase_sink_hands_committables_over_and_commits_when_reported() -> None:
    COMMITTED.clear()
    env = environment(1)
    numbers(env).rebalance().map(same).sink_to(TwoPhaseSink())
    task = Task(env, 1, 0)
    task.receive_records([1, 2])
    task.receive(FrameKind.END)
    assert task.take_messages()[-1] == messages.Finished({1: [1, 2]})
    assert COMMITTED == []
    task.core.handle(messages.Commit({1: [1, 2]}))
    assert (COMMITTED, task.take_messages()) == ([1, 2], [messages.Committed()])


def test_task_core_of_a_vertex_is_a_subtask() -> None:
    assert isinstance(counter().core, SubtaskCore)


def test_watermark_of_every_operator_is_a_metric() -> None:
    task = counter()
    task.receive_records([1, 2], ["a", "b"])
    task.receive_watermark(5)
    task.pass_time(1000)
    marks = [value for _, name, value in task.core.report().items() if name.name == CURRENT_OUTPUT_WATERMARK.name]
    assert marks == [5] * len(task.core.report().operators)


class Seen(MapFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._seen = runtime_context.get_metrics_group().counter("seen")

    def map(self, value: int) -> int:
        self._seen.inc(value)
        return value


def test_operators_of_one_name_have_their_own_metrics() -> None:
    env = environment(1)
    numbers(env).rebalance().map(Seen()).name("Same").map(lambda value: value * 10).map(Seen()).name("Same")
    task = Task(env, 1, 0)
    task.receive_records([1, 2])
    task.pass_time(1000)
    assert [value for _, name, value in task.core.report().items() if name.path == "seen"] == [3, 30]


def test_input_has_ended_when_every_channel_has() -> None:
    env = environment(2)
    numbers(env).rebalance().map(same).rebalance().map(same)
    task = Task(env, 1, 0)
    task.receive(FrameKind.END, sender=0)
    assert not task.core.input_ended
    task.receive(FrameKind.END, sender=1)
    assert task.core.input_ended


def test_metrics_are_read_again_when_only_timers_have_fired() -> None:
    task = counter()
    task.receive_records([task.clock.now_ms() + 700], ["a"])
    task.pass_time(0)
    before = task.core.report().total(NUM_TIMERS)
    task.pass_time(700)
    assert task.core.report().total(NUM_TIMERS) == before - 1
