"""Columns as Delta Lake has them, by what its own library says."""

from __future__ import annotations

import json

import pyarrow as pa
import pytest
from deltalake import Schema
from hypothesis import given

from pyrite.core.types import DateType, LogicalType, TimeType, transformed
from pyrite.core.types.arrow import from_arrow_type, to_arrow_type
from pyrite.core.types.conversion import UnsupportedTypeError
from pyrite.core.types.delta import to_delta_column
from pyrite.core.types.spark import to_spark_json
from tests.core.types.strategies import SINGLE, nested


def without_time(part: LogicalType) -> LogicalType:
    return DateType(nullable=part.nullable) if isinstance(part, TimeType) else part


@given(nested(SINGLE))
def test_delta_takes_the_column_and_keeps_its_schema_as_spark_would(wide: LogicalType) -> None:
    column = to_delta_column(pa.field("c", to_arrow_type(transformed(wide, without_time))))
    (field,) = json.loads(Schema.from_arrow(pa.schema([column])).to_json())["fields"]
    assert field["type"] == to_spark_json(from_arrow_type(column.type))


@pytest.mark.parametrize(
    ("arrow", "expected"),
    [
        (pa.uint8(), pa.int16()),
        (pa.uint16(), pa.int32()),
        (pa.uint32(), pa.int64()),
        (pa.uint64(), pa.int64()),
        (pa.timestamp("ns"), pa.timestamp("us")),
        (pa.timestamp("s", "Europe/Berlin"), pa.timestamp("us", "UTC")),
        (pa.decimal256(20, 2), pa.decimal128(20, 2)),
        (pa.large_string(), pa.large_string()),
        (pa.dictionary(pa.int8(), pa.string()), pa.dictionary(pa.int8(), pa.string())),
        (pa.binary(4), pa.binary(4)),
        (pa.large_list(pa.uint8()), pa.list_(pa.int16())),
        (pa.list_(pa.uint8(), 3), pa.list_(pa.int16())),
        (pa.list_view(pa.int8()), pa.list_view(pa.int8())),
        (pa.map_(pa.uint8(), pa.uint16()), pa.map_(pa.int16(), pa.int32())),
    ],
    ids=str,
)
def test_column_has_the_type_that_delta_has_for_it(arrow: pa.DataType, expected: pa.DataType) -> None:
    column = to_delta_column(pa.field("c", arrow))
    assert column.type == expected
    Schema.from_arrow(pa.schema([column]))


def test_names_nullability_and_metadata_of_fields_stay() -> None:
    inner = pa.field("z", pa.uint8(), nullable=False, metadata={"comment": "how many"})
    column = to_delta_column(pa.field("c", pa.list_(pa.field("element", pa.struct([inner]))), metadata={"k": "v"}))
    kept = pa.field("z", pa.int16(), nullable=False, metadata={"comment": "how many"})
    expected = pa.field("c", pa.list_(pa.field("element", pa.struct([kept]))), metadata={"k": "v"})
    assert column.equals(expected, check_metadata=True)


@pytest.mark.parametrize(
    "arrow",
    [pa.time32("ms"), pa.duration("us"), pa.decimal128(5, -2), pa.month_day_nano_interval(), pa.list_view(pa.uint8())],
    ids=str,
)
def test_type_that_delta_has_not_is_refused_with_its_place(arrow: pa.DataType) -> None:
    with pytest.raises(UnsupportedTypeError) as raised:
        to_delta_column(pa.field("orders", pa.list_(pa.struct([("at", arrow)]))))
    assert f"Delta Lake has no type for column 'orders[].at', {arrow}: write it as" in str(raised.value)
