"""Logical types and TypeInformation: types there and back, and their values through Arrow."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.common import Instant, Row, TypeInformation, Types
from pyrite.core.errors import InvalidProgramError
from pyrite.core.types import (
    ArrayType,
    BigIntType,
    CharType,
    DateType,
    DayTimeIntervalType,
    DecimalType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    RawType,
    RowType,
    TimestampType,
    TimeType,
    TinyIntType,
    VarBinaryType,
    VariantType,
    string_type,
)
from pyrite.core.types.arrow import from_arrow_schema
from pyrite.core.types.composite_type_info import RowTypeInfo
from pyrite.core.types.logical_type_info import from_type_info, to_type_info
from pyrite.formats.arrow.rows import ArrowRows
from pyrite.formats.avro.schema import AvroSchema, GenericRecordAvroTypeInfo
from tests.formats.typed_values import SINGLE, Typed, list_of, map_of, row_of

LOGICAL: list[tuple[TypeInformation, str]] = [
    (Types.STRING(), "STRING"),
    (Types.CHAR(), "CHAR(1) NOT NULL"),
    (Types.BOOLEAN(), "BOOLEAN NOT NULL"),
    (Types.BYTE(), "TINYINT NOT NULL"),
    (Types.SHORT(), "SMALLINT NOT NULL"),
    (Types.INT(), "INT NOT NULL"),
    (Types.LONG(), "BIGINT NOT NULL"),
    (Types.FLOAT(), "FLOAT NOT NULL"),
    (Types.DOUBLE(), "DOUBLE NOT NULL"),
    (Types.BIG_INT(), "DECIMAL(38, 0)"),
    (Types.BIG_DEC(), "DECIMAL(38, 18)"),
    (Types.INSTANT(), "TIMESTAMP_LTZ(9)"),
    (Types.SQL_DATE(), "DATE"),
    (Types.SQL_TIME(), "TIME(3)"),
    (Types.SQL_TIMESTAMP(), "TIMESTAMP(3)"),
    (Types.PICKLED_BYTE_ARRAY(), "RAW('object', '...')"),
    (GenericRecordAvroTypeInfo(AvroSchema("string")), "RAW('object', '...')"),
    (Types.PRIMITIVE_ARRAY(Types.BYTE()), "BYTES NOT NULL"),
    (Types.PRIMITIVE_ARRAY(Types.INT()), "ARRAY<INT NOT NULL> NOT NULL"),
    (Types.BASIC_ARRAY(Types.INT()), "ARRAY<INT> NOT NULL"),
    (Types.OBJECT_ARRAY(Types.INT()), "ARRAY<INT> NOT NULL"),
    (Types.LIST(Types.INT()), "ARRAY<INT NOT NULL> NOT NULL"),
    (Types.LIST(Types.STRING()), "ARRAY<STRING> NOT NULL"),
    (Types.MAP(Types.INT(), Types.INT()), "MAP<INT NOT NULL, INT> NOT NULL"),
    (Types.ROW([Types.INT(), Types.STRING()]), "ROW<`f0` INT, `f1` STRING> NOT NULL"),
    (Types.ROW_NAMED(["a"], [Types.ROW([])]), "ROW<`a` ROW<>> NOT NULL"),
    (Types.TUPLE([Types.INT(), Types.STRING()]), "ROW<`f0` INT NOT NULL, `f1` STRING> NOT NULL"),
]


@pytest.mark.parametrize(("type_info", "expected"), LOGICAL, ids=str)
def test_type_information_has_a_logical_type(type_info: TypeInformation, expected: str) -> None:
    assert str(from_type_info(type_info)) == expected


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (CharType(5), Types.STRING()),
        (VarBinaryType(5), Types.PRIMITIVE_ARRAY(Types.BYTE())),
        (BigIntType(), Types.LONG()),
        (DecimalType(10, 2), Types.BIG_DEC()),
        (DateType(), Types.SQL_DATE()),
        (TimeType(0), Types.SQL_TIME()),
        (TimestampType(3), Types.SQL_TIMESTAMP()),
        (LocalZonedTimestampType(6), Types.INSTANT()),
        (ArrayType(IntType()), Types.OBJECT_ARRAY(Types.INT())),
        (ArrayType(IntType().not_null()), Types.PRIMITIVE_ARRAY(Types.INT())),
        (ArrayType(TinyIntType().not_null()), Types.LIST(Types.BYTE())),
        (ArrayType(DateType().not_null()), Types.LIST(Types.SQL_DATE())),
        (MultisetType(string_type()), Types.MAP(Types.STRING(), Types.INT())),
        (MapType(string_type(), IntType()), Types.MAP(Types.STRING(), Types.INT())),
        (RawType("object"), Types.PICKLED_BYTE_ARRAY()),
        (NullType(), Types.PICKLED_BYTE_ARRAY()),
    ],
    ids=str,
)
def test_logical_type_has_a_type_information(kind: LogicalType, expected: TypeInformation) -> None:
    assert to_type_info(kind) == expected


def test_names_of_fields_stay() -> None:
    kind = to_type_info(RowType.of([IntType(), string_type()], ["a", "b"]))
    assert isinstance(kind, RowTypeInfo) and kind.get_field_names() == ["a", "b"]


@pytest.mark.parametrize(
    "kind", [TimestampType(6), TimeType(6), DayTimeIntervalType(), VariantType()], ids=lambda kind: str(kind)
)
def test_type_that_would_be_cut_is_refused_with_its_place(kind: LogicalType) -> None:
    with pytest.raises(InvalidProgramError) as raised:
        to_type_info(RowType.of([ArrayType(kind)], ["times"]))
    assert f"TypeInformation has no type for column 'times[]', {kind}: cast it" in str(raised.value)


# Values ---------------------------------------------------------------------------------------------------------------

IN_RANGE = {
    Types.BIG_INT(): st.integers(-(10**19), 10**19),
    Types.BIG_DEC(): st.decimals(-(10**19), 10**19, places=18),
    Types.INSTANT(): st.builds(Instant, st.integers(-9_000_000_000, 9_000_000_000), st.integers(0, 999_999_999)),
    Types.SQL_TIMESTAMP(): st.datetimes(datetime(1, 1, 1)).map(lambda at: at.replace(microsecond=0)),
}
"""Of the types without limits, the values that columns hold."""
IN_COLUMNS = [Typed(typed.kind, IN_RANGE.get(typed.kind, typed.values)) for typed in SINGLE]
KEYS = [typed for typed in IN_COLUMNS if typed.kind in (Types.STRING(), Types.LONG(), Types.SQL_DATE())]
FIELDS = st.recursive(
    st.sampled_from(IN_COLUMNS),
    lambda inner: (
        st.lists(inner, min_size=1, max_size=3).map(row_of)
        | inner.map(list_of)
        | st.builds(map_of, st.sampled_from(KEYS), inner)
    ),
    max_leaves=5,
)


@st.composite
def rows(draw: st.DrawFn) -> tuple[Any, Row]:
    """A row type, and a row of it."""
    typed = row_of(draw(st.lists(FIELDS, min_size=1, max_size=4)))
    return typed.kind, draw(typed.values)


@given(rows())
def test_type_comes_back_and_holds_the_same_values(typed_row: tuple[RowTypeInfo, Row]) -> None:
    type_info, row = typed_row
    again = to_type_info(from_type_info(type_info))
    assert again.fit(row) == row
    assert from_type_info(to_type_info(from_type_info(again))) == from_type_info(again)


@given(rows())
def test_values_go_through_arrow_by_the_type_and_by_the_schema_alone(typed_row: tuple[RowTypeInfo, Row]) -> None:
    type_info, row = typed_row
    declared = ArrowRows(type_info)
    batch = declared.batch([row])
    assert declared.rows(batch) == [row]
    by_schema = to_type_info(from_arrow_schema(batch.schema))
    assert isinstance(by_schema, RowTypeInfo)
    assert ArrowRows(by_schema).rows(batch) == [row]
    assert ArrowRows(by_schema).batch([row]) == batch.cast(ArrowRows(by_schema).schema)
