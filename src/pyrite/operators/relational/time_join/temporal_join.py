"""TemporalJoin: joins each row with the version of the other table at the row's event time.

A row of the left waits until the watermark reaches its time: then no earlier version can arrive. Versions older than
the version at the watermark are removed.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from itertools import chain
from typing import Any, Final

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.core.types import BigIntType, RowField, RowType, TinyIntType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.failed_values import rowtime_column
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.changelog.changes import Row, RowChanges, is_addition
from pyrite.operators.relational.keyed.key_columns import KeyColumns, row_keys
from pyrite.operators.relational.keyed.timed_entries import TimedEntries
from pyrite.operators.relational.over.pending_rows import PendingRows
from pyrite.operators.relational.rows.joined_rows import NO_ROW, Places, padded
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.time_join.keyed_join import KeyedJoin, KeyedJoinSpec, have_keys
from pyrite.operators.relational.window.time_windows import Times, milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import Table

_VERSIONS: Final = "versions"
_WAITING: Final = "waiting-rows"
_ARRIVAL: Final = "$arrival"
_ROWS_AT_ONCE: Final = 50_000

Version = tuple[int, bool, Row]
"""The time from which it holds, whether there is a row, and the row: of a delete, the former row."""


@dataclass(frozen=True)
class TemporalJoinSpec(KeyedJoinSpec):
    """The versions of a key are the right rows, from their `right_time` on."""

    kind = "TemporalJoin"
    left_time: int
    right_time: int
    is_left: bool

    def build(self) -> TemporalJoin:
        return TemporalJoin(self)


class TemporalJoin(KeyedJoin):
    """Left rows leave with the watermark, in the order of their arrival."""

    def __init__(self, spec: TemporalJoinSpec) -> None:
        super().__init__(spec)
        self._spec = spec
        hidden = RowField(CHANGE_KINDS, TinyIntType()), RowField(_ARRIVAL, BigIntType(nullable=False))
        self._waiting_type = RowType((*spec.left.fields, *hidden), nullable=False)
        self._arrivals = 0
        self._with_history: dict[StateKey, None] = {}
        """The keys with several versions."""

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        spec = self._spec
        self._waiting = PendingRows(self.backend.tables(_WAITING), self._waiting_type, spec.left_keys)
        self._versions = TimedEntries(self.backend.tables(_VERSIONS), 1, spec.ttl_ms, context.clock)

    def open(self) -> None:
        super().open()
        self._right_rows = RowChanges(self._spec.right)
        self._right_schema = to_arrow_schema(self._spec.right)
        self._waiting_schema = to_arrow_schema(self._waiting_type)

    # Input ------------------------------------------------------------------------------------------------------------

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if input_index == 0:
            self._add_left(block)
        else:
            self._add_versions(block)

    def _add_left(self, block: ColumnBlock) -> None:
        batch, rows = block.batch, len(block)
        times = milliseconds(rowtime_column(batch, self._spec.left_time))
        kinds = pa.nulls(rows, pa.int8()) if block.change_kinds is None else block.change_kinds
        arrivals = pa.array(np.arange(self._arrivals, self._arrivals + rows))
        self._arrivals += rows
        columns = [*batch.columns[: len(self._spec.left.fields)], kinds, arrivals]
        self._waiting.add(pa.record_batch(columns, schema=self._waiting_schema), times)
        if self._versions.expires:
            self._versions.refresh(row_keys(batch, self.left_key_names).state_keys)

    def _add_versions(self, block: ColumnBlock) -> None:
        batch = block.batch
        keys = row_keys(batch, self.right_key_names)
        times = milliseconds(rowtime_column(batch, self._spec.right_time)).tolist()
        table = self._versions.load(keys.state_keys)
        for key, time_ms, (kind, row) in zip(keys.of_rows(), times, self._right_rows.read(block), strict=True):
            version = (time_ms, is_addition(kind), row)
            entry = table.get(key)
            if entry is None:
                table[key] = ([version],)
                continue
            versions: list[Version] = entry[0]
            place = bisect_left(versions, time_ms, key=_time_of)
            if place < len(versions) and versions[place][0] == time_ms:
                versions[place] = version
            else:
                versions.insert(place, version)
                self._with_history[key] = None
        self._versions.store(keys.state_keys, table)

    # Watermark --------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        due = self._waiting.take_due(watermark_ms)
        if due is not None:
            batch, times = due
            order = np.argsort(batch.column(_ARRIVAL).to_numpy(), kind="stable")
            for start in range(0, len(order), _ROWS_AT_ONCE):
                places = order[start : start + _ROWS_AT_ONCE]
                self._join_rows(batch.take(pa.array(places)), times[places])
        self._remove_versions(watermark_ms)
        self.output.emit_watermark(watermark_ms)

    def _join_rows(self, waiting: Any, times: Times) -> None:
        left = waiting.drop_columns([_ARRIVAL])
        if left.column(CHANGE_KINDS).null_count:  # rows of an insert-only input have no kinds
            left = left.drop_columns([CHANGE_KINDS])
        keys = row_keys(left, self.left_key_names)
        table = self._versions.load(keys.state_keys)
        right, others = self._versions_at(keys, times, table)
        others[~have_keys(left, self._spec.left_keys)] = NO_ROW
        own = np.flatnonzero(others != NO_ROW)
        own, others = self.meeting(left, right, own, others[own])
        if self._spec.is_left:
            own, others = padded(len(times), own, others)
        self.emit_pairs(left, right, own, others)

    def _versions_at(self, keys: KeyColumns, times: Times, table: Table) -> tuple[Any, Places]:
        """Returns a batch of versions, and for each row the place of its version in it, or NO_ROW."""
        histories: list[list[Version]] = [table[key][0] if key in table else [] for key in keys.state_keys]
        versions = list(chain.from_iterable(histories))
        right = batch_of([row for _, _, row in versions], self._spec.right, self._right_schema)
        if not versions:
            return right, np.full(len(times), NO_ROW)
        lengths = np.fromiter(map(len, histories), np.int64, len(histories))
        ends = np.cumsum(lengths)
        starts = ends - lengths
        version_times = np.fromiter((time_ms for time_ms, _, _ in versions), np.int64, len(versions))
        is_there = np.fromiter((is_row for _, is_row, _ in versions), np.bool_, len(versions))
        own = keys.indices
        places = _last_until(version_times, starts[own], ends[own], times)
        places[places < starts[own]] = NO_ROW
        places[~is_there[places] & (places != NO_ROW)] = NO_ROW
        return right, places

    def _remove_versions(self, watermark_ms: int) -> None:
        """Removes the versions that ended until the watermark."""
        if not self._with_history:
            return
        keys = list(self._with_history)
        table = self._versions.load(keys)
        changed = []
        for key in keys:
            versions = table[key][0] if key in table else []
            gone = bisect_right(versions, watermark_ms, key=_time_of) - 1
            if gone > 0:
                del versions[:gone]
                changed.append(key)
            if len(versions) < 2:
                del self._with_history[key]
        if changed:
            self._versions.store(changed, table)

    # State ------------------------------------------------------------------------------------------------------------

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        super().prepare(checkpoint_id, savepoint)
        self._waiting.store()
        self._versions.sweep()

    def restore(self, state: OperatorSubtaskState) -> None:
        self._waiting.restore()
        self._arrivals = self._waiting.greatest(_ARRIVAL) + 1
        for table in self._versions.chunks():
            self._with_history |= {key: None for key, (versions,) in table.items() if len(versions) > 1}


def _time_of(version: Version) -> int:
    return version[0]


def _last_until(values: Times, starts: Places, ends: Places, bounds: Times) -> Places:
    """Returns the place of the last value up to each bound, between a start and an end; the start - 1 if none is.

    Values are sorted between starts and ends: a binary search for all bounds at once.
    """
    low, high = starts.copy(), ends.copy()
    while (is_open := low < high).any():
        middle = (low + high) // 2
        is_until = is_open & (values[np.minimum(middle, len(values) - 1)] <= bounds)
        low = np.where(is_until, middle + 1, low)
        high = np.where(is_open & ~is_until, middle, high)
    return low - 1
