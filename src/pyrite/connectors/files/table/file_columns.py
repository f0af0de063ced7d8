"""TableFileFormat: reads the columns of a file, and adds partition and metadata columns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Optional

import pyarrow as pa

from pyrite.connectors.files.formats.column_files import ColumnFileFormat, ColumnFileReader, batch_of
from pyrite.connectors.files.formats.file_format import FileFormat, FormatReader, Opening
from pyrite.connectors.files.table.partitions import partition_of
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.errors import ConnectorError
from pyrite.core.types import BigIntType, LocalZonedTimestampType, LogicalType, RowType, string_type
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.partition_values import partition_value
from pyrite.expressions.values import to_column

METADATA: Final[dict[str, LogicalType]] = {
    "file.path": string_type().not_null(),
    "file.name": string_type().not_null(),
    "file.size": BigIntType(nullable=False),
    "file.modification-time": LocalZonedTimestampType(3, nullable=False),
}
_VALUES: Final[dict[str, Callable[[Opening], Any]]] = {
    "file.path": lambda opening: _path(opening),
    "file.name": lambda opening: opening.split.location.path.rpartition("/")[2],
    "file.size": lambda opening: opening.split.size_bytes,
    "file.modification-time": lambda opening: _modified_ns(opening),
}


@dataclass(frozen=True)
class OutputColumn:
    """A column of the table: a column of the file, by its index, or a partition key, or metadata."""

    in_file: Optional[int] = None
    partition_key: str = ""
    metadata_key: str = ""


@dataclass(frozen=True)
class TableFileFormat(FileFormat):
    """Reads files with a format of columns. `columns` has the origin of each column of `row_type`."""

    inner: ColumnFileFormat
    row_type: RowType
    columns: tuple[OutputColumn, ...]
    base_path: str
    partition_keys: tuple[str, ...] = ()
    default_partition: str = ""

    def is_splittable(self, path: str) -> bool:
        return self.inner.is_splittable(path)

    def no_records(self) -> Any:
        schema = to_arrow_schema(self.row_type)
        return ColumnBlock(pa.RecordBatch.from_arrays([pa.nulls(0, field.type) for field in schema], schema=schema))

    def open(self, opening: Opening) -> FormatReader:
        constants = [self._constant(column, index, opening) for index, column in enumerate(self.columns)]
        return _TableFileReader(self, self.inner.open(opening), constants)

    def _constant(self, column: OutputColumn, index: int, opening: Opening) -> Optional[Any]:
        """The constant value of a column in a split, as an array of length 1."""
        kind = self.row_type.children[index]
        if column.metadata_key:
            return to_column([_VALUES[column.metadata_key](opening)], kind)
        if not column.partition_key:
            return None
        uri = opening.split.location.uri
        spec = partition_of(opening.split.location.path.removeprefix(self.base_path), self.partition_keys)
        if spec is None:
            raise ConnectorError(
                f"{uri} is not in a partition: expected parent folders {'/'.join(self.partition_keys)}"
            )
        text = spec[column.partition_key]
        try:
            value = None if text == self.default_partition else partition_value(text, kind)
        except ValueError as error:
            raise ConnectorError(
                f"{uri}: partition {column.partition_key}={text} is not a valid {kind}: {error}"
            ) from None
        return to_column([value], kind)


class _TableFileReader(FormatReader):
    def __init__(self, settings: TableFileFormat, inner: ColumnFileReader, constants: list[Optional[Any]]) -> None:
        self._schema = to_arrow_schema(settings.row_type)
        self._columns = settings.columns
        self._inner = inner
        self._constants = constants
        self._is_plain = [column.in_file for column in settings.columns] == list(range(len(settings.columns)))

    def read(self, max_records: int) -> Any:
        batch = self._inner.read(max_records)
        if batch is None:
            return None
        if not (self._is_plain and batch.schema.equals(self._schema)):
            batch = batch_of(
                [self._array(index, batch) for index in range(len(self._columns))], self._schema, len(batch)
            )
        return ColumnBlock(batch)

    def _array(self, index: int, batch: Any) -> Any:
        place = self._columns[index].in_file
        if place is not None:
            return batch.column(place)
        constant = self._constants[index]
        assert constant is not None
        return pa.repeat(constant[0], batch.num_rows)

    def position(self) -> Any:
        return self._inner.position()

    def close(self) -> None:
        self._inner.close()


def _path(opening: Opening) -> str:
    location = opening.split.location
    return location.path if location.scheme == "file" else f"/{location.key}"


def _modified_ns(opening: Opening) -> int:
    location = opening.split.location
    if location.scheme != "file":
        return opening.files.modified_ns(location)
    try:
        return Path(location.path).stat().st_mtime_ns // 1_000_000 * 1_000_000
    except OSError as error:  # deleted since it was listed
        raise opening.files.error_at(location, "cannot be read", error) from None
