"""AsyncWaitOperator: async I/O. Records wait in a queue while an `async def` function is called with each of them.

The function runs in the task's event loop, in a separate thread. Its results are returned through a deque. Only the
task's main loop, when woken, uses the queue and emits. At most `capacity` records have been passed to the function and
not left; further records wait here, and meanwhile the task accepts no further input.

A checkpoint contains the records whose results have not left, in order: a restored operator calls the function with
them first.
"""

from __future__ import annotations

import asyncio
import inspect
from collections import deque
from dataclasses import dataclass
from functools import partial
from typing import Any, NoReturn, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.async_functions import AsyncFunction, AsyncFunctionDescriptor
from pyrite.core.functions.user_function import (
    check_function,
    describe,
    raise_user_error,
    refuse_operator_state,
    shorten,
)
from pyrite.core.metrics.declared_metrics import ASYNC_IN_FLIGHT
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import MIN_WATERMARK, NO_TIMESTAMP
from pyrite.operators.async_io.async_calls import AsyncCalls
from pyrite.operators.async_io.async_queue import (
    AsyncQueue,
    Entry,
    IdleMark,
    OrderedQueue,
    UnorderedQueue,
    WatermarkMark,
)
from pyrite.operators.async_io.event_loop import awaited
from pyrite.operators.capabilities import WaitsForEvents
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_IN_FLIGHT = "async-wait"
_CLOSE_S = 10.0
_WITHOUT_KEYED_STATE = (
    "an AsyncFunction is called with many keys at a time: read the state in a process function before it, and put the "
    "values into the record"
)
Outcome = tuple[Entry, Optional[list[Any]], Optional[BaseException]]


@dataclass(frozen=True)
class AsyncWaitSpec(OperatorSpec):
    kind = "AsyncWaitOperator"
    descriptor: AsyncFunctionDescriptor

    def __post_init__(self) -> None:
        function = self.descriptor.async_function
        check_function(function, AsyncFunction, "AsyncDataStream")
        refuse_operator_state(function, "AsyncDataStream")
        if not inspect.iscoroutinefunction(function.async_invoke):
            raise InvalidProgramError(f"async_invoke of {describe(function)} must be an `async def`")

    @property
    def description(self) -> str:
        mode = self.descriptor.output_mode.name.lower()
        return f"ask {describe(self.descriptor.async_function)}, {mode}, {self.descriptor.capacity} at a time"

    def build(self) -> AsyncWaitOperator:
        return AsyncWaitOperator(self.descriptor)


class AsyncWaitOperator(Operator, WaitsForEvents):
    """Calls an AsyncFunction with each record, many at a time."""

    def __init__(self, descriptor: AsyncFunctionDescriptor) -> None:
        self.func = descriptor.async_function
        self._capacity = self.most_at_once = descriptor.capacity
        self._calls = AsyncCalls(descriptor, descriptor.timeout.to_milliseconds(), self._on_outcome)
        ordered = descriptor.output_mode is AsyncFunctionDescriptor.OutputMode.ORDERED
        self._queue: AsyncQueue = OrderedQueue() if ordered else UnorderedQueue()
        self._unstarted: deque[Entry] = deque()
        self._started = 0
        self._outcomes: deque[Outcome] = deque()
        self._has_woken = False
        self._watermark_ms = MIN_WATERMARK
        self._restored: list[tuple[Any, int]] = []
        self._opened = False

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(ASYNC_IN_FLIGHT, lambda: self._started)

    def open(self) -> None:
        refuse_operator_state(self.func, self.label())
        self._loop = self.context.services.event_loop()
        self._opened = True
        try:
            self._loop.run(partial(self.func.open, OperatorRuntimeContext(self.context, _WITHOUT_KEYED_STATE)))
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)
        self._add([Entry(value, timestamp_ms) for value, timestamp_ms in self._restored])
        self._restored = []
        if self._watermark_ms > self.output.watermark_ms:
            self._queue.mark(WatermarkMark(self._watermark_ms))
            self.context.services.wake()

    def close(self) -> None:
        if not self._opened:
            return
        started = [entry for entry in self._queue if entry.results is None]

        async def end() -> None:
            await self._calls.stop(started)
            await awaited(self.func.close)

        try:
            self._loop.run(end, _CLOSE_S)
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)

    # Input ------------------------------------------------------------------------------------------------------------

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self._add(list(map(Entry, block.values, block.timestamps_or_none_marks())))

    def _add(self, entries: list[Entry]) -> None:
        self._queue.add(entries)
        self._unstarted.extend(entries)
        self._start()

    def _start(self) -> None:
        """Passes as many records to the function as its capacity allows."""
        room = min(self._capacity - self._started, len(self._unstarted))
        if room > 0:
            entries = [self._unstarted.popleft() for _ in range(room)]
            self._started += room
            self._loop.call_soon(partial(self._calls.start, entries))

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        self._queue.mark(WatermarkMark(watermark_ms))
        self._emit()

    def process_idle(self, idle: bool) -> None:
        self._queue.mark(IdleMark(idle))
        self._emit()

    def process_mark(self, mark: LoopMark) -> None:
        self._queue.mark(mark)
        self._emit()

    @property
    def is_full(self) -> bool:
        return bool(self._unstarted)

    @property
    def is_waiting(self) -> bool:
        return bool(self._queue)

    # Results ----------------------------------------------------------------------------------------------------------

    def _on_outcome(self, entry: Entry, results: Optional[list[Any]], error: Optional[BaseException]) -> None:
        """Handles the end of a call. Runs in the event loop's thread."""
        self._outcomes.append((entry, results, error))
        if not self._has_woken:
            self._has_woken = True
            self.context.services.wake()

    def on_wake(self) -> int:
        self._has_woken = False  # before the deque is read: later results wake again
        while self._outcomes:
            entry, results, error = self._outcomes.popleft()
            if error is not None:
                self._fail(entry, error)
            entry.results = results
            self._queue.complete(entry)
        return self._emit()

    def _fail(self, entry: Entry, error: BaseException) -> NoReturn:
        if isinstance(error, asyncio.CancelledError):
            error = RuntimeError("the call was canceled, and not by Pyrite")
        if not isinstance(error, Exception):
            error = RuntimeError(f"the function raised {type(error).__name__}: {error}")
        raise_user_error(error, self.label(), self.func, shorten(entry.value))

    def _emit(self) -> int:
        """Emits the items that may leave, after passing other records to the function in their place."""
        items = self._queue.take()
        count = sum(len(item) for item in items if isinstance(item, list))
        self._started -= count
        self._start()
        for item in items:
            if isinstance(item, list):
                self._emit_results(item)
            elif isinstance(item, WatermarkMark):
                self.output.emit_watermark(item.watermark_ms)
            elif isinstance(item, LoopMark):
                self.output.emit_mark(item)
            else:
                self.output.emit_idle(item.idle)
        return count

    def _emit_results(self, entries: list[Entry]) -> None:
        results = [result for entry in entries for result in entry.results or ()]
        if all(entry.timestamp_ms == NO_TIMESTAMP for entry in entries):
            self.output.emit(RowBlock(results))
        else:
            stamps = [entry.timestamp_ms for entry in entries for _ in entry.results or ()]
            self.output.emit(RowBlock(results, stamps))

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        in_flight = [(entry.value, entry.timestamp_ms) for entry in self._queue]
        return OperatorSubtaskState(watermark_ms=self._watermark_ms, lists={_IN_FLIGHT: in_flight})

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        self._restored = state.lists.get(_IN_FLIGHT, [])

    def state_entries(self) -> int:
        return super().state_entries() + sum(1 for _ in self._queue)
