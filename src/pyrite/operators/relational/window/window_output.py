"""WindowOutput: the rows of windows that fired: keys, results, and the start, end and time of the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.core.types import LogicalType, RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.values import to_column
from pyrite.operators.relational.window.time_windows import Window, WindowZone
from pyrite.state.key_codec import decode_key

_EMIT_AT: Final = 10_000
"""The number of rows after which a block is emitted."""


class WindowProperty(Enum):
    """A property of a window that a query can select, as plans show it."""

    START = "start"
    END = "end"
    ROWTIME = "rowtime"
    PROCTIME = "proctime"


def window_times(each: WindowProperty, windows: Sequence[Window], zone: WindowZone) -> list[int]:
    """Returns a property of windows in milliseconds. The rowtime of a window is the instant of its last millisecond."""
    match each:
        case WindowProperty.START:
            return [start for start, _ in windows]
        case WindowProperty.END:
            return [end for _, end in windows]
    return [zone.to_instant(end - 1) for _, end in windows]


class WindowOutput:
    """Collects rows, and emits them in blocks."""

    def __init__(
        self,
        row_type: RowType,
        key_count: int,
        results: Sequence[LogicalType],
        properties: Sequence[WindowProperty],
        zone: WindowZone,
        emit: Callable[[ColumnBlock], None],
    ) -> None:
        self._schema = to_arrow_schema(row_type)
        self._key_count = key_count
        self._types = results
        self._properties = properties
        self._zone = zone
        self._emit = emit
        self._keys: list[StateKey] = []
        self._values: list[list[Any]] = [[] for _ in results]
        self._windows: list[tuple[Window, int]] = []

    def add(self, window: Window, keys: Sequence[StateKey], columns: Sequence[Sequence[Any]]) -> None:
        """Adds the results of some keys in one window, as columns."""
        self._keys += keys
        for values, column in zip(self._values, columns, strict=True):
            values += column
        self._windows.append((window, len(keys)))
        if len(self._keys) >= _EMIT_AT:
            self.flush()

    def flush(self) -> None:
        if not self._keys:
            return
        columns = [*self._key_columns(), *self._result_columns(), *self._window_columns()]
        self._keys, self._values, self._windows = [], [[] for _ in self._types], []
        self._emit(self._emitted(pa.record_batch(columns, schema=self._schema)))

    def _emitted(self, batch: Any) -> ColumnBlock:
        """Converts rows to the block that is emitted."""
        return ColumnBlock(batch)

    def _key_columns(self) -> list[Any]:
        if not self._key_count:
            return []
        values = [decode_key(key) for key in self._keys]
        lists = [values] if self._key_count == 1 else list(zip(*values, strict=True))
        return [pa.array(each, self._schema.field(place).type) for place, each in enumerate(lists)]

    def _result_columns(self) -> list[Any]:
        return [to_column(column, kind) for column, kind in zip(self._values, self._types, strict=True)]

    def _window_columns(self) -> list[Any]:
        windows = [window for window, _ in self._windows]
        counts = [count for _, count in self._windows]
        first = self._key_count + len(self._types)
        columns = []
        for place, each in enumerate(self._properties, first):
            times = np.repeat(np.array(window_times(each, windows, self._zone), np.int64), counts)
            columns.append(pa.array(times).cast(self._schema.field(place).type))
        return columns


class WindowChanges(WindowOutput):
    """Gathers changes."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._kinds: list[int] = []

    def change(self, window: Window, key: StateKey, kind: ChangeKind, result: tuple[Any, ...]) -> None:
        self.add_changes(window, (key,), (kind,), [(value,) for value in result])

    def add_changes(
        self, window: Window, keys: Sequence[StateKey], kinds: Sequence[int], columns: Sequence[Sequence[Any]]
    ) -> None:
        self._kinds += kinds
        self.add(window, keys, columns)

    def _emitted(self, batch: Any) -> ColumnBlock:
        kinds, self._kinds = self._kinds, []
        return ColumnBlock(batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8())))
