"""Functions over single fields: of tuples, named tuples, lists, Rows, and records that are one field."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import reduce
from typing import Any, NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.rows import Row, RowKind
from pyrite.datastream import KeyedStream
from pyrite.operators.fields import FieldReduction, Projection, Reduction, field, with_field


class Sale(NamedTuple):
    shop: str
    amount: int


def named_row(shop: str, amount: int) -> Row:
    return Row(shop=shop, amount=amount)


MAKERS: list[Callable[[str, int], Any]] = [
    lambda shop, amount: (shop, amount),
    lambda shop, amount: [shop, amount],
    Sale,
    Row,
    named_row,
]
RECORDS = pytest.mark.parametrize("make", MAKERS, ids=["tuple", "list", "named tuple", "row", "named row"])
FIELD_ONLY = [(Reduction.SUM, 9), (Reduction.MIN, 2), (Reduction.MAX, 4)]
WHOLE = [(Reduction.MIN_BY, ("c", 2)), (Reduction.MAX_BY, ("b", 4))]


def reduced(reduction: Reduction, position: int | str, records: list[Any]) -> Any:
    return reduce(FieldReduction(reduction, position).reduce, records)


@RECORDS
@pytest.mark.parametrize(("reduction", "expected"), FIELD_ONLY)
def test_field_is_reduced_and_the_others_are_the_first_records(
    make: Callable[[str, int], Any], reduction: Reduction, expected: int
) -> None:
    records = [make("a", 3), make("b", 4), make("c", 2)]
    before = copy.deepcopy(records)
    for position in (1, -1):
        actual = reduced(reduction, position, records)
        assert (actual, type(actual)) == (make("a", expected), type(records[0]))
    assert records == before


@RECORDS
@pytest.mark.parametrize(("reduction", "expected"), WHOLE)
def test_by_kinds_take_a_record_whole(
    make: Callable[[str, int], Any], reduction: Reduction, expected: tuple[str, int]
) -> None:
    records = [make("a", 3), make("b", 4), make("c", 2), make("d", 4), make("e", 2)]
    assert reduced(reduction, 1, records) == make(*expected)


@pytest.mark.parametrize("make", [Sale, named_row])
def test_field_may_be_given_by_its_name(make: Callable[[str, int], Any]) -> None:
    records = [make("a", 3), make("b", 4)]
    assert reduced(Reduction.SUM, "amount", records) == make("a", 7)
    assert reduced(Reduction.MAX_BY, "amount", records) == make("b", 4)


@pytest.mark.parametrize(
    ("reduction", "expected"),
    [
        (Reduction.SUM, 6),
        (Reduction.MIN, 1),
        (Reduction.MAX, 3),
        (Reduction.MIN_BY, 1),
        (Reduction.MAX_BY, 3),
    ],
)
def test_record_without_fields_is_field_0_itself(reduction: Reduction, expected: int) -> None:
    assert reduced(reduction, 0, [2, 1, 3]) == expected


@given(st.lists(st.tuples(st.text(max_size=2), st.integers(-5, 5)), min_size=1, max_size=10))
def test_reductions_give_what_python_gives(records: list[tuple[str, int]]) -> None:
    amounts = [amount for _, amount in records]
    first = records[0][0]
    assert reduced(Reduction.SUM, 1, records) == (first, sum(amounts))
    assert reduced(Reduction.MIN, 1, records) == (first, min(amounts))
    assert reduced(Reduction.MAX, 1, records) == (first, max(amounts))
    assert reduced(Reduction.MIN_BY, 1, records) == min(records, key=lambda record: record[1])
    assert reduced(Reduction.MAX_BY, 1, records) == max(records, key=lambda record: record[1])


def test_other_field_of_a_record_without_fields_is_refused() -> None:
    for position in (1, "amount"):
        with pytest.raises(TypeError, match=r"of a int: a record without fields has only position 0"):
            reduced(Reduction.SUM, position, [1, 2])


@pytest.mark.parametrize("record", [("a", 1), ["a", 1], Sale("a", 1)])
def test_name_that_a_record_does_not_have_is_reported(record: Any) -> None:
    with pytest.raises(KeyError, match=f"a {type(record).__name__} has no field 'price'"):
        field(record, "price")


def test_name_of_a_method_is_no_field() -> None:
    with pytest.raises(KeyError, match="no field 'count'"):
        field(Sale("a", 1), "count")


def test_row_keeps_its_kind_and_is_not_changed() -> None:
    row = Row.of_kind(RowKind.DELETE, "a", 1)
    changed = with_field(row, 1, 5)
    assert (changed[1], changed.get_row_kind(), row[1]) == (5, RowKind.DELETE, 1)
    changed[0] = "b"
    assert row[0] == "a"


def test_kinds_are_reachable_from_the_keyed_stream() -> None:
    assert KeyedStream.AccumulateType is Reduction


# Projection -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("record", [("a", 1, 2.0), ["a", 1, 2.0], Row("a", 1, 2.0)])
def test_projection_gives_tuples_of_its_fields_in_its_order(record: Any) -> None:
    assert Projection((2, 0)).map(record) == (2.0, "a")
    assert Projection((1,)).map(record) == (1,)
    assert Projection((1, 1)).map(record) == (1, 1)


@pytest.mark.parametrize("indexes", [(), (-1,), (0, "a"), (1.0,)])
def test_projection_of_something_else_than_positions_is_refused(indexes: tuple[Any, ...]) -> None:
    with pytest.raises(InvalidProgramError, match=r"project\(\) takes field positions, starting at 0"):
        Projection(indexes)


class Named(tuple[int, ...]):
    """A tuple that names its fields, and no named tuple."""

    _fields = ("a", "b")


def test_only_named_tuples_are_replaced_by_name() -> None:
    assert with_field(Named((1, 2)), 1, 5) == (1, 5)
