"""UpsertWriter: buffers the changes of a table, and sends the last change of each key."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.upserts.table_rows import Change, Row, TableRows


class UpsertWriter(BatchingWriter):
    """Sends full batches, and the rest at intervals, at every checkpoint and at the end of input.

    If rows have a key, repeated changes after a failure end with the same rows.
    """

    def __init__(self, rows: TableRows, batch_size: int, interval_ms: int) -> None:
        self._rows = rows
        super().__init__(batch_size, interval_ms)

    def _items_of_block(self, block: Any) -> Sequence[Change]:
        return self._rows.changes(block)

    def _items_of(self, values: list[Any]) -> Sequence[Any]:
        raise AssertionError("rows of tables are written in blocks of columns")

    def _send_all(self, whole_batches: bool = False) -> None:
        """Sends all buffered changes at once, so that each key is written once."""
        if self._items:
            self._send(self._items)
            self._items.clear()

    def _send(self, items: Sequence[Change]) -> None:
        if not self._rows.key:
            self.send([row for _, row in items if row is not None], [])
            return
        last = dict(items)
        upserts = [row for row in last.values() if row is not None]
        self.send(upserts, [key for key, row in last.items() if row is None and key is not None])

    @abstractmethod
    def send(self, upserts: list[Row], deletes: list[Row]) -> None:
        """Writes rows, and deletes rows by key. No key is in both lists. Returns when the store has accepted them."""
