"""Writes record batches as CSV lines, as Flink's csv format does: column by column, and row by row."""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    LocalZonedTimestampType,
    LogicalType,
    NumericType,
    RowType,
    TimeType,
)
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.formats import java_text
from pyrite.formats.column_text import column_text, cut, has_any_byte, joined_lists
from pyrite.formats.csv.fields import CsvSyntax
from pyrite.formats.csv.message_reader import check_csv_types

_MOST_UNQUOTED: Final = 24
"""A longer text is always quoted: Jackson does not inspect it."""
_FIRST_OF_FOUR_BYTES: Final = bytes(range(0xF0, 0xF5))


@dataclass(frozen=True)
class CsvWriting:
    """The options of the writer."""

    syntax: CsvSyntax
    scientific_decimals: bool = False


class CsvColumnWriter:
    """Writes a batch column by column."""

    def __init__(self, row_type: RowType, writing: CsvWriting) -> None:
        check_csv_types(row_type)
        self._row_type = row_type
        self._syntax = writing.syntax
        self._plain = not writing.scientific_decimals
        self._null = writing.syntax.null_literal or ""
        self._quoting = Quoting(writing.syntax)

    def write(self, batch: Any) -> list[bytes]:
        if not self._row_type.fields:
            return [b""] * batch.num_rows
        columns = zip(batch.columns, self._row_type.children, strict=True)
        texts = [pc.fill_null(self._column(column, kind), self._null) for column, kind in columns]
        return cut(pc.binary_join_element_wise(*texts, self._syntax.delimiter) if len(texts) > 1 else texts[0])

    def _column(self, column: Any, kind: LogicalType) -> Any:
        match kind:
            case NumericType() | BooleanType():
                return column_text(column, kind, plain_decimals=self._plain)
            case ArrayType():
                elements = column_text(column.flatten(), kind.element_type, plain_decimals=self._plain)
                lengths = pc.list_value_length(column)
                texts = joined_lists(lengths, pc.fill_null(elements, self._null), self._syntax.array_delimiter)
            case RowType():
                parts = [
                    pc.fill_null(column_text(part, child, plain_decimals=self._plain), self._null)
                    for part, child in zip(column.flatten(), kind.children, strict=True)
                ]
                delimiter = self._syntax.array_delimiter
                texts = pc.binary_join_element_wise(*parts, delimiter) if len(parts) > 1 else parts[0]
                texts = pc.if_else(column.is_valid(), texts, None) if column.null_count else texts
            case _:
                texts = column_text(column, kind)
        return self._quoting.column(texts)


class Quoting:
    """Quotes texts that may need it, by Jackson's rules."""

    def __init__(self, syntax: CsvSyntax) -> None:
        self._quote = syntax.quote
        self._escape = syntax.escape
        self._last_unsafe = max(ord(syntax.delimiter), ord(syntax.quote or "\0"))
        self._pattern = rf"[\x00-\x{{{self._last_unsafe:x}}}\\]"

    def text(self, text: str) -> str:
        """Quotes a single text."""
        if self._quote is None or not self._is_unsafe(text):
            return text
        if self._escape is not None:
            text = text.replace(self._escape, self._escape * 2)
        return self._quote + text.replace(self._quote, self._quote * 2) + self._quote

    def _is_unsafe(self, text: str) -> bool:
        length = len(text) + sum(character > "\uffff" for character in text)
        return length > _MOST_UNQUOTED or any(ord(c) <= self._last_unsafe or c == "\\" for c in text)

    def column(self, texts: Any) -> Any:
        if self._quote is None:
            return texts
        if has_any_byte(texts, _FIRST_OF_FOUR_BYTES):  # Java counts such a character twice
            return pa.array([None if text is None else self.text(text) for text in texts.to_pylist()], pa.string())
        is_long = pc.greater(pc.utf8_length(texts), _MOST_UNQUOTED)
        unsafe = pc.or_(is_long, pc.match_substring_regex(texts, self._pattern))
        if not pc.any(unsafe).as_py():
            return texts
        contents = texts
        if self._escape is not None:
            contents = pc.replace_substring(contents, self._escape, self._escape * 2)
        contents = pc.replace_substring(contents, self._quote, self._quote * 2)
        return pc.if_else(unsafe, pc.binary_join_element_wise(self._quote, contents, self._quote, ""), texts)


class CsvMessageWriter:
    """Writes one row at a time. `CsvColumnWriter` must give the same result."""

    def __init__(self, row_type: RowType, writing: CsvWriting) -> None:
        check_csv_types(row_type)
        self._syntax = writing.syntax
        self._plain = not writing.scientific_decimals
        self._null = writing.syntax.null_literal or ""
        self._quoting = Quoting(writing.syntax)
        self._writers = [self._writer(kind) for kind in row_type.children]

    def write(self, row: Sequence[Any]) -> bytes:
        texts = [self._null if value is None else write(value) for write, value in zip(self._writers, row, strict=True)]
        return self._syntax.delimiter.join(texts).encode()

    def _writer(self, kind: LogicalType) -> Callable[[Any], str]:
        if isinstance(kind, (NumericType, BooleanType)):
            return self._single(kind)
        if not isinstance(kind, (ArrayType, RowType)):
            write = self._single(kind)
            return lambda value: self._quoting.text(write(value))
        children = [self._single(child) for child in kind.children]

        def write_parts(value: Any) -> str:
            writers = children * len(value) if isinstance(kind, ArrayType) else children
            parts = [self._null if part is None else w(part) for w, part in zip(writers, value, strict=True)]
            return self._quoting.text(self._syntax.array_delimiter.join(parts))

        return write_parts

    def _single(self, kind: LogicalType) -> Callable[[Any], str]:
        match kind:
            case CharacterStringType():
                return str
            case BooleanType():
                return lambda value: "true" if value else "false"
            case DoubleType():
                return double_to_string
            case FloatType():
                return float_to_string
            case DecimalType():
                return lambda value: java_text.decimal_text(value, self._plain)
            case DateType():
                return java_text.date_text
            case TimeType():
                return lambda value: java_text.time_text(value * 1_000_000)
            case AnyTimestampType():
                has_zone = isinstance(kind, LocalZonedTimestampType)
                return lambda value: java_text.timestamp_text(value, iso=False, has_zone=has_zone)
            case BinaryStringType():
                return lambda value: b2a_base64(value, newline=False).decode()
        return str
