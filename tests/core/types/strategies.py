"""Hypothesis: logical types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from pyrite.core.types import (
    MAX_LENGTH,
    ArrayType,
    BigIntType,
    BinaryType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DoubleType,
    FloatType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowField,
    RowType,
    SmallIntType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VarCharType,
    YearMonthIntervalType,
    YearMonthResolution,
)

Types = st.SearchStrategy[LogicalType]
FLAGS = st.booleans()
LENGTHS = st.integers(1, 1000) | st.just(MAX_LENGTH)
DIGITS = st.integers(0, 9)
PLAIN = (BooleanType, TinyIntType, SmallIntType, IntType, BigIntType, FloatType, DoubleType, DateType)


@st.composite
def decimals(draw: st.DrawFn) -> DecimalType:
    precision = draw(st.integers(1, 38))
    return DecimalType(precision, draw(st.integers(0, precision)), nullable=draw(FLAGS))


def _with_default_where_it_must_be(resolution: DayTimeResolution, days: int, fraction: int, nullable: bool) -> Any:
    units = resolution.value
    return DayTimeIntervalType(
        resolution, days if "{days}" in units else 2, fraction if "{fraction}" in units else 6, nullable=nullable
    )


INTERVALS: Types = st.builds(
    _with_default_where_it_must_be, st.sampled_from(DayTimeResolution), st.integers(1, 6), DIGITS, FLAGS
) | st.builds(YearMonthIntervalType, st.sampled_from(YearMonthResolution), nullable=FLAGS)
PLAIN_TYPES: Types = st.builds(lambda kind, nullable: kind(nullable=nullable), st.sampled_from(PLAIN), FLAGS)
STRINGS: Types = st.builds(
    lambda kind, length, nullable: kind(length, nullable=nullable),
    st.sampled_from([CharType, VarCharType, BinaryType, VarBinaryType]),
    LENGTHS,
    FLAGS,
)
TIMES: Types = st.builds(
    lambda kind, digits, nullable: kind(digits, nullable=nullable),
    st.sampled_from([TimeType, TimestampType, LocalZonedTimestampType]),
    DIGITS,
    FLAGS,
)
SINGLE: Types = PLAIN_TYPES | STRINGS | TIMES | decimals()
NAMES = st.text("abcé`' .", min_size=1, max_size=4).filter(str.strip)


def _row(types: Sequence[LogicalType], names: Sequence[str], nullable: bool) -> RowType:
    return RowType(tuple(map(RowField, names, types)), nullable=nullable)


def nested(leaves: Types) -> Types:
    """Arrays, multisets, maps and rows of such types, and the types themselves."""
    return st.recursive(
        leaves,
        lambda inner: (
            st.builds(ArrayType, inner, nullable=FLAGS)
            | st.builds(MultisetType, inner, nullable=FLAGS)
            | st.builds(MapType, inner, inner, nullable=FLAGS)
            | st.builds(
                _row, st.lists(inner, max_size=3), st.lists(NAMES, min_size=3, max_size=3, unique=True), nullable=FLAGS
            )
        ),
        max_leaves=5,
    )


COLUMN_TYPES = nested(SINGLE | INTERVALS)
"""All types whose values have columns."""
