"""SubtaskCore: what a subtask freezes at a barrier, and how one resumes from there. Sources, operators and sinks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Optional

import pytest

from pyrite.connectors.builtin.number_sequence import RangeSplit
from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.connector.sink import Committer, Sink, SinkWriter, WriterInitContext
from pyrite.core.errors import CheckpointError
from pyrite.core.metrics.declared_metrics import CURRENT_INPUT_WATERMARK
from pyrite.core.time.time import MAX_WATERMARK, Duration, Time
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.datastream.window import TumblingEventTimeWindows
from pyrite.runtime.task.chain.chain_state import ChainState
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import CheckpointSettings, OperatorRestore, SubtaskRestore
from pyrite.runtime.wire.frames import (
    Barrier,
    FrameHeader,
    FrameKind,
    decode_barrier,
    decode_time,
    encode_barrier,
    encode_time,
    pack,
)
from pyrite.state.handles import StoredOperatorState, TaskStateSnapshot
from pyrite.storage.store import MemoryStore
from tests.graph.programs import environment, numbers, same
from tests.runtime.programs import counting_env
from tests.runtime.task.task import Task, in_flight_of

LATER_MS = 9_000_000
SETTINGS = CheckpointSettings(MemoryStore(), "job")


def task_of(
    env: StreamExecutionEnvironment,
    level: int,
    handle: Optional[TaskStateSnapshot] = None,
    settings: CheckpointSettings = SETTINGS,
    committed: bool = False,
) -> Task:
    """A task with checkpoints; with a handle, one that is restored from it."""
    restore = None
    if handle is not None:
        operators = {name: restored(item) for name, item in handle.operators.items()}
        restore = SubtaskRestore(1, operators, in_flight_of(handle), handle.finished, committed=committed)
    return Task(env, level, 0, checkpoints=settings, restore=restore)


def restored(handle: StoredOperatorState) -> OperatorRestore:
    return OperatorRestore(() if handle.keyed is None else (handle.keyed,), (handle.unkeyed,), 0)


def work(task: Task) -> None:
    """Works on whatever waits."""
    while task.core.next_step().works:
        task.core.work(100)


def acknowledged(task: Task) -> list[int]:
    return [item.checkpoint_id for item in task.take_messages() if isinstance(item, messages.Acknowledge)]


def barriers_in(task: Task) -> list[Barrier]:
    return [decode_barrier(payload) for _, header, payload in task.take_frames() if header.kind == FrameKind.BARRIER]


def watermarks_in(task: Task) -> list[int]:
    return [decode_time(payload) for _, header, payload in task.take_frames() if header.kind == FrameKind.WATERMARK]


# A source -------------------------------------------------------------------------------------------------------------


class ValueAsTime(TimestampAssigner):
    def extract_timestamp(self, value: int, record_timestamp: int) -> int:
        return value


def timed_env() -> StreamExecutionEnvironment:
    env = environment(1)
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(2))
    stamped = numbers(env).assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(ValueAsTime()))
    stamped.key_by(same).process(Silent())
    return env


class Silent(KeyedProcessFunction):
    def process_element(self, value: int, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        return iter(())


def source(handle: Optional[TaskStateSnapshot] = None, env: Optional[StreamExecutionEnvironment] = None) -> Task:
    return task_of(env or counting_env(), 0, handle)


def reading_source(env: Optional[StreamExecutionEnvironment] = None) -> Task:
    task = source(env=env)
    task.core.handle(messages.AssignSplits([RangeSplit("0", 0, 10)]))
    return task


def test_source_sends_the_barrier_behind_what_it_has_read_when_it_is_triggered() -> None:
    task = reading_source()
    task.core.work(4)
    task.core.handle(messages.Trigger(1, 5, 0))
    frames = task.take_frames()
    assert [header.kind for _, header, _ in frames] == [FrameKind.BLOCK, FrameKind.BARRIER]
    assert decode_barrier(frames[1][2]) == Barrier(1, 5, 0)


def test_source_sends_an_aligned_barrier_though_the_checkpoint_is_unaligned() -> None:
    task = reading_source()
    task.core.handle(messages.Trigger(1, 5, 0, unaligned=True))
    assert [barrier.unaligned for barrier in barriers_in(task)] == [False]


def test_source_continues_at_its_position() -> None:
    task = reading_source()
    task.core.work(4)
    task.core.handle(messages.Trigger(1, 0))
    handle = task.upload()
    task.core.work(4)
    again = source(handle)
    again.core.work(100)
    again.pass_time(0)
    assert again.take_records() == [4, 5, 6, 7, 8, 9]


def test_source_acknowledges_when_its_state_is_written_and_not_before() -> None:
    task = reading_source()
    task.take_messages()
    task.core.handle(messages.Trigger(1, 0))
    assert acknowledged(task) == []
    task.upload()
    assert acknowledged(task) == [1]


def test_source_declines_when_its_state_could_not_be_written() -> None:
    task = reading_source()
    task.take_messages()
    task.core.handle(messages.Trigger(1, 0))
    task.core.handle(messages.Uploaded(1, None, error=CheckpointError("no room")))
    assert [str(item.error) for item in task.take_messages() if isinstance(item, messages.Decline)] == ["no room"]


def test_source_that_has_ended_still_answers_triggers() -> None:
    task = reading_source()
    task.core.handle(messages.NoMoreSplits())
    work(task)
    task.take_frames()
    task.core.handle(messages.Trigger(1, 0))
    assert len(barriers_in(task)) == 1
    assert task.upload().finished


def test_restored_source_announces_its_watermark_and_never_goes_back() -> None:
    task = reading_source(timed_env())
    task.core.work(100)
    task.pass_time(200)
    assert watermarks_in(task) == [6]
    task.core.handle(messages.Trigger(1, 0))
    again = source(task.upload(), timed_env())
    assert watermarks_in(again) == [6]
    again.core.handle(messages.AssignSplits([RangeSplit("1", 0, 3)]))
    again.core.work(100)
    again.pass_time(200)
    assert watermarks_in(again) == []


def test_restored_source_that_had_finished_tells_its_end_and_reads_nothing() -> None:
    task = reading_source()
    task.core.handle(messages.NoMoreSplits())
    work(task)
    task.core.handle(messages.Trigger(1, 0))
    again = source(task.upload())
    frames = again.take_frames()
    assert [header.kind for _, header, _ in frames] == [FrameKind.WATERMARK, FrameKind.END]
    assert decode_time(frames[0][2]) == MAX_WATERMARK
    assert again.take_messages() == [messages.Opened(), messages.Finished()]
    assert (again.core.ended, again.core.next_step().works) == (True, False)


def test_restored_source_that_had_finished_is_finished_in_the_next_checkpoint_too() -> None:
    task = reading_source()
    task.core.handle(messages.Stop())
    task.core.handle(messages.Trigger(1, 0))
    again = source(task.upload())
    again.take_frames()
    again.core.handle(messages.Trigger(2, 0))
    assert len(barriers_in(again)) == 1
    third = source(again.upload())
    assert third.take_messages() == [messages.Opened(), messages.Finished()]


def test_stopped_source_does_not_read_on_after_a_restore() -> None:
    task = reading_source()
    task.core.work(4)
    task.core.handle(messages.Stop())
    task.core.handle(messages.Trigger(1, 0))
    again = source(task.upload())
    again.core.handle(messages.Stop())
    assert not [kind for kind in again.take_kinds() if kind == FrameKind.BLOCK]


# A keyed operator -----------------------------------------------------------------------------------------------------


def counter(handle: Optional[TaskStateSnapshot] = None) -> Task:
    return task_of(counting_env(), 1, handle)


def test_keyed_state_continues_where_it_was() -> None:
    task = counter()
    task.receive_records([LATER_MS, LATER_MS], ["a", "a"])
    task.receive_barrier(1)
    handle = task.upload()
    task.receive_records([LATER_MS], ["a"])
    again = counter(handle)
    again.receive_records([LATER_MS], ["a"])
    again.pass_time(0)
    assert again.take_records() == [("a", 3)]


def test_state_that_changes_after_the_barrier_is_not_in_the_checkpoint() -> None:
    task = counter()
    task.receive_records([LATER_MS], ["a"])
    task.receive_barrier(1)
    task.receive_records([LATER_MS], ["a"])
    again = counter(task.upload())
    again.receive_records([LATER_MS], ["a"])
    again.pass_time(0)
    assert again.take_records() == [("a", 2)]


def test_timers_of_both_kinds_are_restored() -> None:
    task = counter()
    task.receive_records([1_000_007], ["a"])
    task.receive_barrier(1)
    again = counter(task.upload())
    again.take_frames()
    again.pass_time(7)
    assert again.take_records() == [("timer", 1_000_007, "PROCESSING_TIME")]
    again.receive_watermark(1_000_007)
    assert again.take_records() == [("timer", 1_000_007, "EVENT_TIME")]


def test_barrier_continues_behind_what_came_before_it() -> None:
    task = counter()
    task.receive_records([LATER_MS], ["a"])
    task.receive_barrier(1)
    assert task.take_kinds() == [FrameKind.BLOCK, FrameKind.BARRIER]


def test_restored_operator_announces_its_watermark_and_never_goes_back() -> None:
    task = counter()
    task.receive_watermark(50)
    task.receive_barrier(1)
    again = counter(task.upload())
    assert watermarks_in(again) == [50]
    again.receive_watermark(20)
    again.receive_watermark(50)
    assert watermarks_in(again) == []
    again.receive_watermark(60)
    assert watermarks_in(again) == [60]
    assert again.core.report()[CURRENT_INPUT_WATERMARK] == 60


def test_operator_without_a_watermark_yet_announces_none() -> None:
    task = counter()
    task.receive_barrier(1)
    assert counter(task.upload()).take_kinds() == []


class Unpicklable(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._value = runtime_context.get_state(ValueStateDescriptor("value"))

    def process_element(self, value: int, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        self._value.update(lambda: value)
        yield value


def test_checkpoint_of_a_value_that_cannot_be_pickled_fails_when_it_is_written() -> None:
    env = environment(1)
    numbers(env).key_by(same).process(Unpicklable()).rebalance().map(same)
    task = task_of(env, 1)
    task.receive_records([1], ["a"])
    task.receive_barrier(1)
    with pytest.raises(CheckpointError, match="cannot be pickled"):
        task.upload()
    assert [barrier.cancelled for barrier in barriers_in(task)] == [False]


def test_state_of_an_aborted_checkpoint_is_not_encoded() -> None:
    env = environment(1)
    numbers(env).key_by(same).process(Unpicklable()).rebalance().map(same)
    task = task_of(env, 1)
    task.receive_records([1, 2], ["a", "b"])
    task.receive_barrier(1)
    assert task.core.has_unencoded
    task.core.handle(messages.Abort(1))
    assert not task.core.has_unencoded and not task.core.uploads


def test_task_that_cannot_freeze_declines_and_sends_a_cancelled_barrier(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise CheckpointError("no")

    env = environment(1)
    numbers(env).key_by(same).process(Silent()).rebalance().map(same)
    task = task_of(env, 1)
    task.take_messages()
    monkeypatch.setattr(ChainState, "freeze", fail)
    task.receive_barrier(1)
    assert [type(item) for item in task.take_messages()] == [messages.Decline]
    assert [(barrier.checkpoint_id, barrier.cancelled) for barrier in barriers_in(task)] == [(1, True)]


def test_figures_tell_of_delay_and_alignment() -> None:
    env = environment(2)
    numbers(env).key_by(same).process(Silent()).set_parallelism(1)
    task = task_of(env, 1)
    task.receive_barrier(1, sender=0)
    task.receive_records([1], ["a"])
    task.clock.advance(30)
    task.receive_barrier(1, sender=1)
    measurements = task.core.uploads[0].metrics
    assert (measurements.alignment_ms, measurements.held_bytes > 0) == (30.0, True)


# Windows --------------------------------------------------------------------------------------------------------------


def windows_env() -> StreamExecutionEnvironment:
    env = environment(1)
    windowed = numbers(env).key_by(same).window(TumblingEventTimeWindows.of(Time.milliseconds(10)))
    windowed.reduce(lambda a, b: a + b).rebalance().map(same)
    return env


def receive_timed(task: Task, values: list[int], times: list[int]) -> None:
    task.receive(FrameKind.BLOCK, PICKLE.encode(RowBlock(values, times, ["k"] * len(values))))


def test_window_contents_continue_where_they_were() -> None:
    task = task_of(windows_env(), 1)
    receive_timed(task, [1, 2], [3, 4])
    task.receive_barrier(1)
    again = task_of(windows_env(), 1, task.upload())
    receive_timed(again, [4], [5])
    again.receive_watermark(9)
    assert again.take_records() == [7]


def test_window_that_has_fired_does_not_fire_again_after_a_restore() -> None:
    task = task_of(windows_env(), 1)
    receive_timed(task, [1], [3])
    task.receive_watermark(9)
    task.receive_barrier(1)
    again = task_of(windows_env(), 1, task.upload())
    again.take_frames()
    again.receive_watermark(9)
    again.receive_watermark(30)
    assert again.take_records() == []


def test_record_that_was_late_before_is_late_after_a_restore() -> None:
    task = task_of(windows_env(), 1)
    task.receive_watermark(19)
    task.receive_barrier(1)
    again = task_of(windows_env(), 1, task.upload())
    again.take_frames()
    receive_timed(again, [1], [3])
    again.receive_watermark(30)
    assert again.take_records() == []


# In flight ------------------------------------------------------------------------------------------------------------


def two_senders() -> StreamExecutionEnvironment:
    env = environment(2)
    counted = numbers(env).key_by(same).process(CountOnly()).set_parallelism(1)
    counted.rebalance().map(same).set_parallelism(1)
    return env


class CountOnly(KeyedProcessFunction):
    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        self._count.update((self._count.value() or 0) + 1)
        yield ctx.get_current_key(), self._count.value(), value


class InFlight:
    """A task with two senders whose frames are not worked on at once."""

    def __init__(self, handle: Optional[TaskStateSnapshot] = None) -> None:
        self.task = task_of(two_senders(), 1, handle)
        self._sequences = [0, 0]

    def receive(self, sender: int, kind: FrameKind, payload: bytes = b"") -> None:
        header = FrameHeader(kind, self.task.edges[0], sender, 0, self._sequences[sender], 0)
        self._sequences[sender] += 1
        self.task.core.receive(pack(header, payload))

    def records(self, sender: int, values: list[Any]) -> None:
        self.receive(sender, FrameKind.BLOCK, PICKLE.encode(RowBlock(values, None, ["k"] * len(values))))

    def barrier(self, sender: int, n: int) -> None:
        self.receive(sender, FrameKind.BARRIER, encode_barrier(Barrier(n, 0)))

    def go_on(self) -> InFlight:
        """One that is restored from what was frozen, with all it has to do done."""
        again = InFlight(self.task.upload())
        work(again.task)
        again.task.pass_time(0)
        return again


def test_block_half_done_at_an_unaligned_barrier_is_continued_with_where_it_was() -> None:
    task = InFlight()
    task.records(0, [1, 2, 3])
    task.task.core.work(2)
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    task.barrier(0, 1)
    task.barrier(1, 1)
    assert task.go_on().task.take_records() == [("k", 3, 3)]


def test_task_itself_continues_with_the_block_after_an_unaligned_barrier() -> None:
    task = InFlight()
    task.records(0, [1, 2, 3])
    task.task.core.work(2)
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    work(task.task)
    task.task.pass_time(100)
    assert task.task.take_records() == [("k", 1, 1), ("k", 2, 2), ("k", 3, 3)]


def test_frames_that_the_barrier_overtook_are_worked_on_after_a_restore() -> None:
    task = InFlight()
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    task.records(0, [1])
    task.receive(1, FrameKind.WATERMARK, encode_time(5))
    task.barrier(0, 1)
    task.records(0, ["behind the barrier"])
    task.barrier(1, 1)
    again = task.go_on()
    again.receive(0, FrameKind.WATERMARK, encode_time(5))
    assert again.task.core.report()[CURRENT_INPUT_WATERMARK] == 5
    assert again.task.take_records() == [("k", 1, 1)]


def test_parts_of_a_block_cut_by_an_unaligned_barrier_are_joined_after_a_restore() -> None:
    task = InFlight()
    payload = PICKLE.encode(RowBlock([1, 2], None, ["k", "k"]))
    task.receive(0, FrameKind.PART, payload[:10])
    task.receive(0, FrameKind.PART, payload[10:20])
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    task.receive(0, FrameKind.PART, payload[20:25])
    task.receive(0, FrameKind.BLOCK, payload[25:])
    task.barrier(0, 1)
    task.barrier(1, 1)
    assert task.go_on().task.take_records() == [("k", 1, 1), ("k", 2, 2)]


def test_unaligned_task_acknowledges_when_all_barriers_are_in() -> None:
    task = InFlight()
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    assert task.task.core.next_step().drains and not task.task.core.uploads
    task.barrier(0, 1)
    task.barrier(1, 1)
    assert not task.task.core.next_step().drains
    task.task.upload()
    assert acknowledged(task.task) == [1]


def test_aborted_unaligned_checkpoint_is_not_uploaded() -> None:
    task = InFlight()
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    task.task.core.handle(messages.Abort(1))
    task.barrier(0, 1)
    task.barrier(1, 1)
    work(task.task)
    assert task.task.core.uploads == []
    assert task.task.core._snapshots._unrecorded == {}  # type: ignore[attr-defined]


def test_task_restored_with_the_ends_of_its_input_in_flight_finishes() -> None:
    task = InFlight()
    task.task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    for sender in (0, 1):
        task.records(sender, [sender])
        task.receive(sender, FrameKind.END)
        task.barrier(sender, 1)
    again = InFlight(task.task.upload())
    work(again.task)
    for sender in (0, 1):
        again.receive(sender, FrameKind.WATERMARK, encode_time(MAX_WATERMARK))
        again.receive(sender, FrameKind.END)
    assert again.task.core.ended
    assert again.task.take_records() == [("k", 1, 0), ("k", 2, 1)]


# Subtasks that had finished -------------------------------------------------------------------------------------------


class CountsItsEnds(KeyedProcessFunction):
    """Needs `open`; leaves a clock timer behind."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._opened = True

    def process_element(self, value: int, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        assert self._opened
        ctx.timer_service().register_processing_time_timer(value)
        yield value

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        assert self._opened
        yield "timer"


def ended_task() -> Task:
    task = task_of(ending_env(), 1)
    task.receive_records([1_000_500], ["a"])
    task.receive_watermark(MAX_WATERMARK)
    task.receive(FrameKind.END)
    task.take_frames()
    task.take_messages()
    return task


def ending_env() -> StreamExecutionEnvironment:
    env = environment(1)
    numbers(env).key_by(same).process(CountsItsEnds()).rebalance().map(same)
    return env


def test_operator_that_has_ended_is_finished_in_the_checkpoint() -> None:
    task = ended_task()
    task.receive_barrier(1)
    assert task.upload().finished


def test_restored_operator_that_had_finished_tells_its_end_when_its_senders_do() -> None:
    task = ended_task()
    task.receive_barrier(1)
    again = task_of(ending_env(), 1, task.upload())
    assert again.take_kinds() == []
    again.receive_watermark(MAX_WATERMARK)
    again.receive(FrameKind.END)
    assert again.take_kinds() == [FrameKind.WATERMARK, FrameKind.END]
    assert again.take_messages() == [messages.Opened(), messages.Finished()]
    assert again.core.ended


def test_operator_that_had_finished_twice_over_is_finished_in_the_next_checkpoint() -> None:
    task = ended_task()
    for n in (1, 2, 3):
        task.receive_barrier(n)
        handle = task.upload()
        assert handle.finished
        task = task_of(ending_env(), 1, handle)
        task.receive_watermark(MAX_WATERMARK)
        task.receive(FrameKind.END)
        assert task.core.ended


def test_restored_operator_answers_a_barrier_before_the_end_of_its_input_is_reported_again() -> None:
    task = ended_task()
    task.receive_barrier(1)
    again = task_of(ending_env(), 1, task.upload())
    again.receive_watermark(MAX_WATERMARK)
    again.receive(FrameKind.END)
    again.receive_barrier(2)
    assert again.upload().finished


def test_clock_timer_left_by_an_operator_that_had_finished_does_not_fire_after_a_restore() -> None:
    task = ended_task()
    task.receive_barrier(1)
    again = task_of(ending_env(), 1, task.upload())
    again.pass_time(1000)
    assert again.take_records() == []


# A sink ---------------------------------------------------------------------------------------------------------------

COMMITTED: list[Any] = []
STORY: list[str] = []


class TwoPhaseSink(Sink):
    def create_writer(self, context: WriterInitContext) -> SinkWriter:
        STORY.append("writer")
        return TwoPhaseWriter()

    def create_committer(self) -> Optional[Committer]:
        return AppendingCommitter()


class TwoPhaseWriter(SinkWriter):
    def __init__(self) -> None:
        self._values: list[Any] = []

    def write(self, block: RowBlock) -> None:
        if "refuse" in block.values:
            self._values = ["refused"]
            return
        self._values.extend(block.values)

    def prepare_commit(self) -> list[Any]:
        taken, self._values = self._values, []
        if taken == ["refused"]:
            raise OSError("the target is full")
        return taken


class AppendingCommitter(Committer):
    def commit(self, committables: list[Any]) -> None:
        STORY.append("commit")
        COMMITTED.extend(committables)


@pytest.fixture(autouse=True)
def _nothing_committed() -> None:
    COMMITTED.clear()
    STORY.clear()


def sink(handle: Optional[TaskStateSnapshot] = None, committed: bool = False) -> Task:
    env = environment(1)
    numbers(env).rebalance().sink_to(TwoPhaseSink())
    return task_of(env, 1, handle, committed=committed)


def test_sink_commits_what_it_prepared_when_the_checkpoint_is_complete() -> None:
    task = sink()
    task.receive_records([1, 2])
    task.receive_barrier(1)
    task.upload()
    assert COMMITTED == []
    task.core.handle(messages.Complete(1))
    assert COMMITTED == [1, 2]


def test_sink_commits_nothing_that_came_behind_the_barrier() -> None:
    task = sink()
    task.receive_records([1])
    task.receive_barrier(1)
    task.receive_records([2])
    task.receive_barrier(2)
    task.core.handle(messages.Complete(1))
    assert COMMITTED == [1]


def test_sink_commits_once() -> None:
    task = sink()
    task.receive_records([1])
    task.receive_barrier(1)
    task.core.handle(messages.Complete(1))
    task.receive_barrier(2)
    task.core.handle(messages.Complete(2))
    assert COMMITTED == [1]


def test_what_was_prepared_for_aborted_checkpoints_is_committed_with_the_next_one() -> None:
    task = sink()
    for n in (1, 2, 3):
        task.receive_records([n])
        task.receive_barrier(n)
        if n < 3:
            task.core.handle(messages.Abort(n))
    assert COMMITTED == []
    task.core.handle(messages.Complete(3))
    assert COMMITTED == [1, 2, 3]


def test_what_was_prepared_for_aborted_checkpoints_is_in_the_next_one() -> None:
    task = sink()
    for n in (1, 2, 3):
        task.receive_records([n])
        task.receive_barrier(n)
        task.core.handle(messages.Abort(n))
    task.receive_barrier(4)
    task.core.uploads[:-1] = []
    sink(task.upload())
    assert COMMITTED == [1, 2, 3]


def test_complete_checkpoint_commits_what_an_earlier_one_prepared_that_was_overtaken() -> None:
    task = sink()
    task.receive_records([1])
    task.receive_barrier(1)
    task.receive_records([2])
    task.receive_barrier(2)
    task.core.handle(messages.Complete(2))
    assert COMMITTED == [1, 2]


def test_restored_sink_commits_what_is_owed_before_it_makes_a_writer() -> None:
    task = sink()
    task.receive_records([1])
    task.receive_barrier(1)
    handle = task.upload()
    STORY.clear()
    sink(handle)
    assert (STORY, COMMITTED) == (["commit", "writer"], [1])


def test_restored_sink_does_not_commit_what_the_savepoint_says_is_committed() -> None:
    task = sink()
    task.receive_records([1])
    task.receive_barrier(1)
    handle = task.upload()
    STORY.clear()
    sink(handle, committed=True)
    assert (STORY, COMMITTED) == (["writer"], [])


def test_restored_sink_that_owes_nothing_commits_nothing() -> None:
    task = sink()
    task.receive_barrier(1)
    sink(task.upload())
    assert "commit" not in STORY


def test_what_was_committed_is_not_owed_by_the_next_checkpoint() -> None:
    task = sink()
    task.receive_records([1])
    task.receive_barrier(1)
    task.core.handle(messages.Complete(1))
    task.receive_barrier(2)
    task.core.uploads[:-1] = []
    COMMITTED.clear()
    sink(task.upload())
    assert COMMITTED == []


def test_sink_commits_its_last_records_with_the_final_checkpoint_and_says_so() -> None:
    task = sink()
    task.receive_records([1])
    task.receive(FrameKind.END)
    assert task.take_messages()[-1] == messages.Finished()
    task.receive_barrier(1)
    task.upload()
    task.take_messages()
    task.core.handle(messages.Complete(1, final=True))
    assert (COMMITTED, task.take_messages()) == ([1], [messages.Committed()])


def test_restored_sink_that_had_finished_commits_and_opens_nothing() -> None:
    task = sink()
    task.receive_records([1])
    task.receive(FrameKind.END)
    task.receive_barrier(1)
    handle = task.upload()
    STORY.clear()
    again = sink(handle)
    assert (STORY, COMMITTED) == (["commit"], [1])
    again.receive_watermark(MAX_WATERMARK)
    again.receive(FrameKind.END)
    again.receive_barrier(2)
    again.core.handle(messages.Complete(2, final=True))
    assert again.take_messages()[-1] == messages.Committed()
    assert COMMITTED == [1]


def test_sink_that_fails_to_prepare_fails_its_task_as_what_it_held_may_be_lost() -> None:
    task = sink()
    task.receive_records(["refuse"])
    with pytest.raises(Exception, match="the target is full"):
        task.receive_barrier(1)


# Aborts ---------------------------------------------------------------------------------------------------------------


def test_abort_ends_the_alignment_of_a_task() -> None:
    task = InFlight()
    task.barrier(0, 1)
    task.records(0, [1])
    assert not task.task.core.next_step().works
    task.task.core.handle(messages.Abort(1))
    work(task.task)
    task.task.pass_time(0)
    assert task.task.take_records() == [("k", 1, 1)]


def test_sender_far_ahead_does_not_keep_the_other_from_being_read() -> None:
    task = InFlight()
    task.barrier(0, 1)
    for number in range(200):
        task.records(0, [number])
        assert not task.task.core.next_step().works
    task.records(1, ["b"])
    work(task.task)
    task.barrier(1, 1)
    work(task.task)
    task.task.pass_time(100)
    assert [value for _, _, value in task.task.take_records()] == ["b", *range(200)]
