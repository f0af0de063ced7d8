"""What a task does next, and which frames it takes before that, by its state."""

from __future__ import annotations

import inspect

from pyrite.connectors.builtin.number_sequence import RangeSplit
from pyrite.runtime.task.step import IDLE_ACTS, Act, Intake, Step
from pyrite.runtime.task.subtask_core import SubtaskCore
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import FrameKind
from tests.graph.programs import environment, numbers, same
from tests.runtime.task.task import Task

BETWEEN_FRAMES = Step(Act.AWAIT_EVENT, Intake.ONE)


def mapping() -> Task:
    env = environment(1)
    numbers(env).rebalance().map(same).rebalance().map(same)
    return Task(env, 1, 0)


def test_task_without_work_takes_one_frame() -> None:
    assert mapping().core.next_step() == BETWEEN_FRAMES


def test_task_with_a_block_takes_no_frame_until_it_is_processed() -> None:
    task = mapping()
    task.receive_records([1, 2], works=False)
    assert task.core.next_step() == Step(Act.BLOCK, Intake.NONE)
    assert (task.core.work(1), task.core.next_step()) == (1, Step(Act.BLOCK, Intake.NONE))
    assert (task.core.work(1), task.core.next_step()) == (1, BETWEEN_FRAMES)


def test_woken_task_still_takes_a_frame() -> None:
    task = mapping()
    task.core.handle(messages.Wake())
    assert task.core.next_step() == Step(Act.WAKE, Intake.ONE)


def test_wakes_and_other_work_take_turns() -> None:
    task = mapping()
    task.receive_records([1, 2, 3], works=False)
    acts = []
    for _ in range(4):
        task.core.handle(messages.Wake())
        acts.append(task.core.next_step().act)
        task.core.work(1)
    assert acts == [Act.WAKE, Act.BLOCK, Act.WAKE, Act.BLOCK]


def test_question_changes_nothing() -> None:
    task = mapping()
    task.core.handle(messages.Wake())
    assert task.core.next_step() == task.core.next_step()


def test_unaligned_checkpoint_takes_all_frames_and_defers_them_to_the_current_block() -> None:
    task = mapping()
    task.receive_records([1], works=False)
    task.core.handle(messages.Trigger(1, 0, unaligned=True))
    assert task.core.next_step() == Step(Act.BLOCK, Intake.ALL)
    task.receive_records([2], works=False)
    task.core.work(10)
    assert task.core.next_step() == Step(Act.DEFERRED_FRAME, Intake.ALL)
    task.receive_barrier(1, unaligned=True)
    while task.core.next_step().works:
        task.core.work(10)
    assert task.core.next_step() == BETWEEN_FRAMES


def test_source_polls_until_a_checkpoint_stops_the_job() -> None:
    env = environment(1)
    numbers(env).rebalance().map(same)
    task = Task(env, 0, 0)
    task.core.handle(messages.AssignSplits([RangeSplit("0", 0, 10)]))
    assert task.core.next_step() == Step(Act.POLL, Intake.NONE)
    task.core.handle(messages.Trigger(1, 0, stops=True))
    assert task.core.next_step().act is Act.AWAIT_EVENT


def test_gathered_input_is_replayed_when_it_is_complete() -> None:
    env = environment(1)
    numbers(env).key_by(same).reduce(max)
    task = Task(env, 1, 0, batch=True)
    task.receive_records([1, 1], [1, 1])
    assert task.core.next_step() == BETWEEN_FRAMES
    task.receive(FrameKind.END, works=False)
    assert task.core.next_step() == Step(Act.REPLAY, Intake.NONE)
    task.work()
    assert task.core.ended


def test_step_works_unless_it_waits() -> None:
    assert [act for act in Act if not Step(act, Intake.NONE).works] == list(IDLE_ACTS)


def test_questions_about_work_are_one_step_and_two_properties() -> None:
    properties = {name: value for name, value in inspect.getmembers(SubtaskCore) if isinstance(value, property)}
    public = {name for name, value in properties.items() if value.fget.__annotations__["return"] == "bool"}
    life = {"ended", "input_ended", "is_source"}
    assert {name for name in public if not name.startswith("_")} - life == {"is_paused", "has_unencoded"}
