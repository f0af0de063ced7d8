"""Columns as columns of text in Java's notation, shared by the text formats.

Each function maps a column to a column of strings, null where the value is null. Arrow's kernels write the simple
cases, Python writes the others value by value.
"""

from __future__ import annotations

from binascii import b2a_base64
from collections.abc import Callable
from itertools import pairwise
from typing import Any, Final

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    AnyTimestampType,
    BinaryStringType,
    BooleanType,
    CharacterStringType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LocalZonedTimestampType,
    LogicalType,
    NullType,
    TimeType,
    YearMonthIntervalType,
)
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.expressions.values import to_values
from pyrite.formats import java_text

_FIRST_DAY: Final = -719_528
"""0000-01-01: from this day to 9999-12-31, a year has four digits."""
_LAST_DAY: Final = 2_932_896
_DAY_OF: Final = {"s": 86_400, "ms": 86_400_000, "us": 86_400_000_000, "ns": 86_400_000_000_000}


def column_text(column: Any, kind: LogicalType, iso: bool = False, plain_decimals: bool = False) -> Any:
    """Returns the texts of single values. `iso`: timestamps in ISO 8601; `plain_decimals`: decimals with all digits."""
    match kind:
        case CharacterStringType():
            return column
        case BooleanType() | IntegerNumericType() | YearMonthIntervalType():
            return column.cast(pa.string())
        case DayTimeIntervalType():
            return _by_value(column, kind, str)
        case DoubleType():
            return _floating_text(column, double_to_string)
        case FloatType():
            return _floating_text(column, float_to_string)
        case DecimalType():
            return _decimal_text(column, kind, plain_decimals)
        case DateType():
            return _date_text(column, kind)
        case TimeType():
            return _trimmed(column.cast(pa.string()), column.type)
        case AnyTimestampType():
            return _timestamp_text(column, kind, iso)
        case BinaryStringType():
            return _by_value(column, kind, lambda value: b2a_base64(value, newline=False).decode())
        case NullType():
            return pa.nulls(len(column), pa.string())
    raise TypeError(f"{kind} has no text form")


def _by_value(column: Any, kind: LogicalType, text: Callable[[Any], str]) -> Any:
    return pa.array([None if value is None else text(value) for value in to_values(column, kind)], pa.string())


def replaced(texts: Any, mask: Any, column: Any, text: Callable[[Any], str]) -> Any:
    """Replaces the texts of values where the mask is true."""
    mask = pc.fill_null(mask, False)
    if not pc.any(mask).as_py():
        return texts
    others = [text(value) for value in column.filter(mask).to_pylist()]
    return pc.replace_with_mask(texts, mask, pa.array(others, pa.string()))


def _floating_text(column: Any, text: Callable[[float], str]) -> Any:
    """Arrow writes Java's digits, and from 0.001 to 10,000,000 Java's notation except for whole numbers."""
    size = pc.abs(column)
    is_plain = pc.and_(pc.greater_equal(size, 0.001), pc.less(size, 10_000_000.0))
    texts = column.cast(pa.string())
    is_whole = pc.equal(pc.floor(column), column)
    if pc.any(is_whole).as_py():
        texts = pc.if_else(is_whole, pc.binary_join_element_wise(texts, ".0", ""), texts)
    return replaced(texts, pc.invert(is_plain), column, text)


def _decimal_text(column: Any, kind: DecimalType, plain: bool) -> Any:
    if plain or kind.scale == 0:
        texts = column.cast(pa.string())
        odd = pc.match_substring(texts, "E") if plain else pc.ends_with(texts, "0")
    else:
        texts = pc.utf8_rtrim(pc.utf8_rtrim(column.cast(pa.string()), characters="0"), characters=".")
        odd = pc.or_(pc.match_substring(texts, "E"), pc.match_substring_regex(texts, "^$|^[^.]*0$|^-?0$"))
        odd = pc.or_(odd, pc.match_substring_regex(texts, "^-?0?$"))
    return replaced(texts, odd, column, lambda value: java_text.decimal_text(value, plain))


def _date_text(column: Any, kind: LogicalType) -> Any:
    if not _within(column.cast(pa.int32()), _FIRST_DAY, _LAST_DAY):
        return _by_value(column, kind, java_text.date_text)
    return column.cast(pa.string())


def _timestamp_text(column: Any, kind: AnyTimestampType, iso: bool) -> Any:
    has_zone = isinstance(kind, LocalZonedTimestampType)
    ticks = column.cast(pa.int64())
    day = _DAY_OF[column.type.unit]
    if not _within(ticks, _FIRST_DAY * day, (_LAST_DAY + 1) * day - 1):
        return _by_value(column, kind, lambda nanos: java_text.timestamp_text(nanos, iso, has_zone))
    texts = _trimmed(ticks.cast(pa.timestamp(column.type.unit)).cast(pa.string()), column.type)
    if iso:
        texts = pc.binary_replace_slice(texts, 10, 11, "T")
    return pc.binary_join_element_wise(texts, "Z", "") if has_zone else texts


def _trimmed(texts: Any, kind: Any) -> Any:
    """Times without trailing zeros in their fraction, which Arrow writes in full."""
    if kind.unit == "s":
        return texts
    return pc.utf8_rtrim(pc.utf8_rtrim(texts, characters="0"), characters=".")


def _within(column: Any, least: int, most: int) -> bool:
    if column.null_count == len(column):
        return True
    bounds = pc.min_max(column).as_py()
    return bool(least <= bounds["min"] and bounds["max"] <= most)


def has_any_byte(column: Any, characters: bytes, below: int = 0) -> bool:
    """Whether a column of strings may contain one of these bytes, or a byte less than `below`."""
    _, offsets, data = column.buffers()
    if data is None or not len(column):
        return False
    first, last = np.frombuffer(offsets, np.int32)[[column.offset, column.offset + len(column)]]
    part = np.frombuffer(data, np.uint8)[first:last]
    lowest = part.min(initial=255)
    if lowest < below:
        return True
    highest = part.max(initial=0)
    return any((part == character).any() for character in characters if lowest <= character <= highest)


def joined_lists(lengths: Any, texts: Any, delimiter: str) -> Any:
    """Joins the texts of each list; `lengths` is null for a null list."""
    offsets = np.concatenate(([0], np.cumsum(pc.fill_null(lengths, 0).to_numpy())))
    lists = pa.ListArray.from_arrays(
        pa.array(offsets, pa.int32()), texts, mask=lengths.is_null() if lengths.null_count else None
    )
    return pc.binary_join(lists, delimiter)


def cut(texts: Any) -> list[bytes]:
    """Splits a column of strings without nulls into a list of bytes."""
    _, offsets, data = texts.buffers()
    whole = data.to_pybytes() if data is not None else b""
    bounds = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1].tolist()
    return [whole[start:stop] for start, stop in pairwise(bounds)]
