"""OperatorChain: the operators of a vertex, connected to each other and to the output edges."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import Any, Optional

from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.operators.capabilities import HasTimers, WaitsForEvents
from pyrite.operators.iteration.loop_events import Aggregates, ToOperator
from pyrite.operators.iteration.loop_operator import LoopOperator
from pyrite.operators.operator import Operator
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.sink import SinkOperator
from pyrite.operators.turn import Caller
from pyrite.runtime.task.chain.chain_state import ChainState
from pyrite.runtime.task.chain.shared_event_loop import SharedEventLoop
from pyrite.runtime.task.output.record_writer import RecordWriter
from pyrite.runtime.wire.deployment import SubtaskDeployment
from pyrite.runtime.wire.partitioners import WITHOUT_KEYED_STATE, BlockPartitioner

_NO_LIMIT = 1 << 30
_FRAMES = 4


class OperatorChain:
    """The operators of one subtask, head first, and the writers of its output edges. Created by `build_chain`."""

    def __init__(
        self,
        deployment: SubtaskDeployment,
        operators: list[Operator],
        writers: list[RecordWriter],
        accumulators: dict[str, Accumulator[Any, Any]],
        event_loop: SharedEventLoop,
    ) -> None:
        self._outputs = deployment.outputs
        self.operators = operators
        self.writers = writers
        self.accumulators = accumulators
        self.state = ChainState(deployment, operators)
        self._event_loop = event_loop
        self._opened: list[Operator | BlockPartitioner] = []
        self._unfinished = deque(operators)
        self._input_ended = 0
        """The number of operators that were notified of the end of their input."""
        self._waiting = [operator for operator in operators if isinstance(operator, WaitsForEvents)]
        self._timed = [operator for operator in operators if isinstance(operator, HasTimers)]
        self._senders = [[sender for sender, _ in each.inputs] for each in deployment.vertex.operators]
        """The positions of each operator's inputs."""

    @property
    def head(self) -> Operator:
        return self.operators[0]

    # Lifecycle --------------------------------------------------------------------------------------------------------

    def open(self) -> None:
        """Opens the last operator first, so that each can emit as soon as it is open; then the key selectors."""
        for operator in reversed(self.operators):
            self._opened.append(operator)
            operator.open()
            if operator.context.iteration is not None:
                operator.context.iteration.opened()
        for edge, writer in zip(self._outputs, self.writers, strict=True):
            self._opened.append(writer.partitioner)
            context = self.operators[edge.operator].context
            writer.partitioner.open(OperatorRuntimeContext(context, WITHOUT_KEYED_STATE))

    def announce(self) -> None:
        """Sends the restored watermarks to receivers, which start without watermarks."""
        for edge, writer in zip(self._outputs, self.writers, strict=True):
            watermark_ms = self.operators[edge.operator].output.watermark_ms
            if watermark_ms > MIN_WATERMARK:
                writer.process_watermark(watermark_ms)

    def finish(self) -> bool:
        """Ends the operators, head first, then the edges. Returns False if an operator waits: must be called again."""
        while self._unfinished:
            if self._input_ended <= len(self.operators) - len(self._unfinished):
                self._input_ended += 1
                self._unfinished[0].input_ended()
            operator = self._unfinished[0]
            if isinstance(operator, WaitsForEvents) and operator.is_waiting:
                return False
            self._unfinished.popleft().finish()
        for operator in self.operators:
            operator.task_ended()
        self.end_edges()
        return True

    def end_edges(self) -> None:
        for writer in self.writers:
            writer.end()

    def close(self) -> None:
        """Closes all operators, head first; raises the first error after all were closed."""
        failed: Optional[Exception] = None
        while self._opened:
            try:
                self._opened.pop().close()
            except Exception as error:
                failed = failed or error
        for operator in self.operators:
            if operator.context.backend is not None:
                operator.context.backend.close()
        self._event_loop.close()
        if failed is not None:
            raise failed

    def committables(self) -> dict[int, list[Any]]:
        return {
            position: operator.committables
            for position, operator in enumerate(self.operators)
            if isinstance(operator, SinkOperator) and operator.committables
        }

    # Work -------------------------------------------------------------------------------------------------------------

    @property
    def waits(self) -> bool:
        """Whether an operator may hold records beyond the end of a call."""
        return bool(self._waiting)

    @property
    def has_event_loop(self) -> bool:
        return self._event_loop.is_started

    @property
    def is_full(self) -> bool:
        """Whether no further records can be accepted: an operator is full, or a receiver has granted no credit."""
        for operator in self._waiting:  # a loop, since this is called for each frame: `any` takes twice as long
            if operator.is_full:
                return True
        for writer in self.writers:  # noqa: SIM110
            if writer.is_blocked:
                return True
        return False

    def is_held_back(self, caller: Caller) -> bool:
        """Whether the rest of a call must wait: the records that it emits cannot be accepted at the moment.

        An operator that waits for the end of the call itself cannot accept any before that, and does not count.
        """
        beside = self._beside(caller)
        return any(operator.is_full for operator in beside) or any(writer.is_blocked for writer in self.writers)

    def _beside(self, caller: Caller) -> list[WaitsForEvents]:
        """The operators that may hold records and take no part in a call of this one."""
        if not self._waiting:
            return []
        under_way: list[Operator] = []
        positions = [position for position, operator in enumerate(self.operators) if operator is caller]
        while positions:  # a call of an operator is also a call of all operators before it
            under_way.append(self.operators[positions[-1]])
            positions.extend(self._senders[positions.pop()])
        return [operator for operator in self._waiting if operator not in under_way]

    @property
    def most_at_once(self) -> int:
        """The number of records to pass to the head at a time, so that few wait in front of a full operator."""
        most = min((operator.most_at_once for operator in self._waiting), default=_NO_LIMIT)
        return max(1, min(most, *(writer.room for writer in self.writers))) if self.writers else most

    @property
    def block_size(self) -> int:
        """The number of records that fill a few frames, at their current size."""
        return _FRAMES * min((writer.records_per_frame for writer in self.writers), default=_NO_LIMIT)

    def on_wake(self, caller: Optional[Caller] = None) -> int:
        """Lets operators handle awaited results; returns the number of records.

        `caller`: the operator whose call is paused.
        """
        return sum(operator.on_wake() for operator in (self._waiting if caller is None else self._beside(caller)))

    def on_loop_event(self, loop: str, event: ToOperator) -> None:
        """Passes the JobMaster's messages to the operators of a loop."""
        for operator in self.operators:
            if isinstance(operator, LoopOperator) and operator.loop == loop:
                operator.on_loop_event(event)
            iteration = operator.context.iteration
            if iteration is not None and iteration.loop == loop and isinstance(event, Aggregates):
                iteration.on_event(event)

    def next_timer_ms(self) -> Optional[int]:
        times = [at for operator in self._timed if (at := operator.next_timer_ms()) is not None]
        return min(times, default=None)

    def fire_timers(self, now_ms: int) -> bool:
        """Fires the processing-time timers that are due; returns whether there were any."""
        fired = False
        for operator in self._timed:
            due_ms = operator.next_timer_ms()
            if due_ms is not None and due_ms <= now_ms:
                self.set_born_us(0)
                operator.fire_timers(now_ms)
                fired = True
        return fired

    def next_deadline_us(self) -> Optional[int]:
        times = [at for operator in self._timed if (at := operator.next_deadline_us()) is not None]
        return min(times, default=None)

    def meet_deadlines(self, now_us: int) -> bool:
        """Calls the operators that are due by the monotonic clock; returns whether there were any."""
        due = [operator for operator in self._timed if (at := operator.next_deadline_us()) is not None and at <= now_us]
        for operator in due:
            self.set_born_us(0)
            operator.on_deadline(now_us)
        return bool(due)

    def flush_due(self, now_us: int) -> None:
        """Sends the blocks whose timeout has passed."""
        for writer in self.writers:
            writer.flush_due(now_us)

    def grant(self, limits: Iterable[tuple[int, int, int]]) -> None:
        """Raises the credit limits of receivers, as (edge, receiver, limit)."""
        by_edge = {edge.edge: writer for edge, writer in zip(self._outputs, self.writers, strict=True)}
        for edge, receiver, limit in limits:
            by_edge[edge].grant(receiver, limit)

    def set_born_us(self, born_us: int) -> None:
        for writer in self.writers:
            writer.born_us = born_us
