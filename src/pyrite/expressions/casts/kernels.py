"""Casts over columns, for pairs of types where Arrow or numpy is identical to the row form."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.types import (
    MAX_LENGTH,
    BooleanType,
    CharacterStringType,
    CharType,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    LogicalType,
    VarCharType,
)
from pyrite.core.types.arrow import to_arrow_type
from pyrite.core.types.decimal_rules import precision_of
from pyrite.expressions.java.numbers import double_to_string, float_to_string
from pyrite.expressions.patching import numbers_of, over_arrays, patched

ColumnCast = Callable[[Any], Any]
_COMPACT_DIGITS = 18
_LONGEST_DOUBLE = 24
"""`-2.2250738585072014E-308`"""


def cast_kernel(source: LogicalType, target: LogicalType) -> Optional[ColumnCast]:
    """Returns the cast of a column or scalar; None if there is no exact kernel."""
    if source.copy(nullable=True) == target.copy(nullable=True):
        return lambda column: column
    arrow = to_arrow_type(target)
    match source, target:
        case IntegerNumericType(), (IntegerNumericType() | FloatType() | DoubleType()):
            return lambda column: column.cast(arrow, safe=False)
        case ((FloatType() | DoubleType()), (FloatType() | DoubleType())):
            return lambda column: column.cast(arrow, safe=False)
        case ((FloatType() | DoubleType()), IntegerNumericType()):
            return over_arrays(lambda array: _saturated(array, target.bits))
        case BooleanType(), (IntegerNumericType() | FloatType() | DoubleType()):
            return lambda column: column.cast(pa.int8()).cast(arrow)
        case IntegerNumericType(), BooleanType():
            return lambda column: pc.not_equal(column, pa.scalar(0, column.type))
        case IntegerNumericType(), DecimalType():
            fits = target.precision - target.scale >= precision_of(source)
            return (lambda column: column.cast(arrow)) if fits else None
        case DecimalType(), DecimalType():
            return (lambda column: column.cast(arrow)) if _is_wider(source, target) else None
        case DecimalType(), DoubleType():
            fits = source.precision <= _COMPACT_DIGITS
            return over_arrays(lambda array: _to_doubles(array, source.scale)) if fits else None
    return _text_kernel(source, target)


def _text_kernel(source: LogicalType, target: LogicalType) -> Optional[ColumnCast]:
    if not isinstance(target, VarCharType):
        return None
    match source:
        case IntegerNumericType() if target.length > precision_of(source):
            return lambda column: column.cast(pa.string())
        case FloatType() | DoubleType() if target.length >= _LONGEST_DOUBLE:
            write = double_to_string if isinstance(source, DoubleType) else float_to_string
            return over_arrays(lambda array: patched(array, _is_short(array), _plain_texts, write))
        case BooleanType() if target.length >= len("FALSE"):
            return lambda column: pc.if_else(column, pa.scalar("TRUE"), pa.scalar("FALSE"))
        case CharacterStringType() if target.length >= source.length or target.length == MAX_LENGTH:
            return lambda column: column
        case CharType() | VarCharType():
            length = target.length
            return lambda column: pc.utf8_slice_codeunits(column, 0, length)
    return None


def _is_short(array: Any) -> Any:
    """Returns which numbers Java writes without an exponent."""
    with np.errstate(invalid="ignore"):
        size = np.abs(numbers_of(array))
        return ((size >= 1e-3) & (size < 1e7)) | (size == 0)


def _plain_texts(array: Any) -> Any:
    texts = array.cast(pa.string())
    return pc.if_else(pc.match_substring(texts, "."), texts, pc.binary_join_element_wise(texts, ".0", ""))


def _saturated(array: Any, bits: int) -> Any:
    """Casts doubles as Java does: toward zero, saturating; narrow types wrap from 32 bits."""
    mask = array.is_null().to_numpy(zero_copy_only=False) if array.null_count else None
    doubles = array.to_numpy(zero_copy_only=False)
    wide = np.int64 if bits == 64 else np.int32
    limit = float(1 << (63 if bits == 64 else 31))
    info = np.iinfo(wide)
    inside = (doubles < limit) & (doubles >= -limit)
    whole = np.where(inside, doubles, 0).astype(wide)
    whole = np.where(doubles >= limit, info.max, np.where(doubles < -limit, info.min, whole)).astype(wide)
    return pa.array(whole.astype(f"int{bits}"), mask=mask)


def _to_doubles(array: Any, scale: int) -> Any:
    """Divides the unscaled number, which fits into 64 bits, by a power of ten."""
    mask = array.is_null().to_numpy(zero_copy_only=False) if array.null_count else None
    data = array.buffers()[1]
    if data is None or len(array) == 0:
        return pa.nulls(len(array), pa.float64())
    words = np.frombuffer(data, dtype=np.int64, count=2 * (array.offset + len(array)))
    unscaled = words[2 * array.offset :: 2]
    return pa.array(unscaled.astype(np.float64) / float(10**scale), mask=mask)


def _is_wider(source: DecimalType, target: DecimalType) -> bool:
    return target.scale >= source.scale and target.precision - target.scale >= source.precision - source.scale
