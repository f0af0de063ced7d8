"""A SourceFunction with state: what it has saved and what it had collected make every record come once."""

from __future__ import annotations

import pickle
import threading
import time
from collections.abc import Callable
from typing import Any, Optional

import pytest

from pyrite.connectors.builtin import source_function
from pyrite.connectors.builtin.source_function import Loop, LoopEnumerator, SourceFunctionSource
from pyrite.core.clock import ManualClock
from pyrite.core.errors import CheckpointError
from pyrite.core.functions.source_function import SourceContext, SourceFunction
from pyrite.core.state.state_types import ListStateDescriptor
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.datastream.functions import (
    CheckpointedFunction,
    CheckpointListener,
    FunctionInitializationContext,
    FunctionSnapshotContext,
)
from pyrite.operators.operator_context import OperatorContext, OperatorPlace, OperatorSettings
from pyrite.operators.output import Output
from pyrite.operators.source import SourceOperator
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.testing.harness import Recorder

SOON_S = 10.0


class Numbers(SourceFunction, CheckpointedFunction, CheckpointListener):
    """Counts up; sometimes notes the next number before it collects the present one."""

    def __init__(self, end: int, pause: Optional[Callable[[int], object]] = None) -> None:
        self._end = end
        self._pause = pause
        self._cancelled = False
        self.notified: list[int] = []

    def initialize_state(self, context: FunctionInitializationContext) -> None:
        self._state = context.get_operator_state_store().get_list_state(ListStateDescriptor("next"))
        (self.next,) = self._state.get() or [0]

    def snapshot_state(self, context: FunctionSnapshotContext) -> None:
        self._state.update([self.next])

    def run(self, ctx: SourceContext) -> None:
        while self.next < self._end and not self._cancelled:
            with ctx.get_checkpoint_lock():
                number, self.next = self.next, self.next + 1
                if self._pause is not None:
                    self._pause(number)
                ctx.collect(number)

    def cancel(self) -> None:
        self._cancelled = True

    def notify_checkpoint_complete(self, checkpoint_id: int) -> None:
        self.notified.append(checkpoint_id)


class Task:
    """Plays the task of one source."""

    def __init__(self, func: SourceFunction, restore: Optional[OperatorSubtaskState] = None) -> None:
        self.recorder = Recorder()
        self.operator = SourceOperator(SourceFunctionSource(func), WatermarkStrategy.no_watermarks())
        restored_id = None if restore is None else 1
        self.operator.setup(
            OperatorContext(
                OperatorPlace("Numbers", "", 0, 1, 128, 0),
                ManualClock(),
                Output([self.recorder]),
                settings=OperatorSettings(restored_checkpoint_id=restored_id),
            )
        )
        if restore is not None:
            self.operator.restore(restore)
        self.operator.open()
        if restore is None:
            self.operator.add_splits([Loop(0)])
        self.operator.notify_no_more_splits()

    def checkpoint(self, checkpoint_id: int = 1) -> OperatorSubtaskState:
        taken: OperatorSubtaskState = pickle.loads(pickle.dumps(self.operator.snapshot(checkpoint_id)))
        return taken

    def run(self, records: Optional[int] = None) -> list[Any]:
        """Takes so many records, or all."""
        deadline = time.monotonic() + SOON_S
        while records is None or len(self.recorder.values) < records:
            most = 3 if records is None else records - len(self.recorder.values)
            if self.operator.poll_once(most, 10)[1]:
                break
            assert time.monotonic() < deadline
        return self.recorder.values


def wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + SOON_S
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.002)


@pytest.mark.parametrize("taken", [0, 1, 7, 40])
def test_records_come_once_whatever_the_task_had_taken(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_function, "_MAX_BUFFERED_RECORDS", 5)
    first = Task(Numbers(50))
    before = list(first.run(taken))
    state = first.checkpoint()
    first.run(min(taken + 6, 50))
    first.operator.close()
    second = Task(Numbers(50), state)
    assert before + second.run() == list(range(50))
    second.operator.close()


def test_checkpoints_in_quick_succession_are_all_consistent() -> None:
    task = Task(Numbers(3000, lambda number: time.sleep(0) if number % 7 == 0 else None))
    for taken in range(0, 400, 20):
        task.run(taken)
        lists = task.checkpoint().lists
        ((loop, _),) = lists["splits"]
        contents = [value for value, _ in loop.collected]
        assert contents == list(range(taken, lists["next"][0]))
    task.operator.close()


def test_checkpoint_waits_for_the_end_of_a_locked_part_even_when_there_is_no_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(source_function, "_MAX_BUFFERED_RECORDS", 2)

    class InTens(Numbers):
        def run(self, ctx: SourceContext) -> None:
            for _ in range(2):
                with ctx.get_checkpoint_lock(), ctx.get_checkpoint_lock():
                    self.next += 10
                    for number in range(self.next - 10, self.next):
                        ctx.collect(number)

    func = InTens(20)
    task = Task(func)
    wait_for(lambda: func.next == 10)
    lists = task.checkpoint().lists
    ((loop, _),) = lists["splits"]
    assert (lists["next"], len(loop.collected)) == ([10], 10)
    assert task.run() == list(range(20))
    task.operator.close()


def test_checkpoint_gives_up_on_a_function_that_keeps_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source_function, "_LOCK_TIMEOUT_S", 0.05)
    release = threading.Event()
    func = Numbers(3, lambda number: release.wait(SOON_S))
    task = Task(func)
    wait_for(lambda: func.next == 1)
    with pytest.raises(CheckpointError, match="held its checkpoint lock"):
        task.checkpoint()
    task.operator.checkpoint_completed(1)
    assert func.notified == []
    release.set()
    assert task.run() == [0, 1, 2]
    task.operator.checkpoint_completed(2)
    assert func.notified == [2]
    task.operator.close()


def test_function_may_use_the_lock_where_its_state_is_saved() -> None:
    class Careful(Numbers):
        def run(self, ctx: SourceContext) -> None:
            self._ctx = ctx
            super().run(ctx)

        def snapshot_state(self, context: FunctionSnapshotContext) -> None:
            with self._ctx.get_checkpoint_lock():
                super().snapshot_state(context)

    task = Task(Careful(3))
    task.run(3)
    assert task.checkpoint().lists["next"] == [3]
    task.operator.close()


def test_close_ends_a_loop_that_waits_for_the_lock() -> None:
    class DoesNotListen(Numbers):
        def cancel(self) -> None:
            pass

    task = Task(DoesNotListen(10**9))
    task.run(1)
    reader: Any = task.operator.reader
    with reader.at_rest():
        task.operator.close()
    assert not reader._thread.is_alive()


def test_function_without_state_starts_over() -> None:
    class Plain(SourceFunction):
        def run(self, ctx: SourceContext) -> None:
            for number in range(5):
                ctx.collect(number)

        def cancel(self) -> None:
            pass

    first = Task(Plain())
    first.run(3)
    state = first.checkpoint()
    assert Task(Plain(), state).run() == [0, 1, 2, 3, 4]


def test_restored_enumerator_gives_no_second_loop() -> None:
    handed: list[Any] = []

    class Context:
        def current_parallelism(self) -> int:
            return 2

        def assign_splits(self, subtask: int, splits: list[Any]) -> None:
            handed.append((subtask, splits))

        def signal_no_more_splits(self, subtask: int) -> None:
            handed.append((subtask, None))

    context: Any = Context()
    enumerator = LoopEnumerator(context)
    enumerator.add_reader(0)
    handed.clear()
    restored = SourceFunctionSource(Numbers(1)).restore_enumerator(context, enumerator.snapshot_state(1))
    restored.add_reader(0)
    restored.add_reader(1)
    assert handed == [(0, None), (1, [Loop(1)]), (1, None)]
