"""AsyncWaitOperator: async I/O. Records wait in a queue while an `async def` function is called with each of them.

The function runs in the task's event loop, in a separate thread. Its results are returned through a deque. Only the
task's main loop, when woken, uses the queue and emits. At most `capacity` records have been passed to the function and
not left; further records wait here, and meanwhile the task accepts no further input.

A checkpoint contains the records whose results have not left, in order: a restored operator calls the function with
them first.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

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
from pyrite.core.isolation import isolated
from pyrite.core.metrics.declared_metrics import ASYNC_IN_FLIGHT
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import MIN_WATERMARK, NO_TIMESTAMP
from pyrite.core.types.rows import Row
from pyrite.operators.async_io.async_calls import AsyncCalls
from pyrite.operators.async_io.async_queue import (
    Entry,
    IdleMark,
    Mark,
    OrderedQueue,
    UnorderedQueue,
    WatermarkMark,
)
from pyrite.operators.async_io.calls_in_flight import CallsInFlight, call_error, emit_items
from pyrite.operators.capabilities import WaitsForEvents
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_IN_FLIGHT = "async-wait"
_WITHOUT_KEYED_STATE = (
    "an AsyncFunction is called with many keys at a time: read the state in a process function before it, and put the "
    "values into the record"
)


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
        self._descriptor = descriptor
        self.most_at_once = descriptor.capacity
        ordered = descriptor.output_mode is AsyncFunctionDescriptor.OutputMode.ORDERED
        self._calls = CallsInFlight(OrderedQueue() if ordered else UnorderedQueue(), descriptor.capacity)
        self._watermark_ms = MIN_WATERMARK
        self._restored: list[tuple[Any, int]] = []
        self._opened = False

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(ASYNC_IN_FLIGHT, lambda: self._calls.started)

    def open(self) -> None:
        refuse_operator_state(self.func, self.label())
        services, descriptor = self.context.services, self._descriptor
        loop = services.event_loop()
        timeout_ms = descriptor.timeout.to_milliseconds()
        strategy = descriptor.async_retry_strategy
        calls = AsyncCalls(self._invoke, self._time_out, timeout_ms, strategy, self._calls.on_outcome)
        self._calls.open(calls, loop, services.wake)
        self._opened = True
        try:
            loop.run(partial(self.func.open, OperatorRuntimeContext(self.context, _WITHOUT_KEYED_STATE)))
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)
        self._calls.add([Entry(value, timestamp_ms) for value, timestamp_ms in self._restored])
        self._restored = []
        if self._watermark_ms > self.output.watermark_ms:
            self._calls.mark(WatermarkMark(self._watermark_ms))
            services.wake()

    def close(self) -> None:
        if not self._opened:
            return
        try:
            self._calls.close(self.func.close)
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)

    async def _invoke(self, value: Any) -> list[Any]:
        return _checked(await self.func.async_invoke(isolated(value)))

    def _time_out(self, value: Any) -> list[Any]:
        return _checked(self.func.timeout(isolated(value)))

    # Input ------------------------------------------------------------------------------------------------------------

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self._calls.add(list(map(Entry, block.values, block.timestamps_or_none_marks())))

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        self._mark(WatermarkMark(watermark_ms))

    def process_idle(self, idle: bool) -> None:
        self._mark(IdleMark(idle))

    def process_mark(self, mark: LoopMark) -> None:
        self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        self._calls.mark(mark)
        self._emit()

    @property
    def is_full(self) -> bool:
        return self._calls.is_full

    @property
    def is_waiting(self) -> bool:
        return bool(self._calls)

    # Results ----------------------------------------------------------------------------------------------------------

    def on_wake(self) -> int:
        for entry, _, error in self._calls.outcomes():
            if error is not None:
                raise_user_error(call_error(error), self.label(), self.func, shorten(entry.value))
        return self._emit()

    def _emit(self) -> int:
        items = self._calls.take()
        emit_items(self.output, items, self._emit_results)
        return sum(len(item) for item in items if isinstance(item, list))

    def _emit_results(self, entries: list[Entry]) -> None:
        results = [result for entry in entries for result in entry.results or ()]
        if all(entry.timestamp_ms == NO_TIMESTAMP for entry in entries):
            self.output.emit(RowBlock(results))
        else:
            stamps = [entry.timestamp_ms for entry in entries for _ in entry.results or ()]
            self.output.emit(RowBlock(results, stamps))

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        in_flight = [(entry.value, entry.timestamp_ms) for entry in self._calls]
        return OperatorSubtaskState(watermark_ms=self._watermark_ms, lists={_IN_FLIGHT: in_flight})

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        self._restored = state.lists.get(_IN_FLIGHT, [])

    def state_entries(self) -> int:
        return super().state_entries() + sum(1 for _ in self._calls)


def _checked(results: Any) -> list[Any]:
    """Checks the results of a function, and isolates them from later changes."""
    if type(results) is not list and (
        not isinstance(results, Iterable) or isinstance(results, (str, bytes, Mapping, Row))
    ):
        raise TypeError(f"an AsyncFunction returns a list of results, [] for none, not {results!r}")
    return list(map(isolated, results))
