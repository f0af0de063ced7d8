"""IntervalJoin: joins rows whose times lie within bounds of each other, with the emission times of Flink's operator.

Each input has a cache of rows by key. A row is joined with the other cache when it arrives. Cached rows expire when no
row can match them any more; they are removed by a timer of their key, or by the next row of the key. A row of an outer
side without a match is emitted when it is removed.
"""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.values import to_values
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.keyed.key_columns import row_keys
from pyrite.operators.relational.rows.joined_rows import NO_ROW, Places
from pyrite.operators.relational.rows.rows import batch_of
from pyrite.operators.relational.time_join.keyed_join import KeyedJoin, KeyedJoinSpec, have_keys
from pyrite.operators.relational.window.time_windows import milliseconds
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import Table, Tables

_STATES: Final = ("left-cache", "right-cache")
_NAMESPACE: Final = 0

CachedRow = list[Any]
"""The values of a row, and whether it was emitted."""
Entry = list[Any]
"""The cached rows of a key: their times in order, the rows, and the time of the key's timer or None."""


@dataclass(frozen=True)
class IntervalJoinSpec(KeyedJoinSpec):
    """A left row at time t is joined with right rows from `t - upper_ms` to `t - lower_ms`."""

    kind = "IntervalJoin"
    lower_ms: int
    upper_ms: int
    cleanup_ms: int
    """The minimum time between two timers of a key."""
    times: Optional[tuple[int, int]]
    """The time columns of both inputs; None: rows have the processing time of their arrival."""
    keeps_left: bool
    keeps_right: bool
    """Whether rows of a side without a match are emitted."""

    def build(self) -> IntervalJoin:
        return IntervalJoin(self)


class RowCache:
    """The cached rows of one input, and the timers of its keys."""

    def __init__(self, relative_ms: int, cleanup_ms: int, is_kept: bool) -> None:
        self.relative_ms = relative_ms
        """How long a row waits for rows of the other input after its time."""
        self.is_kept = is_kept
        self.expired_ms = 0
        """The time up to which rows expired at the last removal."""
        self._delay_ms = relative_ms + cleanup_ms + 1
        self._timers: list[tuple[int, StateKey]] = []
        self._table: Table = {}

    def bind(self, tables: Tables) -> None:
        self._tables = tables

    def restore(self) -> None:
        for table in self._tables.chunks(_NAMESPACE):
            self._timers += [(timer_ms, key) for key, (_, _, timer_ms) in table.items()]
        heapq.heapify(self._timers)

    def load(self, keys: Sequence[StateKey]) -> None:
        self._table = self._tables.load(_NAMESPACE, keys)

    def touch(self, keys: Sequence[StateKey]) -> None:
        self._tables.touch(_NAMESPACE, keys)

    def expiration_ms(self, now_ms: int) -> int:
        return now_ms - self.relative_ms - 1 if now_ms < MAX_WATERMARK else MAX_WATERMARK

    def entry(self, key: StateKey) -> Optional[Entry]:
        return self._table.get(key)

    def add(self, key: StateKey, time_ms: int, row: CachedRow) -> None:
        entry = self._table.get(key)
        if entry is None:
            self._table[key] = [[time_ms], [row], self._schedule(key, time_ms)]
            return
        place = bisect_right(entry[0], time_ms)
        entry[0].insert(place, time_ms)
        entry[1].insert(place, row)

    def remove(self, entry: Entry) -> list[CachedRow]:
        """Removes and returns the expired rows of a key."""
        times, rows, _ = entry
        count = bisect_right(times, self.expired_ms)
        expired: list[CachedRow] = rows[:count]
        del times[:count], rows[:count]
        return expired

    def _schedule(self, key: StateKey, time_ms: int) -> int:
        timer_ms = time_ms + self._delay_ms
        heapq.heappush(self._timers, (timer_ms, key))
        return timer_ms

    @property
    def timer_count(self) -> int:
        return len(self._timers)

    def next_timer_ms(self) -> Optional[int]:
        return self._timers[0][0] if self._timers else None

    def fire(self, now_ms: int) -> Iterator[CachedRow]:
        """Removes the expired rows of the keys whose timers are due; iterates over them."""
        due: dict[StateKey, None] = {}
        while self._timers and self._timers[0][0] <= now_ms:
            due[heapq.heappop(self._timers)[1]] = None
        if not due:
            return
        keys = list(due)
        self.expired_ms = self.expiration_ms(now_ms)
        self.load(keys)
        for key in keys:
            entry = self._table[key]
            yield from self.remove(entry)
            if entry[0]:
                entry[2] = self._schedule(key, entry[0][0])
            else:
                del self._table[key]
        self.touch(keys)


@dataclass
class BlockPairs:
    """Pairs of rows of a block with cached rows, and rows without a match so far. Places are those of the block."""

    own: list[int] = field(default_factory=list)
    cached: list[CachedRow] = field(default_factory=list)
    removed: list[tuple[int, CachedRow]] = field(default_factory=list)
    """Cached rows of an outer side, each with the place of the row that removed it."""
    own_rows: dict[int, CachedRow] = field(default_factory=dict)
    """Rows of the block, of an outer side, that are cached now."""
    uncached: list[int] = field(default_factory=list)
    """Rows of the block, of an outer side, that are not cached."""


class IntervalJoin(KeyedJoin, HasTimers):
    """The state of a key is its entry in each cache."""

    def __init__(self, spec: IntervalJoinSpec) -> None:
        super().__init__(spec)
        self._spec = spec
        self._types: tuple[RowType, RowType] = (spec.left, spec.right)
        self._keys = spec.left_keys, spec.right_keys
        self._names = self.left_key_names, self.right_key_names
        self._caches = (
            RowCache(-spec.lower_ms, spec.cleanup_ms, spec.keeps_left),
            RowCache(spec.upper_ms, spec.cleanup_ms, spec.keeps_right),
        )
        self._watermark_delay_ms = max(-spec.lower_ms, spec.upper_ms, 0)
        self._watermark_ms = MIN_WATERMARK

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        for cache, state in zip(self._caches, _STATES, strict=True):
            cache.bind(self.backend.tables(state))

    def open(self) -> None:
        super().open()
        self._schemas = [to_arrow_schema(row_type) for row_type in self._types]

    # Rows -------------------------------------------------------------------------------------------------------------

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch, side = block.batch, input_index
        now_ms = max(self._watermark_ms, 0) if self._spec.times is not None else self.context.clock.now_ms()
        times = [now_ms] * len(block)
        if self._spec.times is not None:
            times = milliseconds(rowtime_column(batch, self._spec.times[side])).tolist()
        keys = row_keys(batch, self._names[side])
        state_keys = list(keys.state_keys)
        for cache in self._caches:
            cache.load(state_keys)
        pairs = self._matched(side, batch, list(keys.of_rows()), times, now_ms)
        for cache in self._caches:
            cache.touch(state_keys)
        self._emit(side, batch, pairs)

    def _matched(self, side: int, batch: Any, keys: list[StateKey], times: list[int], now_ms: int) -> BlockPairs:
        """Joins rows with the other cache and adds them to their own cache, one after another."""
        own, other = self._caches[side], self._caches[1 - side]
        columns = [to_values(batch.column(place), kind) for place, kind in enumerate(self._types[side].children)]
        has_key = have_keys(batch, self._keys[side]).tolist()
        expiration_ms = other.expiration_ms(now_ms)
        pairs = BlockPairs()
        for place, (key, time_ms, row) in enumerate(zip(keys, times, zip(*columns, strict=True), strict=True)):
            upper_ms = time_ms + own.relative_ms
            if other.expired_ms < upper_ms:
                other.expired_ms = expiration_ms
                entry = other.entry(key)
                if entry is not None and entry[0]:
                    if has_key[place]:
                        matches = _between(entry, time_ms - other.relative_ms, upper_ms)
                        pairs.own += [place] * len(matches)
                        pairs.cached += matches
                    if entry[0][0] <= other.expired_ms:
                        pairs.removed += [(place, expired) for expired in other.remove(entry) if other.is_kept]
            if now_ms >= upper_ms:
                if own.is_kept:
                    pairs.uncached.append(place)
            elif has_key[place] or own.is_kept:
                cached_row: CachedRow = [row, False]
                own.add(key, time_ms, cached_row)
                if own.is_kept:
                    pairs.own_rows[place] = cached_row
        return pairs

    def _emit(self, side: int, batch: Any, pairs: BlockPairs) -> None:
        """Emits, in the order of the block: the matches of a row, the rows that it removed, and itself if uncached."""
        row_type = self._types[1 - side]
        own, cached = np.array(pairs.own, np.int64), pairs.cached
        others = batch_of([row for row, _ in cached], row_type, self._schemas[1 - side])
        own, places = self._meeting(side, batch, others, own, np.arange(len(own)))
        matched = set(own.tolist())
        if self._caches[1 - side].is_kept:
            for place in places.tolist():
                cached[place][1] = True
        for place in matched & pairs.own_rows.keys():
            pairs.own_rows[place][1] = True
        removed = [(place, row) for place, (row, is_emitted) in pairs.removed if not is_emitted]
        uncached = [place for place in pairs.uncached if place not in matched]
        if removed or uncached:
            others = pa.concat_batches(
                [others, batch_of([row for _, row in removed], row_type, self._schemas[1 - side])]
            )
            order_of = np.concatenate((own, [place for place, _ in removed], uncached)).astype(np.int64)
            first_removed = len(cached)
            own = np.concatenate((own, [NO_ROW] * len(removed), uncached)).astype(np.int64)
            pads = np.arange(first_removed, first_removed + len(removed))
            places = np.concatenate((places, pads, [NO_ROW] * len(uncached))).astype(np.int64)
            order = np.argsort(order_of, kind="stable")
            own, places = own[order], places[order]
        self._emit_sides(side, batch, others, own, places)

    def _meeting(self, side: int, own: Any, other: Any, places: Places, others: Places) -> tuple[Places, Places]:
        if side == 0:
            return self.meeting(own, other, places, others)
        others, places = self.meeting(other, own, others, places)
        return places, others

    def _emit_sides(self, side: int, own: Any, other: Any, places: Places, others: Places) -> None:
        if side == 0:
            self.emit_pairs(own, other, places, others)
        else:
            self.emit_pairs(other, own, others, places)

    # Time -------------------------------------------------------------------------------------------------------------

    def process_watermark(self, watermark_ms: int) -> None:
        """Results may be older than the watermark by the length of the interval."""
        self._watermark_ms = watermark_ms
        if self._spec.times is None:
            self.output.emit_watermark(watermark_ms)
            return
        self._fire(watermark_ms)
        is_last = watermark_ms == MAX_WATERMARK
        self.output.emit_watermark(watermark_ms if is_last else watermark_ms - self._watermark_delay_ms)

    def next_timer_ms(self) -> Optional[int]:
        if self._spec.times is not None:
            return None
        timers = [timer_ms for cache in self._caches if (timer_ms := cache.next_timer_ms()) is not None]
        return min(timers, default=None)

    def fire_timers(self, now_ms: int) -> None:
        if self._spec.times is None:
            self._fire(now_ms)

    def _fire(self, now_ms: int) -> None:
        for side in (1, 0):  # Flink's operator first removes right rows
            expired = [row for row, is_emitted in self._caches[side].fire(now_ms) if not is_emitted]
            if expired and self._caches[side].is_kept:
                rows = batch_of(expired, self._types[side], self._schemas[side])
                alone = np.full(len(expired), NO_ROW)
                self._emit_sides(side, rows, None, np.arange(len(expired)), alone)

    # State ------------------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return OperatorSubtaskState(watermark_ms=self._watermark_ms)

    def restore(self, state: OperatorSubtaskState) -> None:
        self._watermark_ms = state.watermark_ms
        for cache in self._caches:
            cache.restore()

    def timer_count(self) -> int:
        return sum(cache.timer_count for cache in self._caches)


def _between(entry: Entry, first_ms: int, last_ms: int) -> list[CachedRow]:
    times, rows, _ = entry
    matches: list[CachedRow] = rows[bisect_left(times, first_ms) : bisect_right(times, last_ms)]
    return matches
