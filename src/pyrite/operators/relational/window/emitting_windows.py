"""Windows with early and late results (`table.exec.emit.early-fire` and `late-fire`)."""

from __future__ import annotations

import heapq
from collections import defaultdict
from dataclasses import dataclass
from itertools import count
from typing import Any, Optional

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.expressions.aggregates.handler import ROWS
from pyrite.operators.relational.keyed.key_columns import KeyColumns, row_keys
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout, window_layout
from pyrite.operators.relational.window.time_windows import AlignedWindows, Window
from pyrite.operators.relational.window.window_aggregate import WindowAggregateOperator, WindowAggregateSpec
from pyrite.operators.relational.window.window_output import WindowChanges, WindowOutput
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState


@dataclass(frozen=True)
class EmitStrategy:
    """The delays of results before and after the end of a window; 0: a result for each row."""

    early_ms: Optional[int]
    late_ms: Optional[int]
    lateness_ms: int
    """How long after its end a window accepts rows."""

    def described(self) -> str:
        delays = (("early", self.early_ms), ("late", self.late_ms))
        parts = [(name, f"delay {ms} millisecond" if ms else "no delay") for name, ms in delays if ms is not None]
        return ", ".join(f"{name} {text}" for name, text in parts)


@dataclass(frozen=True)
class EmittingWindowsSpec(WindowAggregateSpec):
    windows: AlignedWindows
    strategy: EmitStrategy
    emits_update_before: bool

    @property
    def keyed_layout(self) -> str:
        state_layout = f"{calls_layout(self.calls, self.retracts)}, the result that was announced"
        return f"{key_layout(self.input, self.grouping)} and window, {window_layout(self.windows)}: {state_layout}"

    def build(self) -> EmittingWindowsOperator:
        return EmittingWindowsOperator(self)


@dataclass
class OpenWindow:
    """The entry of a key in a window, stored as the tuple of its fields."""

    state: Any
    announced: Optional[tuple[Any, ...]] = None
    """The last result that was emitted."""
    is_over: bool = False
    next_ms: Optional[int] = None
    """The processing time of the next result."""

    def stored(self) -> tuple[Any, ...]:
        return self.state, self.announced, self.is_over, self.next_ms


class EmittingWindowsOperator(WindowAggregateOperator):
    """Each window has separate state: a namespace, in which keys have their entries."""

    def __init__(self, spec: EmittingWindowsSpec) -> None:
        super().__init__(spec)
        self._windows, self._strategy = spec.windows, spec.strategy
        self._emits_update_before = spec.emits_update_before
        self._ends: list[tuple[int, Window]] = []
        self._open_windows: set[Window] = set()
        self._by_clock: list[tuple[int, int, Window, StateKey]] = []
        self._numbers = count()  # keys with the same time may not be comparable

    def make_output(self) -> WindowOutput:
        spec = self._spec
        types = [call.result_type for call in spec.calls]
        return WindowChanges(spec.output, len(spec.grouping), types, spec.properties, self.zone, self.output.emit)

    # Rows -------------------------------------------------------------------------------------------------------------

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.add_rows(block, row_keys(block.batch, self.key_names))
        self.results.flush()

    def add_rows(self, block: ColumnBlock, keys: KeyColumns) -> None:
        times = self._windows.pane_starts(self.times(block.batch)).tolist()
        width = self._windows.pane_ms
        windows_of = {start: self._windows.row_windows((start, start + width)) for start in set(times)}
        present: dict[Window, set[StateKey]] = defaultdict(set)
        for key, start in zip(keys.of_rows(), times, strict=True):
            for window in windows_of[start]:
                present[window].add(key)
        tables = {
            window: self.tables.load(window, own) for window, own in present.items() if not self._is_closed(window)
        }
        rows, retractions = self.rows_of(block.batch), self.retractions(block)
        for key, start, row, retracts in zip(keys.of_rows(), times, rows, retractions, strict=True):
            live = [window for window in windows_of[start] if window in tables]
            if windows_of[start] and not live:
                self.drop_late(1)
            for window in live:
                table = tables[window]
                entry = OpenWindow(*table[key]) if key in table else OpenWindow(self.handler.create())
                change = self.handler.retract if retracts else self.handler.accumulate
                entry.state = change(entry.state, row)
                self._note(window)
                self._react(window, key, entry)
                table[key] = entry.stored()
        for window in tables:
            self.tables.touch(window, present[window])

    def _is_closed(self, window: Window) -> bool:
        return self._spec.is_event_time and self._close_ms(window) <= self.watermark_ms

    def _close_ms(self, window: Window) -> int:
        return self.zone.fire_time(window) + self._strategy.lateness_ms

    def _note(self, window: Window) -> None:
        if window not in self._open_windows:
            self._open_windows.add(window)
            end_ms = self._close_ms(window) if self.is_over(window) else self.zone.fire_time(window)
            heapq.heappush(self._ends, (end_ms, window))

    def _react(self, window: Window, key: StateKey, entry: OpenWindow) -> None:
        """Emits the result of a window that a row changed, or schedules it."""
        if not entry.is_over and self.is_over(window):
            self._announce(window, key, entry)  # the first rows of its key were late
            return
        delay_ms = self._strategy.late_ms if entry.is_over else self._strategy.early_ms
        if delay_ms == 0:
            self._announce(window, key, entry)
        elif delay_ms is not None and entry.next_ms is None:
            self._schedule(window, key, entry, self.context.clock.now_ms() + delay_ms)

    def _schedule(self, window: Window, key: StateKey, entry: OpenWindow, next_ms: int) -> None:
        entry.next_ms = next_ms
        heapq.heappush(self._by_clock, (next_ms, next(self._numbers), window, key))

    def _announce(self, window: Window, key: StateKey, entry: OpenWindow) -> None:
        before, results = entry.announced, self.results
        assert isinstance(results, WindowChanges)
        if entry.state[ROWS] == 0:
            if before is not None:
                results.change(window, key, ChangeKind.DELETE, before)
            entry.announced = None
            return
        after = self.handler.values(entry.state)
        if before is None:
            results.change(window, key, ChangeKind.INSERT, after)
        elif not self.handler.are_same(before, after):
            if self._emits_update_before:
                results.change(window, key, ChangeKind.UPDATE_BEFORE, before)
            results.change(window, key, ChangeKind.UPDATE_AFTER, after)
        entry.announced = after

    # Time -------------------------------------------------------------------------------------------------------------

    def next_timer_ms(self) -> Optional[int]:
        by_clock = [self._by_clock[0][0]] if self._by_clock else []
        ends = super().next_timer_ms()
        return min([*by_clock, *([] if ends is None else [ends])], default=None)

    def fire_timers(self, now_ms: int) -> None:
        while self._by_clock and self._by_clock[0][0] <= now_ms:
            due_ms, _, window, key = heapq.heappop(self._by_clock)
            table = self.tables.load(window, (key,)) if window in self.tables else {}
            if key not in table or table[key][3] != due_ms:
                continue  # the window was removed, or emitted at its end
            entry = OpenWindow(*table[key])
            delay_ms = self._strategy.late_ms if entry.is_over else self._strategy.early_ms
            self._announce(window, key, entry)
            if delay_ms:
                self._schedule(window, key, entry, due_ms + delay_ms)
            table[key] = entry.stored()
            self.tables.touch(window, (key,))
        if self._spec.is_event_time:
            self.results.flush()
        else:
            super().fire_timers(now_ms)

    def next_fire_ms(self) -> Optional[int]:
        return self._ends[0][0] if self._ends else None

    def fire(self, until_ms: int) -> None:
        """Emits the results of windows that ended, and removes windows that accept no more rows."""
        while self._ends and self._ends[0][0] <= until_ms:
            due_ms, window = heapq.heappop(self._ends)
            if due_ms == self.zone.fire_time(window):
                self._end(window)
            gone_ms = self._close_ms(window) if self._spec.is_event_time else due_ms
            if gone_ms <= until_ms:
                self.tables.drop(window)
                self._open_windows.discard(window)
            else:
                heapq.heappush(self._ends, (gone_ms, window))

    def _end(self, window: Window) -> None:
        for table in self.tables.chunks(window):
            for key, stored in list(table.items()):
                entry = OpenWindow(*stored)
                if not entry.is_over:
                    self._announce(window, key, entry)
                    entry.is_over, entry.next_ms = True, None
                    table[key] = entry.stored()
            self.tables.touch(window, list(table))

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        for window in self.tables.namespaces():
            self._open_windows.add(window)
            end_ms = self.zone.fire_time(window)
            is_over = self._spec.is_event_time and end_ms <= self.watermark_ms
            heapq.heappush(self._ends, (self._close_ms(window) if is_over else end_ms, window))
            for table in self.tables.chunks(window):
                for key, stored in table.items():
                    if stored[3] is not None:
                        heapq.heappush(self._by_clock, (stored[3], next(self._numbers), window, key))
