"""UpsertWriter: gathers the changes of a table and sends the last one of each key."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import Any

from pyrite.connectors.base.batching_writer import BatchingWriter
from pyrite.connectors.upserts.table_rows import Change, Row, TableRows


class UpsertWriter(BatchingWriter):
    """Sends once as many changes wait as a batch has, at intervals, at every checkpoint and at the end of input.

    A repeat after a failure changes nothing where rows have a key: it ends with the same last rows.
    """

    def __init__(self, rows: TableRows, batch_size: int, interval_ms: int) -> None:
        self._rows = rows
        super().__init__(batch_size, interval_ms)

    def _items_of_block(self, block: Any) -> Sequence[Change]:
        return self._rows.changes(block)

    def _items_of(self, values: list[Any]) -> Sequence[Any]:
        raise AssertionError("rows of tables are written in blocks of columns")

    def _send_all(self, whole_batches: bool = False) -> None:
        """All that waits at once: a key is then written once, however often it has changed."""
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
        """Writes rows, and removes those of these keys; no key is in both. Returns when the store has them."""
