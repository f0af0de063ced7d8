"""ColumnBlock: what only columns have. What all blocks do is in test_block_contract.py."""

from __future__ import annotations

import pickle
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import CHANGE_KINDS, TIMESTAMPS, ArrowCodec, ColumnBlock

TYPES: dict[str, tuple[Any, list[Any]]] = {
    "bool": (pa.bool_(), [True, False, None]),
    "int8": (pa.int8(), [1, -1, None]),
    "double": (pa.float64(), [0.5, -0.0, None]),
    "decimal": (pa.decimal128(10, 2), [Decimal("1.50"), None, Decimal("-2.00")]),
    "binary": (pa.binary(), [b"", b"\xff\xff\xff\xff", None]),
    "large string": (pa.large_string(), ["", "text", None]),
    "timestamp": (pa.timestamp("ms"), [0, 1, None]),
    "list": (pa.list_(pa.int64()), [[], [1, None], None]),
    "struct": (pa.struct([("a", pa.int64()), ("b", pa.string())]), [{"a": 1, "b": None}, None, {"a": None, "b": "x"}]),
    "map": (pa.map_(pa.string(), pa.int64()), [[("a", 1)], [], None]),
    "dictionary": (pa.dictionary(pa.int32(), pa.string()), ["a", "b", None]),
    "null": (pa.null(), [None, None, None]),
}


@pytest.mark.parametrize("name", TYPES)
def test_every_type_of_column_goes_through_everything_that_a_block_does(name: str) -> None:
    kind, values = TYPES[name]
    block = ColumnBlock(pa.record_batch([pa.array(values * 3, kind)], names=["c"]))
    parts = dict(block.slice(1, 8).scatter([2, 0, 2, 1, 0, 2, 1], 3))
    joined = parts[2].concat(parts[0], parts[1])
    decoded = ArrowCodec().decode(ArrowCodec().encode(joined.slice(1, 6)))
    decoded.batch.validate(full=True)
    every = pa.array(values * 3, kind).to_pylist()[1:8]
    expected = [every[row] for row in (0, 2, 5, 1, 4, 3, 6)]
    assert decoded.batch["c"].to_pylist() == expected[1:6]
    assert decoded.batch.schema == block.batch.schema


def test_dictionaries_that_differ_are_joined() -> None:
    encoded = [pa.array(values).dictionary_encode() for values in (["a", "b"], ["b", "c"])]
    first, second = (ColumnBlock(pa.record_batch([column], names=["c"])) for column in encoded)
    joined = first.concat(second)
    decoded = ArrowCodec().decode(ArrowCodec().encode(joined.slice(1, 4)))
    assert decoded.batch["c"].to_pylist() == ["b", "b", "c"]


def changes(*kinds: int) -> ColumnBlock:
    columns = [pa.array(kinds, pa.int8()), pa.array(range(len(kinds)))]
    return ColumnBlock(pa.record_batch(columns, names=[CHANGE_KINDS, "v"]))


def test_change_kinds_are_a_column_that_goes_along() -> None:
    block = changes(0, 1, 2, 3)
    assert block.change_kinds is not None
    assert [ChangeKind(kind).name for kind in block.change_kinds.to_pylist()] == [
        "INSERT",
        "UPDATE_BEFORE",
        "UPDATE_AFTER",
        "DELETE",
    ]
    parts: dict[int, Any] = dict(block.scatter([0, 1, 0, 1], 2))
    assert parts[1].change_kinds.to_pylist() == [1, 3]


def test_rows_of_a_block_without_change_kinds_are_inserts() -> None:
    plain = ColumnBlock(pa.record_batch([pa.array([7])], names=["v"]))
    for joined in (plain.concat(changes(3)), changes(3).concat(plain).with_timestamps([1, 2]).concat(plain)):
        kinds = joined.change_kinds
        assert kinds is not None
        assert dict(zip(joined.batch["v"].to_pylist(), kinds.to_pylist(), strict=True)) == {7: 0, 0: 3}


def test_change_kinds_are_joined_whether_or_not_their_column_may_have_nulls() -> None:
    strict = pa.schema([pa.field("v", pa.int64()), pa.field(CHANGE_KINDS, pa.int8(), nullable=False)])
    first = ColumnBlock(pa.record_batch([pa.array([7]), pa.array([2], pa.int8())], schema=strict))
    plain = ColumnBlock(pa.record_batch([pa.array([8])], names=["v"]))
    loose = ColumnBlock(pa.record_batch([pa.array([9]), pa.array([3], pa.int8())], names=["v", CHANGE_KINDS]))
    kinds = plain.concat(first, loose).change_kinds
    assert kinds is not None
    assert kinds.to_pylist() == [0, 2, 3]


def test_block_with_times_and_one_without_are_joined_whatever_the_order_of_columns() -> None:
    batch = pa.record_batch([pa.array([5]), pa.array([1])], names=[TIMESTAMPS, "v"])
    plain = ColumnBlock(pa.record_batch([pa.array([2])], names=["v"]))
    assert plain.concat(ColumnBlock(batch)).batch["v"].to_pylist() == [2, 1]
    assert ColumnBlock(batch).concat(plain).batch["v"].to_pylist() == [1, 2]


def test_part_that_is_everything_is_the_block_itself() -> None:
    block = changes(0, 0)
    assert [part is block for _, part in block.scatter(np.array([3, 3]), 5)] == [True]


def test_decoded_columns_are_aligned_wherever_the_payload_lies() -> None:
    payload = ArrowCodec().encode(changes(0, 1, 2, 3))
    for offset in range(8):
        frame = b"x" * offset + payload
        values = ArrowCodec().decode(memoryview(frame)[offset:]).batch["v"].to_numpy()
        assert values.flags.aligned
        assert not values.flags.writeable


def test_codec_is_a_value() -> None:
    assert ArrowCodec() == ArrowCodec() != ArrowCodec("lz4")
    assert pickle.loads(pickle.dumps(ArrowCodec("lz4"))) == ArrowCodec("lz4")


def test_block_shows_its_size_and_its_first_row() -> None:
    assert repr(changes(2, 3)) == "ColumnBlock(2 rows, the first [{'$op': 2, 'v': 0}])"
