"""NewRowsReader: reads new rows continuously, by an increasing column.

A transaction allocates a number before it commits, so a smaller number may appear after a greater one was read.
Therefore rows are read only up to a bound: the greatest value at some moment, once all transactions that were writing
to the table at that moment have ended, and the safe lag has passed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Optional

from pyrite.connectors.jdbc.source.fetch import Fetch
from pyrite.connectors.jdbc.source.range_cursor import Page, RangeCursor, SplitReading
from pyrite.connectors.jdbc.source.result import ResultMaker
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.core.clock import Clock
from pyrite.core.connector.source import END_OF_INPUT, EndOfInput, SourceBlock, SourceReader, SourceReaderContext
from pyrite.core.persistence.persisted import persisted

_LOOK_AGAIN_MS: Final = 20
_NOTHING: Final = Page([], None, [])


@persisted("jdbc-new-rows-options/1")
@dataclass(frozen=True)
class NewRowsOptions:
    """The poll interval, and the safe lag for writers that hold no lock."""

    poll_interval_ms: int = 1000
    safe_lag_ms: int = 0


@dataclass
class _Bound:
    """The greatest value at some moment, and the transactions that were writing at that moment."""

    value: Any
    writers: frozenset[str]
    seen_us: int


class NewRowsCursor:
    """Called by a Fetch for each page. Determines a bound, checks whether it is safe, and reads up to it."""

    def __init__(
        self, query: TableQuery, split: TableSplit, options: NewRowsOptions, fetch_size: int, clock: Clock
    ) -> None:
        self._query = query
        self._last = split.lower
        self._options = options
        self._fetch_size = fetch_size
        self._clock = clock
        self._bound: Optional[_Bound] = None
        self._cursor: Optional[RangeCursor] = None
        if split.last is not None:  # more rows with the last value may exist
            self._last = split.last
            rest = TableSplit(split.split_id, upper=split.last, last=split.last, row_count=split.row_count)
            self._cursor = RangeCursor(query, rest, fetch_size)

    @property
    def is_waiting(self) -> bool:
        """Whether a bound is not safe yet."""
        return self._bound is not None

    def __call__(self, connection: Any) -> Page:
        if self._cursor is None:
            bound = self._safe_bound(connection)
            if bound is None:
                return _NOTHING
            window = TableSplit("", self._last, bound, includes_lower=False)
            self._cursor, self._last = RangeCursor(self._query, window, self._fetch_size), bound
        page = self._cursor(connection)
        if not page.rows:
            self._cursor = None
        return page

    def _safe_bound(self, connection: Any) -> Any:
        """The greatest value up to which no further row can appear; None without new rows."""
        if self._bound is None:
            greatest = self._query.greatest(connection, self._last)
            if greatest is None:
                return None
            writers = self._query.database.writers(connection, self._query.sql)
            self._bound = _Bound(greatest, writers, self._clock.monotonic_us())
        bound = self._bound
        if bound.writers:
            bound.writers &= self._query.database.writers(connection, self._query.sql)
        waited_us = self._clock.monotonic_us() - bound.seen_us
        if bound.writers or waited_us < self._options.safe_lag_ms * 1000:
            return None
        self._bound = None
        return bound.value


class NewRowsReader(SourceReader[TableSplit]):
    """Reads the one split. The input of a reader without it ends immediately."""

    def __init__(
        self,
        query: TableQuery,
        make: ResultMaker,
        options: NewRowsOptions,
        fetch_size: int,
        context: SourceReaderContext,
    ) -> None:
        self._query = query
        self._make = make
        self._options = options
        self._fetch_size = fetch_size
        self._clock = context.clock
        self._cursor: Optional[NewRowsCursor] = None
        self._reading: Optional[SplitReading] = None
        self._next_ms = 0
        self._complete = False

    def add_splits(self, splits: list[TableSplit]) -> None:
        [split] = splits
        self._cursor = NewRowsCursor(self._query, split, self._options, self._fetch_size, self._clock)
        self._reading = SplitReading(split, Fetch(self._query.database, self._cursor), self._make)

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[TableSplit]:
        return [] if self._reading is None else [self._reading.split]

    def available_at_ms(self, now_ms: int) -> int:
        if self._reading is None or self._reading.has_rows:
            return now_ms
        return max(now_ms, self._next_ms)

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._reading is None or self._cursor is None:
            return END_OF_INPUT if self._complete else None
        if self.available_at_ms(self._clock.now_ms()) > self._clock.now_ms():
            return None
        block = self._reading.poll(max_records, timeout_ms)
        if block is None or block.values:
            return block
        interval_ms = self._options.poll_interval_ms
        pause_ms = min(_LOOK_AGAIN_MS, interval_ms) if self._cursor.is_waiting else interval_ms
        self._next_ms = self._clock.now_ms() + pause_ms
        return None

    def close(self) -> None:
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.close()
