"""Logical types as Arrow's, and back."""

from __future__ import annotations

import pyarrow as pa
import pytest
from hypothesis import given

from pyrite.core.types import (
    ArrayType,
    BitmapType,
    CharacterStringType,
    DayTimeIntervalType,
    DecimalType,
    DistinctType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    ObjectIdentifier,
    RawType,
    RowField,
    RowType,
    StructuredType,
    TimestampType,
    TimeType,
    VarBinaryType,
    VariantType,
    YearMonthIntervalType,
    ZonedTimestampType,
    bytes_type,
    string_type,
    transformed,
)
from pyrite.core.types.arrow import from_arrow_schema, from_arrow_type, to_arrow_schema, to_arrow_type
from pyrite.core.types.conversion import UnsupportedTypeError
from tests.core.types.strategies import COLUMN_TYPES


def as_held(part: LogicalType) -> LogicalType:
    """The widest type that Arrow holds like this one."""
    match part:
        case CharacterStringType():
            return string_type().copy(part.nullable)
        case VarBinaryType():
            return bytes_type().copy(part.nullable)
        case TimeType() | TimestampType() | LocalZonedTimestampType():
            return type(part)(-(-part.precision // 3) * 3, nullable=part.nullable)
        case DayTimeIntervalType(fractional_precision=digits):
            return DayTimeIntervalType(
                day_precision=6, fractional_precision=-(-digits // 3) * 3, nullable=part.nullable
            )
        case YearMonthIntervalType():
            return IntType(nullable=part.nullable)
        case MultisetType():
            return MapType(part.element_type.not_null(), IntType(nullable=False), nullable=part.nullable)
        case MapType():
            return MapType(part.key_type.not_null(), part.value_type, nullable=part.nullable)
    return part


@given(COLUMN_TYPES)
def test_type_from_arrow_is_the_widest_that_arrow_holds_like_this(kind: LogicalType) -> None:
    arrow = to_arrow_type(kind)
    assert from_arrow_type(arrow) == transformed(kind, as_held).copy(nullable=True)
    assert to_arrow_type(from_arrow_type(arrow)) == arrow


@given(COLUMN_TYPES, COLUMN_TYPES)
def test_schema_keeps_names_and_nullability(first: LogicalType, second: LogicalType) -> None:
    row = RowType.of([first, second], ["a", "b c"]).not_null()
    assert from_arrow_schema(to_arrow_schema(row)) == transformed(row, as_held)


@pytest.mark.parametrize(
    ("arrow", "expected"),
    [
        (pa.null(), "NULL"),
        (pa.uint8(), "SMALLINT"),
        (pa.uint16(), "INT"),
        (pa.uint32(), "BIGINT"),
        (pa.uint64(), "BIGINT"),
        (pa.float16(), "FLOAT"),
        (pa.large_string(), "STRING"),
        (pa.string_view(), "STRING"),
        (pa.large_binary(), "BYTES"),
        (pa.binary(4), "BINARY(4)"),
        (pa.date64(), "DATE"),
        (pa.time64("us"), "TIME(6)"),
        (pa.timestamp("s"), "TIMESTAMP(0)"),
        (pa.timestamp("ns", "Europe/Berlin"), "TIMESTAMP_LTZ(9)"),
        (pa.duration("ms"), "INTERVAL DAY(6) TO SECOND(3)"),
        (pa.decimal32(5, 2), "DECIMAL(5, 2)"),
        (pa.decimal256(38, 2), "DECIMAL(38, 2)"),
        (pa.large_list(pa.int8()), "ARRAY<TINYINT>"),
        (pa.list_(pa.int8(), 3), "ARRAY<TINYINT>"),
        (pa.list_view(pa.field("item", pa.int8(), nullable=False)), "ARRAY<TINYINT NOT NULL>"),
        (pa.map_(pa.string(), pa.int8()), "MAP<STRING NOT NULL, TINYINT>"),
        (pa.dictionary(pa.int8(), pa.string()), "STRING"),
        (pa.run_end_encoded(pa.int32(), pa.int64()), "BIGINT"),
        (pa.uuid(), "BINARY(16)"),
    ],
    ids=str,
)
def test_arrow_type_has_a_logical_type(arrow: pa.DataType, expected: str) -> None:
    assert str(from_arrow_type(arrow)) == expected


@pytest.mark.parametrize(
    ("arrow", "named"),
    [
        (pa.decimal256(39, 2), r"decimal256\(39, 2\)"),
        (pa.decimal128(5, -2), r"decimal128\(5, -2\)"),
        (pa.month_day_nano_interval(), "month_day_nano_interval"),
        (pa.sparse_union([pa.field("a", pa.int8())]), "sparse_union"),
    ],
    ids=str,
)
def test_arrow_type_that_sql_has_not_is_refused_with_its_place(arrow: pa.DataType, named: str) -> None:
    schema = pa.schema([("orders", pa.list_(pa.struct([("at", pa.map_(pa.string(), arrow))])))])
    message = rf"SQL has no type for column 'orders\[\].at\{{value\}}', Arrow's {named}.*: cast the column"
    with pytest.raises(UnsupportedTypeError, match=message):
        from_arrow_schema(schema)


@pytest.mark.parametrize(
    "kind", [RawType("shop.Cart"), VariantType(), BitmapType(), ZonedTimestampType(3)], ids=lambda kind: str(kind)
)
def test_type_that_arrow_has_not_is_refused_with_its_place(kind: LogicalType) -> None:
    row = RowType((RowField("a", MapType(IntType(), RowType.of([ArrayType(kind)], ["b"]))),))
    with pytest.raises(UnsupportedTypeError) as raised:
        to_arrow_schema(row)
    assert f"Arrow has no type for column 'a{{value}}.b[]', {kind}: declare the type" in str(raised.value)


def test_user_defined_types_are_held_as_what_they_are_made_of() -> None:
    money = DistinctType(ObjectIdentifier("c", "d", "Money"), DecimalType(10, 2))
    order = StructuredType((RowField("price", money.not_null()), RowField("note", NullType())), "shop.Order")
    price = pa.field("price", pa.decimal128(10, 2), nullable=False)
    assert to_arrow_type(order) == pa.struct([price, pa.field("note", pa.null())])
