"""CSV files: read by Arrow in blocks of lines, written column by column."""

from __future__ import annotations

import csv
import io
from codecs import BOM_UTF8
from collections.abc import Sequence
from decimal import Decimal
from itertools import islice
from typing import Any, BinaryIO, Optional

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from pyrite.connectors.files.formats.line_reader import Joiner, LineReader
from pyrite.connectors.files.formats.stream_format import LineFormat
from pyrite.core.connector.serialization import BulkWriter, BulkWriterFactory
from pyrite.core.errors import BadRecordError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types import DecimalType
from pyrite.core.types.arrow import to_arrow_type
from pyrite.core.types.logical_type import all_nullable
from pyrite.core.types.logical_type_info import from_type_info
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import TypeInformation, Types
from pyrite.formats.arrow.rows import make_rows, python_values
from pyrite.formats.arrow.values import file_type, from_arrow
from pyrite.formats.column_text import column_text
from pyrite.formats.csv.column_writer import Quoting
from pyrite.formats.csv.fields import CsvSyntax
from pyrite.formats.csv.quote_joiner import QuoteJoiner
from pyrite.formats.csv.schema import CsvColumn, CsvSchema
from pyrite.formats.java_text import decimal_text, fitted_decimal


@persisted("csv-reader-format/1")
class CsvReaderFormat(LineFormat):
    """Reads rows of CSV files by a schema. A row with an invalid value, or too many or too few, is a bad record."""

    def __init__(self, schema: CsvSchema) -> None:
        if schema.settings.line_separator not in ("\n", "\r\n"):
            raise InvalidProgramError(
                "set_line_separator() is for writing only: lines to read must end with \\n or \\r\\n"
            )
        self._schema = schema

    @staticmethod
    def for_schema(schema: CsvSchema) -> CsvReaderFormat:
        """Returns a format for files with these columns and settings."""
        return CsvReaderFormat(schema)

    @property
    def joiner(self) -> Optional[Joiner]:
        """Returns the function that joins the lines of one record, if values may contain line ends."""
        settings = self._schema.settings
        if not settings.quote or not settings.newlines_in_values:
            return None
        return QuoteJoiner(settings.quote.encode(), settings.escape.encode(), settings.column_separator.encode())

    def is_splittable(self, path: str) -> bool:
        """False if values may contain line ends: a part of the file does not show where a row begins."""
        return self.joiner is None and super().is_splittable(path)

    def begin(self, lines: LineReader) -> None:
        settings = self._schema.settings
        if settings.use_header:
            self._check_header(self._first(lines))
        if settings.skip_first_data_row:
            self._first(lines)

    def _first(self, lines: LineReader) -> bytes:
        while (first_line := lines.take(1)) and self._is_no_row(first_line[0]):
            pass
        return first_line[0] if first_line else b""

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
        """Removes the values without a column from a line."""
        settings = self._schema.settings
        options = _dialect(settings.column_separator, settings.quote, settings.escape, "")
        [values] = csv.reader([line.decode().removesuffix("\r")], **options)
        out = io.StringIO()
        csv.writer(out, **options).writerow(values[: len(self._schema.columns)])
        return out.getvalue().encode()

    def get_produced_type(self) -> TypeInformation:
        return self._schema.row_type


def _type_in_file(column: CsvColumn) -> pa.DataType:
    is_text = column.separator is not None or column.decimal is not None
    return pa.string() if is_text else file_type(column.kind, column.name)


def _values(column: CsvColumn, array: pa.Array) -> list[Any]:
    values = python_values(array)
    if column.separator is not None:
        kind, separator = file_type(column.kind, column.name), column.separator
        lists = [None if value is None else value.split(separator) if value else [] for value in values]
        if column.decimal is not None:
            return [None if texts is None else _decimals(texts, column.decimal) for texts in lists]
        return [
            None if texts is None else _elements(column, pa.array(texts, pa.string()).cast(kind)) for texts in lists
        ]
    return _elements(column, array, values) if column.decimal is None else _decimals(values, column.decimal)


def _decimals(values: Sequence[Any], kind: DecimalType) -> list[Optional[Decimal]]:
    """Converts texts or numbers to decimals of the type; None for a missing text, and for too many digits."""
    numbers = (None if value is None or value == "" else Decimal(value) for value in values)
    return [None if number is None else fitted_decimal(number, kind.precision, kind.scale) for number in numbers]


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
    """Writes rows, tuples, lists or dicts with the schema's columns. Texts are quoted where Flink's writer quotes them.

    Fields of a row whose names differ from the schema's are matched by position, as in Flink.
    """

    def __init__(self, stream: BinaryIO, schema: CsvSchema) -> None:
        settings = schema.settings
        self._stream = stream
        self._schema = schema
        self._names = set(schema.names)
        self._fit_all = schema.row_type.fit_all
        self._null = settings.null_value or ""
        quote, escape = settings.quote or None, settings.escape or None
        self._quoting = Quoting(CsvSyntax(settings.column_separator, quote, escape))
        if settings.use_header:
            names = map(self._quoting.text, schema.names)
            stream.write(f"{settings.column_separator.join(names)}{settings.line_separator}".encode())

    def add_element(self, element: Any) -> None:
        self.add_elements([element])

    def add_elements(self, elements: Sequence[Any]) -> None:
        if elements:
            settings = self._schema.settings
            rows: list[Row] = self._fit_all(list(map(self._named, elements)))
            values = zip(*(row._values for row in rows), strict=True)
            columns = map(self._texts, self._schema.columns, values)
            lines = pc.binary_join_element_wise(*columns, settings.column_separator).to_pylist()
            self._stream.write("".join(f"{line}{settings.line_separator}" for line in lines).encode())

    def _named(self, element: Any) -> Any:
        if isinstance(element, Row) and element._fields and set(element._fields) != self._names:
            return tuple(element)
        return element

    def _texts(self, column: CsvColumn, values: Sequence[Any]) -> Any:
        """Returns the texts of a column's values, quoted where necessary."""
        if column.separator is None:
            texts = self._plain(column, values)
            return pc.fill_null(texts if column.kind != Types.STRING() else self._quoting.column(texts), self._null)
        parts = [item for value in values for item in value or ()]
        texts = iter(pc.fill_null(self._plain(column, parts), self._null).to_pylist())
        lists = [None if value is None else column.separator.join(islice(texts, len(value))) for value in values]
        return pc.fill_null(self._quoting.column(pa.array(lists, pa.string())), self._null)

    def _plain(self, column: CsvColumn, values: Sequence[Any]) -> Any:
        if column.decimal is not None:
            values = _decimals(values, column.decimal)
        if column.kind in (Types.BIG_DEC(), Types.BIG_INT()):
            texts = [None if value is None else decimal_text(Decimal(value), plain=False) for value in values]
            return pa.array(texts, pa.string())
        kind = all_nullable(from_type_info(column.kind))
        return column_text(pa.array(values, to_arrow_type(kind)), kind)

    def flush(self) -> None:
        """Does nothing: the writer has no buffer."""

    def finish(self) -> None:
        """Does nothing: the writer has no buffer."""


class CsvWriterFactory(BulkWriterFactory):
    """Creates writers of CSV files."""

    def __init__(self, schema: CsvSchema) -> None:
        self._schema = schema

    def create(self, stream: BinaryIO) -> BulkWriter:
        return CsvWriter(stream, self._schema)

    def can_concatenate(self) -> bool:
        return not self._schema.settings.use_header


class CsvBulkWriters:
    """Factories of writers of CSV files."""

    @staticmethod
    def for_schema(schema: CsvSchema) -> BulkWriterFactory:
        """Returns a factory for CSV files with these columns and settings."""
        return CsvWriterFactory(schema)
