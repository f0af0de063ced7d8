"""CSV files: read by Arrow in blocks of lines, written by Python's own writer."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Sequence
from typing import Any, BinaryIO, Optional

import pyarrow as pa
from pyarrow import csv as arrow_csv

from pyrite.connectors.files.line_reader import Joiner, LineReader
from pyrite.connectors.files.stream_format import LineFormat
from pyrite.core.connector.serialization import BulkWriter, BulkWriterFactory
from pyrite.core.errors import BadRecordError, InvalidProgramError
from pyrite.core.persisted import persisted
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import TypeInformation
from pyrite.formats.arrow.rows import make_rows, python_values
from pyrite.formats.arrow.values import file_type, from_arrow
from pyrite.formats.csv.quote_joiner import QuoteJoiner
from pyrite.formats.csv.schema import CsvColumn, CsvSchema


@persisted("csv-reader-format/1", was=("pyrite.connectors.formats.csv_files:CsvReaderFormat",))
class CsvReaderFormat(LineFormat):
    """Rows of CSV files, by a schema. A row with too many or too few values, or a wrong one, is a bad record."""

    def __init__(self, schema: CsvSchema) -> None:
        if schema.settings.line_separator not in ("\n", "\r\n"):
            raise InvalidProgramError("lines that are read end with \\n or \\r\\n: set_line_separator() is for writing")
        self._schema = schema

    @staticmethod
    def for_schema(schema: CsvSchema) -> CsvReaderFormat:
        """Reads files with these columns and settings."""
        return CsvReaderFormat(schema)

    @property
    def joiner(self) -> Optional[Joiner]:
        """What puts lines together that belong to one record, if values may have line ends in them."""
        settings = self._schema.settings
        if not settings.quote or not settings.newlines_in_values:
            return None
        return QuoteJoiner(settings.quote.encode(), settings.escape.encode(), settings.column_separator.encode())

    def is_splittable(self, path: str) -> bool:
        """Where a value may have line ends in it, nobody knows by a part of the file where a row begins."""
        return self.joiner is None and super().is_splittable(path)

    def begin(self, lines: LineReader) -> None:
        settings = self._schema.settings
        if settings.use_header:
            self._check_header(self._first(lines))
        if settings.skip_first_data_row:
            self._first(lines)

    def _first(self, lines: LineReader) -> bytes:
        while (taken := lines.take(1)) and self._is_no_row(taken[0]):
            pass
        return taken[0] if taken else b""

    def _is_no_row(self, line: bytes) -> bool:
        return not line.strip() or (self._schema.settings.allow_comments and line.startswith(b"#"))

    def _check_header(self, line: bytes) -> None:
        settings = self._schema.settings
        if not settings.strict_headers or not line:
            return
        dialect: Any = {"delimiter": settings.column_separator}
        names = next(csv.reader([line.removeprefix(BOM_UTF8).decode().removesuffix("\r")], **dialect))
        if tuple(names) != self._schema.names:
            raise BadRecordError(f"the header names the columns {names}, expected {list(self._schema.names)}")

    def decode_all(self, lines: list[bytes]) -> list[Any]:
        present = [line for line in lines if not self._is_no_row(line)]
        if not present:
            return []
        present[0] = present[0].removeprefix(BOM_UTF8)
        settings, names = self._schema.settings, list(self._schema.names)
        if settings.takes_more_columns:
            present = [self._narrowed(line) for line in present]
        table = arrow_csv.read_csv(
            pa.BufferReader(b"\n".join(present)),
            arrow_csv.ReadOptions(
                use_threads=False, block_size=sum(map(len, present)) + len(present) + 1, column_names=names
            ),
            arrow_csv.ParseOptions(
                delimiter=settings.column_separator,
                quote_char=settings.quote or False,
                escape_char=settings.escape or False,
                newlines_in_values=settings.newlines_in_values,
            ),
            arrow_csv.ConvertOptions(
                column_types={column.name: _type_in_file(column) for column in self._schema.columns},
                null_values=[settings.null_value or ""],
                strings_can_be_null=settings.null_value is not None,
                quoted_strings_can_be_null=False,
            ),
        )
        if table.num_rows != len(present):
            raise ValueError(f"expected {len(present)} rows of {len(names)} values, got {table.num_rows}")
        batches = table.combine_chunks().to_batches()
        columns = [_values(column, batches[0].column(index)) for index, column in enumerate(self._schema.columns)]
        return make_rows(self._schema.names, columns)

    def _narrowed(self, line: bytes) -> bytes:
        """A line without the values for which there is no column."""
        settings = self._schema.settings
        options = _dialect(settings.column_separator, settings.quote, settings.escape, "")
        [values] = csv.reader([line.decode().removesuffix("\r")], **options)
        out = io.StringIO()
        csv.writer(out, **options).writerow(values[: len(self._schema.columns)])
        return out.getvalue().encode()

    def get_produced_type(self) -> TypeInformation:
        return self._schema.row_type


def _type_in_file(column: CsvColumn) -> pa.DataType:
    return pa.string() if column.separator is not None else file_type(column.kind, column.name)


def _values(column: CsvColumn, array: pa.Array) -> list[Any]:
    values = python_values(array)
    if column.separator is not None:
        kind, separator = file_type(column.kind, column.name), column.separator
        lists = [None if value is None else value.split(separator) if value else [] for value in values]
        return [
            None if texts is None else _elements(column, pa.array(texts, pa.string()).cast(kind)) for texts in lists
        ]
    return _elements(column, array, values)


def _elements(column: CsvColumn, array: pa.Array, values: Optional[list[Any]] = None) -> list[Any]:
    elements = python_values(array) if values is None else values
    convert = from_arrow(column.kind)
    return elements if convert is None else [None if value is None else convert(value) for value in elements]


def _dialect(separator: str, quote: str, escape: str, line_separator: str) -> Any:
    return {
        "delimiter": separator,
        "quotechar": quote or None,
        "quoting": csv.QUOTE_MINIMAL if quote else csv.QUOTE_NONE,
        "escapechar": escape or None,
        "doublequote": True,
        "lineterminator": line_separator,
    }


class CsvWriter(BulkWriter):
    """Writes rows, tuples, lists or dicts of the schema's columns."""

    def __init__(self, stream: BinaryIO, schema: CsvSchema) -> None:
        settings = schema.settings
        self._stream = stream
        self._schema = schema
        self._fit_all = schema.row_type.fit_all
        self._options = _dialect(settings.column_separator, settings.quote, settings.escape, settings.line_separator)
        self._changes = [_text_of(column, settings.null_value or "") for column in schema.columns]
        if settings.use_header:
            self._write([schema.names])

    def add_element(self, element: Any) -> None:
        self.add_elements([element])

    def add_elements(self, elements: Sequence[Any]) -> None:
        if elements:
            rows: list[Row] = self._fit_all(list(elements))
            columns = zip(*(row._values for row in rows), strict=True)
            texts = [list(map(change, column)) for change, column in zip(self._changes, columns, strict=True)]
            self._write(zip(*texts, strict=True))

    def _write(self, rows: Any) -> None:
        text = io.StringIO()
        csv.writer(text, **self._options).writerows(rows)
        self._stream.write(text.getvalue().encode())

    def flush(self) -> None:
        """Nothing is held back."""

    def finish(self) -> None:
        """Nothing is held back."""


def _text_of(column: CsvColumn, null_value: str) -> Any:
    """How a value of a column is written."""
    separator = column.separator

    def text_of(value: Any) -> Any:
        if value is None:
            return null_value
        if separator is not None:
            return separator.join(str(_plain(item)) for item in value)
        return _plain(value)

    return text_of


def _plain(value: Any) -> Any:
    return str(value).lower() if isinstance(value, bool) else "" if value is None else value


class CsvWriterFactory(BulkWriterFactory):
    """Makes writers of CSV files."""

    def __init__(self, schema: CsvSchema) -> None:
        self._schema = schema

    def create(self, stream: BinaryIO) -> BulkWriter:
        return CsvWriter(stream, self._schema)

    def can_concatenate(self) -> bool:
        return not self._schema.settings.use_header


class CsvBulkWriters:
    """Writers of rows to CSV files."""

    @staticmethod
    def for_schema(schema: CsvSchema) -> BulkWriterFactory:
        """Writers of CSV files with these columns and settings."""
        return CsvWriterFactory(schema)
