"""Operator: logic that takes blocks and watermarks in and gives blocks and watermarks out. No I/O, no own clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from operator import length_hint
from typing import Any, NoReturn, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.output import Output
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, Timer
from pyrite.state.backend import KeyedStateBackend


def build_operator(spec: OperatorSpec) -> Operator:
    """Makes the operator that a spec stands for."""
    operator = spec.build()
    if not isinstance(operator, Operator):
        raise TypeError(f"{type(spec).__name__}.build() must give an Operator, not {operator!r}")
    return operator


class Operator(ABC):
    """One operator of one subtask. The task calls, in this order: setup, restore, open, process..., finish, close.

    `process_block` gets blocks of input 0 or 1. After the last record of all inputs the task sends watermark +inf and
    then calls `finish`. A task whose attempt is over calls `close` only. At a checkpoint's barrier all operators of the
    task are asked to `prepare`, then for a `snapshot`; `checkpoint_completed` or `checkpoint_aborted` follows, or not.
    """

    context: OperatorContext
    output: Output
    second_input_first = False
    """Whether batch gives all of input 1 before anything of input 0."""
    batch_by_key = True
    """Whether batch gives keyed input key by key, and clears state after each. Else blocks come as they arrive, and
    state holds all keys: so relational operators have it."""
    stages = False
    """Whether `Staged` contents may be in its state."""
    waits = False
    """Whether it may wait for something other than its input; only then are `on_wake` and `is_full` of use."""
    most_at_once = 1 << 30
    """How many records a block should have, so that few wait in an operator that is full."""
    may_leave_rest = False
    """Whether `process_block` may return before the end of its block: `rest` is the number of records it has left."""
    rest = 0

    def setup(self, context: OperatorContext) -> None:
        self.context = context
        self.output = context.output
        self.output.owner = self

    def open(self) -> None:  # noqa: B027
        """Opens the user's function."""

    @abstractmethod
    def process_block(self, block: Any, input_index: int = 0) -> None:
        """Takes a block of the kind that the input carries: a RowBlock, or a ColumnBlock in relational operators."""

    def process_watermark(self, watermark_ms: int) -> None:
        self.output.emit_watermark(watermark_ms)

    def process_idle(self, idle: bool) -> None:
        self.output.emit_idle(idle)

    def process_mark(self, mark: LoopMark) -> None:
        """All that was in a stream's loop before the mark was processed here."""
        self.output.emit_mark(mark)

    def next_timer_ms(self) -> Optional[int]:
        """When `fire_timers` wants to be called, in processing time."""
        return None

    def fire_timers(self, now_ms: int) -> None:  # noqa: B027
        """Fires the processing-time timers that are due."""

    def next_deadline_us(self) -> Optional[int]:
        """When `on_deadline` wants to be called, by the monotonic clock."""
        return None

    def on_deadline(self, now_us: int) -> None:  # noqa: B027
        """Does what is due whatever the clock on the wall says."""

    @property
    def is_full(self) -> bool:
        """Whether no further records should come for now: the task holds its input back."""
        return False

    @property
    def is_waiting(self) -> bool:
        """Whether it will emit more without further input: the end of the input waits for that."""
        return False

    def on_wake(self) -> int:
        """Something that it waits for may have come; returns how many records it has taken or emitted."""
        return 0

    def end_key(self) -> None:
        """In batch: the last record of the current key was processed; its state goes."""
        if self.context.backend is not None:
            self.context.backend.clear()

    def input_ended(self) -> None:  # noqa: B027
        """No further input will come; `finish` follows once `is_waiting` is false."""

    def finish(self) -> None:  # noqa: B027
        """The input has ended: emits what is still held."""

    def task_ended(self) -> None:  # noqa: B027
        """All operators of the task have finished. What is frozen from now on is what a drained job leaves."""

    def close(self) -> None:  # noqa: B027
        """Closes the user's function."""

    # Checkpoints: called by OperatorStateHandler ----------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:  # noqa: B027
        """A barrier is here: sinks hand out what is to be committed."""

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """What `restore` needs to resume from here, but for keyed state and its timers. To be extended by `replace`.

        Lists are split by a rescale, unions go to every subtask, and what is numbered stays with this one's number.
        """
        return OperatorSubtaskState()

    def live_timers(self) -> list[Timer]:
        return []

    def restore(self, state: OperatorSubtaskState) -> None:  # noqa: B027
        """Takes up what `snapshot` gave, of one subtask or several; called between setup and open."""

    def checkpoint_completed(self, checkpoint_id: int) -> None:  # noqa: B027
        """The checkpoint is complete: sinks commit what they have prepared for it, and for those before."""

    def checkpoint_aborted(self, checkpoint_id: int) -> None:  # noqa: B027
        """The checkpoint was aborted."""

    # Figures ----------------------------------------------------------------------------------------------------------

    def state_entries(self) -> int:
        return 0 if self.context.backend is None else self.context.backend.entry_count()

    def timer_count(self) -> int:
        return 0

    def late_records(self) -> int:
        """Records that came too late and were dropped."""
        return 0

    def label(self) -> str:
        """The operator in messages."""
        return self.context.place.label

    def records(self, block: RowBlock) -> tuple[Iterable[Any], Iterator[Any]]:
        """What to loop over, and the iterator whose remaining length shows how far the loop has come.

        On a keyed stream each record's key becomes the current one just before the record is handed out.
        """
        values = iter(block.values)
        backend = self.context.backend
        if backend is None or block.keys is None:
            return values, values
        return self._with_keys(block.keys, values, backend), values

    def _with_keys(self, keys: list[StateKey], values: Iterator[Any], backend: KeyedStateBackend) -> Iterator[Any]:
        context = backend.context
        for key, value in zip(keys, values, strict=True):
            context.key = key
            yield value

    def leave_rest(self, block: RowBlock, remaining: Iterator[Any]) -> RowBlock:
        """Ends a loop over a block after the present record, if the task allows that; returns the block up to there.

        The task puts barriers, timers and other messages before the records that are left.
        """
        left = length_hint(remaining)
        if not self.may_leave_rest or not left:
            return block
        self.rest = left
        deque(remaining, maxlen=0)
        return block.slice(0, len(block) - left)

    def check_complete(self, results: list[Any], func: Any, block: RowBlock) -> None:
        """Fails if `map` has ended early: a StopIteration of the function looks to it like the end of the block."""
        if len(results) != len(block.values):
            error = RuntimeError("the function raised StopIteration")
            raise_user_error(error, self.label(), func, shorten(block.values[len(results)]))

    def raise_if_from_below(self, error: Exception) -> None:
        """Raises an error that results met further down when they were handed over: no function here is to blame."""
        if error is self.output.error:
            raise error

    def fail(self, error: Exception, func: Any, block: RowBlock, remaining: Iterator[Any]) -> NoReturn:
        """Raises an error of `func` to the user, with the record that it was called with."""
        self.raise_if_from_below(error)
        index = len(block.values) - length_hint(remaining) - 1
        raise_user_error(error, self.label(), func, shorten(block.values[index]))
