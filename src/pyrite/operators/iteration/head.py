"""HeadOperator: the beginning of a loop. Its input and the feedback enter the loop.

Streaming loops: both are forwarded on arrival. Event time is the input's; its end is held back until the loop is empty.
When the JobMaster requests it, a mark is sent through the loop, after all records fed back before the last mark.

Loops with supersteps: the input is superstep 1, records fed back in superstep k are superstep k + 1. The records of
superstep k have timestamp k, and watermark k is its end, so that timers and windows of 1 ms work by superstep. Records
fed back wait on the edge until the JobMaster begins the next superstep.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.iteration_functions import LOOP_RESULT
from pyrite.core.job.loop import LoopRole, LoopSpec
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.capabilities import WaitsForEvents
from pyrite.operators.iteration.feedback_edges import FeedbackInput, Reached
from pyrite.operators.iteration.loop_events import Begin, End, HeadOpened, InputEnded, LoopMark, ToOperator
from pyrite.operators.iteration.loop_operator import LoopOperator, LoopOperatorSpec
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_STATE = "iteration-head"
_MEMORY_BYTES = 32 << 20


@dataclass(frozen=True)
class HeadSpec(LoopOperatorSpec):
    kind = "HeadOperator"
    loop_role = LoopRole.HEAD
    verb = "begin loop"

    def build(self) -> HeadOperator:
        return HeadOperator(self.loop_spec)


class HeadOperator(LoopOperator, WaitsForEvents):
    """The head of a loop. `is_waiting` until the JobMaster ends the loop."""

    def __init__(self, spec: LoopSpec) -> None:
        super().__init__(spec.loop)
        self._spec = spec
        self._edge: Optional[FeedbackInput] = None
        self._superstep = 1
        self._ending = False
        self._ended = False
        self._begin: Optional[Begin] = None
        self._reached = 0
        self._has_task_ended = False

    def open(self) -> None:
        self._edge = self.context.services.feedback().input(self.context.services.wake, _MEMORY_BYTES)
        self.context.services.tell_loop(self.loop, HeadOpened(self._edge.address, self._superstep, self._ending))
        self.context.services.wake()

    def close(self) -> None:
        if self._edge is not None:
            self._edge.close()

    # Input ------------------------------------------------------------------------------------------------------------

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self.output.emit(RowBlock(block.values, [1] * len(block)) if self._spec.has_supersteps else block)

    def process_watermark(self, watermark_ms: int) -> None:
        if not self._spec.has_supersteps and watermark_ms < MAX_WATERMARK:
            self.output.emit_watermark(watermark_ms)

    def process_idle(self, idle: bool) -> None:
        if not self._spec.has_supersteps:
            self.output.emit_idle(idle)

    def input_ended(self) -> None:
        if not self._spec.has_supersteps:
            self.context.services.tell_loop(self.loop, InputEnded())
        elif self.output.watermark_ms < 1:
            self.output.emit_watermark(1)

    @property
    def is_waiting(self) -> bool:
        return not self._ended

    def finish(self) -> None:
        if self.output.watermark_ms < MAX_WATERMARK:
            self.output.emit_watermark(MAX_WATERMARK)

    def task_ended(self) -> None:
        """A job restored from a drained job starts the loop again from the beginning."""
        self._has_task_ended = True

    # Feedback ---------------------------------------------------------------------------------------------------------

    def on_loop_event(self, event: ToOperator) -> None:
        if isinstance(event, Begin):
            self._begin = event
            self._superstep = max(self._superstep, event.number) if self._spec.has_supersteps else 1
        elif isinstance(event, End):
            self._ending = True
            self._ended = not self._spec.has_supersteps
        self.context.services.wake()

    def on_wake(self) -> int:
        """Takes one block, so that the task can do other work in between."""
        assert self._edge is not None
        count = 0
        if not self._spec.has_supersteps or self._is_open or self._is_giving_result:
            item = self._edge.take()
            if isinstance(item, Reached):
                self._reached = max(self._reached, item.number)
                self._end_superstep()
            elif item is not None:
                count = len(item)
                self._emit(item)
            if item is not None or self._edge.has_more:
                self.context.services.wake()
        if not self._spec.has_supersteps:
            self._send_mark()
        return count

    @property
    def _is_open(self) -> bool:
        """Whether records fed back in the previous superstep enter the loop."""
        return self._superstep > 1 and self.output.watermark_ms < self._superstep and not self._ending

    @property
    def _is_giving_result(self) -> bool:
        return self._ending and not self._ended

    def _emit(self, block: RowBlock) -> None:
        if not self._spec.has_supersteps:
            self.output.emit(block)
        elif not self._ending:
            self.output.emit(RowBlock(block.values, [self._superstep] * len(block)))
        elif self._spec.gives_last:
            self.output.emit_side(LOOP_RESULT, RowBlock(block.values))

    def _end_superstep(self) -> None:
        if self._is_open and self._reached >= self._superstep - 1:
            self.output.emit_watermark(self._superstep)
        elif self._is_giving_result and self._reached >= self._superstep:
            self._ended = True

    def _send_mark(self) -> None:
        begin = self._begin
        if begin is not None and self._reached >= begin.number - 1:
            self._begin = None
            if begin.time_ends and self.output.watermark_ms < MAX_WATERMARK:
                self.output.emit_watermark(MAX_WATERMARK)
            self.output.emit_mark(LoopMark(self.loop, begin.number))

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        if self._edge is not None:
            self._edge.tell_barrier(checkpoint_id)

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        is_over = self.output.watermark_ms == MAX_WATERMARK
        progress = [(self._superstep, self._ending or is_over)]
        is_under_way = self._spec.has_supersteps and not self._has_task_ended
        return OperatorSubtaskState(unions={_STATE: progress} if is_under_way else {})

    def restore(self, state: OperatorSubtaskState) -> None:
        """A superstep begun by one head has begun for all, and so has the end of the loop."""
        for superstep, ending in state.unions.get(_STATE, []):
            self._superstep = max(self._superstep, superstep)
            self._ending = self._ending or ending
