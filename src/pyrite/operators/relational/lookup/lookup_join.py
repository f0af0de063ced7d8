"""LookupJoin: joins each row with the rows that a connector finds by its key, at the time of the call.

Calls are made for several rows at a time. Rows of an insert-only input that wait for their calls are part of
checkpoints. Rows of a changelog are not: after a rescale, later changes of a row could overtake them. So their calls
end before a checkpoint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import partial
from itertools import chain
from typing import Any, Final, NoReturn, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.connector.lookup import FullCache, Key, Lookup
from pyrite.core.functions.async_retry import NO_RETRY_STRATEGY
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.metrics.declared_metrics import ASYNC_IN_FLIGHT
from pyrite.core.time.time import MIN_WATERMARK, NO_TIMESTAMP
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.python_calls import PythonCallError
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.expressions.values import to_values
from pyrite.operators.async_io.async_calls import AsyncCalls
from pyrite.operators.async_io.async_queue import Entry, IdleMark, Mark, OrderedQueue, UnorderedQueue, WatermarkMark
from pyrite.operators.async_io.calls_in_flight import CallsInFlight, call_error, emit_items
from pyrite.operators.capabilities import WaitsForEvents
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.lookup.lookup_calls import KeyedRows, LookupCalls, MissRetry, Rows
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.rows.joined_rows import JoinedRows, padded
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.rows.user_calls import UserCalls
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_IN_FLIGHT: Final = "lookup-join"
_ROWS_OF_BLOCKING_CALL: Final = 1000
_ALL_ROWS: Final = 1 << 30


class LookupOrder(Enum):
    """The order in which the results of async calls are emitted."""

    ORDERED = "ORDERED"
    UNORDERED = "UNORDERED"
    KEY_ORDERED = "KEY_ORDERED"
    """Rows with the same key are looked up one after another."""


@dataclass(frozen=True)
class AsyncLookup:
    """Settings of async lookups."""

    capacity: int
    timeout_ms: int
    order: LookupOrder
    key: tuple[int, ...] = ()
    """The key columns of KEY_ORDERED."""


@dataclass(frozen=True)
class LookupJoinSpec(RelationalSpec):
    """Joins rows of `input` with rows of `right`. `keys` are over the input, one for each of the `key_places`."""

    kind = "LookupJoin"
    lookup: Lookup
    table: str
    """The name of the table for messages."""
    keys: tuple[ResolvedExpression, ...]
    key_places: tuple[int, ...]
    """The key columns of `right`."""
    input: RowType
    right: RowType
    output: RowType
    is_left: bool
    left_condition: Optional[ResolvedExpression]
    """A condition over the input: other rows match nothing, and are not looked up."""
    condition: Optional[ResolvedExpression]
    """A condition over the columns of both."""
    is_changelog: bool
    asynchronous: Optional[AsyncLookup] = None
    """None: one call at a time."""
    retry: Optional[MissRetry] = None

    def build(self) -> LookupJoin:
        return LookupJoin(self)


class LookupJoin(UserCalls, WaitsForEvents):
    """An entry in flight is some rows of a block, whose keys are looked up by one call."""

    def __init__(self, spec: LookupJoinSpec) -> None:
        super().__init__()
        self._spec = spec
        settings = spec.asynchronous
        is_ordered = settings is None or settings.order is LookupOrder.ORDERED
        self._rows_per_call, capacity = _rows_per_call(spec)
        self.most_at_once = max(capacity * self._rows_per_call, _ROWS_OF_BLOCKING_CALL)
        self._row_keys = _row_keys(spec)
        self._lookups = LookupCalls(spec.lookup, settings is not None, spec.key_places, spec.retry)
        queue = OrderedQueue() if is_ordered else UnorderedQueue()
        self._in_flight = CallsInFlight(queue, capacity, lambda entry: self._lookups.read_cache(entry.value))
        self._watermark_ms = MIN_WATERMARK
        self._restored: list[bytes] = []
        self._opened = False

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        context.metrics.expose(ASYNC_IN_FLIGHT, lambda: self._in_flight.started)

    def open(self) -> None:
        spec = self._spec
        self._right_schema = to_arrow_schema(spec.right)
        self._joined = JoinedRows(spec.input, spec.right, spec.output, spec.condition, self.uses)
        trees = [*spec.keys, *([] if spec.left_condition is None else [spec.left_condition])]
        compiler = KernelCompiler(trees, self.uses)
        self._keys = [(compiler.compile(key), key.type) for key in spec.keys]
        self._left_condition = None if spec.left_condition is None else compiler.compile(spec.left_condition)
        self.open_uses()
        self._open_calls()
        for rows in self._restored:
            with pa.ipc.open_stream(rows) as stream:
                for batch in stream:
                    self.process_block(ColumnBlock(batch))
        self._restored = []
        if self._watermark_ms > self.output.watermark_ms:
            self._in_flight.mark(WatermarkMark(self._watermark_ms))
            self.context.services.wake()

    def _open_calls(self) -> None:
        services, settings = self.context.services, self._spec.asynchronous
        loop = services.event_loop()
        timeout_ms = 0 if settings is None else settings.timeout_ms
        report = self._in_flight.on_outcome
        calls = AsyncCalls(self._call, self._time_out, timeout_ms, NO_RETRY_STRATEGY, report)
        self._in_flight.open(calls, loop, services.wake)
        self._opened = True
        try:
            loop.run(partial(self._lookups.open, self.context.clock))
        except Exception as error:
            self._fail(error, "opening the lookup")

    def close(self) -> None:
        super().close()
        if self._opened:
            self._in_flight.close(self._lookups.close)

    async def _call(self, part: KeyedRows) -> list[Any]:
        return [await self._lookups.look_up(part.keys_to_call())]

    def _time_out(self, part: KeyedRows) -> list[Any]:
        assert self._spec.asynchronous is not None
        raise TimeoutError(
            f"no answer within {self._spec.asynchronous.timeout_ms} ms: see table.exec.async-lookup.timeout, "
            "and 'timeout' of the LOOKUP hint"
        )

    # Input ------------------------------------------------------------------------------------------------------------

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        keys = self._keys_of(batch)
        row_keys_of = None if not self._row_keys else list(row_keys(batch, self._row_keys).of_rows())
        entries = []
        for first in range(0, len(keys), self._rows_per_call):
            part = KeyedRows(batch, first, keys[first : first + self._rows_per_call])
            entries.append(Entry(part, NO_TIMESTAMP, row_keys_of and row_keys_of[first]))
        self._in_flight.add(entries)
        self._emit()

    def _keys_of(self, batch: Any) -> list[Optional[Key]]:
        memo: dict[int, Any] = {}
        try:
            columns = [to_values(key(batch.column, batch.num_rows, memo), kind) for key, kind in self._keys]
            condition = self._left_condition
            meets = None if condition is None else condition(batch.column, batch.num_rows, memo)
        except PythonCallError as error:
            self.fail_call(error)
        keys: list[Optional[Key]] = list(zip(*columns, strict=True)) if columns else [()] * batch.num_rows
        if any(None in column for column in columns):
            keys = [None if key is None or None in key else key for key in keys]
        if meets is not None:
            keys = [key if is_met else None for key, is_met in zip(keys, meets.to_pylist(), strict=True)]
        return keys

    def process_watermark(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms
        self._mark(WatermarkMark(watermark_ms))

    def process_idle(self, idle: bool) -> None:
        self._mark(IdleMark(idle))

    def process_mark(self, mark: LoopMark) -> None:
        self._mark(mark)

    def _mark(self, mark: Mark) -> None:
        self._in_flight.mark(mark)
        self._emit()

    @property
    def is_full(self) -> bool:
        return self._in_flight.is_full

    @property
    def is_waiting(self) -> bool:
        return bool(self._in_flight)

    # Results ----------------------------------------------------------------------------------------------------------

    def on_wake(self) -> int:
        for entry, results, error in self._in_flight.outcomes():
            part: KeyedRows = entry.value
            if error is not None:
                self._fail(call_error(error), self._call_text(part.keys_to_call()))
            assert results is not None
            self._lookups.note(results[0])
            part.rows_of |= results[0]
        return self._emit()

    def _fail(self, error: Exception, call: str) -> NoReturn:
        raise_user_error(error, self.label(), self._lookups.reader, call)

    def _call_text(self, keys: Sequence[Key]) -> str:
        names = [self._spec.right.names[place] for place in self._spec.key_places]
        first = ", ".join(f"{name} = {shorten(value)}" for name, value in zip(names, keys[0], strict=True))
        others = f" and {len(keys) - 1} other keys" if len(keys) > 1 else ""
        return f"lookup of {first}{others} in {self._spec.table}"

    def _emit(self) -> int:
        items = self._in_flight.take()
        emit_items(self.output, items, self._emit_results)
        return sum(len(entry.value.keys) for item in items if isinstance(item, list) for entry in item)

    def _emit_results(self, entries: list[Entry]) -> None:
        parts = [entry.value for entry in entries]
        start = 0
        for end in range(1, len(parts) + 1):
            if end == len(parts) or parts[end].batch is not parts[start].batch:
                self._emit_parts(parts[start:end])
                start = end

    def _emit_parts(self, parts: list[KeyedRows]) -> None:
        """Emits the results of rows of one block."""
        rows_of_rows: list[Rows] = [() if key is None else part.rows_of[key] for part in parts for key in part.keys]
        first_rows = np.concatenate([np.arange(part.first, part.first + len(part.keys)) for part in parts])
        right, firsts = self._right_rows(rows_of_rows)
        counts = np.fromiter(map(len, rows_of_rows), np.int64, len(rows_of_rows))
        own = np.repeat(np.arange(len(counts)), counts)
        ordinals = np.arange(len(own)) - np.repeat(np.cumsum(counts) - counts, counts)
        others = firsts[own] + ordinals
        own, others = self._joined.meeting(parts[0].batch.take(pa.array(first_rows)), right, own, others)
        if self._spec.is_left:
            own, others = padded(len(counts), own, others)
        if len(own):
            batch = self._joined.batch(parts[0].batch, right, first_rows[own], others)
            self.output.emit(ColumnBlock(batch))

    def _right_rows(self, rows_of_rows: list[Rows]) -> tuple[Any, Any]:
        """Builds a batch of the distinct rows; returns it, and the position of the first row for each list of rows."""
        distinct = {id(rows): rows for rows in rows_of_rows}
        starts, start = {}, 0
        for number, rows in distinct.items():
            starts[number] = start
            start += len(rows)
        flat = list(chain.from_iterable(distinct.values()))
        firsts = np.fromiter((starts[id(rows)] for rows in rows_of_rows), np.int64, len(rows_of_rows))
        return batch_of(flat, self._spec.right, self._right_schema), firsts

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        while self._spec.is_changelog and self._in_flight:
            self._in_flight.wait()
            self.on_wake()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        in_flight = [_stored(entry.value) for entry in self._in_flight]
        return OperatorSubtaskState(watermark_ms=self._watermark_ms, lists={_IN_FLIGHT: in_flight})

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        self._restored = state.lists.get(_IN_FLIGHT, [])

    def state_entries(self) -> int:
        return super().state_entries() + sum(len(entry.value.keys) for entry in self._in_flight)


def _rows_per_call(spec: LookupJoinSpec) -> tuple[int, int]:
    """Returns the number of rows of a call, and the number of calls at a time."""
    settings = spec.asynchronous
    if isinstance(spec.lookup.cache, FullCache):
        return _ALL_ROWS, 1
    if settings is None:
        return _ROWS_OF_BLOCKING_CALL, 1
    if settings.order is LookupOrder.KEY_ORDERED:
        return 1, settings.capacity
    rows = min(spec.lookup.keys_per_call, settings.capacity)
    return rows, settings.capacity // rows


def _row_keys(spec: LookupJoinSpec) -> tuple[str, ...]:
    settings = spec.asynchronous
    if settings is None or settings.order is not LookupOrder.KEY_ORDERED:
        return ()
    return tuple(spec.input.names[place] for place in settings.key)


def _stored(part: KeyedRows) -> bytes:
    """Serializes rows that wait for their call."""
    rows = part.batch.slice(part.first, len(part.keys))
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, rows.schema) as stream:
        stream.write_batch(rows)
    return bytes(sink.getvalue())
