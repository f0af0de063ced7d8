"""Block: records in columns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pyrite.common.block import Block
from pyrite.common.time import NO_TIMESTAMP


def test_block_without_timestamps_gives_a_mark_for_every_record() -> None:
    assert Block(["a", "b"]).timestamps_or_none_marks() == [NO_TIMESTAMP, NO_TIMESTAMP]


def test_block_with_timestamps_gives_them() -> None:
    assert Block(["a", "b"], [1, 2]).timestamps_or_none_marks() == [1, 2]


@given(st.lists(st.integers()), st.integers(0, 20), st.integers(0, 20))
def test_slice_cuts_all_columns_alike(values: list[int], start: int, stop: int) -> None:
    part = Block(values, list(values), list(values)).slice(start, stop)
    assert part.values == part.timestamps == part.keys == values[start:stop]


def test_slice_has_no_columns_that_the_block_has_not() -> None:
    part = Block([1, 2, 3]).slice(0, 2)
    assert (len(part), part.timestamps, part.keys) == (2, None, None)
