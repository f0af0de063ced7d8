"""Operator: logic with blocks and watermarks as input and output. No I/O, no clock."""

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
    """Builds the operator of a spec."""
    operator = spec.build()
    if not isinstance(operator, Operator):
        raise TypeError(f"{type(spec).__name__}.build() must return an Operator, not {operator!r}")
    return operator


class Operator(ABC):
    """One operator of one subtask. The task calls, in this order: setup, restore, open, process..., finish, close.

    Abilities of some operators are in `capabilities`: `WaitsForEvents`, `HasTimers`, `Commits`.

    `process_block` gets blocks of input 0 or 1. After the last record of all inputs the task sends watermark +inf and
    then calls `finish`. A task whose attempt is over calls `close` only. At a checkpoint's barrier, the task calls
    `prepare` of all operators, then `snapshot`.
    """

    context: OperatorContext
    output: Output
    second_input_first = False
    """Whether batch execution passes all of input 1 before input 0."""
    batch_by_key = True
    """Whether batch execution passes keyed input key by key, and clears state after each key. Otherwise blocks are
    passed on arrival, and state holds all keys, as in relational operators.
    """
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
        """Processes a block of the input's type: a RowBlock, or a ColumnBlock in relational operators."""

    def process_watermark(self, watermark_ms: int) -> None:
        self.output.emit_watermark(watermark_ms)

    def process_idle(self, idle: bool) -> None:
        self.output.emit_idle(idle)

    def process_mark(self, mark: LoopMark) -> None:
        """Handles a mark: all earlier records of a streaming loop have been processed here."""
        self.output.emit_mark(mark)

    def end_key(self) -> None:
        """Batch: the last record of the current key was processed; removes its state."""
        if self.context.backend is not None:
            self.context.backend.clear()

    def input_ended(self) -> None:  # noqa: B027
        """No further input will come; `finish` follows once the operator no longer waits for events."""

    def finish(self) -> None:  # noqa: B027
        """The input has ended: emits all remaining results."""

    def task_ended(self) -> None:  # noqa: B027
        """All operators of the task have finished. Later snapshots are the state of a drained job."""

    def close(self) -> None:  # noqa: B027
        """Closes the user's function."""

    # Checkpoints: called by OperatorStateHandler ----------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:  # noqa: B027
        """A barrier has arrived: sinks prepare committables."""

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        """The state that `restore` needs to resume from here, except keyed state and timers. Extended by `replace`.

        Lists are split by a rescale, unions go to every subtask, and numbered state stays with this subtask's index.
        """
        return OperatorSubtaskState()

    def restore(self, state: OperatorSubtaskState) -> None:  # noqa: B027
        """Restores the result of `snapshot`, of one or several subtasks; called between setup and open."""

    # Metrics and errors -----------------------------------------------------------------------------------------------

    def state_entries(self) -> int:
        return 0 if self.context.backend is None else self.context.backend.entry_count()

    def label(self) -> str:
        """The text that names the operator in messages."""
        return self.context.place.label

    def records(self, block: RowBlock) -> tuple[Iterable[Any], Iterator[Any]]:
        """The records to loop over, and the iterator whose remaining length shows the progress of the loop.

        On a keyed stream, each record's key becomes the current key just before the record is yielded.
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
        """Ends a loop over a block after the current record, if the task allows that; returns the block up to there.

        The task handles barriers, timers and other messages before the remaining records.
        """
        count = length_hint(remaining)
        if not self.may_leave_rest or not count:
            return block
        self.rest = count
        deque(remaining, maxlen=0)
        return block.slice(0, len(block) - count)

    def check_complete(self, results: list[Any], func: Any, block: RowBlock) -> None:
        """Fails if `map` has ended early: it treats a StopIteration of the function as the end of the block."""
        if len(results) != len(block.values):
            error = RuntimeError("the function raised StopIteration")
            raise_user_error(error, self.label(), func, shorten(block.values[len(results)]))

    def raise_if_from_below(self, error: Exception) -> None:
        """Raises an error that occurred downstream while results were emitted: it is not an error of this function."""
        if error is self.output.error:
            raise error

    def fail(self, error: Exception, func: Any, block: RowBlock, remaining: Iterator[Any]) -> NoReturn:
        """Raises an error of `func` to the user, with the record that it was called with."""
        self.raise_if_from_below(error)
        index = len(block.values) - length_hint(remaining) - 1
        raise_user_error(error, self.label(), func, shorten(block.values[index]))
