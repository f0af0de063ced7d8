"""A call that gives many results is paused between them: they leave in blocks, and nothing else runs meanwhile."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import pytest

from pyrite.core.errors import UserFunctionError
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.datastream import KeyedProcessFunction, RuntimeContext, StreamExecutionEnvironment
from pyrite.datastream.state import ValueStateDescriptor
from pyrite.runtime.task.output.record_writer import UNLIMITED
from pyrite.runtime.task.step import Act, Intake, Step
from pyrite.runtime.task.subtask_core import SubtaskCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import FrameKind, encode_time
from tests.graph.programs import environment, numbers, same
from tests.runtime.task.task import Task

CLOSED: list[str] = []


class Many(KeyedProcessFunction):
    """Gives so many results for each record, with what it sees of key, time and state at each."""

    def __init__(self, count: int) -> None:
        self._count = count

    def open(self, runtime_context: RuntimeContext) -> None:
        self._seen = runtime_context.get_state(ValueStateDescriptor("seen"))

    def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
        try:
            for number in range(self._count):
                self._seen.update((self._seen.value() or 0) + 1)
                yield value, ctx.get_current_key(), number, self._seen.value()
        finally:
            CLOSED.append(f"call {value}")

    def on_timer(self, timestamp: int, ctx: KeyedProcessFunction.OnTimerContext) -> Iterator[Any]:
        yield from range(self._count)

    def close(self) -> None:
        CLOSED.append("function")


def keyed(function: KeyedProcessFunction) -> StreamExecutionEnvironment:
    env = environment(1)
    numbers(env).key_by(same).process(function).name("Many").rebalance().print().set_parallelism(2)
    return env


def step(task: Task) -> list[Any]:
    """One step of work, whose turn ends after the first result; the records that it sends."""
    task.core.end_turn()
    task.core.work(1000)
    task.pass_time(1000)
    return task.take_records()


def feed(task: Task, *values: int) -> None:
    """A block that is received, and not worked on."""
    task.receive_records(list(values), list(values), works=False)


def test_results_of_one_call_leave_one_after_the_other() -> None:
    task = Task(keyed(Many(3)), 1, 0)
    feed(task, 7)
    assert step(task) == [(7, 7, 0, 1)]
    assert task.core.is_paused and task.core.next_step() == Step(Act.RESUME, Intake.NONE)
    assert step(task) == [(7, 7, 1, 2)]
    assert step(task) == [(7, 7, 2, 3)]
    task.work()
    assert not task.core.is_paused and task.take_records() == []


def test_records_after_a_long_call_are_left_for_the_next_step() -> None:
    task = Task(keyed(Many(2)), 1, 0)
    feed(task, 1, 2, 3)
    sent = [step(task) for _ in range(3)]
    assert not task.core.is_paused, "the call of record 1 has ended, and record 2 is not begun"
    task.work()
    task.pass_time(1000)
    sent.append(task.take_records())
    records = sorted(record for block in sent for record in block)
    assert records == [(value, value, number, number + 1) for value in (1, 2, 3) for number in (0, 1)]


def test_messages_wait_for_the_end_of_the_call_and_uploads_do_not() -> None:
    task = Task(keyed(Many(3)), 1, 0)
    feed(task, 7)
    step(task)
    task.take_messages()
    task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    task.core.handle(messages.Uploaded(9, None))
    assert [type(message) for message in task.take_messages()] == [messages.Decline]
    assert task.core.uploads == []
    task.work()
    assert not task.core.is_paused
    assert FrameKind.BARRIER in task.take_kinds(), "the barrier was sent once the call had ended"


def test_trigger_that_was_aborted_meanwhile_is_not_begun() -> None:
    task = Task(keyed(Many(3)), 1, 0)
    feed(task, 7)
    step(task)
    task.core.handle(messages.Trigger(1, 0, 0, unaligned=True))
    task.core.handle(messages.Abort(1))
    task.work()
    assert FrameKind.BARRIER not in task.take_kinds()


def test_call_waits_for_receivers_that_take_no_more() -> None:
    task = Task(keyed(Many(10)), 1, 0)
    assert isinstance(task.core, SubtaskCore)
    (writer,) = task.core.chain.writers
    for pending in writer._pending.values():
        pending.limit = 1
    feed(task, 7)
    sent = step(task) + step(task)
    assert len(sent) == 2 and task.core.is_paused
    assert not task.core.next_step().works, "both receivers have got what they take"
    limits = tuple((writer._edge, receiver, UNLIMITED) for receiver in writer._pending)
    task.core.handle(messages.Credit(limits))
    task.work()
    task.pass_time(1000)
    assert len(task.take_records()) == 8


def test_endless_call_ends_when_the_task_is_closed() -> None:
    class Endless(Many):
        def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
            try:
                yield from itertools.count()
            finally:
                CLOSED.append("call")

    CLOSED.clear()
    task = Task(keyed(Endless(0)), 1, 0)
    feed(task, 7)
    assert [step(task) for _ in range(3)] == [[0], [1], [2]]
    task.core.close()
    assert CLOSED == ["call", "function"]


def test_error_in_the_middle_of_a_call_names_its_record() -> None:
    class Fails(Many):
        def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
            yield value
            yield 1 // 0

    task = Task(keyed(Fails(0)), 1, 0)
    feed(task, 7, 8)
    assert step(task) == [7]
    with pytest.raises(UserFunctionError, match="ZeroDivisionError") as raised:
        task.work()
    assert raised.value.record == "7"


def test_watermark_waits_for_the_timers_results() -> None:
    class Timed(Many):
        def process_element(self, value: Any, ctx: KeyedProcessFunction.Context) -> Iterator[Any]:
            ctx.timer_service().register_event_time_timer(5)
            yield from ()

    task = Task(keyed(Timed(2)), 1, 0)
    task.receive_records([7], [7])
    task.take_frames()
    task.core.end_turn()
    task.receive(FrameKind.WATERMARK, encode_time(MAX_WATERMARK), works=False)
    assert task.core.is_paused and FrameKind.WATERMARK not in task.take_kinds()
    task.work()
    assert FrameKind.WATERMARK in task.take_kinds()
