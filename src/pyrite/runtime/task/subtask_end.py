"""SubtaskEnd: how the end of the input goes through a chain, and is reported."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.task.input.batch_input import BatchInput
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.deployment import SubtaskRestore


class SubtaskEnd:
    """The end of one subtask. `last_accumulators` reads the functions' accumulators for the last time."""

    def __init__(
        self,
        chain: OperatorChain,
        restore: Optional[SubtaskRestore],
        report: Callable[[messages.TaskMessage], None],
        last_accumulators: Callable[[], dict[str, Accumulator[Any, Any]]],
        batch_input: Optional[BatchInput],
    ) -> None:
        self._chain = chain
        self._restore = restore
        self._report = report
        self._last_accumulators = last_accumulators
        self._batch_input = batch_input
        self._begun = False
        self.has_ended = False
        """All input is processed, END is sent."""

    @property
    def had_finished(self) -> bool:
        """Whether the subtask had finished in the checkpoint it is restored from: its chain is not opened."""
        return self._restore is not None and self._restore.finished

    def input_ended(self) -> None:
        """Every channel has ended."""
        if self.had_finished:
            self.repeat()
        elif self._batch_input is not None:
            self._batch_input.start_replay()  # then the end begins
        else:
            self.begin()

    def begin(self) -> None:
        """Ends the chain. An operator that waits for something is woken by it, and then `proceed` is to be called."""
        self._begun = True
        self.proceed()

    def proceed(self) -> None:
        """Continues an end that has begun; does nothing otherwise."""
        if self._begun and not self.has_ended and self._chain.finish():
            self.has_ended = True
            self._report(messages.Finished(self._chain.committables(), self._last_accumulators()))

    def repeat(self) -> None:
        """The subtask had finished when the checkpoint was taken: nothing is run again, only its end is reported."""
        assert self._restore is not None
        if not self._restore.stopped:
            for writer in self._chain.writers:
                writer.process_watermark(MAX_WATERMARK)
        self._chain.end_edges()
        self.has_ended = True
        self._report(messages.Finished())
