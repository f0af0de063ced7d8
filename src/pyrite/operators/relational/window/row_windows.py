"""Count windows: each contains the same number of consecutive rows of a key, and ends with its last row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Optional

import numpy as np

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.expressions.aggregates.handler import State
from pyrite.operators.relational.aggregate.block_aggregate import BlockAggregate, Indices, InexactError
from pyrite.operators.relational.keyed.key_columns import KeyColumns, row_keys
from pyrite.operators.relational.keyed.state_layout import calls_layout, key_layout
from pyrite.operators.relational.window.window_aggregate import WindowAggregateOperator, WindowAggregateSpec

_ROWS: Final = "rows"
"""The only namespace: for each key its number of rows, and the state of its open windows by their numbers."""
Open = dict[int, State]
_NO_TIME: Final = (0, 0)
"""The start and end of count windows, which queries cannot access."""


@dataclass(frozen=True)
class RowWindows:
    """Windows of `size` rows. Window n of a key begins with its row n * `slide`. Both are counted from 0."""

    size: int
    slide: int


@dataclass(frozen=True)
class RowWindowsSpec(WindowAggregateSpec):
    windows: RowWindows

    @property
    def keyed_layout(self) -> str:
        state_layout = calls_layout(self.calls, self.retracts)
        return f"{key_layout(self.input, self.grouping)} and window, {self.windows!r}: {state_layout}"

    def build(self) -> RowWindowsOperator:
        return RowWindowsOperator(self)


class RowWindowsOperator(WindowAggregateOperator):
    """A retracted row counts as another row, as in Flink. Incomplete windows are never emitted."""

    def __init__(self, spec: RowWindowsSpec) -> None:
        super().__init__(spec)
        self._size, self._slide = spec.windows.size, spec.windows.slide

    def open(self) -> None:
        super().open()
        self._by_block = None if self._spec.retracts else BlockAggregate.of(self._spec.calls, None)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.add_rows(block, row_keys(block.batch, self.key_names))
        self.results.flush()

    def add_rows(self, block: ColumnBlock, keys: KeyColumns) -> None:
        table = self.tables.load(_ROWS, keys.state_keys)
        names = list(dict.fromkeys(keys.state_keys))
        own = keys.numbers()
        counts = np.array([table[key][0] if key in table else 0 for key in names], np.int64)
        opened: list[Open] = [dict(table[key][1]) if key in table else {} for key in names]
        numbers = counts[own] + _ranks(own)
        self._add(block, numbers, own, names, opened)
        after = counts + np.bincount(own, minlength=len(names))
        for key, count, windows in zip(names, after.tolist(), opened, strict=True):
            table[key] = (count, tuple(windows.items()))
        self.tables.touch(_ROWS, names)

    def _add(
        self, block: ColumnBlock, numbers: Indices, own: Indices, names: list[StateKey], opened: list[Open]
    ) -> None:
        """Adds rows to the windows of their keys, and emits complete windows in the order of their last rows."""
        places, windows = self._windows_of(numbers)
        order = np.lexsort((places, windows, own[places]))
        places, windows, key_of = places[order], windows[order], own[places][order]
        is_first = np.ones(len(places), np.bool_)
        is_first[1:] = (windows[1:] != windows[:-1]) | (key_of[1:] != key_of[:-1])
        firsts = np.flatnonzero(is_first)
        groups = list(zip(key_of[firsts].tolist(), windows[firsts].tolist(), strict=True))
        before = [opened[key].get(window) for key, window in groups]
        states = self._added(block, places, np.cumsum(is_first) - 1, before)
        last = places[np.append(firsts[1:], len(places)) - 1] if len(places) else places
        is_full = numbers[last] - windows[firsts] * self._slide == self._size - 1
        for (key, window), state, full in zip(groups, states, is_full.tolist(), strict=True):
            if full:
                opened[key].pop(window, None)
            else:
                opened[key][window] = state
        full_ones = np.flatnonzero(is_full)
        full_ones = full_ones[np.argsort(last[full_ones])].tolist()
        self.emit(_NO_TIME, [names[groups[each][0]] for each in full_ones], [states[each] for each in full_ones])

    def _added(
        self, block: ColumnBlock, places: Indices, groups: Indices, before: list[Optional[State]]
    ) -> Sequence[State]:
        if self._by_block is not None:
            try:
                return self._by_block.add(block.batch, places, groups, before)
            except InexactError:
                pass
        rows, retractions, handler = self.rows_of(block.batch), self.retractions(block), self.handler
        states: list[State] = [handler.create() if state is None else state for state in before]
        for place, group in zip(places.tolist(), groups.tolist(), strict=True):
            change = handler.retract if retractions[place] else handler.accumulate
            states[group] = change(states[group], rows[place])
        return states

    def _windows_of(self, numbers: Indices) -> tuple[Indices, Indices]:
        """Returns the position of each row for each of its windows, and the numbers of these windows."""
        places, windows = [], []
        for back in range(-(-self._size // self._slide)):
            window = numbers // self._slide - back
            within = np.flatnonzero((window >= 0) & (numbers - window * self._slide < self._size))
            places.append(within)
            windows.append(window[within])
        return np.concatenate(places), np.concatenate(windows)

    # Count windows do not depend on time ------------------------------------------------------------------------------

    def next_fire_ms(self) -> Optional[int]:
        return None

    def fire(self, until_ms: int) -> None:
        pass


def _ranks(own: Indices) -> Indices:
    """Returns the number of rows of the same key before each row."""
    order = np.argsort(own, kind="stable")
    ordered = own[order]
    starts = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1]))
    ranks = np.empty(len(own), np.int64)
    ranks[order] = np.arange(len(own)) - np.repeat(starts, np.diff(np.append(starts, len(own))))
    return ranks
