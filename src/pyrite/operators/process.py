"""Process functions: records with a context and, on keyed streams, state and timers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.functions import (
    CoProcessFunction,
    Function,
    KeyedCoProcessFunction,
    TimeDomain,
    TimerContext,
    TimerService,
)
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import check_function, raise_user_error
from pyrite.core.isolation import DATA_TYPES, isolated
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.operators.call_results import CallResults
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, Timer
from pyrite.operators.stateless import FunctionOperator, FunctionSpec
from pyrite.operators.timers import KeyedTimerService, UnkeyedTimerService
from pyrite.state.backend import NO_KEY, KeyContext
from pyrite.state.key_codec import decode_key
from pyrite.state.timer_queue import TimerQueue

Process = Callable[[Any, Any], Optional[Iterable[Any]]]


class ProcessContext(TimerContext):
    """The context of function calls, updated by the operator for each record."""

    __slots__ = ("_key_context", "_timers", "domain", "time")

    def __init__(self, timers: TimerService, key_context: Optional[KeyContext]) -> None:
        self._timers = timers
        self._key_context = key_context
        self.time = NO_TIMESTAMP
        self.domain = TimeDomain.EVENT_TIME

    def timestamp(self) -> int:
        return self.time

    def timer_service(self) -> TimerService:
        return self._timers

    def get_current_key(self) -> Any:
        if self._key_context is None:
            raise RuntimeError("no current key: call key_by() before process(); broadcast records have no key")
        return decode_key(self._key_context.key)

    def time_domain(self) -> TimeDomain:
        return self.domain

    def current_processing_time(self) -> int:
        return self._timers.current_processing_time()

    def current_watermark(self) -> int:
        return self._timers.current_watermark()


def has_timers(func: Any, takes: type[Any]) -> bool:
    """Whether a function overrides `on_timer`."""
    return getattr(type(func), "on_timer", None) is not getattr(takes, "on_timer", None)


@dataclass(frozen=True)
class ProcessSpec(FunctionSpec):
    """A process function. `takes` is its required class, and `where` the call that it was passed to."""

    kind = "ProcessOperator"
    verb = "process"
    takes: type[Function]
    where: str

    def __post_init__(self) -> None:
        check_function(self.func, self.takes, self.where)

    @property
    def reads_watermarks(self) -> bool:
        return has_timers(self.func, self.takes)

    def build(self) -> ProcessOperator:
        two_inputs = issubclass(self.takes, (CoProcessFunction, KeyedCoProcessFunction))
        methods = ("process_element1", "process_element2") if two_inputs else ("process_element",)
        return ProcessOperator(self.func, *methods)


class ProcessOperator(FunctionOperator, HasTimers):
    """Calls one method of a process function for each input; supports timers on keyed streams."""

    def __init__(self, func: Any, *methods: str) -> None:
        super().__init__(func)
        self._methods: tuple[Process, ...] = tuple(getattr(func, method) for method in methods)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self.timers: Optional[KeyedTimerService] = None
        self._key_context = KeyContext() if context.backend is None else context.backend.context
        if context.backend is None:
            self._unkeyed = UnkeyedTimerService(context.clock)
            self.process_context = self.make_context(self._unkeyed, None)
        else:
            self.timers = KeyedTimerService(context.backend, context.clock)
            self.process_context = self.make_context(self.timers, context.backend.context)

    def make_context(self, timers: TimerService, key_context: Optional[KeyContext]) -> ProcessContext:
        return ProcessContext(timers, key_context)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self.run(self._methods[input_index], self.process_context, block)

    def run(self, process: Process, context: Any, block: RowBlock) -> None:
        """Calls `process` with every record of the block and emits the results."""
        remaining = iter(block.values)
        keys: Iterable[StateKey] = repeat(NO_KEY) if block.keys is None else block.keys
        key_context = self._key_context
        results: list[Any] = []
        append, data_types = results.append, DATA_TYPES
        has_tags = False
        stamped = block.timestamps is not None
        times: Iterable[int] = repeat(NO_TIMESTAMP) if block.timestamps is None else block.timestamps
        timestamps: list[int] = []
        output, turn = self.output, self.output.turn
        try:
            for key_context.key, context.time, record in zip(keys, times, remaining, strict=False):
                items = process(record, context)
                if items is None:
                    continue
                for item in items:
                    kind = type(item)
                    if kind is tuple:  # the same as isolated(), without a call for most results
                        for part in item:
                            kind = type(part)
                            if kind is not int and kind is not str and kind not in data_types:
                                if kind is OutputTag:
                                    has_tags = True
                                else:
                                    item = isolated(item)
                                    break
                    elif kind not in data_types:
                        item = isolated(item)
                    append(item)
                    if turn.is_over:
                        block = self.leave_rest(block, remaining)
                        timestamps.extend([context.time] * (len(results) - len(timestamps)))
                        output.hand_over(results, timestamps if stamped else None, has_tags)
                        results, timestamps = [], []
                        append = results.append
                        self.hand_over_rest(items, context.time if stamped else None)
                if stamped:
                    timestamps.extend([context.time] * (len(results) - len(timestamps)))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        if len(results) <= len(block):
            output.emit_results(results, timestamps if stamped else None, has_tags)
        else:
            output.hand_over(results, timestamps if stamped else None, has_tags, ends=True)

    def process_watermark(self, watermark_ms: int) -> None:
        if self.timers is None:
            self._unkeyed.watermark_ms = watermark_ms
        else:
            self.timers.watermark_ms = watermark_ms
            self._fire(self.timers.event_time, watermark_ms, TimeDomain.EVENT_TIME)
        self.output.emit_watermark(watermark_ms)

    def process_mark(self, mark: LoopMark) -> None:
        """Fires timers that were registered after the last watermark, which no watermark follows."""
        if self.timers is not None and self.timers.watermark_ms == MAX_WATERMARK:
            self._fire(self.timers.event_time, MAX_WATERMARK, TimeDomain.EVENT_TIME)
        super().process_mark(mark)

    def next_timer_ms(self) -> Optional[int]:
        return None if self.timers is None else self.timers.processing_time.next_ms()

    def fire_timers(self, now_ms: int) -> None:
        if self.timers is not None:
            self._fire(self.timers.processing_time, now_ms, TimeDomain.PROCESSING_TIME)

    def end_key(self) -> None:
        """Batch: the key's timers of both domains fire, under the last watermark; then its state is removed.

        Timers that they register are dropped, as in Flink: a timer that registers the next one would never end.
        """
        if self.timers is not None and self.context.backend is not None:
            self.timers.watermark_ms, self.timers.quiesced = MAX_WATERMARK, True
            self._fire(self.timers.event_time, MAX_WATERMARK, TimeDomain.EVENT_TIME)
            self._fire(self.timers.processing_time, MAX_WATERMARK, TimeDomain.PROCESSING_TIME)
            self.timers.watermark_ms, self.timers.quiesced = MIN_WATERMARK, False
            self.context.backend.clear()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return replace(super().snapshot(checkpoint_id), watermark_ms=self._clocks().watermark_ms)

    def live_timers(self) -> list[Timer]:
        return [] if self.timers is None else self.timers.snapshot()

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self._clocks().watermark_ms = state.watermark_ms
        if self.timers is not None:
            self.timers.restore(state.timers)

    def _clocks(self) -> KeyedTimerService | UnkeyedTimerService:
        return self._unkeyed if self.timers is None else self.timers

    def timer_count(self) -> int:
        return 0 if self.timers is None else len(self.timers.event_time) + len(self.timers.processing_time)

    def _fire(self, queue: TimerQueue, until_ms: int, domain: TimeDomain) -> None:
        due = queue.pop_due(until_ms)
        results = CallResults(self.output)
        self.process_context.domain = domain
        while due is not None:
            self._call_timer(*due, results)
            due = queue.pop_due(until_ms)
        results.flush()

    def _call_timer(self, timestamp_ms: int, key: StateKey, results: CallResults) -> None:
        assert self.context.backend is not None
        self.context.backend.context.key = key
        self.process_context.time = timestamp_ms
        try:
            results.add(self.func.on_timer(timestamp_ms, self.process_context), timestamp_ms)
        except Exception as error:
            self.raise_if_from_below(error)
            key_text = f"the timer at {timestamp_ms} of key {decode_key(key)!r}"
            raise_user_error(error, self.label(), self.func, key_text)
