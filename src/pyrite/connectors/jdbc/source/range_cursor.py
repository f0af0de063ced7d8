"""RangeCursor: reads the rest of a split, page by page. SplitReading: returns it in blocks, and tracks the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional

from pyrite.connectors.jdbc.source.fetch import Fetch
from pyrite.connectors.jdbc.source.result import ResultMaker
from pyrite.connectors.jdbc.source.split import TableQuery, TableSplit
from pyrite.core.connector.source import SourceBlock


@dataclass(frozen=True)
class Page:
    """Rows, in order. An empty page means the end of the split, or no rows at present."""

    columns: list[str]
    index: Optional[int]
    """The index of the column of the position."""
    rows: list[Sequence[Any]]

    def values(self) -> list[Any]:
        """The column's values."""
        return [None if self.index is None else row[self.index] for row in self.rows]


class RangeCursor:
    """Called by a Fetch for each page."""

    def __init__(self, query: TableQuery, split: TableSplit, fetch_size: int) -> None:
        self._query = query
        self._split = split
        self._fetch_size = fetch_size
        self._parts: Optional[list[tuple[str, list[Any]]]] = None
        self._cursor: Any = None
        self._columns: list[str] = []

    def __call__(self, connection: Any) -> Page:
        if self._parts is None:
            self._columns = self._query.columns(connection)
            self._parts = self._query.parts(self._split, self._columns)
        rows: list[Sequence[Any]] = []
        while not rows and (self._cursor is not None or self._parts):
            if self._cursor is None:
                self._cursor = self._query.database.open_cursor(connection, *self._parts.pop(0))
            rows = self._cursor.fetchmany(self._fetch_size)
            if not rows:
                self._cursor = None
                self._query.database.end_cursor(connection)
        return Page(self._columns, self._query.index_of_column(self._columns), rows)


class SplitReading:
    """A split in progress."""

    def __init__(self, split: TableSplit, fetch: Fetch[Page], make: ResultMaker) -> None:
        self.split = split
        self._fetch = fetch
        self._make = make
        self._page: Optional[Page] = None

    @property
    def has_rows(self) -> bool:
        """Whether `poll` can return rows without waiting."""
        return self._page is not None

    def poll(self, max_records: int, timeout_ms: int) -> Optional[SourceBlock]:
        """The next block; None after the timeout. An empty page is an empty block."""
        page = self._page or self._fetch.take(timeout_ms)
        if page is None:
            return None
        if page.rows:
            self._fetch.begin()
        rest = page.rows[max_records:]
        self._page = replace(page, rows=rest) if rest else None
        emitted = replace(page, rows=page.rows[:max_records])
        self.split = self.split.after(emitted.values())
        return SourceBlock(self.split.split_id, self._make(emitted.columns, emitted.rows))

    def close(self) -> None:
        self._fetch.close()
