"""Logical types are values that check themselves."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest
from hypothesis import given

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types import (
    ArrayType,
    BinaryType,
    CharType,
    DayTimeIntervalType,
    DayTimeResolution,
    DecimalType,
    DistinctType,
    IntType,
    LocalZonedTimestampType,
    LogicalType,
    MapType,
    MultisetType,
    NullType,
    ObjectIdentifier,
    RowField,
    RowType,
    StructuredType,
    TimestampKind,
    TimestampType,
    TimeType,
    VarBinaryType,
    VarCharType,
    YearMonthIntervalType,
    YearMonthResolution,
    ZonedTimestampType,
    all_nullable,
    string_type,
    transformed,
)
from tests.core.types.strategies import COLUMN_TYPES

MONEY = DistinctType(ObjectIdentifier("cat", "db", "Money"), DecimalType(10, 2))
WRONG: list[tuple[Callable[[], LogicalType], str]] = [
    (lambda: CharType(0), r"Character string length must be between 1 and 2147483647 \(both inclusive\). Got: 0"),
    (lambda: VarCharType(2**31), "Variable character string length must be between 1 and"),
    (lambda: BinaryType(-1), "Binary string length must be between 1 and"),
    (lambda: VarBinaryType(0), "Variable binary string length must be between 1 and"),
    (lambda: DecimalType(39), r"Decimal precision must be between 1 and 38 \(both inclusive\)"),
    (lambda: DecimalType(True), "Decimal precision must be between 1 and 38 .* Got: True"),
    (lambda: DecimalType(4, 5), r"Decimal scale must be between 0 and the precision 4 \(both inclusive\). Got: 5"),
    (lambda: TimeType(10), r"Time precision must be between 0 and 9 \(both inclusive\)"),
    (lambda: TimestampType(10), "Timestamp precision must be between 0 and 9"),
    (lambda: ZonedTimestampType(-1), "Timestamp with time zone precision must be between 0 and 9"),
    (lambda: LocalZonedTimestampType(10), "Timestamp with local time zone precision must be between 0 and 9"),
    (lambda: TimestampType(3, TimestampKind.PROCTIME), "TimestampType can not be used as PROCTIME type"),
    (lambda: YearMonthIntervalType(YearMonthResolution.YEAR, 5), "Year precision of year-month intervals must be"),
    (lambda: YearMonthIntervalType(YearMonthResolution.MONTH, 3), "Year precision of sub-year intervals must be equal"),
    (lambda: DayTimeIntervalType(DayTimeResolution.HOUR, 3), "Day precision of sub-day intervals must be equal"),
    (lambda: DayTimeIntervalType(DayTimeResolution.DAY, 2, 3), "Fractional precision of super-second intervals must"),
    (lambda: DayTimeIntervalType(day_precision=7), "Day precision of day-time intervals must be between 1 and 6"),
    (lambda: DayTimeIntervalType(fractional_precision=10), "Fractional precision of day-time intervals must be"),
    (lambda: NullType(nullable=False), "The nullability of a NULL type cannot be disabled"),
    (lambda: ArrayType(IntType), "the elements of ARRAY: expected a logical type such as IntType.*got <class"),  # type: ignore[arg-type]
    (lambda: MapType(IntType(), "INT"), "the values of MAP: expected a logical type .* got 'INT'"),  # type: ignore[arg-type]
    (lambda: RowType((RowField("b", IntType()), RowField("b", IntType()))), r"must be unique. Found duplicates: \['b'"),
    (lambda: RowType((RowField(" ", IntType()),)), "Field names must contain at least one non-whitespace character"),
    (lambda: RowType.of([IntType()], ["a", "b"]), "expected a name for each of 1 fields"),
    (lambda: DistinctType(ObjectIdentifier("c", "d", "e"), MONEY), "Source type must not be a user-defined type"),
    (lambda: StructuredType(()), "needs class_name, or identifier"),
    (lambda: StructuredType((), "not a name"), "Invalid class name 'not a name'"),
]


@pytest.mark.parametrize(("make", "message"), WRONG, ids=[message for _, message in WRONG])
def test_type_that_cannot_be_is_refused_when_it_is_made(make: Callable[[], LogicalType], message: str) -> None:
    with pytest.raises(InvalidProgramError, match=message):
        make()


@given(COLUMN_TYPES)
def test_type_is_a_value(kind: LogicalType) -> None:
    again = pickle.loads(pickle.dumps(kind))
    assert again == kind and hash(again) == hash(kind) and again is not kind
    assert kind.copy(nullable=not kind.nullable) != kind
    assert kind.not_null().copy(nullable=kind.nullable) == kind


@given(COLUMN_TYPES)
def test_type_with_its_own_children_is_itself(kind: LogicalType) -> None:
    assert transformed(kind, lambda part: part) == kind


@given(COLUMN_TYPES)
def test_nullable_everywhere_leaves_no_not_null(kind: LogicalType) -> None:
    assert all_nullable(kind).as_serializable_string() == kind.as_serializable_string().replace(" NOT NULL", "")


def test_types_that_differ_in_their_time_attribute_only_are_equal() -> None:
    assert TimestampType(3, TimestampKind.ROWTIME) == TimestampType(3)


def test_distinct_type_is_nullable_as_its_source_is() -> None:
    assert not DistinctType(MONEY.identifier, DecimalType(10, 2, nullable=False)).nullable
    assert not MONEY.not_null().source_type.nullable


def test_transformation_reaches_every_type_in_a_type() -> None:
    kind = RowType.of([MapType(NullType(), ArrayType(NullType())), MultisetType(NullType())])
    made = transformed(kind, lambda part: string_type() if isinstance(part, NullType) else part)
    assert str(made) == "ROW<`f0` MAP<STRING, ARRAY<STRING>>, `f1` MULTISET<STRING>>"


@pytest.mark.parametrize(("kind", "text"), [(CharType, "CHAR(0)"), (BinaryType, "BINARY(0)")])
def test_empty_literal_has_a_type_of_length_zero(kind: type[CharType | BinaryType], text: str) -> None:
    empty = kind.of_empty_literal()
    assert str(empty) == f"{text} NOT NULL"
    assert str(empty.copy(nullable=True)) == text
    assert empty.copy(nullable=True).not_null() == empty
