"""Frames of OVER windows that end at the current row: aggregates by key, row by row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.clock import Clock
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.expressions.values import to_column, to_values
from pyrite.operators.relational.aggregate.running_aggregate import RunningAggregate
from pyrite.operators.relational.keyed.column_entries import ColumnEntries
from pyrite.operators.relational.keyed.key_columns import KeyColumns, key_kind
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.operators.relational.window.time_windows import Times
from pyrite.state.backend import KeyedStateBackend
from pyrite.state.columns.schema import ColumnSchema

Arguments = tuple[Any, ...]
"""The values of a row that the aggregates read."""
_STATE: Final = "totals"


class OverFrames(ABC):
    """Computes calls for rows that arrive in the order of the window, with state by key."""

    def __init__(self, calls: Sequence[AggregateCall], rows: RowType, retracts: bool) -> None:
        self._calls = calls
        self.handler = AggregateHandler(calls, retracts)
        self._types = [rows.fields[place].type for place in self.handler.columns]

    @abstractmethod
    def add(self, batch: Any, keys: KeyColumns, times: Times) -> list[Any]:
        """Adds rows. Returns the columns of their results."""

    @abstractmethod
    def are_late(self, keys: KeyColumns, times: Times) -> npt.NDArray[np.bool_]:
        """Returns which of the arriving rows are late."""

    @abstractmethod
    def sweep(self) -> None:
        """Removes the state of expired keys."""

    def passed(self, watermark_ms: int) -> None:  # noqa: B027
        """Called when the watermark has advanced."""

    def restore(self) -> None:  # noqa: B027
        """Called after the state was restored from a checkpoint."""

    def _rows(self, batch: Any) -> list[Arguments]:
        places = zip(self.handler.columns, self._types, strict=True)
        columns = [to_values(batch.column(place), kind) for place, kind in places]
        return list(zip(*columns, strict=True)) if columns else [()] * batch.num_rows

    def _columns(self, values: Sequence[Arguments]) -> list[Any]:
        columns = zip(*values, strict=True)
        return [to_column(column, call.result_type) for column, call in zip(columns, self._calls, strict=True)]


class UnboundedFrames(OverFrames):
    """Frames from the first row on. With `shares` (RANGE), rows of the same key and time have the result of the last of
    them.

    The state of a key has the states of its aggregates, in columns if they are computed in columns.
    """

    def __init__(
        self,
        calls: Sequence[AggregateCall],
        rows: RowType,
        partition: Sequence[int],
        shares: bool,
        state: KeyedStateBackend,
        ttl_ms: int,
        clock: Clock,
    ) -> None:
        super().__init__(calls, rows, retracts=False)
        self._shares = shares
        self._is_kept_alive = ttl_ms > 0
        self._watermark_ms = MIN_WATERMARK
        self._running: Optional[RunningAggregate] = None
        if RunningAggregate.can_run(calls):
            self._running = RunningAggregate(calls, False, emits_same=True)
            types = to_arrow_schema(rows).types
            kind = key_kind([types[place] for place in partition])
            self._entry = ColumnSchema(self._running.fields, kind, timed=ttl_ms > 0)
            columns = state.columns(_STATE, self._entry)
            self._entries: ColumnEntries | TimedEntries = ColumnEntries(columns, ttl_ms, clock)
        else:
            self._entries = TimedEntries(state.tables(_STATE), 1 + len(calls), ttl_ms, clock)

    def add(self, batch: Any, keys: KeyColumns, times: Times) -> list[Any]:
        if self._running is not None and self._running.takes(batch) and keys.are_distinct():
            assert isinstance(self._entries, ColumnEntries)
            block = self._entries.load_block(keys.array(self._entry))
            columns = self._running.run(batch, keys.indices, self._entry, block).columns
            self._entries.store_block(block)
        else:
            columns = self._columns(self._by_row(batch, keys))
        if not self._shares:
            return columns
        peers = pa.array(last_peers(keys.numbers(), times))
        return [column.take(peers) for column in columns]

    def _by_row(self, batch: Any, keys: KeyColumns) -> list[Arguments]:
        handler = self.handler
        results: list[Arguments] = []
        table = self._entries.load(keys.state_keys)
        for key, row in zip(keys.of_rows(), self._rows(batch), strict=True):
            before = table.get(key)
            table[key] = state = handler.accumulate(handler.create() if before is None else before, row)
            results.append(handler.values(state))
        self._entries.store(keys.state_keys, table)
        return results

    def are_late(self, keys: KeyColumns, times: Times) -> npt.NDArray[np.bool_]:
        """Returns which rows are not after the watermark. Every row renews the time to live of its key."""
        if self._is_kept_alive:
            self._entries.store(keys.state_keys, self._entries.load(keys.state_keys))
        return times <= self._watermark_ms

    def passed(self, watermark_ms: int) -> None:
        self._watermark_ms = watermark_ms

    def sweep(self) -> None:
        self._entries.sweep()


def last_peers(indices: Any, times: Times) -> npt.NDArray[np.int64]:
    """Returns the position of the last row with the same key and time, for each row."""
    count = len(times)
    order = np.lexsort((np.arange(count), times, indices))
    own, at = indices[order], times[order]
    is_last = np.ones(count, bool)
    is_last[:-1] = (own[1:] != own[:-1]) | (at[1:] != at[:-1])
    ends = np.flatnonzero(is_last)
    result = np.empty(count, np.int64)
    result[order] = order[np.repeat(ends, np.diff(ends, prepend=-1))]
    return result
