"""Random columns of every type for hypothesis: nulls, extremes, NaN, empty blocks, slices."""

from __future__ import annotations

import math
from decimal import Decimal
from typing import Any

import numpy as np
from hypothesis import strategies as st

from pyrite.core.types import (
    AnyTimestampType,
    ArrayType,
    BigIntType,
    BinaryStringType,
    BinaryType,
    BooleanType,
    CharacterStringType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DoubleType,
    FloatType,
    IntegerNumericType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarCharType,
    YearMonthIntervalType,
    YearMonthResolution,
    bytes_type,
    string_type,
)
from pyrite.expressions.values import to_column

TYPES: tuple[LogicalType, ...] = (
    BooleanType(),
    TinyIntType(),
    SmallIntType(),
    IntType(),
    IntType(nullable=False),
    BigIntType(),
    FloatType(),
    DoubleType(),
    DoubleType(nullable=False),
    DecimalType(10, 2),
    DecimalType(4, 4),
    DecimalType(38, 18),
    string_type(),
    VarCharType(3),
    CharType(2),
    bytes_type(),
    BinaryType(2),
    DateType(),
    TimeType(3),
    TimestampType(0),
    TimestampType(3),
    TimestampType(6),
    LocalZonedTimestampType(3),
    YearMonthIntervalType(YearMonthResolution.MONTH),
    DayTimeIntervalType(DayTimeResolution.SECOND, fractional_precision=3),
    ArrayType(IntType()),
)
"""What arguments of functions are tried with."""

_DOUBLES = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.5,
    -2.5,
    1e20,
    -1e20,
    1e-300,
    math.inf,
    -math.inf,
    math.nan,
    2.0**31,
    2.0**63,
]
_TEXTS = ["", "a", "abc", "ABC ", "é", "ß", "😀", "12", " 7 ", "-1.9", "2024-02-29", "x" * 40, "TRUE", "Ǆ", "i̇"]
_DAY_NS = 86_400_000_000_000


def values(kind: LogicalType) -> st.SearchStrategy[Any]:
    """Values of a type; None among them if it is nullable."""
    known = _known(kind)
    return st.one_of(st.none(), known, known) if kind.nullable else known


def _known(kind: LogicalType) -> st.SearchStrategy[Any]:
    match kind:
        case BooleanType():
            return st.booleans()
        case IntegerNumericType():
            return _whole(kind.bits)
        case YearMonthIntervalType():
            return st.integers(-1000, 1000)
        case DayTimeIntervalType():
            return st.integers(-(10**12), 10**12)
        case DoubleType():
            return st.one_of(st.sampled_from(_DOUBLES), st.floats())
        case FloatType():
            return st.one_of(st.sampled_from([_single(x) for x in _DOUBLES]), st.floats(width=32))
        case DecimalType():
            most = 10**kind.precision - 1
            scale = kind.scale
            return st.one_of(st.sampled_from([0, 1, -1, most, -most]), st.integers(-most, most)).map(
                lambda number: (
                    Decimal(f"{number}e-{scale}") + Decimal(f"0e-{scale}")
                    if abs(number) < 10**27
                    else Decimal((int(number < 0), tuple(map(int, str(abs(number)))), -scale))
                )
            )
        case CharType() | BinaryType():
            return _sized(kind)
        case CharacterStringType():
            length = kind.length
            return st.one_of(st.sampled_from(_TEXTS), st.text(max_size=8)).map(lambda text: text[:length])
        case BinaryStringType():
            return st.binary(max_size=6)
    return _times(kind)


def _sized(kind: CharType | BinaryType) -> st.SearchStrategy[Any]:
    if isinstance(kind, BinaryType):
        return st.binary(min_size=kind.length, max_size=kind.length)
    return st.text(max_size=kind.length).map(lambda text: text.ljust(kind.length))


def _times(kind: LogicalType) -> st.SearchStrategy[Any]:
    match kind:
        case DateType():
            return st.one_of(st.sampled_from([0, -1, -719_162, 2_932_896]), st.integers(-719_162, 2_932_896))
        case TimeType():
            unit = 10 ** max(3 - kind.precision, 0)
            return st.integers(0, 86_399_999).map(lambda ms: ms // unit * unit)
        case AnyTimestampType():
            unit = 10 ** (9 - kind.precision)
            days = st.integers(-719_162, 2_932_896)
            moments = st.tuples(days, st.integers(0, _DAY_NS - 1)).map(lambda part: part[0] * _DAY_NS + part[1])
            return moments.map(lambda nanos: nanos // unit * unit)
        case ArrayType():
            return st.lists(values(kind.element_type), max_size=3).map(tuple)
        case MapType():
            return st.dictionaries(_keys(kind.key_type), values(kind.value_type), max_size=3)
        case MultisetType():
            return st.dictionaries(_keys(kind.element_type), st.integers(1, 5), max_size=3)
        case RowType():
            return st.tuples(*map(values, kind.children))
    raise AssertionError(kind)


def _keys(kind: LogicalType) -> st.SearchStrategy[Any]:
    """Keys of maps: no NULL, which Arrow has not, and nothing that is not equal to itself."""
    return values(kind.not_null()).filter(lambda key: key == key)


def _whole(bits: int) -> st.SearchStrategy[int]:
    most = (1 << (bits - 1)) - 1
    return st.one_of(st.sampled_from([0, 1, -1, 2, 7, most, -most - 1]), st.integers(-most - 1, most))


def _single(number: float) -> float:
    with np.errstate(over="ignore"):
        return float(np.float32(number))


def sliced(items: list[Any], kind: LogicalType) -> Any:
    """The column, as a slice of a longer one."""
    extra = items[:1] or ([None] if kind.nullable else [])
    return to_column([*extra, *items, *extra], kind).slice(len(extra), len(items))
