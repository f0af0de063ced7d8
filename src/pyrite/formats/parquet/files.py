"""Parquet files: read and written row group by row group."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, BinaryIO, Final, Optional

import pyarrow as pa
from pyarrow import parquet

from pyrite.connectors.files.formats.batch_reader import BatchReader
from pyrite.connectors.files.formats.file_format import FormatReader, Opening
from pyrite.connectors.files.formats.stream_format import BulkFormat, StreamFormat
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.serialization import BulkWriter, BulkWriterFactory
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.types_factory import RowTypeInfo, TypeInformation
from pyrite.formats.arrow.rows import ArrowRows, RowType
from pyrite.formats.avro.schema import AvroSchema, GenericRecordAvroTypeInfo
from pyrite.formats.avro.types import row_type_of_avro

COMPRESSION: Final = "parquet.compression"
BLOCK_SIZE: Final = "parquet.block.size"
DICTIONARY: Final = "parquet.enable.dictionary"
_CODECS: Final = ("UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4", "BROTLI")
_ROW_GROUP_BYTES: Final = 64 << 20


def _open(
    opening: Opening,
    batch_size: int,
    columns_of: Callable[[Sequence[str]], list[str]],
    records: Callable[[pa.RecordBatch], list[Any]],
) -> FormatReader:
    file = opening.open_file()
    try:
        parquet_file = parquet.ParquetFile(file, pre_buffer=opening.split.location.scheme != "file")
    except (OSError, pa.ArrowException) as error:
        file.close()
        raise ConnectorError(f"{opening.split.location.uri} cannot be read as Parquet: {error}") from None
    columns = columns_of(parquet_file.schema_arrow.names)

    def batches(part: int) -> Iterator[pa.RecordBatch]:
        record_batches: Iterator[pa.RecordBatch] = parquet_file.iter_batches(
            batch_size, row_groups=[part], columns=columns, use_threads=False
        )
        return record_batches

    return BatchReader(file, opening, parquet_file.num_row_groups, "row group", batches, records)


@persisted("parquet-columnar-row-input-format/1")
class ParquetColumnarRowInputFormat(BulkFormat):
    """Reads some fields of Parquet files as rows. Fields are matched by name; a missing field is None.

    `batch_size` is the number of rows per read. `hadoop_config` and `is_utc_timestamp` have no effect: the file says
    how timestamps are stored.
    """

    def __init__(
        self,
        row_type: RowType,
        hadoop_config: Optional[Configuration] = None,
        batch_size: int = 2048,
        is_utc_timestamp: bool = False,
        is_case_sensitive: bool = True,
    ) -> None:
        self._row_type = row_type
        self._rows = ArrowRows(row_type)
        self._batch_size = batch_size
        self._is_case_sensitive = is_case_sensitive

    def is_splittable(self, path: str) -> bool:
        return True

    def open(self, opening: Opening) -> FormatReader:
        names: list[str] = list(self._rows.names)

        def columns_of(in_file: Sequence[str]) -> list[str]:
            if not self._is_case_sensitive:
                names_in_file = {name.lower(): name for name in in_file}
                names[:] = [names_in_file.get(name.lower(), name) for name in names]
            return [name for name in names if name in in_file]

        return _open(opening, self._batch_size, columns_of, lambda batch: self._rows.rows(batch, names))

    def get_produced_type(self) -> TypeInformation:
        return self._row_type if isinstance(self._row_type, RowTypeInfo) else super().get_produced_type()


class AvroParquetReaders:
    """Reads records of Parquet files by an Avro schema."""

    @staticmethod
    def for_generic_record(schema: AvroSchema) -> StreamFormat:
        """Each record is a dict with the schema's fields."""
        return _AvroParquetFormat(schema)


@persisted("avro-parquet-format/1")
class _AvroParquetFormat(StreamFormat):
    def __init__(self, schema: AvroSchema) -> None:
        self._avro = schema
        self._schema = to_arrow_schema(row_type_of_avro(schema))

    def is_splittable(self, path: str) -> bool:
        return True

    def open(self, opening: Opening) -> FormatReader:
        missing = pa.schema([])

        def columns_of(in_file: Sequence[str]) -> list[str]:
            nonlocal missing
            missing = pa.schema([field for field in self._schema if field.name not in in_file])
            return [name for name in self._schema.names if name in in_file]

        def records(batch: pa.RecordBatch) -> list[Any]:
            for field in missing:
                batch = batch.append_column(field, pa.nulls(batch.num_rows, field.type))
            rows: list[Any] = batch.select(self._schema.names).to_pylist(maps_as_pydicts="strict")
            return rows

        return _open(opening, 2048, columns_of, records)

    def get_produced_type(self) -> TypeInformation:
        return GenericRecordAvroTypeInfo(self._avro)


class ParquetWriter(BulkWriter):
    """Collects batches, and writes them when they fill a row group."""

    def __init__(self, stream: BinaryIO, rows: ArrowRows, group_bytes: int, **options: Any) -> None:
        self._rows = rows
        self._group_bytes = group_bytes
        self._writer = parquet.ParquetWriter(stream, rows.schema, **options)
        self._single: list[Any] = []
        self._batches: list[pa.RecordBatch] = []
        self._held_bytes = 0

    def add_element(self, element: Any) -> None:
        self._single.append(element)
        if len(self._single) == 1024:
            self._add_single()

    def add_elements(self, elements: Sequence[Any]) -> None:
        self._add_single()
        self._add(elements)

    def _add_single(self) -> None:
        single, self._single = self._single, []
        if single:
            self._add(single)

    def _add(self, elements: Sequence[Any]) -> None:
        batch = self._rows.batch(elements)
        self._batches.append(batch)
        self._held_bytes += batch.nbytes
        if self._held_bytes >= self._group_bytes:
            self._write_group()

    def _write_group(self) -> None:
        if self._batches:
            table = pa.Table.from_batches(self._batches)
            self._batches, self._held_bytes = [], 0
            self._writer.write_table(table, row_group_size=max(1, table.num_rows))

    def flush(self) -> None:
        """Does nothing: `finish` writes all rows. A small row group would make the file inefficient."""

    def finish(self) -> None:
        self._add_single()
        self._write_group()
        self._writer.close()


class ParquetWriterFactory(BulkWriterFactory):
    """Creates writers of Parquet files."""

    def __init__(self, rows: ArrowRows, settings: Optional[Configuration]) -> None:
        settings = settings or Configuration()
        codec = settings.get_string(COMPRESSION, "SNAPPY").upper()
        if codec not in _CODECS:
            raise InvalidProgramError(f"{COMPRESSION} = {codec!r}: expected one of {', '.join(_CODECS)}")
        self._rows = rows
        self._group_bytes = settings.get_integer(BLOCK_SIZE, _ROW_GROUP_BYTES)
        self._options = {
            "compression": "NONE" if codec == "UNCOMPRESSED" else codec,
            "use_dictionary": settings.get_boolean(DICTIONARY, True),
        }

    def create(self, stream: BinaryIO) -> BulkWriter:
        return ParquetWriter(stream, self._rows, self._group_bytes, **self._options)


class ParquetBulkWriters:
    """Factories of writers of Parquet files."""

    @staticmethod
    def for_row_type(
        row_type: RowType, hadoop_config: Optional[Configuration] = None, utc_timestamp: bool = False
    ) -> BulkWriterFactory:
        """Returns a factory for rows, tuples, lists or dicts with these fields.

        `hadoop_config` may contain parquet.compression (SNAPPY by default), parquet.block.size (bytes of a row group
        before compression, 64 MiB by default) and parquet.enable.dictionary. `utc_timestamp` has no effect.
        """
        return ParquetWriterFactory(ArrowRows(row_type), hadoop_config)


class AvroParquetWriters:
    """Factories of writers of Parquet files by an Avro schema."""

    @staticmethod
    def for_generic_record(schema: AvroSchema) -> BulkWriterFactory:
        """Each record is a dict with the schema's fields."""
        return ParquetWriterFactory(ArrowRows(to_arrow_schema(row_type_of_avro(schema))), None)
