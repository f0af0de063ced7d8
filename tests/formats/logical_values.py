"""Hypothesis: logical types, each with a strategy for its values as `pyrite.expressions.values` has them."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
from hypothesis import strategies as st

from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BooleanType,
    DateType,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarCharType,
    bytes_type,
    string_type,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=8) | st.sampled_from(
    ['"', "\\", "\x00\x1f", "a/b", ""]
)


@dataclass(frozen=True)
class TypedColumn:
    kind: LogicalType
    values: st.SearchStrategy[Any]


def _whole(kind: LogicalType, bits: int) -> TypedColumn:
    return TypedColumn(kind, st.integers(-(1 << bits - 1), (1 << bits - 1) - 1))


def _decimal(precision: int, scale: int) -> TypedColumn:
    whole = st.integers(-(10**precision) + 1, 10**precision - 1) | st.sampled_from([0, 1, 10, 100])
    return TypedColumn(DecimalType(precision, scale), whole.map(lambda n: Decimal(f"{n}E-{scale}")))


def _timestamp(kind: LogicalType, unit: int, years: int) -> TypedColumn:
    limit = years * 31_000_000 * 1_000_000_000 // unit
    return TypedColumn(kind, st.integers(-limit, limit).map(lambda ticks: ticks * unit))


DOUBLES = st.floats().filter(lambda x: abs(x) > 1e-300 or x == 0 or x != x) | st.floats(-1e8, 1e8).map(round)

SINGLE = [
    TypedColumn(string_type(), TEXT),
    TypedColumn(VarCharType(40), TEXT),
    TypedColumn(BooleanType(), st.booleans()),
    _whole(TinyIntType(), 8),
    _whole(SmallIntType(), 16),
    _whole(IntType(), 32),
    _whole(BigIntType(), 64),
    TypedColumn(DoubleType(), DOUBLES.map(float)),
    TypedColumn(FloatType(), st.floats(width=32, allow_subnormal=False).map(lambda x: float(np.float32(x)))),
    _decimal(5, 0),
    _decimal(10, 2),
    _decimal(38, 10),
    TypedColumn(DateType(), st.integers(-1_000_000, 4_000_000)),
    TypedColumn(TimeType(0), st.integers(0, 86_399).map(lambda s: s * 1000)),
    TypedColumn(TimeType(3), st.integers(0, 86_399_999)),
    _timestamp(TimestampType(0), 1_000_000_000, 12_000),
    _timestamp(TimestampType(3), 1_000_000, 12_000),
    _timestamp(TimestampType(6), 1_000, 7_000),
    _timestamp(LocalZonedTimestampType(3), 1_000_000, 7_000),
    _timestamp(LocalZonedTimestampType(9), 1, 200),
    TypedColumn(bytes_type(), st.binary(max_size=6)),
]
TYPES = st.sampled_from(SINGLE)
"""Types of single values."""


def _array(element: TypedColumn) -> TypedColumn:
    return TypedColumn(ArrayType(element.kind), st.lists(st.none() | element.values, max_size=3).map(tuple))


def _map(value: TypedColumn) -> TypedColumn:
    return TypedColumn(
        MapType(string_type().not_null(), value.kind), st.dictionaries(TEXT, st.none() | value.values, max_size=3)
    )


def _row(columns: list[TypedColumn]) -> TypedColumn:
    return TypedColumn(row_type(columns), st.tuples(*(st.none() | column.values for column in columns)))


def row_type(columns: list[TypedColumn]) -> RowType:
    return RowType.of([column.kind for column in columns])


NESTED = st.recursive(
    TYPES,
    lambda inner: inner.map(_array) | inner.map(_map) | st.lists(inner, min_size=1, max_size=3).map(_row),
    max_leaves=4,
)


@st.composite
def tables(draw: st.DrawFn, types: st.SearchStrategy[TypedColumn] = NESTED) -> tuple[RowType, list[tuple[Any, ...]]]:
    """A row type and rows of it."""
    columns = draw(st.lists(types, min_size=1, max_size=4))
    rows = st.lists(st.tuples(*(st.none() | column.values for column in columns)), min_size=1, max_size=6)
    return row_type(columns), draw(rows)
