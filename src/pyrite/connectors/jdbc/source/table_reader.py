"""TableReader: reads ranges of a table, each with a server-side cursor."""

from __future__ import annotations

from collections import deque
from dataclasses import replace
from typing import Optional

from pyrite.connectors.jdbc.source.fetch import Fetch
from pyrite.connectors.jdbc.source.range_cursor import RangeCursor, SplitReading
from pyrite.connectors.jdbc.source.result import ResultMaker
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.core.connector.source import END_OF_INPUT, EndOfInput, SourceBlock, SourceReader, SourceReaderContext


class TableReader(SourceReader[TableSplit]):
    """Reads its splits one after another, and requests a split when it has none."""

    def __init__(self, query: TableQuery, make: ResultMaker, fetch_size: int, context: SourceReaderContext) -> None:
        self._query = query
        self._make = make
        self._fetch_size = fetch_size
        self._request_split = context.request_split
        self._splits: deque[TableSplit] = deque()
        self._reading: Optional[SplitReading] = None
        self._complete = False
        self._is_requested = False

    def add_splits(self, splits: list[TableSplit]) -> None:
        self._splits += splits
        self._is_requested = False

    def notify_no_more_splits(self) -> None:
        self._complete = True

    def snapshot_state(self, checkpoint_id: int) -> list[TableSplit]:
        return [*([] if self._reading is None else [self._reading.split]), *self._splits]

    def poll(self, max_records: int, timeout_ms: int) -> SourceBlock | EndOfInput | None:
        if self._reading is None:
            if not self._splits:
                return self._wait_for_split()
            self._reading = self._begin(self._splits.popleft())
        block = self._reading.poll(max_records, timeout_ms)
        if block is None or block.values:
            return block
        self.close()
        return replace(block, split_ended=True)

    def _begin(self, split: TableSplit) -> SplitReading:
        fetch = Fetch(self._query.database, RangeCursor(self._query, split, self._fetch_size))
        return SplitReading(split, fetch, self._make)

    def _wait_for_split(self) -> Optional[EndOfInput]:
        if self._complete:
            return END_OF_INPUT
        if not self._is_requested:
            self._is_requested = True
            self._request_split()
        return None

    def close(self) -> None:
        reading, self._reading = self._reading, None
        if reading is not None:
            reading.close()
