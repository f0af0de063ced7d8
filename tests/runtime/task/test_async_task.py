"""A task with an operator that waits: it holds its input back without standing still, and its end waits too."""

from __future__ import annotations

import asyncio
from typing import Any, Optional

from pyrite.common import Time
from pyrite.common.block import Block
from pyrite.core.functions.accumulators import Histogram
from pyrite.datastream import AsyncDataStream, AsyncFunction, StreamExecutionEnvironment
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.task.step import Act, Intake, Step
from pyrite.runtime.task.subtask_core import SubtaskCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import CheckpointSettings, OperatorRestore, SubtaskRestore
from pyrite.runtime.wire.frames import FrameKind
from pyrite.state.handles import TaskStateSnapshot
from pyrite.storage.store import MemoryStore
from tests.graph.programs import environment, numbers, same
from tests.runtime.task.task import Task, in_flight_of

SETTINGS = CheckpointSettings(MemoryStore(), "job")


class TenMs(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> list[Any]:
        await asyncio.sleep(0.01)
        return [value]


def program(capacity: int = 2) -> StreamExecutionEnvironment:
    """Level 0: a source of one; level 1: async I/O of one; level 2: a map of one."""
    env = environment(1)
    asked = AsyncDataStream.ordered_wait(numbers(env).rebalance(), TenMs(), Time.seconds(1), capacity)
    asked.rebalance().map(same)
    return env


def asking(handle: Optional[TaskStateSnapshot] = None, capacity: int = 2, batch: bool = False) -> Task:
    restore = None
    if handle is not None:
        operators = {name: OperatorRestore((), (item.unkeyed,), 0) for name, item in handle.operators.items()}
        restore = SubtaskRestore(1, operators, in_flight_of(handle), handle.finished)
    return Task(program(capacity), 1, 0, batch, None if batch else SETTINGS, restore)


def chain_of(task: Task) -> OperatorChain:
    assert isinstance(task.core, SubtaskCore)
    return task.core.chain


def sent(task: Task) -> list[Any]:
    task.pass_time(0)
    return task.take_records()


def test_task_takes_no_frames_while_records_wait_for_room() -> None:
    task = asking(capacity=2)
    task.receive_records([1, 2])
    assert task.core.next_step() == Step(Act.AWAIT_EVENT, Intake.ONE)
    task.receive_records([3])
    assert task.core.next_step() == Step(Act.AWAIT_ROOM, Intake.NONE)
    task.run_loop(11)
    task.tell_wakes()
    assert (sent(task), task.core.next_step().intake) == ([1, 2], Intake.ONE)


def test_block_is_given_to_the_operator_in_parts_no_larger_than_the_capacity() -> None:
    """So that a barrier after a large block waits for few records, not for all of it."""
    task = asking(capacity=2)
    task.receive_records(list(range(10)))
    assert task.core.next_step() == Step(Act.AWAIT_ROOM, Intake.NONE)
    assert chain_of(task).head.state_entries() == 4, "two on their way, two that wait"
    task.run_loop(11)
    task.tell_wakes()
    assert (sent(task), chain_of(task).head.state_entries()) == ([0, 1], 4)


def test_unaligned_barrier_is_not_kept_waiting_by_records_that_wait() -> None:
    task = asking(capacity=1)
    task.receive_records([1, 2, 3])
    task.core.handle(messages.Trigger(1, 0, unaligned=True))
    assert task.core.next_step() == Step(Act.AWAIT_ROOM, Intake.ALL)
    task.receive_barrier(1, unaligned=True)
    again = asking(task.upload(), capacity=1)
    for _ in range(3):
        again.run_loop(11)
        again.tell_wakes()
    assert sent(again) == [1, 2, 3]


def test_barrier_freezes_what_is_on_its_way_and_a_restore_asks_again_before_anything_new() -> None:
    task = asking(capacity=2)
    task.receive_records([1, 2, 3])
    task.run_loop(11)
    task.tell_wakes()
    task.receive_records([4])
    task.receive_barrier(1)
    handle = task.upload()
    assert sent(task) == [1, 2]
    again = asking(handle)
    again.receive_records([5])
    again.run_loop(30)
    again.tell_wakes()
    again.run_loop(30)
    again.tell_wakes()
    assert sent(again) == [3, 4, 5]


def test_result_waits_while_the_task_is_to_stop_with_a_savepoint() -> None:
    """It belongs to the savepoint: whoever resumes from there asks again."""
    task = asking()
    task.receive_records([1])
    task.receive_barrier(1, stops=True, savepoint="s")
    task.run_loop(11)
    task.tell_wakes()
    assert (sent(task), task.core.next_step().works) == ([], False)
    task.core.handle(messages.Abort(1))
    task.work()
    assert sent(task) == [1]


def test_end_of_input_waits_for_what_is_on_its_way() -> None:
    task = asking()
    task.receive_records([1, 2])
    task.receive(FrameKind.END)
    assert (task.core.ended, task.core.input_ended, task.core.next_step().works) == (False, True, False)
    task.run_loop(11)
    task.tell_wakes()
    assert task.core.ended
    assert task.take_messages()[-1] == messages.Finished()
    assert [header.kind for _, header, _ in task.take_frames()] == [FrameKind.BLOCK, FrameKind.END]


def test_barrier_behind_the_end_is_taken_while_calls_are_on_their_way() -> None:
    task = asking()
    task.receive_records([1])
    task.receive(FrameKind.END)
    task.receive_barrier(1)
    handle = task.upload()
    assert not handle.finished
    again = asking(handle)
    again.receive(FrameKind.END)
    again.run_loop(11)
    again.tell_wakes()
    assert (sent(again), again.core.ended) == ([1], True)


def test_end_waits_in_batch_too() -> None:
    task = asking(batch=True)
    task.receive_records([1, 2, 3])
    for _ in range(2):
        task.run_loop(11)
        task.tell_wakes()
    task.receive(FrameKind.END)
    assert (sent(task), task.core.ended) == ([1, 2, 3], True)


def test_source_that_is_chained_to_it_is_not_polled_while_it_is_full() -> None:
    env = environment(1)
    AsyncDataStream.ordered_wait(numbers(env), TenMs(), Time.seconds(1), 1).rebalance().map(same)
    task = Task(env, 0, 0)
    task.core.handle(messages.AssignSplits([]))
    assert (task.core.next_step().works, task.core.next_poll_us() is not None) == (True, True)
    chain_of(task).operators[1].process_block(Block([1, 2]))
    assert (task.core.next_step().works, task.core.next_poll_us()) == (False, None)
    task.run_loop(11)
    task.tell_wakes()
    assert task.core.next_step().works


def test_close_ends_the_event_loop() -> None:
    task = asking()
    task.receive_records([1])
    task.core.close()
    assert task.loop is not None and not task.loop.has_work and task.loop.next_due_us() is None


class Torn(Histogram):
    """An accumulator that the event loop changes while the main loop copies it, once."""

    torn = False

    def __deepcopy__(self, memo: Any) -> Any:
        if not Torn.torn:
            Torn.torn = True
            raise RuntimeError("dictionary changed size during iteration")
        return self


def test_accumulator_that_is_just_being_changed_is_read_the_next_time() -> None:
    task = asking()
    chain_of(task).accumulators["torn"] = Torn()
    task.receive_records([1])
    task.pass_time(600)
    assert (Torn.torn, task.core.report().accumulators) == (True, {})
    task.receive_records([1])
    task.pass_time(600)
    assert list(task.core.report().accumulators) == ["torn"]
