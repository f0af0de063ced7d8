"""LIMIT: so many rows, counted across blocks and restarts."""

from __future__ import annotations

from typing import Optional, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.operators.relational.rank.limit import LimitSpec
from tests.operators.harness import Harness


def block(*numbers: int) -> ColumnBlock:
    return ColumnBlock(pa.record_batch([pa.array(numbers, pa.int64())], names=["n"]))


def limit(offset: int, fetch: Optional[int]) -> Harness:
    return Harness(LimitSpec(offset, fetch, text="Limit").build())


def given(harness: Harness) -> list[int]:
    blocks = [cast(ColumnBlock, each) for each in harness.main.blocks]
    return [number for each in blocks for number in each.batch.column(0).to_pylist()]


@pytest.mark.parametrize(
    ("offset", "fetch", "expected"),
    [(0, 3, [0, 1, 2]), (2, 3, [2, 3, 4]), (0, 0, []), (5, None, [5, 6]), (9, 1, []), (0, 9, list(range(7)))],
)
def test_rows_are_counted_across_blocks(offset: int, fetch: Optional[int], expected: list[int]) -> None:
    harness = limit(offset, fetch)
    for part in (block(0, 1, 2), block(), block(3), block(4, 5, 6)):
        harness.operator.process_block(part)
    assert given(harness) == expected


def test_restored_limit_counts_on() -> None:
    first = limit(1, 3)
    first.operator.process_block(block(0, 1))
    second = limit(1, 3)
    second.operator.restore(first.operator.snapshot(1))
    second.operator.process_block(block(2, 3, 4))
    assert given(second) == [2, 3]
