"""Keys in columns are the keys that a key selector gives: same state key, same key group, each worked out once."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.state import column_keys as column_keys_module
from pyrite.state.column_keys import column_keys
from pyrite.state.key_codec import encode_key
from pyrite.state.key_groups import key_group

MAX_PARALLELISM = 128
COLUMNS: dict[str, tuple[pa.DataType, st.SearchStrategy[Any]]] = {
    "int64": (pa.int64(), st.integers(-(2**63), 2**63 - 1)),
    "int8": (pa.int8(), st.integers(-3, 3)),
    "uint64": (pa.uint64(), st.integers(2**63 - 2, 2**63 + 2)),
    "string": (pa.string(), st.text(max_size=2)),
    "large string": (pa.large_string(), st.text(max_size=2)),
    "binary": (pa.binary(), st.binary(max_size=2)),
    "bool": (pa.bool_(), st.booleans()),
    "double": (pa.float64(), st.sampled_from([0.0, -0.0, 1.5, float("nan"), float("inf")]) | st.floats()),
    "float": (pa.float32(), st.sampled_from([0.0, -0.0, 1.5, float("nan")])),
    "decimal": (pa.decimal128(6, 2), st.sampled_from([Decimal("1.50"), Decimal("0.00"), Decimal("-7.25")])),
    "date": (pa.date32(), st.dates(date(2000, 1, 1), date(2000, 1, 4))),
    "timestamp": (pa.timestamp("us"), st.datetimes(datetime(2000, 1, 1), datetime(2000, 1, 2))),
    "dictionary": (pa.dictionary(pa.int8(), pa.string()), st.sampled_from(["a", "b", "c"])),
    "list": (pa.list_(pa.int64()), st.lists(st.integers(0, 1), max_size=2)),
}


def batch_of(data: st.DataObject, names: list[str]) -> Any:
    """Columns of these types, with nulls, cut out of longer ones."""
    size = data.draw(st.integers(0, 12))
    columns = []
    for name in names:
        kind, values = COLUMNS[name]
        padded = data.draw(st.lists(st.none() | values, min_size=size + 2, max_size=size + 2))
        columns.append(pa.array(padded, kind))
    return pa.record_batch(columns, names=names).slice(1, size)


def check(batch: Any, names: list[str]) -> None:
    lists = [batch.column(name).to_pylist() for name in names]
    rows = lists[0] if len(names) == 1 else list(zip(*lists, strict=True))
    scalar = [encode_key(row) for row in rows]
    keys = column_keys(batch, names)
    distinct = keys.state_keys()
    assert [distinct[index] for index in keys.indices] == scalar
    assert keys.groups(MAX_PARALLELISM)[keys.indices].tolist() == [key_group(key, MAX_PARALLELISM) for key in scalar]


def test_struct_and_map_are_keys_by_their_values() -> None:
    structs = pa.array(
        [{"x": 1, "y": [0.5]}, None, {"x": None, "y": None}], pa.struct({"x": pa.int8(), "y": pa.list_(pa.float64())})
    )
    maps = pa.array([[("p", 1), ("q", None)], [("q", None), ("p", 1)], None], pa.map_(pa.string(), pa.int32()))
    batch = pa.record_batch([structs, maps], ["s", "m"])
    assert column_keys(batch, ["s"]).values() == [(1, [0.5]), None, (None, None)]
    keys = column_keys(batch, ["m"]).state_keys()
    assert keys[0] == keys[1] == encode_key([("p", 1), ("q", None)])
    assert keys[2] == encode_key(None)


@pytest.mark.parametrize("name", COLUMNS)
@given(data=st.data())
def test_key_of_one_column_is_its_value(name: str, data: st.DataObject) -> None:
    check(batch_of(data, [name]), [name])


@given(data=st.data(), names=st.lists(st.sampled_from(sorted(COLUMNS)), min_size=2, max_size=4, unique=True))
def test_key_of_several_columns_is_the_tuple_of_their_values(data: st.DataObject, names: list[str]) -> None:
    check(batch_of(data, names), names)


@pytest.mark.parametrize("names", [["a"], ["b"], ["a", "b"]])
def test_each_key_is_worked_out_once(names: list[str]) -> None:
    batch = pa.record_batch([pa.array([1, 2, 1, 2] * 5), pa.array([0.5, 0.5, 0.5, None] * 5)], names=["a", "b"])
    keys = column_keys(batch, names)
    distinct = keys.values()
    assert len(distinct) == len(set(distinct))
    assert list(dict.fromkeys(keys.indices.tolist())) == list(range(len(distinct))), "in the order of their first rows"


def test_zero_and_minus_zero_are_two_keys() -> None:
    batch = pa.record_batch([pa.array([0.0, -0.0, 0.0])], names=["x"])
    keys = column_keys(batch, ["x"])
    assert len(set(keys.state_keys())) == 2
    assert keys.indices[0] == keys.indices[2] != keys.indices[1]


def test_many_columns_of_many_values_do_not_overflow() -> None:
    rows = 3000
    names = [f"c{number}" for number in range(8)]
    batch = pa.record_batch([pa.array(range(rows))] * 8, names=names)
    assert len(column_keys(batch, names).values()) == rows


@given(
    st.lists(st.tuples(st.integers(-120, 120), st.sampled_from([2**63 - 1, 2**63 - 2, -(2**63), 0])), min_size=1),
    st.sampled_from([["a"], ["b"], ["a", "b"]]),
)
def test_numbers_that_are_close_together_have_the_same_keys(rows: list[tuple[int, int]], names: list[str]) -> None:
    few, many = zip(*rows, strict=True)
    batch = pa.record_batch([pa.array(few, pa.int8()), pa.array(many, pa.int64())], names=["a", "b"])
    with pytest.MonkeyPatch.context() as patch:
        plain = column_keys(batch, names)
        patch.setattr(column_keys_module, "_DENSE_FROM", 0)
        dense = column_keys(batch, names)
    assert (dense.values(), dense.indices.tolist()) == (plain.values(), plain.indices.tolist())
