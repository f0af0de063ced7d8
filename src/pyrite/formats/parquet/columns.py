"""Parquet files as columns: reads the requested columns row group by row group, and writes record batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO, Final, Optional

import pyarrow as pa
from pyarrow import parquet

from pyrite.connectors.files.formats.column_files import ColumnFileFormat, ColumnFileReader, PartReader, batch_of
from pyrite.connectors.files.formats.file_format import Opening
from pyrite.core.errors import ConnectorError
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.formats.parquet.row_group_filter import may_match, ranges_of

_BATCH_ROWS: Final = 32_768


@dataclass(frozen=True)
class ParquetColumns(ColumnFileFormat):
    """Reads the columns of `row_type`, matched by name. A missing column is null."""

    row_type: RowType
    filters: tuple[ResolvedExpression, ...] = ()
    """A row group without a row that can match all filters is skipped. Filters refer to columns by name."""
    filter_type: Optional[RowType] = None
    """The columns that filters may name."""

    def is_splittable(self, path: str) -> bool:
        return True

    def open(self, opening: Opening) -> ColumnFileReader:
        file = opening.open_file()
        try:
            parquet_file = parquet.ParquetFile(file, pre_buffer=opening.split.location.scheme != "file")
        except (OSError, pa.ArrowException) as error:
            file.close()
            raise ConnectorError(f"{opening.split.location.uri} cannot be read as Parquet: {error}") from None
        schema, metadata = parquet_file.schema_arrow, parquet_file.metadata
        target_schema = to_arrow_schema(self.row_type)
        names = [name for name in target_schema.names if name in schema.names]

        def batches(group: int) -> Iterator[Any]:
            for batch in parquet_file.iter_batches(_BATCH_ROWS, row_groups=[group], columns=names, use_threads=False):
                yield fitted(batch, target_schema)

        def may_skip(group: int) -> bool:
            ranges = ranges_of(metadata, group, schema, self.filter_type or self.row_type)
            return not all(may_match(tree, ranges) for tree in self.filters)

        skip = may_skip if self.filters else lambda group: False
        return PartReader(file, opening, parquet_file.num_row_groups, "row group", batches, skip)


def fitted(batch: Any, schema: Any) -> Any:
    """Casts the columns of a batch to a schema. A missing column is null."""
    if batch.schema.equals(schema):
        return batch
    columns = []
    for field in schema:
        index = batch.schema.get_field_index(field.name)
        if index < 0:
            columns.append(pa.nulls(batch.num_rows, field.type))
            continue
        column = batch.column(index)
        if column.type != field.type:
            try:
                column = _cast(column, field.type)
            except (pa.ArrowException, NotImplementedError) as error:
                raise ConnectorError(
                    f"column '{field.name}' is {batch.column(index).type} in the file, and cannot be read as "
                    f"{field.type}: {error}"
                ) from None
        columns.append(column)
    return batch_of(columns, schema, batch.num_rows)


def _cast(column: Any, kind: Any) -> Any:
    """Casts a column. Timestamps lose digits beyond their type's precision; other values must not lose any."""
    is_time = pa.types.is_timestamp(kind) and pa.types.is_timestamp(column.type)
    if is_time and (kind.tz is None) != (column.type.tz is None):  # the same count since 1970, in UTC
        column = column.cast(pa.timestamp(column.type.unit)).cast(pa.timestamp(column.type.unit, kind.tz))
    return column.cast(kind, safe=not is_time)


@dataclass(frozen=True)
class ParquetColumnsWriterFormat:
    """Creates Parquet files from batches. `add_elements` takes a record batch."""

    row_type: RowType
    compression: str = "SNAPPY"
    group_bytes: int = 128 << 20
    use_dictionary: bool = True

    def create(self, stream: BinaryIO) -> ParquetColumnsWriter:
        return ParquetColumnsWriter(stream, self)


class ParquetColumnsWriter:
    """Collects batches, and writes them when they fill a row group."""

    def __init__(self, stream: BinaryIO, settings: ParquetColumnsWriterFormat) -> None:
        codec = settings.compression
        self._group_bytes = settings.group_bytes
        self._schema = to_arrow_schema(settings.row_type)
        self._writer = parquet.ParquetWriter(
            stream,
            self._schema,
            compression="NONE" if codec == "UNCOMPRESSED" else codec,
            use_dictionary=settings.use_dictionary,
        )
        self._batches: list[Any] = []
        self._waiting_bytes = 0

    def add_elements(self, elements: Any) -> None:
        """Takes a record batch. Its columns may be NOT NULL where the file's are not, or nullable but without NULL."""
        if not elements.schema.equals(self._schema):
            elements = elements.cast(self._schema)
        self._batches.append(elements)
        self._waiting_bytes += elements.nbytes
        if self._waiting_bytes >= self._group_bytes:
            self._write_group()

    def _write_group(self) -> None:
        if self._batches:
            table = pa.Table.from_batches(self._batches, self._schema)
            self._batches, self._waiting_bytes = [], 0
            self._writer.write_table(table, row_group_size=max(1, table.num_rows))

    def finish(self) -> None:
        self._write_group()
        self._writer.close()
