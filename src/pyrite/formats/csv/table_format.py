"""The table format csv."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar, Final, Optional

from pyrite.core.config.config_options import ConfigOption, parse_bool
from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.table_format import ColumnDecoder, ColumnEncoder, TableFormat, projected_type
from pyrite.core.errors import ValidationException
from pyrite.core.types import RowType
from pyrite.formats.csv.column_reader import csv_column_reader
from pyrite.formats.csv.column_writer import CsvColumnWriter, CsvWriting
from pyrite.formats.csv.fields import CsvSyntax
from pyrite.formats.csv.message_reader import CsvMessageReader, CsvReading
from pyrite.formats.message_decoder import MessageDecoder

FIELD_DELIMITER: Final = ConfigOption("field-delimiter", str, ",", "The character between fields; a tab is '\\t'.")
DISABLE_QUOTE_CHARACTER: Final = ConfigOption(
    "disable-quote-character", parse_bool, False, "Whether fields are never quoted."
)
QUOTE_CHARACTER: Final = ConfigOption("quote-character", str, '"', "The character that may enclose a field.")
ALLOW_COMMENTS: Final = ConfigOption(
    "allow-comments", parse_bool, False, "Whether lines that begin with # are skipped."
)
IGNORE_PARSE_ERRORS: Final = ConfigOption(
    "ignore-parse-errors",
    parse_bool,
    False,
    "Whether an invalid field is NULL, and an invalid line is skipped and counted.",
)
ARRAY_ELEMENT_DELIMITER: Final = ConfigOption(
    "array-element-delimiter", str, ";", "The text between the elements of an array or a row."
)
ESCAPE_CHARACTER: Final[ConfigOption[Optional[str]]] = ConfigOption(
    "escape-character", str, None, "The character that makes the next one literal."
)
NULL_LITERAL: Final[ConfigOption[Optional[str]]] = ConfigOption("null-literal", str, None, "The text for NULL.")
SCIENTIFIC_NOTATION: Final = ConfigOption(
    "write-bigdecimal-in-scientific-notation",
    parse_bool,
    True,
    "Whether decimals are written as 1E+2; if the option is not set they are not, as in Flink.",
)

_ESCAPES: Final = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}


class CsvTableFormat(TableFormat):
    """A row is a line of values."""

    identifier = "csv"
    optional_options: ClassVar[tuple[ConfigOption[Any], ...]] = (
        FIELD_DELIMITER,
        DISABLE_QUOTE_CHARACTER,
        QUOTE_CHARACTER,
        ALLOW_COMMENTS,
        IGNORE_PARSE_ERRORS,
        ARRAY_ELEMENT_DELIMITER,
        ESCAPE_CHARACTER,
        NULL_LITERAL,
        SCIENTIFIC_NOTATION,
    )

    def validate_decoding(self, options: Configuration) -> None:
        if options.get(DISABLE_QUOTE_CHARACTER) and options.contains(QUOTE_CHARACTER):
            raise ValidationException(
                "Format cannot define a quote character and disabled quote character at the same time."
            )
        for option in (FIELD_DELIMITER, ARRAY_ELEMENT_DELIMITER, QUOTE_CHARACTER, ESCAPE_CHARACTER):
            text = options.get_string(option.key, ",")
            if len(unescaped(text) if option is FIELD_DELIMITER else text) != 1:
                raise ValidationException(
                    f"Option 'csv.{option.key}' must be a string with single character, but was: {text}"
                )

    def validate_encoding(self, options: Configuration) -> None:
        self.validate_decoding(options)

    def create_decoder(
        self, row_type: RowType, options: Configuration, columns: Optional[Sequence[int]] = None
    ) -> ColumnDecoder:
        return CsvDecoder(row_type, CsvReading(_syntax(options), options.get(IGNORE_PARSE_ERRORS)), columns)

    def create_encoder(self, row_type: RowType, options: Configuration) -> ColumnEncoder:
        # As in Flink, decimals are plain unless the option is set, although its default is true.
        scientific = options.contains(SCIENTIFIC_NOTATION) and options.get(SCIENTIFIC_NOTATION)
        return CsvEncoder(row_type, CsvWriting(_syntax(options), scientific))


def _syntax(options: Configuration) -> CsvSyntax:
    return CsvSyntax(
        unescaped(options.get(FIELD_DELIMITER)),
        None if options.get(DISABLE_QUOTE_CHARACTER) else options.get(QUOTE_CHARACTER),
        options.get(ESCAPE_CHARACTER),
        options.get(ARRAY_ELEMENT_DELIMITER),
        options.get(NULL_LITERAL),
        options.get(ALLOW_COMMENTS),
    )


def unescaped(text: str) -> str:
    """Resolves Java's escapes, such as a backslash and a t for a tab."""

    def character(match: re.Match[str]) -> str:
        code, single = match.groups()
        return chr(int(code, 16)) if code else _ESCAPES.get(single, single)

    return re.sub(r"\\(?:u+([0-9a-fA-F]{4})|(.))", character, text)


class CsvDecoder(MessageDecoder):
    """Reads a block at once if possible, else message by message."""

    def __init__(self, row_type: RowType, reading: CsvReading, columns: Optional[Sequence[int]] = None) -> None:
        super().__init__(projected_type(row_type, columns), "CSV row", reading.ignores_errors)
        self._made_of = row_type, reading, None if columns is None else tuple(columns)
        self._columns = csv_column_reader(row_type, reading, columns)
        self._rows = CsvMessageReader(row_type, reading, columns)

    def __reduce__(self) -> tuple[Any, ...]:
        return CsvDecoder, self._made_of

    def read_columns(self, messages: Sequence[Optional[bytes]]) -> Optional[Any]:
        return None if self._columns is None else self._columns.read(messages)

    def read_rows(self, message: Optional[bytes]) -> Sequence[tuple[Any, ...]]:
        return () if message is None else (self._rows.row(message),)


class CsvEncoder(ColumnEncoder):
    """Writes a block column by column."""

    def __init__(self, row_type: RowType, writing: CsvWriting) -> None:
        self._writer = CsvColumnWriter(row_type, writing)

    def encode(self, batch: Any) -> list[Optional[bytes]]:
        return [*self._writer.write(batch)]
