"""BatchReader: reads the parts (row groups or stripes) of a columnar file, batch by batch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Optional

import pyarrow as pa

from pyrite.connectors.base.decoding import Decoder
from pyrite.connectors.files.formats.file_format import FormatReader, Opening

Position = tuple[int, int]
"""A part, and the number of rows read from it."""


class BatchReader(FormatReader):
    """Reads batches with `batches(part)`, and converts their rows into records with `records`.

    `part_name` names parts in errors. Rows that cannot be converted are subject to the bad-record policy.
    """

    def __init__(
        self,
        file: Any,
        opening: Opening,
        part_count: int,
        part_name: str,
        batches: Callable[[int], Iterator[pa.RecordBatch]],
        records: Callable[[pa.RecordBatch], list[Any]],
    ) -> None:
        split = opening.split
        self._file = file
        self._opening = opening
        self._uri = split.location.uri
        self._parts = split.parts_within(part_count)
        self._part_name = part_name
        self._batches = batches
        self._records = records
        self._decoder = Decoder(_RowSchema(records), opening.policy, opening.context, _shown)
        position: Position = (self._parts.start, 0) if split.position is None else split.position
        self._part, self._row = position
        self._iterator = self._open(self._row)
        self._rows: list[Any] = []
        """Records. A skipped row is None."""
        self._has_gaps = False
        self._next = 0

    def read(self, max_records: int) -> Optional[list[Any]]:
        while self._next == len(self._rows):
            if self._part >= self._parts.stop:
                return None
            batch = self._next_batch()
            if batch is None:
                self._part, self._row = self._part + 1, 0
                self._iterator = self._open(0)
            else:
                self._has_gaps = False
                self._rows, self._next = self._decode(batch, self._row), 0
        rows = self._rows[self._next : self._next + max_records]
        self._next += len(rows)
        self._row += len(rows)
        return [record for record in rows if record is not None] if self._has_gaps else rows

    def _next_batch(self) -> Optional[pa.RecordBatch]:
        try:
            return next(self._iterator, None)
        except (OSError, pa.ArrowException) as error:
            what = f"cannot be read in {self._part_name} {self._part}"
            raise self._opening.files.error_at(self._opening.split.location, what, error) from None

    def _decode(self, batch: pa.RecordBatch, row: int) -> list[Any]:
        """Converts a batch that begins at `row` of its part, and halves it repeatedly to isolate bad rows."""
        try:
            return self._records(batch)
        except Exception:
            if batch.num_rows == 1:
                records, _ = self._decoder.decode(
                    [batch], lambda index: f"{self._uri}, {self._part_name} {self._part}, row {row}"
                )
                self._has_gaps = self._has_gaps or not records
                return records or [None]
        half = batch.num_rows // 2
        return [*self._decode(batch.slice(0, half), row), *self._decode(batch.slice(half), row + half)]

    def _open(self, skipped: int) -> Iterator[pa.RecordBatch]:
        """The batches of the current part, without its first `skipped` rows."""
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


class _RowSchema:
    """Converts a batch of one row."""

    def __init__(self, records: Callable[[pa.RecordBatch], list[Any]]) -> None:
        self._records = records

    def deserialize(self, message: pa.RecordBatch) -> Any:
        return self._records(message)[0]


def _shown(batch: pa.RecordBatch) -> bytes:
    """The text of a row for errors: a columnar file has no bytes of a row."""
    return repr({name: _value(batch.column(name)) for name in batch.schema.names}).encode()


def _value(column: pa.Array) -> Any:
    try:
        return column[0].as_py()
    except Exception:  # a value that Python cannot represent
        return column.cast(pa.binary())[0].as_py() if pa.types.is_string(column.type) else column.type
