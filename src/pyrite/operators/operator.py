"""Operator: logic that takes blocks and watermarks in and gives blocks and watermarks out. No I/O, no own clock."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Iterator
from operator import length_hint
from typing import Any, NoReturn

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.output import Output
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import KeyedStateBackend


def build_operator(spec: OperatorSpec) -> Operator:
    """Makes the operator that a spec stands for."""
    operator = spec.build()
    if not isinstance(operator, Operator):
        raise TypeError(f"{type(spec).__name__}.build() must give an Operator, not {operator!r}")
    return operator


class Operator(ABC):
    """One operator of one subtask. The task calls, in this order: setup, restore, open, process..., finish, close.

    What only some operators do is in `capabilities`: `WaitsForEvents`, `HasTimers`, `Commits`.

    `process_block` gets blocks of input 0 or 1. After the last record of all inputs the task sends watermark +inf and
    then calls `finish`. A task whose attempt is over calls `close` only. At a checkpoint's barrier all operators of the
    task are asked to `prepare`, then for a `snapshot`.
    """

    context: OperatorContext
    output: Output
    second_input_first = False
    """Whether batch gives all of input 1 before anything of input 0."""
    batch_by_key = True
    """Whether batch gives keyed input key by key, and clears state after each. Else blocks come as they arrive, and
    state holds all keys: so relational operators have it."""
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

    def end_key(self) -> None:
        """In batch: the last record of the current key was processed; its state goes."""
        if self.context.backend is not None:
            self.context.backend.clear()

    def input_ended(self) -> None:  # noqa: B027
        """No further input will come; `finish` follows once the operator no longer waits for events."""

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

    def restore(self, state: OperatorSubtaskState) -> None:  # noqa: B027
        """Takes up what `snapshot` gave, of one subtask or several; called between setup and open."""

    # Figures ----------------------------------------------------------------------------------------------------------

    def state_entries(self) -> int:
        return 0 if self.context.backend is None else self.context.backend.entry_count()

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
