"""SubtaskEnd: passes the end of the input through a chain, and reports it."""

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
    """The end of one subtask. `last_accumulators` reads the final accumulators of the functions."""

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
        """Whether all input is processed and END is sent."""

    @property
    def had_finished(self) -> bool:
        """Whether the subtask had finished in the checkpoint it is restored from: its chain is not opened."""
        return self._restore is not None and self._restore.finished

    def input_ended(self) -> None:
        """All channels have ended."""
        if self.had_finished:
            self.repeat()
        elif self._batch_input is not None:
            self._batch_input.start_replay()  # the end begins after the replay
        else:
            self.begin()

    def begin(self) -> None:
        """Begins to end the chain. If an operator waits, `proceed` must be called after it was woken."""
        self._begun = True
        self.proceed()

    def proceed(self) -> None:
        """Continues an end that has begun."""
        if self._begun and not self.has_ended and self._chain.finish():
            self.has_ended = True
            self._report(messages.Finished(self._chain.committables(), self._last_accumulators()))

    def repeat(self) -> None:
        """Reports the end of a subtask that had already finished in the restored checkpoint, without running it."""
        assert self._restore is not None
        if not self._restore.stopped:
            for writer in self._chain.writers:
                writer.process_watermark(MAX_WATERMARK)
        self._chain.end_edges()
        self.has_ended = True
        self._report(messages.Finished())
