"""Interval join: pairs of two keyed streams' records whose times lie within bounds of each other.

For each input and key, records are stored in order of time, in two columns. The partners of a record are then a slice
of the other input's columns, and expired records are the head of its own columns. A cleanup is scheduled only for the
first record of a key, and after its removal for the next one.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, NoReturn, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.join_functions import JoinContext, ProcessJoinFunction
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.functions.user_function import check_function, raise_user_error, shorten
from pyrite.core.isolation import FROZEN
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.operators.call_results import CallResults
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.stateless import FunctionOperator, FunctionSpec
from pyrite.state.backend import Tables

BUFFERS = "interval-join"
"""The state that holds both inputs' records, in one table each."""

Held = tuple[list[int], list[Any]]
"""A key's records of one input: the timestamps, ascending, and the records."""


class PairContext(JoinContext):
    """The context of one operator's calls; the operator moves it from pair to pair."""

    __slots__ = ("left_ms", "right_ms")

    def __init__(self) -> None:
        self.left_ms = self.right_ms = NO_TIMESTAMP

    def get_left_timestamp(self) -> int:
        return self.left_ms

    def get_right_timestamp(self) -> int:
        return self.right_ms

    def get_timestamp(self) -> int:
        return max(self.left_ms, self.right_ms)


class JoinSide:
    """One input: its stored records, and their expiration.

    A record at time t is joined with records of the other input from `t + lower_ms` to `t + upper_ms`. It is removed
    when the watermark reaches the last of these times, but not before it reaches t, as in Flink.
    """

    def __init__(self, name: str, lower_ms: int, upper_ms: int, late_tag: Optional[OutputTag]) -> None:
        self._name = name
        self.lower_ms = lower_ms
        self.upper_ms = upper_ms
        self.late_tag = late_tag
        self._keep_ms = max(upper_ms, 0)
        self._due: dict[int, list[StateKey]] = {}
        self._heap: list[int] = []

    def bind(self, tables: Tables) -> None:
        """Schedules the cleanup of the records in the backend."""
        self._tables = tables
        self._due.clear()
        self._heap.clear()
        for table in tables.chunks(self._name):
            for key, (times, _) in table.items():
                self._note(key, times[0])

    def load(self, keys: Collection[StateKey]) -> dict[StateKey, Held]:
        """The stored records of these keys, and possibly of others."""
        return self._tables.load(self._name, keys)

    def touch(self, keys: Collection[StateKey]) -> None:
        self._tables.touch(self._name, keys)

    def size(self) -> int:
        return self._tables.size(self._name)

    def add_first(self, records_of: dict[StateKey, Held], key: StateKey, time_ms: int, value: Any) -> None:
        """Stores the only record of its key."""
        records_of[key] = ([time_ms], [value])
        self._note(key, time_ms)

    def insert(self, records: Held, key: StateKey, time_ms: int, value: Any) -> None:
        """Stores a record that is earlier than the last one of its key."""
        times, values = records
        index = bisect_right(times, time_ms)
        times.insert(index, time_ms)
        values.insert(index, value)
        if index == 0:
            self._note(key, time_ms)

    def clean(self, watermark_ms: int) -> None:
        """Removes expired records."""
        last_ms = MAX_WATERMARK if watermark_ms == MAX_WATERMARK else watermark_ms - self._keep_ms
        while self._heap and self._heap[0] <= last_ms:
            keys = self._due.pop(heapq.heappop(self._heap))
            records_of = self.load(keys)
            for key in keys:
                records = records_of.get(key)
                if records is not None and records[0][0] <= last_ms:
                    self._remove_until(last_ms, records_of, key)
            self.touch(keys)

    def _remove_until(self, last_ms: int, records_of: dict[StateKey, Held], key: StateKey) -> None:
        times, values = records_of[key]
        count = bisect_right(times, last_ms)
        if count == len(times):
            del records_of[key]
        else:
            del times[:count], values[:count]
            self._note(key, times[0])

    def _note(self, key: StateKey, first_ms: int) -> None:
        keys = self._due.get(first_ms)
        if keys is None:
            self._due[first_ms] = [key]
            heapq.heappush(self._heap, first_ms)
        else:
            keys.append(key)


@dataclass(frozen=True)
class IntervalJoinSpec(FunctionSpec):
    kind = "IntervalJoinOperator"
    verb = "join"
    lower_ms: int
    upper_ms: int
    left_late_tag: Optional[OutputTag] = None
    right_late_tag: Optional[OutputTag] = None

    def __post_init__(self) -> None:
        check_function(self.func, ProcessJoinFunction, "process() of an interval join")

    @property
    def description(self) -> str:
        return f"{super().description}, {self.lower_ms} to {self.upper_ms} ms apart"

    def build(self) -> IntervalJoinOperator:
        return IntervalJoinOperator(self.func, self.lower_ms, self.upper_ms, self.left_late_tag, self.right_late_tag)


class IntervalJoinOperator(FunctionOperator, HasTimers):
    """Calls the function with each pair: left at time t, right from `t + lower_ms` to `t + upper_ms`, both inclusive.

    A record is late if it is before the watermark. It is then not joined: it goes to the side output of its input, or
    is counted and dropped.
    """

    def __init__(
        self,
        func: ProcessJoinFunction,
        lower_ms: int,
        upper_ms: int,
        left_late_tag: Optional[OutputTag] = None,
        right_late_tag: Optional[OutputTag] = None,
    ) -> None:
        super().__init__(func)
        self._process = func.process_element
        self._sides = (
            JoinSide("left", lower_ms, upper_ms, left_late_tag),
            JoinSide("right", -upper_ms, -lower_ms, right_late_tag),
        )
        self._pair = PairContext()
        self.watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "an interval join needs keyed streams"
        self._backend = context.backend
        self._results = CallResults(self.output)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)
        self._bind()

    def _bind(self) -> None:
        tables = self._backend.tables(BUFFERS)
        for side in self._sides:
            side.bind(tables)

    # Records ----------------------------------------------------------------------------------------------------------

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        if block.timestamps is None or NO_TIMESTAMP in block.timestamps:
            self._raise_missing_timestamp(block)
        if min(block.timestamps) < self.watermark_ms:
            block = self._without_late(block, block.timestamps, self._sides[input_index].late_tag)
        assert block.keys is not None and block.timestamps is not None
        side, other = self._sides[input_index], self._sides[1 - input_index]
        records_of, others_of = side.load(block.keys), other.load(block.keys)
        lower_ms, upper_ms = side.lower_ms, side.upper_ms
        changed: set[StateKey] = set()
        for key, time, value in zip(block.keys, block.timestamps, block.values, strict=True):
            records = records_of.get(key)
            if records is None:
                side.add_first(records_of, key, time, value)
            elif time >= records[0][-1]:
                records[0].append(time)
                records[1].append(value)
            else:
                side.insert(records, key, time, value)
            others = others_of.get(key)
            if others is not None:
                first = bisect_left(others[0], time + lower_ms)
                last = bisect_right(others[0], time + upper_ms)
                if first < last:
                    self._backend.context.key = key
                    self._join(input_index, time, value, others[0][first:last], others[1][first:last])
                    if type(others[1][first]) not in FROZEN:
                        changed.add(key)  # the function may have changed its arguments
        side.touch(block.keys)
        if changed:
            other.touch(changed)
        self._results.flush()

    def _raise_missing_timestamp(self, block: RowBlock) -> NoReturn:
        value = block.values[0 if block.timestamps is None else block.timestamps.index(NO_TIMESTAMP)]
        error = RuntimeError(
            "the record has no timestamp, but an interval join needs one: call assign_timestamps_and_watermarks() "
            "before key_by(), on both streams"
        )
        raise_user_error(error, self.label(), self.func, shorten(value))

    def _without_late(self, block: RowBlock, timestamps: list[int], tag: Optional[OutputTag]) -> RowBlock:
        """Drops the late records, or sends them to their side output, and returns the others."""
        assert block.keys is not None
        late = [time < self.watermark_ms for time in timestamps]
        if tag is None:
            self._late.inc(sum(late))
        else:
            self.output.emit_side(tag, RowBlock(list(compress(block.values, late)), list(compress(timestamps, late))))
        timely = [not is_late for is_late in late]
        return RowBlock(*(list(compress(column, timely)) for column in (block.values, timestamps, block.keys)))

    def _join(self, input_index: int, time: int, value: Any, times: list[int], values: list[Any]) -> None:
        """Calls the function with a record and each of its partners from the other input."""
        pair, process, add = self._pair, self._process, self._results.add
        left = right = value
        try:
            for other_time, other in zip(times, values, strict=True):
                if input_index == 0:
                    right, pair.left_ms, pair.right_ms = other, time, other_time
                else:
                    left, pair.left_ms, pair.right_ms = other, other_time, time
                add(process(left, right, pair), max(time, other_time))
        except Exception as error:
            self.raise_if_from_below(error)
            raise_user_error(error, self.label(), self.func, f"{shorten(left)} and {shorten(right)}")

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        self.watermark_ms = watermark_ms
        for side in self._sides:
            side.clean(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def end_key(self) -> None:
        """Batch: all records of the key have been joined; removes them, and the function's state."""
        super().end_key()
        self._bind()

    # State ------------------------------------------------------------------------------------------------------------

    def timer_count(self) -> int:
        """The number of scheduled cleanups: one for each input and key with stored records."""
        return sum(side.size() for side in self._sides)

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return replace(super().snapshot(checkpoint_id), watermark_ms=self.watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        self.watermark_ms = state.watermark_ms
        self._bind()
