"""BatchReader: reads the parts of a columnar file, row groups or stripes, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional

import pyarrow as pa

from pyrite.connectors.files.file_format import FormatReader

Position = tuple[int, int]
"""A part, and how many of its rows were read."""


class BatchReader(FormatReader):
    """`batches(part)` gives a part's rows in order, `records` makes records of a batch."""

    def __init__(
        self,
        file: Any,
        parts: range,
        position: Optional[Position],
        batches: Callable[[int], Iterator[pa.RecordBatch]],
        records: Callable[[pa.RecordBatch], list[Any]],
    ) -> None:
        self._file = file
        self._parts = parts
        self._batches = batches
        self._records = records
        self._part, skipped = position if position is not None else (parts.start, 0)
        self._row = skipped
        self._iterator = self._open(skipped)
        self._held: list[Any] = []
        self._next = 0

    def read(self, max_records: int) -> Optional[list[Any]]:
        while self._next == len(self._held):
            if self._part >= self._parts.stop:
                return None
            batch = next(self._iterator, None)
            if batch is None:
                self._part, self._row = self._part + 1, 0
                self._iterator = self._open(0)
            else:
                self._held, self._next = self._records(batch), 0
        taken = self._held[self._next : self._next + max_records]
        self._next += len(taken)
        self._row += len(taken)
        return taken

    def _open(self, skipped: int) -> Iterator[pa.RecordBatch]:
        """The present part's batches, without the rows that were read before."""
        if self._part not in self._parts:
            return
        for batch in self._batches(self._part):
            if skipped < batch.num_rows:
                yield batch.slice(skipped)
            skipped = max(0, skipped - batch.num_rows)

    def position(self) -> Position:
        return self._part, self._row

    def close(self) -> None:
        self._file.close()
