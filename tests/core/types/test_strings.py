"""Types as Flink 2.3 writes them."""

from __future__ import annotations

import pytest

from pyrite.core.types import (
    ArrayType,
    BigIntType,
    BinaryType,
    BitmapType,
    BooleanType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DistinctType,
    DoubleType,
    FloatType,
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
    SmallIntType,
    StructuredType,
    TimestampKind,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VarCharType,
    VariantType,
    YearMonthIntervalType,
    YearMonthResolution,
    ZonedTimestampType,
    bytes_type,
    string_type,
)

ATTRIBUTES = (
    RowField("name", VarCharType(), "Description."),
    RowField("setting", IntType()),
    RowField("timestamp", TimestampType()),
)
NAMED = ObjectIdentifier("cat", "db", "Money")
RECORDED: list[tuple[LogicalType, str]] = [
    (CharType(33), "CHAR(33)"),
    (CharType(), "CHAR(1)"),
    (VarCharType(33), "VARCHAR(33)"),
    (BinaryType(22), "BINARY(22)"),
    (VarBinaryType(22), "VARBINARY(22)"),
    (BooleanType(), "BOOLEAN"),
    (BooleanType().not_null(), "BOOLEAN NOT NULL"),
    (DecimalType(10, 2), "DECIMAL(10, 2)"),
    (DecimalType(), "DECIMAL(10, 0)"),
    (TinyIntType(), "TINYINT"),
    (SmallIntType(), "SMALLINT"),
    (IntType(), "INT"),
    (BigIntType(), "BIGINT"),
    (FloatType(), "FLOAT"),
    (DoubleType(), "DOUBLE"),
    (DateType(), "DATE"),
    (TimeType(9), "TIME(9)"),
    (TimeType(), "TIME(0)"),
    (TimestampType(9), "TIMESTAMP(9)"),
    (ZonedTimestampType(9), "TIMESTAMP(9) WITH TIME ZONE"),
    (YearMonthIntervalType(YearMonthResolution.YEAR_TO_MONTH, 2), "INTERVAL YEAR(2) TO MONTH"),
    (YearMonthIntervalType(YearMonthResolution.YEAR, 4), "INTERVAL YEAR(4)"),
    (YearMonthIntervalType(YearMonthResolution.MONTH), "INTERVAL MONTH"),
    (DayTimeIntervalType(), "INTERVAL DAY(2) TO SECOND(6)"),
    (DayTimeIntervalType(DayTimeResolution.DAY, 3), "INTERVAL DAY(3)"),
    (DayTimeIntervalType(DayTimeResolution.DAY_TO_HOUR), "INTERVAL DAY(2) TO HOUR"),
    (DayTimeIntervalType(DayTimeResolution.DAY_TO_MINUTE), "INTERVAL DAY(2) TO MINUTE"),
    (DayTimeIntervalType(DayTimeResolution.HOUR), "INTERVAL HOUR"),
    (DayTimeIntervalType(DayTimeResolution.HOUR_TO_MINUTE), "INTERVAL HOUR TO MINUTE"),
    (DayTimeIntervalType(DayTimeResolution.HOUR_TO_SECOND, 2, 3), "INTERVAL HOUR TO SECOND(3)"),
    (DayTimeIntervalType(DayTimeResolution.MINUTE), "INTERVAL MINUTE"),
    (DayTimeIntervalType(DayTimeResolution.MINUTE_TO_SECOND), "INTERVAL MINUTE TO SECOND(6)"),
    (DayTimeIntervalType(DayTimeResolution.SECOND), "INTERVAL SECOND(6)"),
    (ArrayType(TimestampType()), "ARRAY<TIMESTAMP(6)>"),
    (ArrayType(ArrayType(TimestampType())), "ARRAY<ARRAY<TIMESTAMP(6)>>"),
    (ArrayType(IntType().not_null()).not_null(), "ARRAY<INT NOT NULL> NOT NULL"),
    (MultisetType(MultisetType(TimestampType())), "MULTISET<MULTISET<TIMESTAMP(6)>>"),
    (MapType(VarCharType(20), TimestampType()), "MAP<VARCHAR(20), TIMESTAMP(6)>"),
    (RowType((RowField("b`", TimestampType()),)), "ROW<`b``` TIMESTAMP(6)>"),
    (RowType(()), "ROW<>"),
    (DistinctType(NAMED, DecimalType(10, 2)), "`cat`.`db`.`Money`"),
    (DistinctType(NAMED, DecimalType(10, 2)).not_null(), "`cat`.`db`.`Money` NOT NULL"),
    (StructuredType(ATTRIBUTES, identifier=ObjectIdentifier("cat", "db", "User")), "`cat`.`db`.`User`"),
    (NullType(), "NULL"),
    (VariantType(), "VARIANT"),
    (BitmapType(), "BITMAP"),
]
"""As Flink 2.3.0 printed them: its parser took the SQL of each type, but for those with a catalog's name, RAW (its
serializers are Java's) and time attributes (made by their constructors); the former are from its LogicalTypesTest."""

SHORTENED: list[tuple[LogicalType, str, str]] = [
    (string_type(), "STRING", "VARCHAR(2147483647)"),
    (string_type().not_null(), "STRING NOT NULL", "VARCHAR(2147483647) NOT NULL"),
    (bytes_type(), "BYTES", "VARBINARY(2147483647)"),
    (LocalZonedTimestampType(9), "TIMESTAMP_LTZ(9)", "TIMESTAMP(9) WITH LOCAL TIME ZONE"),
    (TimestampType(9, TimestampKind.ROWTIME), "TIMESTAMP(9) *ROWTIME*", "TIMESTAMP(9)"),
    (
        LocalZonedTimestampType(3, TimestampKind.PROCTIME, nullable=False),
        "TIMESTAMP_LTZ(3) NOT NULL *PROCTIME*",
        "TIMESTAMP(3) WITH LOCAL TIME ZONE NOT NULL",
    ),
    (
        RowType((RowField("a", VarCharType(), "Someone's desc."), RowField("b`", TimestampType()))),
        "ROW<`a` VARCHAR(1) '...', `b``` TIMESTAMP(6)>",
        "ROW<`a` VARCHAR(1) 'Someone''s desc.', `b``` TIMESTAMP(6)>",
    ),
    (
        StructuredType(ATTRIBUTES, "shop.User"),
        "STRUCTURED<'shop.User', `name` VARCHAR(1) '...', `setting` INT, `timestamp` TIMESTAMP(6)>",
        "STRUCTURED<'shop.User', `name` VARCHAR(1) 'Description.', `setting` INT, `timestamp` TIMESTAMP(6)>",
    ),
    (ArrayType(string_type()), "ARRAY<STRING>", "ARRAY<VARCHAR(2147483647)>"),
    (MapType(string_type(), bytes_type()), "MAP<STRING, BYTES>", "MAP<VARCHAR(2147483647), VARBINARY(2147483647)>"),
    (RawType("shop.Cart"), "RAW('shop.Cart', '...')", "RAW('shop.Cart', 'pickle')"),
]


@pytest.mark.parametrize(("kind", "text"), RECORDED, ids=lambda part: str(part))
def test_type_is_written_as_in_flink(kind: LogicalType, text: str) -> None:
    assert (kind.as_summary_string(), kind.as_serializable_string(), str(kind)) == (text, text, text)


@pytest.mark.parametrize(("kind", "summary", "sql"), SHORTENED, ids=lambda part: str(part))
def test_summary_is_shorter_than_the_sql_as_in_flink(kind: LogicalType, summary: str, sql: str) -> None:
    assert (kind.as_summary_string(), kind.as_serializable_string()) == (summary, sql)
