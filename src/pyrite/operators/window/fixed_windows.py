"""Tumbling and sliding event-time windows with their default trigger and no evictor: whole blocks at a time.

Records of one pane (the largest span in which all records have the same windows) are added together, to one table per
window. A window fires for all its keys at once, when the watermark passes its end, so no timers per key are needed.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.user_function import raise_user_error, shorten
from pyrite.core.isolation import isolated
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.core.windows.windows import TimeWindow
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.operators.window.window_base import WindowOperatorBase, WindowPlan, without_timestamps
from pyrite.operators.window.window_contents import Table

Pane = tuple[int, tuple[list[StateKey], list[Any], Sequence[int]]]
"""The start of a pane, and its records: their keys, their values, and their indexes in the block."""


class FixedWindowOperator(WindowOperatorBase):
    """Windows of one size, every `slide_ms`; tumbling if both are equal."""

    def __init__(self, size_ms: int, slide_ms: int, offset_ms: int, plan: WindowPlan) -> None:
        super().__init__(plan)
        self._size_ms = size_ms
        self._slide_ms = slide_ms
        self._offset_ms = offset_ms
        self._pane_ms = gcd(size_ms, slide_ms)
        plan.contents.shared = size_ms > slide_ms
        self._to_fire: list[TimeWindow] = []
        self._to_forget: list[TimeWindow] = []

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._panes: dict[int, list[TimeWindow]] = {}

    # Records ----------------------------------------------------------------------------------------------------------

    def process_records(self, block: RowBlock) -> None:
        assert block.keys is not None
        if block.timestamps is None or NO_TIMESTAMP in block.timestamps:
            index = 0 if block.timestamps is None else block.timestamps.index(NO_TIMESTAMP)
            value = block.values[index]
            raise_user_error(without_timestamps(self, value), self.label(), self.func, shorten(value))
        late: list[int] = []
        if self._has_fired_windows(min(block.timestamps)):
            panes = self._one_by_one(block.keys, block.values, block.timestamps)
        else:
            panes = self._split(block.keys, block.values, block.timestamps)
        for pane_ms, (keys, values, indexes) in panes:
            windows = self._panes.get(pane_ms) or self._windows_of(pane_ms)
            if not windows:
                late.extend(indexes)
            for window in windows:
                if window.end - 1 <= self.watermark_ms:
                    self._add_late(window, keys, values)
                else:
                    self._add(window, keys, values)
        if late:
            self._drop_late(block.values, block.timestamps, sorted(late))

    def _drop_late(self, values: list[Any], timestamps: list[int], indexes: list[int]) -> None:
        """Drops late records among the records without a window; the others lie between windows."""
        past_ms = self.watermark_ms - self.plan.allowed_lateness_ms
        late = [index for index in indexes if timestamps[index] <= past_ms]
        if late:
            self.drop_late([values[index] for index in late], [timestamps[index] for index in late])

    def _has_fired_windows(self, timestamp: int) -> bool:
        """Whether a record may belong to a window that has fired and is kept, so that order matters."""
        return self.plan.allowed_lateness_ms > 0 and timestamp <= self.watermark_ms

    def _pane_of(self, time: int) -> int:
        return time - (time - self._offset_ms) % self._pane_ms

    def _one_by_one(self, keys: list[StateKey], values: list[Any], timestamps: list[int]) -> Iterator[Pane]:
        for index, time in enumerate(timestamps):
            yield self._pane_of(time), ([keys[index]], [values[index]], [index])

    def _split(self, keys: list[StateKey], values: list[Any], timestamps: list[int]) -> Iterator[Pane]:
        """Splits the block by panes; usually it lies in a single pane."""
        first = self._pane_of(min(timestamps))
        if max(timestamps) < first + self._pane_ms:
            yield first, (keys, values, range(len(keys)))
            return
        width, offset = self._pane_ms, self._offset_ms
        if timestamps == sorted(timestamps):  # split at the borders
            start = 0
            while start < len(timestamps):
                pane_ms = self._pane_of(timestamps[start])
                stop = bisect_left(timestamps, pane_ms + width, start)
                yield pane_ms, (keys[start:stop], values[start:stop], range(start, stop))
                start = stop
            return
        panes: dict[int, tuple[list[StateKey], list[Any], list[int]]] = {}
        for index, time in enumerate(timestamps):
            pane_ms = time - (time - offset) % width
            columns = panes.get(pane_ms)
            if columns is None:
                columns = panes[pane_ms] = ([], [], [])
            columns[0].append(keys[index])
            columns[1].append(values[index])
            columns[2].append(index)
        yield from panes.items()

    def _windows_of(self, pane_ms: int) -> list[TimeWindow]:
        """The windows of a pane that are not late, the earliest first; cached until the watermark advances."""
        last = pane_ms - (pane_ms - self._offset_ms) % self._slide_ms
        count = (self._size_ms - (pane_ms - last) + self._slide_ms - 1) // self._slide_ms
        starts = [last - step * self._slide_ms for step in reversed(range(count))]
        windows = [TimeWindow(start, start + self._size_ms) for start in starts]
        self._panes[pane_ms] = live = [window for window in windows if not self._is_late(window)]
        return live

    def _is_late(self, window: TimeWindow) -> bool:
        return window.end - 1 + self.plan.allowed_lateness_ms <= self.watermark_ms

    def _table(self, window: TimeWindow, keys: list[StateKey], noted_in: list[TimeWindow]) -> Table:
        """The window's contents; a new window is added to the given heap."""
        if window not in self.tables:
            heapq.heappush(noted_in, window)
        return self.tables.load(window, keys)

    def _add(self, window: TimeWindow, keys: list[StateKey], values: list[Any]) -> None:
        table = self._table(window, keys, self._to_fire)
        try:
            self.plan.contents.add_all(table, keys, values)
        except Exception as error:
            self.blame(error, keys, values)
        self.tables.touch(window, keys)

    def _add_late(self, window: TimeWindow, keys: list[StateKey], values: list[Any]) -> None:
        """Adds records to a window that has fired and is still kept: it fires again for each record."""
        table = self._table(window, keys, self._to_forget)
        for key, value in zip(keys, values, strict=True):
            try:
                self.plan.contents.add_all(table, [key], [value])
            except Exception as error:
                self.blame(error, [key], [value])
            self._emit(window, {key: table[key]})
        self.results.flush()
        self.tables.touch(window, keys)

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        self.watermark_ms = watermark_ms
        self._panes.clear()
        self._fire(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def _fire(self, until_ms: int) -> None:
        """Fires and removes windows in the order of their times; a window is removed before a later one fires."""
        lateness_ms = self.plan.allowed_lateness_ms
        while True:
            fire_ms = self._to_fire[0].end - 1 if self._to_fire else MAX_WATERMARK + 1
            forget_ms = self._to_forget[0].end - 1 + lateness_ms if self._to_forget else MAX_WATERMARK + 1
            if min(fire_ms, forget_ms) > until_ms:
                break
            if forget_ms <= fire_ms:
                self._forget(heapq.heappop(self._to_forget))
            else:
                window = heapq.heappop(self._to_fire)
                for table in self.tables.chunks(window):
                    self._emit(window, table)
                    if lateness_ms and self.plan.call is not None:
                        self.tables.touch(window, table)  # the function may have changed its arguments
                heapq.heappush(self._to_forget, window)
        self.results.flush()

    def _emit(self, window: TimeWindow, table: Table) -> None:
        contents, call, time_ms = self.plan.contents, self.plan.call, window.end - 1
        try:
            if call is None:
                results = contents.results(table.values())
            else:
                for key, accumulator in list(table.items()):
                    call.call(key, window, contents.elements(accumulator), self.results, time_ms)
                return
        except Exception as error:
            self.raise_if_from_below(error)
            raise_user_error(error, self.label(), contents.func, f"{window!r}")
        if self.plan.allowed_lateness_ms or contents.shared:
            results = list(map(isolated, results))
        self.output.hand_over(results, [time_ms] * len(results))

    def _forget(self, window: TimeWindow) -> None:
        if self.plan.call is not None:
            for table in self.tables.chunks(window):
                for key in table:
                    self.plan.call.clear(key, window)
        self.tables.drop(window)

    def end_key(self) -> None:
        """Batch: the key's windows fire in order, under the last watermark, and are removed."""
        self.watermark_ms = MAX_WATERMARK
        self._fire(MAX_WATERMARK)
        self.watermark_ms = MIN_WATERMARK
        self._panes.clear()
        self.backend.clear()

    # State ------------------------------------------------------------------------------------------------------------

    def timer_count(self) -> int:
        return len(self._to_fire) + len(self._to_forget)

    def restore(self, state: OperatorSubtaskState) -> None:
        super().restore(state)
        for window in self.tables.namespaces():
            fired = window.end - 1 <= self.watermark_ms
            heapq.heappush(self._to_forget if fired else self._to_fire, window)
