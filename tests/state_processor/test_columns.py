"""Columns: which types Python values have in Spark, and that nothing of them is lost."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.core.state.state_types import (
    ListStateDescriptor,
    MapStateDescriptor,
    ReducingStateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.types.rows import Row
from pyrite.core.types.types_factory import Types
from pyrite.core.windows.windows import GlobalWindow, TimeWindow
from pyrite.state.description import StateDescription
from pyrite.state.evolution.loading import loads
from pyrite.state_processor.columns import Column, batches, column_for, text_of
from pyrite.state_processor.inference import declared_type, of_type_info


@dataclass
class Order:
    number: int
    items: list[str]


class Colour(Enum):
    RED = 1


Pair = namedtuple("Pair", "x y")

TYPED = [
    ([1, None], "bigint"),
    ([1, 1.5], "double"),
    ([True], "boolean"),
    (["a"], "string"),
    ([b"a"], "binary"),
    ([Decimal("1.5")], "decimal(38,18)"),
    ([date(2020, 1, 1)], "date"),
    ([datetime(2020, 1, 1)], "timestamp_ntz"),
    ([datetime(2020, 1, 1, tzinfo=UTC)], "timestamp"),
    ([timedelta(1)], "interval day to second"),
    ([Colour.RED], "string"),
    ([[1, 2], []], "array<bigint>"),
    ([{1, 2}], "array<bigint>"),
    ([{"a": 1}, {"b": 2}], "map<string,bigint>"),
    ([{"a": 1, "b": "x"}, {"a": 2}], "struct<a:bigint,b:string>"),
    ([(1, "x")], "struct<f0:bigint,f1:string>"),
    ([Row(1, "x")], "struct<f0:bigint,f1:string>"),
    ([Row(a=1, b="x")], "struct<a:bigint,b:string>"),
    ([Pair(1, 2)], "struct<x:bigint,y:bigint>"),
    ([TimeWindow(1, 2), None], "struct<start:bigint,end:bigint>"),
    ([GlobalWindow()], "string"),
    ([Order(1, ["a"]), Order(2, [])], "struct<number:bigint,items:array<string>>"),
    ([None], "string"),
    ([[]], "array<string>"),
]


@pytest.mark.parametrize(("values", "expected"), TYPED, ids=repr)
def test_column_has_the_type_of_its_values(values: list[Any], expected: str) -> None:
    column = column_for("c", values)
    assert column.kind is not None and column.kind.simpleString() == expected
    assert column.arrays(values)[0].null_count == values.count(None)


@pytest.mark.parametrize("values", [[1, "a"], [2**70], [...], [(1,), (1, 2)], [Order(1, []), Pair(1, 2)]], ids=repr)
def test_values_without_a_type_in_common_are_pickled_with_their_texts(values: list[Any]) -> None:
    assert column_for("c", values).kind is None


def test_pickled_column_has_values_and_texts() -> None:
    pickles, texts = Column("c", None).arrays([1, "a", None, Order(1, ["b"])])
    assert [None if data is None else loads(data) for data in pickles.to_pylist()] == [1, "a", None, Order(1, ["b"])]
    assert texts.to_pylist() == ["1", '"a"', None, '{"number": 1, "items": ["b"]}']


def test_values_come_out_as_they_went_in() -> None:
    rows = [(Order(n, [str(n)]), {"a": [n, None]}, (n, 0.5)) for n in range(3)]
    columns = [column_for(name, values) for name, values in zip("abc", zip(*rows, strict=True), strict=True)]
    (batch,) = batches(columns, iter(rows))
    assert batch.to_pylist()[1] == {
        "a": {"number": 1, "items": ["1"]},
        "b": [("a", [1, None])],
        "c": {"f0": 1, "f1": 0.5},
    }


@pytest.mark.parametrize(
    ("seen", "later"),
    [(1, "a"), (1, True), (1, 1.5), ("a", 1), ({"a": 1, "b": "x"}, {"c": 1}), ((1, 2), (1, 2, 3)), ([1], ["a"])],
    ids=repr,
)
def test_value_that_does_not_fit_is_reported_with_what_to_do(seen: Any, later: Any) -> None:
    column = column_for("value", [seen])
    with pytest.raises(InvalidProgramError, match=r"does not fit the type of column 'value'.*value_type='pickled'"):
        column.arrays([seen, later])


@pytest.mark.parametrize(
    ("type_info", "expected"),
    [
        (Types.INT(), "int"),
        (Types.STRING(), "string"),
        (Types.ROW_NAMED(["a", "b"], [Types.LONG(), Types.DOUBLE()]), "struct<a:bigint,b:double>"),
        (Types.TUPLE([Types.LONG(), Types.BOOLEAN()]), "struct<f0:bigint,f1:boolean>"),
        (Types.LIST(Types.SHORT()), "array<smallint>"),
        (Types.MAP(Types.STRING(), Types.FLOAT()), "map<string,float>"),
        (Types.PICKLED_BYTE_ARRAY(), None),
        (Types.ROW([Types.PICKLED_BYTE_ARRAY()]), None),
    ],
    ids=repr,
)
def test_declared_type_is_known(type_info: Any, expected: Any) -> None:
    actual = of_type_info(type_info)
    assert (None if actual is None else actual.simpleString()) == expected


@pytest.mark.parametrize(
    ("descriptor", "expected"),
    [
        (ValueStateDescriptor("s", Types.INT()), "int"),
        (ListStateDescriptor("s", Types.INT()), "array<int>"),
        (MapStateDescriptor("s", Types.STRING(), Types.INT()), "map<string,int>"),
        (MapStateDescriptor("s", None, Types.INT()), None),
        (ReducingStateDescriptor("s", max, Types.INT()), "int"),
        (ListStateDescriptor("s"), None),
    ],
    ids=lambda value: type(value).__name__,
)
def test_declared_state_has_the_type_of_its_kind(descriptor: Any, expected: Any) -> None:
    actual = declared_type(StateDescription.of(descriptor))
    assert (None if actual is None else actual.simpleString()) == expected


@pytest.mark.parametrize(
    ("value", "text"),
    [(1, "1"), ("é", '"é"'), ((1, 2), "[1, 2]"), ({"a": Order(1, [])}, '{"a": {"number": 1, "items": []}}')],
    ids=repr,
)
def test_text_of_a_plain_value_is_json(value: Any, text: str) -> None:
    assert text_of(value) == text
