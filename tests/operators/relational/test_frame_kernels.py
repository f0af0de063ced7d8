"""Frames of a whole block at once have the results and leave the states of rows one by one, doubles bit for bit."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Optional, cast
from unittest.mock import patch

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import (
    BigIntType,
    BooleanType,
    DoubleType,
    RowField,
    RowType,
    TimestampType,
    TinyIntType,
    string_type,
)
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.over import bounded_over_frames
from pyrite.operators.relational.over import row_buffer as keyed_rows
from pyrite.operators.relational.over.bounded_over_frames import BoundedFrames, RangeFrames
from pyrite.operators.relational.over.over_aggregate import OverAggregateOperator, OverAggregateSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

BIG, DOUBLE, TINY, COUNTED = BigIntType(), DoubleType(), TinyIntType(), BigIntType(nullable=False)
INPUT = RowType(
    (
        RowField("ts", TimestampType(3)),
        RowField("k", string_type()),
        RowField("n", BIG),
        RowField("x", DOUBLE),
        RowField("t", TINY),
        RowField("f", BooleanType()),
    )
)
CALLS = (
    AggregateCall("COUNT", (), (), COUNTED),
    AggregateCall("COUNT", (2,), (BIG,), COUNTED, filter=5),
    *(AggregateCall(name, (2,), (BIG,), BIG) for name in ("SUM", "AVG", "MIN", "MAX")),
    *(AggregateCall(name, (3,), (DOUBLE,), DOUBLE) for name in ("SUM", "AVG", "MIN", "MAX")),
    *(AggregateCall(name, (4,), (TINY,), TINY, filter=5) for name in ("SUM", "AVG", "MAX")),
)
OUTPUT = RowType((*INPUT.fields, *(RowField(f"o{n}", call.result_type) for n, call in enumerate(CALLS))))
FRAMES = [(True, 0), (True, 4), (False, 30), (False, 4)]
Row = tuple[Any, ...]


def harness_of(is_rows: bool, size: int, time: Optional[int], **more: Any) -> Harness:
    spec = OverAggregateSpec((1,), time, is_rows, size, CALLS, INPUT, OUTPUT, text="over", ttl_ms=0)
    return Harness(spec.build(), [lambda row: row], **more)


def rows_of(chance: random.Random, count: int, now: int, odd: bool) -> list[Row]:
    numbers = (None, -(1 << 63), (1 << 63) - 1, *range(-4, 5))
    doubles = (None, 0.0, *((-0.0, float("nan")) if odd else ()))
    return [
        (
            now + chance.randrange(40),
            chance.choice("abcdefgh") if chance.random() < 0.5 else "a",
            chance.choice(numbers),
            chance.choice((*doubles, chance.uniform(-1e6, 1e6), chance.random())),
            chance.choice((None, 127, -128, 3)),
            chance.choice((None, True, False)),
        )
        for _ in range(count)
    ]


def block_of(rows: list[Row]) -> ColumnBlock:
    types = [pa.timestamp("ms"), pa.string(), pa.int64(), pa.float64(), pa.int8(), pa.bool_()]
    arrays = [pa.array(c, t) for c, t in zip(zip(*rows, strict=True), types, strict=True)]
    return ColumnBlock(pa.record_batch(arrays, INPUT.names))


def taken(harness: Harness) -> list[str]:
    """Results; texts, since NaN equals nothing and 0.0 equals -0.0."""
    rows = [repr(row) for block in harness.output.blocks for row in cast(ColumnBlock, block).batch.to_pylist()]
    harness.output.clear()
    return rows


def state_of(harness: Harness) -> str:
    frames = cast(BoundedFrames, cast(OverAggregateOperator, harness.operator).frames)
    frames.sweep()  # as a checkpoint does
    heads = {key: entry for table in frames._heads.chunks() for key, entry in table.items()}
    kept: dict[Any, Any] = {}
    if isinstance(frames, RangeFrames):
        kept = {name: dict(frames._tables.load(name, list(heads))) for name in frames._tables.namespaces()}
    return repr(_ordered((heads, kept)))


def _ordered(value: Any) -> Any:
    """A value with dicts in the order of their keys."""
    if isinstance(value, dict):
        return sorted(((key, _ordered(each)) for key, each in value.items()), key=repr)
    return [_ordered(each) for each in value] if isinstance(value, (list, tuple)) else value


@pytest.fixture(params=[0, 40], autouse=True)
def least_rows(request: pytest.FixtureRequest) -> Iterator[None]:
    """Smaller blocks are worked on row by row."""
    with patch.object(keyed_rows, "_LEAST_ROWS", request.param):
        yield


@pytest.mark.parametrize(("is_rows", "size"), FRAMES)
@pytest.mark.parametrize("odd", [False, True])
def test_block_at_once_is_as_row_by_row(is_rows: bool, size: int, odd: bool) -> None:
    for seed in range(2):
        chance = random.Random(seed)
        at_once = harness_of(is_rows, size, 0)
        with patch.object(bounded_over_frames, "takes", lambda *_: False):
            by_row = harness_of(is_rows, size, 0)
        now = 100
        for _ in range(8):
            rows = rows_of(chance, chance.choice((1, 5, 60, 200)), now, odd)
            now += chance.choice((0, 10, 40, 200))
            for harness in (at_once, by_row):
                harness.operator.process_block(block_of(rows))
                harness.process_watermark(now)
            assert sorted(taken(at_once)) == sorted(taken(by_row)), seed
            if chance.random() < 0.5:
                assert state_of(at_once) == state_of(by_row), seed
            if chance.random() < 0.3:
                at_once = harness_of(is_rows, size, 0, restore=by_row.snapshot())


def test_many_keys_are_added_step_by_step() -> None:
    rows = [(1, str(key), 1, key + 0.1 * step, 1, True) for step in range(3) for key in range(40)]
    at_once = harness_of(True, 1, None)
    with patch.object(bounded_over_frames, "takes", lambda *_: False):
        by_row = harness_of(True, 1, None)
    for harness in (at_once, by_row):
        harness.operator.process_block(block_of(rows))
    assert taken(at_once) == taken(by_row) and state_of(at_once) == state_of(by_row)
