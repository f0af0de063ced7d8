"""CepOperator: looks for a pattern in the events of each key.

In event time, events wait in the key's state until the watermark has passed them, and are then processed in order of
time; in processing time they are processed on arrival. A key has one timer, at the time of its first waiting event, or
at which its partial matches time out. State that is no longer needed is removed: a key without events and partial
matches has neither state nor timer.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cmp_to_key
from itertools import compress
from operator import itemgetter
from typing import Any, NoReturn, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import SkipError, StateUnreadableError
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import close_function, describe, open_function, raise_user_error, shorten
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.operators.call_results import CallResults
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.pattern.compiler import compile_pattern
from pyrite.operators.pattern.functions import PatternProcessFunction, users_functions
from pyrite.operators.pattern.key_matches import KeyMatches
from pyrite.operators.pattern.match_function_calls import MatchFunctionCalls
from pyrite.operators.pattern.matcher import Matcher
from pyrite.operators.pattern.pattern import Pattern
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState, Timer
from pyrite.operators.timers import KeyedTimerService
from pyrite.state.backend import Table
from pyrite.state.key_codec import decode_key
from pyrite.state.timer_queue import TimerQueue

STATE = "cep-matches"
"""The state that holds every key's KeyMatches."""
_SHAPE = "cep-shape"
_ALL = "all"
"""The only namespace of the state."""
_AT_ONCE = 1000
"""The number of keys whose due timers are processed together."""
_time = itemgetter(0)

Comparator = Callable[[Any, Any], int]


@dataclass(frozen=True)
class CepSpec(OperatorSpec):
    kind = "CepOperator"
    pattern: Pattern
    function: PatternProcessFunction
    event_time: bool = True
    comparator: Optional[Comparator] = None
    late_tag: Optional[OutputTag] = None

    @property
    def description(self) -> str:
        return f"match a pattern, {describe(self.function)}"

    def build(self) -> CepOperator:
        return CepOperator(self.pattern, self.function, self.event_time, self.comparator, self.late_tag)


class CepOperator(Operator, HasTimers):
    """Passes the events of each key to a matcher, and the matches to the function."""

    def __init__(
        self,
        pattern: Pattern,
        function: PatternProcessFunction,
        event_time: bool = True,
        comparator: Optional[Comparator] = None,
        late_tag: Optional[OutputTag] = None,
    ) -> None:
        self.func = function
        self._event_time = event_time
        self._late_tag = late_tag
        self._automaton = compile_pattern(pattern)
        self._shapes: set[str] = set()
        """The shapes of the patterns in the restored checkpoint."""
        self._comparator = comparator
        self._compare = None if comparator is None else cmp_to_key(comparator)
        self._functions = (
            *users_functions(function),
            *(user_function for condition in self._automaton.conditions for user_function in condition.functions),
        )

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "patterns need keyed streams"
        self._backend = context.backend
        self._tables = context.backend.tables(STATE)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)
        self.timers = KeyedTimerService(context.backend, context.clock)
        now_ms = self.timers.current_processing_time
        self._results = self._make_results()
        calls = MatchFunctionCalls(self.func, self, now_ms, self._results)
        self._matcher = Matcher(self._automaton, calls.matched, calls.timed_out, now_ms, self._blame)

    def _make_results(self) -> CallResults:
        return CallResults(self.output, stamped=self._event_time)

    def open(self) -> None:
        if self._shapes - {self._automaton.shape}:
            self._check_shapes()
        for function in self._functions:
            open_function(function, OperatorRuntimeContext(self.context), self.label())

    def close(self) -> None:
        for function in self._functions:
            close_function(function, self.label())

    # Events -----------------------------------------------------------------------------------------------------------

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        if self._event_time:
            block = self._timely(block)
        assert block.keys is not None
        table = self._tables.load(_ALL, block.keys)
        if self._event_time or self._compare is not None:
            self._enqueue(block, table)
        else:
            self._process_now(block, table)
        self._tables.touch(_ALL, block.keys)
        self._results.flush()

    def _timely(self, block: RowBlock) -> RowBlock:
        """The events that are not late. Late events go to the side output, or are counted and dropped."""
        times = block.timestamps
        if times is None or NO_TIMESTAMP in times:
            self._raise_missing_timestamp(block)
        watermark_ms = self.timers.watermark_ms
        if min(times) > watermark_ms:
            return block
        late = [time_ms <= watermark_ms for time_ms in times]
        if self._late_tag is None:
            self._late.inc(sum(late))
        else:
            self.output.emit_side(
                self._late_tag, RowBlock(list(compress(block.values, late)), list(compress(times, late)))
            )
        timely = [not is_late for is_late in late]
        return RowBlock(*(list(compress(column or (), timely)) for column in (block.values, times, block.keys)))

    def _raise_missing_timestamp(self, block: RowBlock) -> NoReturn:
        value = block.values[0 if block.timestamps is None else block.timestamps.index(NO_TIMESTAMP)]
        error = RuntimeError(
            "the record has no timestamp, but a pattern needs one: call assign_timestamps_and_watermarks() before "
            "key_by(), or in_processing_time() on the pattern stream"
        )
        raise_user_error(error, self.label(), users_functions(self.func)[0], shorten(value))

    def _enqueue(self, block: RowBlock, table: Table) -> None:
        """Queues events until the watermark or, if a comparator orders them, until the next millisecond."""
        now_ms = self.context.clock.now_ms()
        times = block.timestamps if self._event_time else [now_ms] * len(block)
        assert times is not None and block.keys is not None
        wait_ms = 0 if self._event_time else 1
        for key, time_ms, value in zip(block.keys, times, block.values, strict=True):
            key_matches = table.get(key)
            if key_matches is None:
                key_matches = table[key] = KeyMatches(self._automaton.shape)
            key_matches.queue.append((time_ms, value))
            if key_matches.due_ms is None or time_ms + wait_ms < key_matches.due_ms:
                self._schedule(key, key_matches, time_ms + wait_ms)

    def _process_now(self, block: RowBlock, table: Table) -> None:
        assert block.keys is not None
        now_ms = self.context.clock.now_ms()
        for key, value in zip(block.keys, block.values, strict=True):
            key_matches = table.get(key)
            if key_matches is None:
                key_matches = table[key] = KeyMatches(self._automaton.shape)
            key_matches.queue.append((now_ms, value))
            self._run(key, key_matches, now_ms)
            self._settle(key, key_matches, table)

    def _run(self, key: StateKey, key_matches: KeyMatches, until_ms: int) -> None:
        """Processes the waiting events of one key up to a time, and advances its time."""
        self._check_shape(key_matches)
        self._backend.context.key = key
        matcher, queue = self._matcher, key_matches.queue
        if queue:
            if len(queue) > 1:
                self._sort(queue)
            count = bisect_right(queue, until_ms, key=_time)
            due = queue[:count]
            del queue[:count]
            try:
                matcher.process_all(key_matches, due)
            except SkipError as error:
                raise SkipError(f"{self.label()}, key {decode_key(key)!r}: {error}") from None
        matcher.advance(key_matches, until_ms)

    def _sort(self, queue: list[tuple[int, Any]]) -> None:
        """Sorts events by time; events of the same time by the comparator, or in the order of arrival."""
        compare = self._compare
        if compare is None:
            queue.sort(key=_time)
            return
        try:
            queue.sort(key=lambda queued: (queued[0], compare(queued[1])))
        except Exception as error:
            raise_user_error(error, self.label(), self._comparator, None)

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        self.timers.watermark_ms = watermark_ms
        if self._event_time:
            self._fire(self.timers.event_time, watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def next_timer_ms(self) -> Optional[int]:
        return self.timers.processing_time.next_ms()

    def fire_timers(self, now_ms: int) -> None:
        self._fire(self.timers.processing_time, now_ms)

    def _fire(self, queue: TimerQueue, until_ms: int) -> None:
        for keys in _due(queue, until_ms):
            table = self._tables.load(_ALL, keys)
            for key in keys:
                key_matches: Optional[KeyMatches] = table.get(key)
                if key_matches is not None:
                    key_matches.due_ms = None
                    self._run(key, key_matches, until_ms)
                    self._settle(key, key_matches, table)
            self._tables.touch(_ALL, keys)
            self._results.flush()

    def _settle(self, key: StateKey, key_matches: KeyMatches, table: Table) -> None:
        """After processing a key: updates its timer, or removes its state."""
        due_ms = self._matcher.due_ms(key_matches)
        if key_matches.queue:
            due_ms = key_matches.queue[0][0] if due_ms is None else min(due_ms, key_matches.queue[0][0])
        if due_ms != key_matches.due_ms:
            self._schedule(key, key_matches, due_ms)
        if key_matches.is_empty():
            del table[key]

    def _schedule(self, key: StateKey, key_matches: KeyMatches, due_ms: Optional[int]) -> None:
        queue = self.timers.event_time if self._event_time else self.timers.processing_time
        if key_matches.due_ms is not None:
            queue.delete(key, key_matches.due_ms)
        if due_ms is not None:
            queue.register(key, due_ms)
        key_matches.due_ms = due_ms

    def finish(self) -> None:
        """Processes events that wait for the comparator. Processing time does not advance: no time limit passes."""
        super().finish()
        if not self._event_time and self._compare is not None:
            self._fire(self.timers.processing_time, self.context.clock.now_ms() + 1)

    def end_key(self) -> None:
        """Batch: the key has no more events; ends its time."""
        key = self._backend.context.key
        key_matches: Optional[KeyMatches] = self._tables.load(_ALL, [key]).get(key)
        if key_matches is not None:
            self._run(key, key_matches, MAX_WATERMARK)
            self._results.flush()
        super().end_key()

    # Results ----------------------------------------------------------------------------------------------------------

    def _blame(self, error: Exception, func: Any, value: Any) -> NoReturn:
        raise_user_error(error, self.label(), func, shorten(value))

    # State ------------------------------------------------------------------------------------------------------------

    def timer_count(self) -> int:
        return len(self.timers.event_time) + len(self.timers.processing_time)

    def live_timers(self) -> list[Timer]:
        return self.timers.snapshot()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self.timers.watermark_ms, unions={_SHAPE: [self._automaton.shape]})

    def restore(self, state: OperatorSubtaskState) -> None:
        self.timers.watermark_ms = state.watermark_ms
        self.timers.restore(state.timers)
        self._shapes.update(state.unions.get(_SHAPE, []))

    def _check_shapes(self) -> None:
        """The pattern has changed: raises if partial matches of the old pattern exist."""
        if _ALL in self._tables:
            for table in self._tables.chunks(_ALL):
                for key_matches in table.values():
                    self._check_shape(key_matches)

    def _check_shape(self, key_matches: KeyMatches) -> None:
        if key_matches.shape != self._automaton.shape:
            raise StateUnreadableError(
                f"{self.label()} has partial matches of another pattern: state '{STATE}' was written for pattern "
                f"{key_matches.shape}, but this is {self._automaton.shape}. Give the changed pattern another uid"
            )


def _due(queue: TimerQueue, until_ms: int) -> Iterator[list[StateKey]]:
    """The keys whose timers are due, in groups."""
    keys: list[StateKey] = []
    due = queue.pop_due(until_ms)
    while due is not None:
        keys.append(due[1])
        if len(keys) == _AT_ONCE:
            yield keys
            keys = []
        due = queue.pop_due(until_ms)
    if keys:
        yield keys
