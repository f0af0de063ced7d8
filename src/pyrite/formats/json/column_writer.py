"""ColumnWriter: writes record batches as JSON messages, column by column, as Flink's json format does.

Each column becomes a column of JSON text; these and the field names are joined row by row.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.errors import PyriteError
from pyrite.core.types import (
    ArrayType,
    BooleanType,
    CharacterStringType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RowField,
    RowType,
    YearMonthIntervalType,
)
from pyrite.formats.column_text import column_text, cut, has_any_byte, joined_lists, replaced
from pyrite.formats.json.message_writer import NO_KEY, JsonWriting, check_writable, quoted

_BARE: Final = (BooleanType, IntegerNumericType, DecimalType, YearMonthIntervalType, DayTimeIntervalType, NullType)
_FIRST_OF_FOUR_BYTES: Final = bytes(range(0xF0, 0xF5))
_ESCAPED: Final = r'["\\\x00-\x1f\x{10000}-\x{10FFFF}]'


class ColumnWriter:
    """Writes rows of one type."""

    def __init__(self, row_type: RowType, writing: JsonWriting) -> None:
        check_writable(row_type)
        self._row_type = row_type
        self._writing = writing

    def write(self, batch: Any) -> list[bytes]:
        """Returns a message for each row."""
        if not self._row_type.fields:
            return [b"{}"] * batch.num_rows
        texts = self._object_text(batch.columns, self._row_type.fields, batch.num_rows)
        return cut(texts)

    # Values -----------------------------------------------------------------------------------------------------------

    def _text(self, column: Any, kind: LogicalType) -> Any:
        """Returns a column of JSON texts, null where the value is null."""
        match kind:
            case CharacterStringType():
                return quoted_column(column)
            case ArrayType():
                elements = self._text(column.flatten(), kind.element_type)
                texts = joined_lists(pc.list_value_length(column), pc.fill_null(elements, "null"), ",")
                return _enclosed("[", texts, "]")
            case MapType():
                return self._map_text(column, kind.key_type, kind.value_type)
            case MultisetType():
                return self._map_text(column, kind.element_type, IntType())
            case RowType():
                texts = self._object_text(column.flatten(), kind.fields, len(column))
                return pc.if_else(column.is_valid(), texts, None) if column.null_count else texts
        texts = column_text(column, kind, self._writing.iso_timestamps, self._writing.plain_decimals)
        if isinstance(kind, _BARE):
            return texts
        if isinstance(kind, (FloatType, DoubleType)):  # NaN and Infinity are written as strings
            special = pc.invert(pc.is_finite(column))
            return replaced(texts, special, texts, lambda text: f'"{text}"')
        return _enclosed('"', texts, '"')

    def _object_text(self, columns: Sequence[Any], fields: Sequence[RowField], rows: int) -> Any:
        texts = [self._text(column, field.type) for column, field in zip(columns, fields, strict=True)]
        names = [quoted(field.name) + ":" for field in fields]
        if self._writing.ignores_null_fields:
            parts = [_enclosed(f",{name}", text, "") for name, text in zip(names, texts, strict=True)]
            entries = _join(parts, null="")
            return _enclosed("", pc.binary_replace_slice(entries, 0, 1, "{"), "}")
        pieces: list[Any] = []
        for index, (name, text) in enumerate(zip(names, texts, strict=True)):
            pieces += [("{" if index == 0 else ",") + name, text]
        return _join([*pieces, "}"], null="null") if pieces else pa.array(["{}"] * rows, pa.string())

    def _map_text(self, column: Any, key_type: LogicalType, value_type: LogicalType) -> Any:
        start, stop = column.offsets[0].as_py(), column.offsets[len(column)].as_py()
        keys = column.keys.slice(start, stop - start)
        values = self._text(column.items.slice(start, stop - start), value_type)
        entries = _join([self._keys(keys), ":", values], null="null")
        offsets = column.offsets.to_numpy()
        mask = np.ones(len(keys), bool)
        if keys.null_count and self._writing.null_key_mode == "DROP":
            mask = keys.is_valid().to_numpy(zero_copy_only=False)
        missing = None
        if column.null_count:
            missing = column.is_null().to_numpy(zero_copy_only=False)
            mask &= np.repeat(~missing, offsets[1:] - offsets[:-1])
        counts = np.concatenate(([0], np.cumsum(mask)))
        lengths = counts[offsets[1:] - offsets[0]] - counts[offsets[:-1] - offsets[0]]
        texts = joined_lists(pa.array(lengths, pa.int32(), mask=missing), entries.filter(pa.array(mask)), ",")
        return _enclosed("{", texts, "}")

    def _keys(self, keys: Any) -> Any:
        if keys.null_count and self._writing.null_key_mode == "FAIL":
            raise PyriteError(NO_KEY)
        return quoted_column(pc.fill_null(keys, self._writing.null_key_literal))


# Text -----------------------------------------------------------------------------------------------------------------


def quoted_column(column: Any) -> Any:
    """Quotes a column of texts."""
    texts = _enclosed('"', column, '"')
    if not has_any_byte(column, b'"\\' + _FIRST_OF_FOUR_BYTES, below=32):
        return texts
    return replaced(texts, pc.match_substring_regex(column, _ESCAPED), column, quoted)


def _join(parts: Sequence[Any], null: str) -> Any:
    return pc.binary_join_element_wise(*parts, "", null_handling="replace", null_replacement=null)


def _enclosed(before: str, texts: Any, after: str) -> Any:
    return pc.binary_join_element_wise(before, texts, after, "")
