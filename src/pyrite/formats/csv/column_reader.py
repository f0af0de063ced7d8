"""CsvColumnReader: parses a block of CSV lines into columns with Arrow, where the result equals Flink's.

Arrow splits the lines. Casts convert the fields, once all texts of a column have the plain form of their type. In all
other cases `read` returns None, and the block is read message by message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv as pv

from pyrite.core.connector.table_format import projected_type
from pyrite.core.types import (
    AnyTimestampType,
    BigIntType,
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    RowType,
    SmallIntType,
    TinyIntType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.formats.csv.fields import CsvSyntax
from pyrite.formats.csv.message_reader import CsvReading
from pyrite.formats.table_values import batch_of

_DIGITS: Final = {TinyIntType: 2, SmallIntType: 4, IntType: 9, BigIntType: 18}
"""Integers with up to this many digits fit their type."""
_FRACTIONS: Final = {"s": "", "ms": r"(\.\d{1,3})?", "us": r"(\.\d{1,6})?", "ns": r"(\.\d{1,9})?"}
_SUPPORTED: Final = (
    *_DIGITS,
    BooleanType,
    CharacterStringType,
    DoubleType,
    FloatType,
    DecimalType,
    DateType,
    AnyTimestampType,
)


class CsvColumnReader:
    """Created by `csv_column_reader`, which rejects types that cannot be read by columns."""

    def __init__(self, row_type: RowType, syntax: CsvSyntax, columns: Optional[Sequence[int]]) -> None:
        self._row_type = projected_type(row_type, columns)
        self._syntax = syntax
        self._quote = (syntax.quote or "").encode()
        self._marks = [mark.encode() for mark in (syntax.escape, "\r", "\ufeff") if mark]
        names = [f"f{place}" for place in range(len(row_type.fields))]
        column_names = names if columns is None else [names[column] for column in columns]
        self._parsing = pv.ParseOptions(delimiter=syntax.delimiter, quote_char=False)
        self._parsing_quotes = pv.ParseOptions(delimiter=syntax.delimiter, quote_char=syntax.quote or False)
        self._names = names
        self._converting = pv.ConvertOptions(
            column_types=dict.fromkeys(names, pa.string()),
            include_columns=column_names,
            strings_can_be_null=False,
            check_utf8=True,
        )

    def read(self, messages: Sequence[Optional[bytes]]) -> Optional[Any]:
        """Returns a record batch with a row for each message; None if the result could differ from Flink's."""
        try:
            text = b"\n".join(messages)  # type: ignore[arg-type]
        except TypeError:  # a message without a value
            return None
        if text.count(b"\n") != len(messages) - 1 or any(mark in text for mark in self._marks):
            return None
        if self._syntax.allows_comments and b"#" in text:
            return None
        has_quotes = bool(self._quote) and self._quote in text
        if has_quotes and not self._is_well_quoted(text):
            return None
        parsing = self._parsing_quotes if has_quotes else self._parsing
        reading = pv.ReadOptions(use_threads=False, block_size=max(len(text) + 1, 64), column_names=self._names)
        try:
            table = pv.read_csv(pa.BufferReader(text), reading, parsing, self._converting)
            if table.num_rows != len(messages):
                return None
            columns = [
                self._column(column.combine_chunks(), kind)
                for column, kind in zip(table.columns, self._row_type.children, strict=True)
            ]
        except (pa.ArrowException, OverflowError):
            return None
        if any(column is None for column in columns):
            return None
        return batch_of(columns, self._row_type, table.num_rows)

    def _is_well_quoted(self, text: bytes) -> bool:
        """Whether every quote opens a field at its beginning, closes it at its end, or is doubled inside it.

        Jackson and Arrow agree on such lines only. A doubled quote closes the field and opens it again.
        """
        data = np.frombuffer(b"\n" + text + b"\n", np.uint8)
        quote = self._quote[0]
        places = np.flatnonzero(data == quote)
        if len(places) % 2:
            return False
        ends = [quote, ord("\n"), ord(self._syntax.delimiter)]
        around = np.concatenate((data[places[0::2] - 1], data[places[1::2] + 1]))
        return bool(np.isin(around, ends).all())

    def _column(self, texts: Any, kind: LogicalType) -> Optional[Any]:
        if self._syntax.null_literal is not None:
            texts = pc.if_else(pc.equal(texts, self._syntax.null_literal), None, texts)
        if isinstance(kind, CharacterStringType):
            return texts
        if pc.all(pc.match_substring_regex(texts, _pattern(kind))).as_py() is False:
            return None
        target = to_arrow_type(kind)
        if isinstance(kind, LocalZonedTimestampType):
            plain = pc.utf8_rtrim(texts, characters="Z").cast(pa.timestamp(target.unit))
            return plain.cast(pa.int64()).cast(target)
        return texts.cast(target)


def _pattern(kind: LogicalType) -> str:
    """Returns the plain form of a type: texts that Arrow reads as Java does, and that fit."""
    match kind:
        case BooleanType():
            return "^(true|false)$"
        case DoubleType() | FloatType():
            return r"^-?\d{1,300}(\.\d{1,300})?([eE][+-]?\d{1,2})?$"  # Arrow rounds as Java does
        case DecimalType():
            whole, scale = kind.precision - kind.scale, kind.scale
            return rf"^-?\d{{1,{max(whole, 1)}}}" + (rf"(\.\d{{1,{scale}}})?$" if scale and whole else "$")
        case DateType():
            return r"^\d{4}-\d{2}-\d{2}$"
        case AnyTimestampType():
            zone = "Z" if isinstance(kind, LocalZonedTimestampType) else ""
            return r"^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}" + _FRACTIONS[to_arrow_type(kind).unit] + zone + "$"
    return rf"^-?\d{{1,{_DIGITS[type(kind)]}}}$"  # type: ignore[index]


def _is_plain(syntax: CsvSyntax) -> bool:
    """Whether Arrow accepts these characters, and no character is part of a line end."""
    return syntax.delimiter.isascii() and (syntax.quote is None or syntax.quote.isascii())


def csv_column_reader(
    row_type: RowType, reading: CsvReading, columns: Optional[Sequence[int]]
) -> Optional[CsvColumnReader]:
    """Returns a reader of such rows; None if only the row reader can read one of the types."""
    columns_type = projected_type(row_type, columns)
    if not columns_type.fields or not row_type.fields or not _is_plain(reading.syntax):
        return None
    if len(row_type.fields) == 1 or not all(isinstance(kind, _SUPPORTED) for kind in columns_type.children):
        return None  # Arrow skips an empty line, which may be a row with one empty text
    return CsvColumnReader(row_type, reading.syntax, columns)
