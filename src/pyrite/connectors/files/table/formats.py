"""The file formats of the filesystem connector: how columns are read and written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Optional

from pyrite.connectors.files.formats.column_files import ColumnFileFormat
from pyrite.connectors.files.formats.line_reader import Joiner
from pyrite.connectors.files.sink.writer import RecordFormat
from pyrite.connectors.files.table.file_sink import LineWriterFormat
from pyrite.connectors.files.table.line_columns import LineColumns
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import ChosenFormat, TableFormat, projected_type
from pyrite.core.types import RowType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.formats.csv.quote_joiner import QuoteJoiner
from pyrite.formats.csv.table_format import (
    ALLOW_COMMENTS,
    DISABLE_QUOTE_CHARACTER,
    ESCAPE_CHARACTER,
    FIELD_DELIMITER,
    QUOTE_CHARACTER,
    SCIENTIFIC_NOTATION,
    unescaped,
)
from pyrite.formats.parquet.columns import ParquetColumns, ParquetColumnsWriterFormat
from pyrite.formats.parquet.table_format import BLOCK_SIZE, COMPRESSION, DICTIONARY, ParquetTableFormat
from pyrite.formats.table_formats import TABLE_FORMATS

FILE_FORMATS: Final[Mapping[str, TableFormat]] = {**TABLE_FORMATS, "parquet": ParquetTableFormat()}
"""The file formats by name."""


@dataclass(frozen=True)
class FormatReading:
    """Reads files of a format."""

    format_choice: ChosenFormat

    def columns_format(
        self, file_type: RowType, columns: Sequence[int], filters: tuple[ResolvedExpression, ...]
    ) -> ColumnFileFormat:
        identifier = self.format_choice.format.identifier
        if identifier == "parquet":
            return ParquetColumns(projected_type(file_type, columns), filters, file_type)
        decoder = self.format_choice.create_decoder(file_type, columns)
        if identifier == "csv":
            return LineColumns(decoder, self._joiner(), skips_comments=self.format_choice.options.get(ALLOW_COMMENTS))
        return LineColumns(decoder, skips_blank_lines=identifier != "raw")

    def _joiner(self) -> Optional[Joiner]:
        """The joiner for CSV, whose quoted fields may contain line ends."""
        options = self.format_choice.options
        if options.get(DISABLE_QUOTE_CHARACTER):
            return None
        quote, escape = options.get(QUOTE_CHARACTER), options.get(ESCAPE_CHARACTER) or ""
        return QuoteJoiner(quote.encode(), escape.encode(), unescaped(options.get(FIELD_DELIMITER)).encode())


@dataclass(frozen=True)
class FormatWriting:
    """Writes files of a format."""

    format_choice: ChosenFormat

    @property
    def is_bulk(self) -> bool:
        """Whether this is a bulk format: its files cannot stay open across a checkpoint."""
        return self.format_choice.format.identifier == "parquet"

    def record_format(self, file_type: RowType) -> RecordFormat:
        options = self.format_choice.options
        if not self.is_bulk:
            return LineWriterFormat(self._of_lines().create_encoder(file_type))
        return ParquetColumnsWriterFormat(
            file_type, options.get(COMPRESSION).upper(), options.get(BLOCK_SIZE), options.get(DICTIONARY)
        )

    def _of_lines(self) -> ChosenFormat:
        """The format of lines. As in Flink, CSV files contain decimals such as 4 and 1E+1, regardless of the option."""
        if self.format_choice.format.identifier != "csv":
            return self.format_choice
        options = {**self.format_choice.options.to_dict(), SCIENTIFIC_NOTATION.key: "true"}
        return replace(self.format_choice, options=Configuration(options))
