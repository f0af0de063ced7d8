"""ColumnFileFormat: reads the rows of files as batches of columns."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Optional

import pyarrow as pa

from pyrite.connectors.files.formats.file_format import Opening
from pyrite.core.errors import ConnectorError


class ColumnFileReader(ABC):
    """Reads one split in order. Not thread-safe."""

    @abstractmethod
    def read(self, max_rows: int) -> Optional[Any]:
        """The next rows, at most `max_rows`, as a record batch, which may be empty. None at the end."""

    @abstractmethod
    def position(self) -> Any:
        """The position of the next `read`, for `FileSplit.position`."""

    @abstractmethod
    def close(self) -> None: ...


class ColumnFileFormat(ABC):
    """Creates readers of splits. Picklable."""

    def is_splittable(self, path: str) -> bool:
        """Whether a file with this name can be divided among several readers."""
        return False

    @abstractmethod
    def open(self, opening: Opening) -> ColumnFileReader:
        """A reader that begins at the split's position."""


def batch_of(columns: Sequence[Any], schema: Any, rows: int) -> Any:
    """A batch of columns. Without columns it still has `rows` rows, which Arrow would lose."""
    if columns:
        return pa.RecordBatch.from_arrays(list(columns), schema=schema)
    return pa.RecordBatch.from_struct_array(pa.StructArray.from_buffers(pa.struct([]), rows, [None]))


class PartReader(ColumnFileReader):
    """Reads the parts (row groups or stripes) of a columnar file. `batches(part)` returns the rows of a part in order.

    A position is a part and the number of rows read from it. Parts are skipped if `may_skip` returns True.
    """

    def __init__(
        self,
        file: Any,
        opening: Opening,
        part_count: int,
        part_name: str,
        batches: Callable[[int], Iterator[Any]],
        may_skip: Callable[[int], bool] = lambda part: False,
    ) -> None:
        split = opening.split
        self._file = file
        self._opening = opening
        self._stop = split.parts_within(part_count).stop
        self._part_name = part_name
        self._batches = batches
        self._may_skip = may_skip
        first = split.parts_within(part_count).start
        position: tuple[int, int] = (first, 0) if split.position is None else split.position
        self._part, self._row = position
        self._iterator: Optional[Iterator[Any]] = None
        self._batch: Optional[Any] = None
        self._next = 0

    def read(self, max_rows: int) -> Optional[Any]:
        while self._batch is None or self._next == self._batch.num_rows:
            if self._part >= self._stop:
                return None
            self._advance()
        rows = self._batch.slice(self._next, max_rows)
        self._next += rows.num_rows
        self._row += rows.num_rows
        return rows

    def _advance(self) -> None:
        """Advances to the next batch, or to the next part if this part has no further batch."""
        try:
            if self._iterator is None:
                self._iterator = self._open(self._row)
            self._batch, self._next = next(self._iterator, None), 0
        except (OSError, pa.ArrowException) as error:
            what = f"cannot be read in {self._part_name} {self._part}"
            raise self._opening.files.error_at(self._opening.split.location, what, error) from None
        except ConnectorError as error:
            uri = self._opening.split.location.uri
            raise ConnectorError(f"{uri}, {self._part_name} {self._part}: {error}") from None
        if self._batch is None:
            self._part, self._row, self._iterator = self._part + 1, 0, None

    def _open(self, skipped: int) -> Iterator[Any]:
        """The batches of the current part, without its first `skipped` rows."""
        if skipped == 0 and self._may_skip(self._part):
            return
        for batch in self._batches(self._part):
            if skipped < batch.num_rows:
                yield batch.slice(skipped)
            skipped = max(0, skipped - batch.num_rows)

    def position(self) -> tuple[int, int]:
        return self._part, self._row

    def close(self) -> None:
        self._file.close()
