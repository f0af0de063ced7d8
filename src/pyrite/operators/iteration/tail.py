"""TailOperator and TerminationOperator: the ends of a loop's body. One feeds back, the other counts."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.loop import LoopRole, LoopSpec
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.capabilities import Commits, WaitsForEvents
from pyrite.operators.iteration.feedback_edges import FeedbackOutput
from pyrite.operators.iteration.loop_events import Connect, FedBack, LoopMark, TailOpened, Terminating, ToOperator
from pyrite.operators.iteration.loop_operator import LoopOperator, LoopOperatorSpec
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_FEEDBACK = "iteration-feedback"
_COUNTS = "iteration-counts"
_MEMORY_BYTES = 32 << 20
_BLOCK = 10_000


class _SuperstepCounter(LoopOperator):
    """Counts the records of each superstep, across checkpoints and rescaling."""

    def __init__(self, spec: LoopSpec) -> None:
        super().__init__(spec.loop)
        self._spec = spec
        self._counts: dict[int, int] = {}
        self._reached = 0

    @property
    def _superstep(self) -> int:
        return self._reached + 1

    def _count(self, records: int) -> None:
        self._counts[self._superstep] = self._counts.get(self._superstep, 0) + records

    def process_watermark(self, watermark_ms: int) -> None:
        if self._spec.has_supersteps and self._reached < watermark_ms < MAX_WATERMARK:
            self._reached = watermark_ms
            self._counts = {number: count for number, count in self._counts.items() if number >= watermark_ms}
            self._report_superstep()

    def _report_superstep(self) -> None:
        """Reports the end of the superstep: when it ends, and again after a restore."""

    def task_ended(self) -> None:
        """A job restored from a drained job starts the loop again from the beginning."""
        self._reached = 0
        self._counts.clear()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._reached, lists={_COUNTS: list(self._counts.items())})

    def restore(self, state: OperatorSubtaskState) -> None:
        self._reached = max(0, state.watermark_ms)
        for number, count in state.lists.get(_COUNTS, []):
            self._counts[number] = self._counts.get(number, 0) + count


@dataclass(frozen=True)
class TailSpec(LoopOperatorSpec):
    kind = "TailOperator"
    loop_role = LoopRole.TAIL
    verb = "feed back to loop"

    def build(self) -> TailOperator:
        return TailOperator(self.loop_spec)


class TailOperator(_SuperstepCounter, WaitsForEvents, Commits):
    """Sends its input to the head with the same index."""

    def __init__(self, spec: LoopSpec) -> None:
        super().__init__(spec)
        self._edge: Optional[FeedbackOutput] = None
        self._restored: list[tuple[Any, int]] = []
        self._since = 0
        """Records fed back since the last mark, or the end of the last superstep."""

    def open(self) -> None:
        self._edge = self.context.services.feedback().output(self.context.services.wake, _MEMORY_BYTES)
        self.context.services.tell_loop(self.loop, TailOpened())
        restored, self._restored = self._restored, []
        if not self._spec.has_supersteps:
            self._send_again(restored)
            self._since = len(restored)
            return
        self._send_again([item for item in restored if item[1] <= self._reached])
        if self._reached:
            self._report_superstep()
        self._send_again([item for item in restored if item[1] > self._reached])

    def _send_again(self, restored: list[tuple[Any, int]]) -> None:
        assert self._edge is not None
        for start in range(0, len(restored), _BLOCK):
            values, timestamps = zip(*restored[start : start + _BLOCK], strict=True)
            self._edge.send(RowBlock(list(values), list(timestamps)))

    def close(self) -> None:
        if self._edge is not None:
            self._edge.close()

    def on_loop_event(self, event: ToOperator) -> None:
        if isinstance(event, Connect) and self._edge is not None:
            self._edge.connect(event.address)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        assert self._edge is not None
        count = len(block)
        self._since += count
        if self._spec.has_supersteps:
            self._count(count)
            block = RowBlock(block.values, [self._superstep] * count)
        self._edge.send(block)

    def process_mark(self, mark: LoopMark) -> None:
        if mark.loop == self.loop:
            assert self._edge is not None
            self._edge.reached(mark.number)
            self.context.services.tell_loop(self.loop, FedBack(mark.number, self._since))
            self._since = 0

    def _report_superstep(self) -> None:
        assert self._edge is not None
        self._since = 0
        self._edge.reached(self._reached)
        self.context.services.tell_loop(self.loop, FedBack(self._reached, self._counts.get(self._reached, 0)))

    def finish(self) -> None:
        if self._since:
            raise InvalidProgramError(
                f"{self.label()}: {self._since} records were fed back after the loop's end. An operator in the loop "
                "holds records until its input ends, like full_window_partition(), or has windows or timers that end "
                "later than their superstep: superstep k is the time from k - 1 to k, and processing time is not "
                "supported"
            )

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        assert self._edge is not None
        state = super().snapshot(checkpoint_id)
        return replace(state, lists={**state.lists, _FEEDBACK: self._edge.on_edge(checkpoint_id)})

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self._restored = list(state.lists.get(_FEEDBACK, []))

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        if self._edge is not None:
            self._edge.forget(checkpoint_id)


@dataclass(frozen=True)
class TerminationSpec(LoopOperatorSpec):
    kind = "TerminationOperator"
    loop_role = LoopRole.TERMINATION
    verb = "decide the end of loop"

    def build(self) -> TerminationOperator:
        return TerminationOperator(self.loop_spec)


class TerminationOperator(_SuperstepCounter):
    """Counts the termination set of each superstep."""

    def open(self) -> None:
        if self._reached:
            self._report_superstep()

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self._count(len(block))

    def _report_superstep(self) -> None:
        self.context.services.tell_loop(self.loop, Terminating(self._reached, self._counts.get(self._reached, 0)))
