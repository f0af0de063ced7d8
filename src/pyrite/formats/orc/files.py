"""ORC files: read and written stripe by stripe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO, Final, Optional

import pyarrow as pa
from pyarrow import orc

from pyrite.connectors.files.formats.batch_reader import BatchReader
from pyrite.connectors.files.formats.file_format import FormatReader, Opening
from pyrite.connectors.files.formats.stream_format import BulkFormat
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.serialization import BulkWriter, BulkWriterFactory
from pyrite.core.errors import ConnectorError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.types_factory import RowTypeInfo, TypeInformation
from pyrite.formats.arrow.rows import ArrowRows, RowType

COMPRESSION: Final = "orc.compress"
STRIPE_SIZE: Final = "orc.stripe.size"
_CODECS: Final = {"NONE": "uncompressed", "ZLIB": "zlib", "SNAPPY": "snappy", "LZ4": "lz4", "ZSTD": "zstd"}
_STRIPE_BYTES: Final = 64 << 20
_BATCH_ROWS: Final = 4096


@persisted("orc-columnar-row-input-format/1")
class OrcColumnarRowInputFormat(BulkFormat):
    """Reads some fields of ORC files as rows, by name. A missing field is None. Not part of PyFlink."""

    def __init__(self, row_type: RowType) -> None:
        self._row_type = row_type
        self._rows = ArrowRows(row_type)

    def is_splittable(self, path: str) -> bool:
        return True

    def open(self, opening: Opening) -> FormatReader:
        file_split = opening.split
        file = opening.open_file()
        try:
            orc_file = orc.ORCFile(file)
        except (OSError, pa.ArrowException) as error:
            file.close()
            raise ConnectorError(f"{file_split.location.uri} cannot be read as ORC: {error}") from None
        in_file = orc_file.schema.names
        # without a column, Arrow would return no rows
        columns = [name for name in self._rows.names if name in in_file] or in_file[:1]

        def batches(part: int) -> Iterator[pa.RecordBatch]:
            stripe = orc_file.read_stripe(part, columns=columns)
            for start in range(0, stripe.num_rows, _BATCH_ROWS):
                yield stripe.slice(start, _BATCH_ROWS)

        return BatchReader(file, opening, orc_file.nstripes, "stripe", batches, self._rows.rows)

    def get_produced_type(self) -> TypeInformation:
        return self._row_type if isinstance(self._row_type, RowTypeInfo) else super().get_produced_type()


class OrcWriter(BulkWriter):
    """Passes batches on; Arrow writes a stripe when it is full."""

    def __init__(self, stream: BinaryIO, rows: ArrowRows, **options: Any) -> None:
        self._rows = rows
        self._writer = orc.ORCWriter(stream, **options)
        self._single: list[Any] = []
        self._is_empty = True

    def add_element(self, element: Any) -> None:
        self._single.append(element)
        if len(self._single) == 1024:
            self.add_elements([])

    def add_elements(self, elements: Sequence[Any]) -> None:
        single, self._single = self._single, []
        for values in (single, elements):
            if values:
                self._is_empty = False
                self._writer.write(pa.Table.from_batches([self._rows.batch(values)]))

    def flush(self) -> None:
        """Does nothing: `finish` writes all stripes."""

    def finish(self) -> None:
        self.add_elements([])
        if self._is_empty:
            self._writer.write(self._rows.schema.empty_table())
        self._writer.close()


class OrcWriterFactory(BulkWriterFactory):
    """Creates writers of ORC files."""

    def __init__(self, rows: ArrowRows, settings: Configuration) -> None:
        codec = settings.get_string(COMPRESSION, "ZLIB").upper()
        if codec not in _CODECS:
            raise InvalidProgramError(f"{COMPRESSION} = {codec!r}: expected one of {', '.join(_CODECS)}")
        self._rows = rows
        self._options = {
            "compression": _CODECS[codec],
            "stripe_size": settings.get_integer(STRIPE_SIZE, _STRIPE_BYTES),
        }

    def create(self, stream: BinaryIO) -> BulkWriter:
        return OrcWriter(stream, self._rows, **self._options)


class OrcBulkWriters:
    """Factories of writers of ORC files."""

    @staticmethod
    def for_row_type(
        row_type: RowType,
        writer_properties: Optional[Configuration] = None,
        hadoop_config: Optional[Configuration] = None,
    ) -> BulkWriterFactory:
        """Returns a factory for rows, tuples, lists or dicts with these fields.

        The settings may contain orc.compress (ZLIB by default) and orc.stripe.size (bytes, 64 MiB by default).
        """
        settings = Configuration(hadoop_config)
        settings.add_all(writer_properties or Configuration())
        return OrcWriterFactory(ArrowRows(row_type), settings)
