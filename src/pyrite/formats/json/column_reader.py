"""ColumnReader: parses a block of JSON messages into columns with Arrow, where the result equals Flink's.

Arrow and Flink agree on messages that are one object each, whose fields have the JSON type of their columns. In all
other cases `read` returns None, and the block is read message by message.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Optional

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json as pj

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BooleanType,
    CharacterStringType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LocalZonedTimestampType,
    LogicalType,
    RowType,
    TimeType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.formats.json.message_reader import JsonReading
from pyrite.formats.table_values import batch_of

_AS_READ: Final = (BooleanType, IntegerNumericType, FloatType, DoubleType, CharacterStringType, DecimalType)
"""Types that Arrow reads as Flink does. A decimal that does not fit its type is refused, or detected afterwards."""
_AS_TEXT: Final = (AnyTimestampType, DateType, TimeType)
_DATE: Final = r"\d{4}-\d{2}-\d{2}"
_DOUBTFUL: Final = ((b"N", b"NaN"), (b"I", b"Inf"), (b"\xef", b"\xef\xbb\xbf"), (b"\r", b"\r"))
"""Arrow reads NaN and Inf as numbers; Flink skips a byte order mark. Searching for a single byte is much faster."""
_NO_FIELD: Final = pa.field("\0", pa.null())
"""The requested field if only the number of rows matters: Arrow's parser needs one field."""
_LINE_END, _OPENING, _CLOSING = b"\n{}"
_DIGITS: Final = {"s": 0, "ms": 3, "us": 6, "ns": 9}


class ColumnReader:
    """Created by `column_reader`, which rejects types that Arrow cannot read."""

    def __init__(self, row_type: RowType, reading: JsonReading) -> None:
        self._row_type = row_type
        self._iso = reading.iso_timestamps
        fields = [pa.field(field.name, _read_type(field.type)) for field in row_type.fields] or [_NO_FIELD]
        self._options = pj.ParseOptions(explicit_schema=pa.schema(fields), unexpected_field_behavior="ignore")

    def read(self, messages: Sequence[Optional[bytes]]) -> Optional[Any]:
        """Returns a record batch with a row for each message; None if the result could differ from Flink's."""
        try:
            text = b"\n".join(messages)  # type: ignore[arg-type]
        except TypeError:  # a message without a value
            return None
        if not _is_one_object_each(text, len(messages)):
            return None
        try:
            table = self._parsed(text)
            if table.num_rows != len(messages):
                return None
            table.validate(full=True)  # checks UTF-8 and the precision of decimals
            columns = [
                self._column(column.combine_chunks(), field.type)
                for column, field in zip(table.columns, self._row_type.fields, strict=False)
            ]
        except (pa.ArrowException, ValueError, OverflowError):
            return None
        if any(column is None for column in columns):
            return None
        return batch_of(columns, self._row_type, table.num_rows)

    def _parsed(self, text: bytes) -> Any:
        reading = pj.ReadOptions(use_threads=False, block_size=max(len(text) + 1, 64))
        return pj.read_json(pa.BufferReader(text), read_options=reading, parse_options=self._options)

    def _column(self, column: Any, kind: LogicalType) -> Optional[Any]:
        if isinstance(kind, _AS_TEXT):
            return self._temporal(column, kind)
        if not isinstance(kind, RowType) or _read_type(kind) == to_arrow_type(kind):
            return column if column.type == to_arrow_type(kind) else column.cast(to_arrow_type(kind))
        parts = [
            self._column(part, child) for part, child in zip(column.flatten(), kind.children, strict=True)
        ]  # inside a null, all parts are null
        if any(part is None for part in parts):
            return None
        mask = column.is_null() if column.null_count else None
        return pa.StructArray.from_arrays(parts, fields=list(to_arrow_type(kind)), mask=mask)

    def _temporal(self, texts: Any, kind: LogicalType) -> Optional[Any]:
        """Parses dates and times, if all texts have the plain form with digits that the column can hold."""
        target = to_arrow_type(kind)
        has_zone = isinstance(kind, LocalZonedTimestampType)
        if not pc.all(pc.match_substring_regex(texts, self._pattern(kind, target))).as_py() and _has_values(texts):
            return None
        if has_zone:
            plain = pa.timestamp(target.unit)
            return pc.utf8_rtrim(texts, characters="Z").cast(plain).cast(pa.int64()).cast(target)
        if isinstance(kind, TimeType):  # Arrow cannot cast a text to a time
            return pc.binary_join_element_wise("1970-01-01", texts, " ").cast(pa.timestamp(target.unit)).cast(target)
        return texts.cast(target)

    def _pattern(self, kind: LogicalType, target: Any) -> str:
        if isinstance(kind, DateType):
            return f"^{_DATE}$"
        most = min(_DIGITS[target.unit], 3 if isinstance(kind, TimeType) else 9)  # Flink's times have milliseconds
        time = r"\d{2}:\d{2}:\d{2}" + (rf"(\.\d{{1,{most}}})?" if most else "")
        if isinstance(kind, TimeType):
            return f"^{time}$"
        zone = "Z" if isinstance(kind, LocalZonedTimestampType) else ""
        return f"^{_DATE}{'T' if self._iso else ' '}{time}{zone}$"


def column_reader(row_type: RowType, reading: JsonReading) -> Optional[ColumnReader]:
    """Returns a reader of such rows; None if Arrow's parser cannot read one of the types."""
    if reading.fails_on_missing_field or not reading.streaming:
        return None
    return ColumnReader(row_type, reading) if all(map(_is_readable, row_type.children)) else None


def _is_readable(kind: LogicalType, in_array: bool = False) -> bool:
    match kind:
        case RowType():
            return bool(kind.fields) and all(_is_readable(child, in_array) for child in kind.children)
        case ArrayType():
            return _is_readable(kind.element_type, in_array=True)
    return isinstance(kind, _AS_READ) or (isinstance(kind, _AS_TEXT) and not in_array)


def _read_type(kind: LogicalType) -> Any:
    """Returns the type to request from Arrow's parser. All parts are nullable, since messages may lack any field."""
    match kind:
        case RowType():
            return pa.struct([pa.field(field.name, _read_type(field.type)) for field in kind.fields])
        case ArrayType():
            return pa.list_(_read_type(kind.element_type))
    return pa.string() if isinstance(kind, _AS_TEXT) else to_arrow_type(kind)


def _is_one_object_each(text: bytes, count: int) -> bool:
    """Whether each message begins with `{`, ends with `}` and has no line end.

    Then, if the whole text parses, no value spans two messages: a string cannot contain a line end, and inside a value
    `{` cannot follow `}`. So the number of objects equals the number of messages only if each message is one object.
    """
    if not (text.startswith(b"{") and text.endswith(b"}")) or text.count(b"\n") != count - 1:
        return False
    characters = np.frombuffer(text, np.uint8)
    ends = np.flatnonzero(characters == _LINE_END)
    if (characters[ends - 1] != _CLOSING).any() or (characters[ends + 1] != _OPENING).any():
        return False
    return not any(first in text and constant in text for first, constant in _DOUBTFUL)


def _has_values(column: Any) -> bool:
    return bool(column.null_count < len(column))
