"""WindowAggregate: emits a row for each key and window when the watermark passes the window's end.

State is by pane, so that overlapping windows share it: when a window fires, its panes are merged.
"""

from __future__ import annotations

import heapq
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock, ColumnBuffer
from pyrite.core.metrics.declared_metrics import NUM_LATE_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import ROWS, AggregateHandler, State, is_mutable
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.values import to_values
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.aggregate.block_aggregate import BlockAggregate, Indices, InexactError
from pyrite.operators.relational.keyed.key_columns import KeyColumns, row_keys
from pyrite.operators.relational.keyed.keyed_operator import KeyedRelationalOperator
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout, window_layout
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.window.time_windows import (
    AlignedWindows,
    Attached,
    Cumulate,
    Times,
    TimeWindows,
    Window,
    WindowZone,
    milliseconds,
)
from pyrite.operators.relational.window.window_output import WindowOutput, WindowProperty
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState

_STATE: Final = "windows"
_GATHERED: Final = 50_000
"""The maximum number of rows that are buffered and added together."""
_WHOLE_FROM: Final = 32
"""The minimum number of rows for which adding them together is faster."""


@dataclass(frozen=True)
class WindowAggregateSpec(RelationalSpec):
    """Groups rows by the columns of `grouping` and by window.

    The output has the keys, results and window properties.
    """

    kind = "WindowAggregate"
    time: Optional[int]
    """The column of event time; None for processing time, or if rows have window columns."""
    is_event_time: bool
    zone: str
    grouping: tuple[int, ...]
    calls: tuple[AggregateCall, ...]
    properties: tuple[WindowProperty, ...]
    input: RowType
    output: RowType
    retracts: bool


@dataclass(frozen=True)
class PaneAggregateSpec(WindowAggregateSpec):
    """Aggregates by windows that do not depend on the rows."""

    windows: TimeWindows
    slice: Optional[int] = None
    """In a global phase: the column with the number of the time slice that a row stands for."""
    rows: Optional[int] = None
    """In a global phase: the column with the number of rows that a row stands for."""

    @property
    def keyed_layout(self) -> str:
        state_layout = calls_layout(self.calls, self.retracts)
        return f"{key_layout(self.input, self.grouping)} and window, {window_layout(self.windows)}: {state_layout}"

    def build(self) -> PaneAggregateOperator:
        return PaneAggregateOperator(self)


class WindowAggregateOperator(KeyedRelationalOperator, HasTimers):
    """The base class of aggregates over all kinds of windows: time, late rows and results."""

    def __init__(self, spec: WindowAggregateSpec) -> None:
        super().__init__(spec.input, spec.grouping)
        self._spec = spec
        self._waiting = ColumnBuffer()
        self.watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self.tables = self.backend.tables(_STATE)
        self.zone = WindowZone(self._spec.zone)
        self._late = Counter()
        context.metrics.expose(NUM_LATE_RECORDS_DROPPED, self._late.get_count)

    def open(self) -> None:
        self.handler = self.make_handler()
        self._types = [self._spec.input.fields[place].type for place in self.handler.columns]
        self.results = self.make_output()

    def make_handler(self) -> AggregateHandler:
        return AggregateHandler(self._spec.calls, self._spec.retracts)

    def make_output(self) -> WindowOutput:
        spec = self._spec
        types = [call.result_type for call in spec.calls]
        return WindowOutput(spec.output, len(spec.grouping), types, spec.properties, self.zone, self.output.emit)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        """Buffers rows: results are not visible until the watermark advances."""
        self._waiting.append(block)
        if len(self._waiting) >= _GATHERED or not self._spec.is_event_time:
            self._add_waiting()

    def _add_waiting(self) -> None:
        if not len(self._waiting):
            return
        block = self._waiting.take()
        if self.context.settings.batch:
            block = self._with_times(block)
        self.add_rows(block, row_keys(block.batch, self.key_names))

    def _with_times(self, block: ColumnBlock) -> ColumnBlock:
        """In batch, drops rows without a time. In streaming they are an error."""
        if self._spec.time is None or not block.batch.column(self._spec.time).null_count:
            return block
        return ColumnBlock(block.batch.filter(block.batch.column(self._spec.time).is_valid()))

    @abstractmethod
    def add_rows(self, block: ColumnBlock, keys: KeyColumns) -> None:
        """Adds rows to their windows."""

    def rows_of(self, batch: Any) -> list[tuple[Any, ...]]:
        """Returns the values of each row that the aggregates read."""
        columns = [
            to_values(batch.column(place), kind) for place, kind in zip(self.handler.columns, self._types, strict=True)
        ]
        return list(zip(*columns, strict=True)) if columns else [()] * batch.num_rows

    def times(self, batch: Any) -> Times:
        """Returns the local time of each row."""
        if not self._spec.is_event_time:
            return self.zone.to_local(np.full(batch.num_rows, self.context.clock.now_ms()))
        assert self._spec.time is not None
        return self.zone.to_local(milliseconds(rowtime_column(batch, self._spec.time)))

    def retractions(self, block: ColumnBlock) -> Sequence[bool]:
        """Returns which rows are retracted."""
        if block.change_kinds is None:
            return [False] * len(block)
        return [kind in (ChangeKind.UPDATE_BEFORE, ChangeKind.DELETE) for kind in block.change_kinds.to_pylist()]

    def drop_late(self, count: int) -> None:
        self._late.inc(count)

    def is_over(self, window: Window) -> bool:
        """Returns whether a window has fired."""
        return self._spec.is_event_time and self.zone.fire_time(window) <= self.watermark_ms

    def emit(self, window: Window, keys: Iterable[StateKey], states: Iterable[State]) -> None:
        """Emits the results of keys in one window, except for keys whose rows were all retracted."""
        pairs = [(key, state) for key, state in zip(keys, states, strict=True) if state[ROWS] != 0]
        if pairs:
            remaining_keys, filled = zip(*pairs, strict=True)
            self.results.add(window, remaining_keys, self.handler.columns_of(filled))

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        if self._spec.is_event_time:
            self._add_waiting()
            self.watermark_ms = watermark_ms
            self._fire(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def next_timer_ms(self) -> Optional[int]:
        next_ms = None if self._spec.is_event_time else self.next_fire_ms()
        return None if next_ms is None else next_ms + 1

    def fire_timers(self, now_ms: int) -> None:
        self._fire(now_ms - 1)

    def _fire(self, until_ms: int) -> None:
        self.fire(until_ms)
        self.results.flush()

    @abstractmethod
    def next_fire_ms(self) -> Optional[int]:
        """Returns the end of the next window."""

    @abstractmethod
    def fire(self, until_ms: int) -> None:
        """Emits all windows that end up to a time."""

    # State ------------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        self._add_waiting()

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self.watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self.watermark_ms = state.watermark_ms


class PaneAggregateOperator(WindowAggregateOperator):
    """Aggregates by pane: a namespace of the state is a pane; it holds the state of the keys' aggregates."""

    def __init__(self, spec: PaneAggregateSpec) -> None:
        super().__init__(spec)
        self._windows = spec.windows
        self._slice, self._rows = spec.slice, spec.rows
        self._to_fire: list[tuple[int, Window]] = []
        self._noted: set[Window] = set()

    def open(self) -> None:
        super().open()
        self._copies = is_mutable(self.handler.create())
        self._by_block = None if self._spec.retracts else BlockAggregate.of(self._spec.calls, self._rows)

    def make_handler(self) -> AggregateHandler:
        return AggregateHandler(self._spec.calls, self._spec.retracts, self._rows)

    # Rows -------------------------------------------------------------------------------------------------------------

    def add_rows(self, block: ColumnBlock, keys: KeyColumns) -> None:
        for pane, places in self._panes(block.batch):
            windows = self._windows.windows(pane)
            if not windows:  # it is in a gap between HOP windows
                continue
            if self.is_over(windows[-1]):
                self.drop_late(self._count(block.batch, places))
                continue
            present, groups = _groups(keys, places)
            for namespace in self._namespaces(pane, windows):
                if namespace not in self.tables:
                    self._note(namespace)
                table = self.tables.load(namespace, present)
                self._add(table, present, groups, block, places)
                self.tables.touch(namespace, present)

    def _add(
        self, table: dict[StateKey, Any], present: list[StateKey], groups: Indices, block: ColumnBlock, places: Indices
    ) -> None:
        """Adds some rows of a block. `groups` has the index in `present` of each row's key."""
        if self._by_block is not None and len(places) >= _WHOLE_FROM:
            try:
                states = self._by_block.add(block.batch, places, groups, [table.get(key) for key in present])
            except InexactError:
                pass
            else:
                table.update(zip(present, states, strict=True))
                return
        rows = self.rows_of(block.batch.take(pa.array(places)))
        retractions = self.retractions(block)
        handler = self.handler
        for row, group, place in zip(rows, groups.tolist(), places.tolist(), strict=True):
            key = present[group]
            change = handler.retract if retractions[place] else handler.accumulate
            table[key] = change(table.get(key) or handler.create(), row)

    def _count(self, batch: Any, places: Indices) -> int:
        """Returns the number of rows, or of the rows that they stand for."""
        return len(places) if self._rows is None else int(batch.column(self._rows).to_numpy()[places].sum())

    def _panes(self, batch: Any) -> Iterator[tuple[Window, Any]]:
        """Iterates over the panes of a block's rows, each with the positions of its rows in their order."""
        windows = self._windows
        if isinstance(windows, Attached):
            starts, ends = (milliseconds(batch.column(place)) for place in (windows.start, windows.end))
        else:
            assert isinstance(windows, AlignedWindows)
            if self._slice is None:
                starts = windows.pane_starts(self.times(batch))
            else:
                starts = windows.numbered_starts(batch.column(self._slice).to_numpy())
            ends = starts + windows.pane_ms
        if not len(starts):
            return
        if starts.min() == starts.max() and ends.min() == ends.max():
            yield (int(starts[0]), int(ends[0])), np.arange(len(starts))
            return
        order = _order(starts, ends)
        sorted_starts, sorted_ends = starts[order], ends[order]
        is_new = (sorted_starts[1:] != sorted_starts[:-1]) | (sorted_ends[1:] != sorted_ends[:-1])
        bounds = [0, *(np.flatnonzero(is_new) + 1).tolist(), len(order)]
        for first, last in pairwise(bounds):
            yield (int(sorted_starts[first]), int(sorted_ends[first])), order[first:last]

    def _namespaces(self, pane: Window, windows: list[Window]) -> list[Window]:
        """Returns the namespaces for the rows of a pane.

        Cumulating windows that have fired have all their rows in the first pane. By processing time, each window has a
        separate namespace: a clock does not tell which windows had fired before a restore.
        """
        if not self._spec.is_event_time:
            return windows
        if isinstance(self._windows, Cumulate) and self.is_over(windows[0]):
            return [self._windows.base(pane)]
        return [pane]

    def _fired_with(self, pane: Window) -> list[Window]:
        """Returns the windows that include a namespace of the state."""
        return self._windows.windows(pane) if self._spec.is_event_time else [pane]

    def _note(self, pane: Window) -> None:
        """Schedules the windows of a pane."""
        for window in self._fired_with(pane):
            if window not in self._noted and not self.is_over(window):
                self._noted.add(window)
                heapq.heappush(self._to_fire, (self.zone.fire_time(window), window))

    # Time -------------------------------------------------------------------------------------------------------------

    def next_fire_ms(self) -> Optional[int]:
        return self._to_fire[0][0] if self._to_fire else None

    def fire(self, until_ms: int) -> None:
        while self._to_fire and self._to_fire[0][0] <= until_ms:
            _, window = heapq.heappop(self._to_fire)
            self._noted.remove(window)
            panes = self._panes_of(window)
            self._emit_panes(window, panes)
            for pane in panes:
                if self._fired_with(pane)[-1] == window:
                    self.tables.drop(pane)

    def _panes_of(self, window: Window) -> list[Window]:
        """Returns the namespaces of a window."""
        if not self._spec.is_event_time:
            return [window]
        if isinstance(self._windows, Cumulate):
            self._gather(window, self._windows)
            return [self._windows.base(window)]
        panes = [pane for pane in self._windows.panes(window) if pane in self.tables]
        return panes[::-1]  # as in Flink: visible in aggregates that depend on the order

    def _emit_panes(self, window: Window, panes: list[Window]) -> None:
        if len(panes) == 1:
            for table in self.tables.chunks(panes[0]):
                self.emit(window, table.keys(), table.values())
            return
        chunks = [table for pane in panes for table in self.tables.chunks(pane)]
        if self._by_block is not None and chunks:
            try:
                self.results.add(window, *self._by_block.merged(chunks))
                return
            except InexactError:
                pass
        merged: dict[StateKey, State] = {}
        for pane in panes:
            for table in self.tables.chunks(pane):
                for key, state in table.items():
                    own = deepcopy(state) if self._copies else state
                    merged[key] = self.handler.merge(merged[key], own) if key in merged else own
        self.emit(window, merged.keys(), merged.values())

    def _gather(self, window: Window, windows: Cumulate) -> None:
        """Merges the last pane of a window into the first, which holds all panes that have fired."""
        base = windows.base(window)
        pane = window[1] - windows.step_ms, window[1]
        if pane == base or pane not in self.tables:
            return
        for table in self.tables.chunks(pane):
            states = self.tables.load(base, table.keys())
            for key, state in table.items():
                states[key] = self.handler.merge(states[key], state) if key in states else state
            self.tables.touch(base, table.keys())
        self.tables.drop(pane)

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        for pane in self.tables.namespaces():
            self._note(pane)


def _groups(keys: KeyColumns, places: Indices) -> tuple[list[StateKey], Indices]:
    """Returns the distinct keys of some rows, and the index of each row's key."""
    if len(places) == len(keys.indices):
        return keys.state_keys, keys.indices[places]
    indices = keys.indices[places]
    is_present = np.zeros(len(keys.state_keys), np.bool_)
    is_present[indices] = True
    present = [keys.state_keys[place] for place in np.flatnonzero(is_present).tolist()]
    return present, (np.cumsum(is_present) - 1)[indices]


def _order(starts: Times, ends: Times) -> Indices:
    """Returns the rows sorted by pane, in their order within a pane."""
    width = int(ends[0] - starts[0])
    numbers = (starts - starts.min()) // width
    if numbers.max() < 1 << 16 and (ends - starts == width).all():
        return np.argsort(numbers.astype(np.uint16), kind="stable")  # a radix sort
    return np.lexsort((starts, ends))
