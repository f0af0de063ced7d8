"""Values of random types, nested three deep, to Arrow, Python, pandas and TypeInformation and back."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.types import (
    ArrayType,
    BinaryType,
    CharType,
    DayTimeIntervalType,
    DecimalType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RowField,
    RowType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
    transformed,
)
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.core.types.logical_type_info import to_type_info
from pyrite.core.types.pandas import frame_of, table_of
from pyrite.expressions.python_values import from_python, nullable_to_python
from pyrite.expressions.values import has_forbidden_null, to_column, to_values
from tests.core.types.strategies import FLAGS, INTERVALS, SINGLE
from tests.expressions.answer_values import is_same
from tests.expressions.blocks import sliced, values

NAMES = ("a", "b c", "é")
MOST_DEPTH = 3


def _small(kind: LogicalType) -> LogicalType:
    """The type with a length that values can have."""
    if isinstance(kind, (CharType, BinaryType)):
        return type(kind)(kind.length % 7 + 1, nullable=kind.nullable)
    return kind


def _within_64_bits(kind: LogicalType) -> LogicalType:
    """Nanoseconds end in 2262."""
    if isinstance(kind, (TimestampType, LocalZonedTimestampType)):
        return type(kind)(min(kind.precision, 6), nullable=kind.nullable)
    if isinstance(kind, DayTimeIntervalType):
        return DayTimeIntervalType(fractional_precision=3, day_precision=6, nullable=kind.nullable)
    return kind


LEAVES = (SINGLE | INTERVALS).map(_small).map(_within_64_bits)


def kinds(depth: int = MOST_DEPTH) -> st.SearchStrategy[LogicalType]:
    if depth == 0:
        return LEAVES
    inner = kinds(depth - 1)
    return st.one_of(
        LEAVES,
        st.builds(ArrayType, inner, nullable=FLAGS),
        st.builds(MapType, LEAVES, inner, nullable=FLAGS),
        st.builds(MultisetType, LEAVES, nullable=FLAGS),
        st.builds(_row, st.lists(inner, max_size=3), nullable=FLAGS),
    )


def _row(types: list[LogicalType], nullable: bool) -> RowType:
    return RowType(tuple(RowField(name, kind) for name, kind in zip(NAMES, types, strict=False)), nullable=nullable)


@st.composite
def typed_columns(draw: st.DrawFn) -> tuple[LogicalType, list[Any]]:
    kind = draw(kinds())
    return kind, draw(st.lists(values(kind), max_size=4))


def all_same(actual: list[Any], expected: list[Any]) -> bool:
    return len(actual) == len(expected) and all(map(is_same, actual, expected))


@given(typed_columns())
def test_values_go_to_arrow_and_back(typed: tuple[LogicalType, list[Any]]) -> None:
    kind, items = typed
    for column in (to_column(items, kind), sliced(items, kind)):
        column.validate(full=True)
        assert not has_forbidden_null(column, kind)
        assert all_same(to_values(column, kind), items)


@given(typed_columns())
def test_values_go_to_python_and_back(typed: tuple[LogicalType, list[Any]]) -> None:
    kind, items = typed
    there, back = nullable_to_python(kind), from_python(kind)
    shown = [item if there is None else there(item) for item in items]
    assert all_same([back(value) for value in shown], items)


def without_nan(value: Any) -> Any:
    """The value with 0.0 for NaN at every depth: pandas has NaN for NULL."""
    if isinstance(value, dict):
        return {without_nan(key): without_nan(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(map(without_nan, value))
    return 0.0 if isinstance(value, float) and value != value else value


@given(typed_columns())
def test_columns_go_to_pandas_and_back(typed: tuple[LogicalType, list[Any]]) -> None:
    kind = typed[0]
    items = [without_nan(item) for item in typed[1]]
    row_type = RowType((RowField("x", kind),), nullable=False)
    table = pa.table([to_column(items, kind)], schema=to_arrow_schema(row_type))
    again = table_of(frame_of(table), row_type)
    assert again.schema == table.schema
    assert all_same(to_values(again.column("x").combine_chunks(), kind), items)
    again.validate(full=True)


def _of_streams(kind: LogicalType) -> LogicalType:
    """What TypeInformation has: times of milliseconds, decimals of 18 digits after the point, no intervals."""
    if isinstance(kind, (TimestampType, TimeType)):
        return type(kind)(3, nullable=kind.nullable)
    return kind


def _is_of_streams(kind: LogicalType) -> bool:
    if isinstance(kind, (DayTimeIntervalType, YearMonthIntervalType)):
        return False
    return not isinstance(kind, DecimalType) and all(map(_is_of_streams, kind.children))


@st.composite
def typed_records(draw: st.DrawFn) -> tuple[LogicalType, list[Any]]:
    kind = draw(kinds().map(lambda kind: transformed(kind, _of_streams)).filter(_is_of_streams))
    row_type = RowType((RowField("x", kind),), nullable=False)
    return row_type, draw(st.lists(values(row_type), min_size=1, max_size=3))


@given(typed_records())
def test_records_of_a_stream_have_the_type_of_the_table(typed: tuple[LogicalType, list[Any]]) -> None:
    kind, items = typed
    there = nullable_to_python(kind)
    assert there is not None
    records = [there(item) for item in items]
    fitted = to_type_info(kind).fit_all(records)
    assert all_same([from_python(kind)(record) for record in fitted], items)


def test_null_as_a_key_of_a_map_is_refused() -> None:
    with pytest.raises(ValueError, match="NULL cannot be a key of MAP<INT, INT>: Arrow's maps do not support it"):
        to_column([{1: 1, None: 2}], MapType(IntType(), IntType()))
