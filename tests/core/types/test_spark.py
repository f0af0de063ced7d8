"""Logical types as Spark's JSON schemas, and back; PySpark itself reads and writes them."""

from __future__ import annotations

import pytest
from hypothesis import given
from pyspark.sql import types as spark

from pyrite.core.types import (
    BinaryStringType,
    CharacterStringType,
    DayTimeIntervalType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    RawType,
    RowField,
    RowType,
    TimestampType,
    TimeType,
    YearMonthIntervalType,
    bytes_type,
    string_type,
    transformed,
)
from pyrite.core.types.conversion import UnsupportedTypeError
from pyrite.core.types.spark import from_spark_json, to_spark_json
from pyrite.state_processor.spark_types import spark_type
from tests.core.types.strategies import COLUMN_TYPES


def within_microseconds(part: LogicalType) -> LogicalType:
    """The type, with no more digits than Spark has."""
    match part:
        case TimeType() | TimestampType() | LocalZonedTimestampType():
            return type(part)(min(part.precision, 6), nullable=part.nullable)
        case DayTimeIntervalType():
            digits = min(part.fractional_precision, 6)
            return DayTimeIntervalType(part.resolution, part.day_precision, digits, nullable=part.nullable)
    return part


def as_spark_has_it(part: LogicalType) -> LogicalType:
    match part:
        case CharacterStringType():
            return string_type().copy(part.nullable)
        case BinaryStringType():
            return bytes_type().copy(part.nullable)
        case TimestampType() | LocalZonedTimestampType():
            return type(part)(6, nullable=part.nullable)
        case DayTimeIntervalType():
            return DayTimeIntervalType(part.resolution, nullable=part.nullable)
        case YearMonthIntervalType():
            return YearMonthIntervalType(part.resolution, nullable=part.nullable)
        case MultisetType():
            return MapType(part.element_type.not_null(), IntType(nullable=False), nullable=part.nullable)
        case MapType():
            return MapType(part.key_type.not_null(), part.value_type, nullable=part.nullable)
    return part


@given(COLUMN_TYPES)
def test_pyspark_reads_the_json_and_writes_the_same(wide: LogicalType) -> None:
    kind = transformed(wide, within_microseconds)
    json = to_spark_json(kind)
    assert spark_type(kind).jsonValue() == json
    assert from_spark_json(json) == transformed(kind, as_spark_has_it).copy(nullable=True)


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (spark.CharType(3), "CHAR(3)"),
        (spark.VarcharType(3), "VARCHAR(3)"),
        (spark.DecimalType(10, 2), "DECIMAL(10, 2)"),
        (spark.TimestampType(), "TIMESTAMP_LTZ(6)"),
        (spark.TimestampNTZType(), "TIMESTAMP(6)"),
        (spark.TimeType(3), "TIME(3)"),
        (spark.DayTimeIntervalType(0, 1), "INTERVAL DAY(2) TO HOUR"),
        (spark.YearMonthIntervalType(), "INTERVAL YEAR(2) TO MONTH"),
        (spark.NullType(), "NULL"),
        (spark.VariantType(), "VARIANT"),
        (spark.ArrayType(spark.LongType(), False), "ARRAY<BIGINT NOT NULL>"),
        (spark.MapType(spark.StringType(), spark.NullType()), "MAP<STRING NOT NULL, NULL>"),
    ],
    ids=str,
)
def test_spark_type_has_a_logical_type(kind: spark.DataType, expected: str) -> None:
    assert str(from_spark_json(kind.jsonValue())) == expected


def test_comment_of_a_field_is_its_description() -> None:
    row = RowType((RowField("a", IntType(nullable=False), "how many"),))
    assert from_spark_json(to_spark_json(row)) == row
    assert spark.StructType.fromJson(to_spark_json(row)).fields[0].metadata == {"comment": "how many"}


@pytest.mark.parametrize(
    "kind", [TimestampType(7), LocalZonedTimestampType(9), TimeType(9), RawType("object")], ids=lambda kind: str(kind)
)
def test_type_that_spark_has_not_is_refused_with_its_place(kind: LogicalType) -> None:
    with pytest.raises(UnsupportedTypeError) as raised:
        to_spark_json(RowType.of([kind], ["at"]))
    assert f"Spark has no type for column 'at', {kind}: declare a supported type" in str(raised.value)


def test_spark_type_that_sql_has_not_is_refused_with_its_place() -> None:
    schema = spark.StructType([spark.StructField("gap", spark.CalendarIntervalType())])
    with pytest.raises(UnsupportedTypeError, match="SQL has no type for column 'gap', Spark's interval: cast"):
        from_spark_json(schema.jsonValue())
