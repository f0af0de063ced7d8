"""RowBlock: records in lists. What all blocks do is in test_block_contract.py."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyrite.common.block import Block
from pyrite.core.blocks.row_block import PICKLE, RowBlock
from pyrite.core.event_time import NO_TIMESTAMP


def test_block_without_timestamps_gives_a_mark_for_every_record() -> None:
    assert RowBlock(["a", "b"]).timestamps_or_none_marks() == [NO_TIMESTAMP, NO_TIMESTAMP]


def test_block_with_timestamps_gives_them() -> None:
    assert RowBlock(["a", "b"], [1, 2]).timestamps_or_none_marks() == [1, 2]


@given(st.lists(st.integers()), st.integers(0, 20), st.integers(0, 20))
def test_slice_cuts_all_columns_alike(values: list[int], start: int, stop: int) -> None:
    part = RowBlock(values, list(values), list(values)).slice(start, stop)
    assert part.values == part.timestamps == part.keys == values[start:stop]


def test_slice_has_no_columns_that_the_block_has_not() -> None:
    part = RowBlock([1, 2, 3]).slice(0, 2)
    assert (len(part), part.timestamps, part.keys) == (2, None, None)


def test_keys_go_along_with_their_records() -> None:
    block = RowBlock([1, 2, 3], None, ["a", "b", "c"])
    assert [part.keys for part in block.deal(2)] == [["a", "c"], ["b"]]
    assert [part.keys for _, part in block.scatter([1, 0, 1], 2)] == [["b"], ["a", "c"]]
    assert block.concat(block).keys == ["a", "b", "c", "a", "b", "c"]
    assert PICKLE.decode(PICKLE.encode(block)) == block


def test_unkeyed_block_has_the_records_and_not_the_keys() -> None:
    assert RowBlock([1], [5], ["a"]).unkeyed() == RowBlock([1], [5])


def test_block_of_the_public_api_is_one_of_rows() -> None:
    assert Block is RowBlock
