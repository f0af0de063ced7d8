"""The formats of files: how each is read into columns and written from them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.connectors.files.column_files import ColumnFileFormat
from pyrite.connectors.files.file_writer import RecordFormat
from pyrite.connectors.files.line_reader import Joiner
from pyrite.connectors.filesystem.file_sink import LineWriterFormat
from pyrite.connectors.filesystem.line_columns import LineColumns
from pyrite.core.connector.table_format import ChosenFormat, TableFormat, projected_type
from pyrite.core.types import RowType
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.formats.csv.files import QuoteJoiner
from pyrite.formats.parquet.columns import ParquetColumns, ParquetColumnsWriterFormat
from pyrite.formats.parquet.table_format import BLOCK_SIZE, COMPRESSION, DICTIONARY

_PLACES: Final = {
    "csv": "pyrite.formats.csv.table_format:CsvTableFormat",
    "json": "pyrite.formats.json.table_format:JsonTableFormat",
    "parquet": "pyrite.formats.parquet.table_format:ParquetTableFormat",
    "raw": "pyrite.formats.raw.table_format:RawTableFormat",
}


class FileFormats(Mapping[str, TableFormat]):
    """The formats of files by their names; each is imported when it is asked for."""

    def __getitem__(self, identifier: str) -> TableFormat:
        module, _, name = _PLACES[identifier].partition(":")
        made: TableFormat = getattr(importlib.import_module(module), name)()
        return made

    def __iter__(self) -> Iterator[str]:
        return iter(_PLACES)

    def __len__(self) -> int:
        return len(_PLACES)


@dataclass(frozen=True)
class FormatReading:
    """Reads files of a format."""

    chosen: ChosenFormat

    def columns_format(
        self, file_type: RowType, columns: Sequence[int], filters: tuple[ResolvedExpression, ...]
    ) -> ColumnFileFormat:
        identifier = self.chosen.format.identifier
        if identifier == "parquet":
            return ParquetColumns(projected_type(file_type, columns), filters, file_type)
        decoder = self.chosen.create_decoder(file_type, columns)
        return LineColumns(decoder, self._joiner(), skips_blank_lines=identifier != "raw")

    def _joiner(self) -> Optional[Joiner]:
        """A quoted field of CSV may have line ends in it."""
        options = self.chosen.options
        if self.chosen.format.identifier != "csv" or options.get_boolean("disable-quote-character", False):
            return None
        quote = options.get_string("quote-character", '"')
        return QuoteJoiner(quote.encode(), options.get_string("escape-character", "").encode())


@dataclass(frozen=True)
class FormatWriting:
    """Writes files of a format."""

    chosen: ChosenFormat

    @property
    def is_bulk(self) -> bool:
        """Whether a file is made as a whole, so that it cannot stay open over a checkpoint."""
        return self.chosen.format.identifier == "parquet"

    def record_format(self, file_type: RowType) -> RecordFormat:
        options = self.chosen.options
        if not self.is_bulk:
            return LineWriterFormat(self.chosen.create_encoder(file_type))
        return ParquetColumnsWriterFormat(
            file_type, options.get(COMPRESSION).upper(), options.get(BLOCK_SIZE), options.get(DICTIONARY)
        )
