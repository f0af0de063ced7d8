"""Windows of rows against a plain model: random rows, changes, blocks and restarts."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import BigIntType, DoubleType, RowField, RowType, string_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.window.row_windows import RowWindows, RowWindowsSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

BIG, DOUBLE = BigIntType(), DoubleType()
INPUT = RowType((RowField("k", string_type()), RowField("n", BIG), RowField("x", DOUBLE)))
CALLS = (
    AggregateCall("SUM", (1,), (BIG,), BIG),
    AggregateCall("MAX", (1,), (BIG,), BIG),
    AggregateCall("SUM", (2,), (DOUBLE,), DOUBLE),
)
MORE = (*CALLS, AggregateCall("COUNT", (1,), (BIG,), BigIntType(nullable=False), is_distinct=True))
Row = tuple[bool, str, int, float]
"""Whether it is taken back, and its values."""


def harness_of(windows: RowWindows, calls: tuple[AggregateCall, ...], retracts: bool, **more: Any) -> Harness:
    output = RowType((INPUT.fields[0], *(RowField(f"a{n}", call.result_type) for n, call in enumerate(calls))))
    spec = RowWindowsSpec(None, False, "UTC", (0,), calls, (), INPUT, output, retracts, text="windows", windows=windows)
    return Harness(spec.build(), [lambda row: row], **more)


def block_of(rows: list[Row], retracts: bool) -> ColumnBlock:
    kinds, *columns = zip(*rows, strict=True)
    types = (pa.string(), pa.int64(), pa.float64())
    batch = pa.record_batch([pa.array(c, t) for c, t in zip(columns, types, strict=True)], INPUT.names)
    marks = pa.array([3 if kind else 0 for kind in kinds], pa.int8())
    return ColumnBlock(batch.append_column(CHANGE_KINDS, marks) if retracts else batch)


def results_of(harness: Harness) -> list[tuple[Any, ...]]:
    return [
        tuple(row.values()) for block in harness.output.blocks for row in cast(ColumnBlock, block).batch.to_pylist()
    ]


def expected_of(rows: list[Row], windows: RowWindows) -> list[tuple[Any, ...]]:
    """In the order of the rows with which windows are full."""
    known: dict[str, list[Row]] = defaultdict(list)
    made = []
    for row in rows:
        own = known[row[1]]
        own.append(row)
        begin = len(own) - windows.size
        if begin < 0 or begin % windows.slide:
            continue
        counts: dict[int, int] = defaultdict(int)
        total = 0.0
        for is_taken_back, _, number, double in own[begin:]:
            counts[number] += -1 if is_taken_back else 1
            total += -double if is_taken_back else double
        if sum(counts.values()):
            there = [number for number, count in counts.items() if count > 0]
            made.append((row[1], sum(n * c for n, c in counts.items()), max(there, default=None), total, len(there)))
    return made


@pytest.mark.parametrize("windows", [RowWindows(3, 3), RowWindows(1, 1), RowWindows(5, 2), RowWindows(2, 3)], ids=str)
@pytest.mark.parametrize(("calls", "retracts"), [(CALLS, False), (MORE, False), (CALLS[:1], True)])
def test_windows_are_those_of_a_plain_model(
    windows: RowWindows, calls: tuple[AggregateCall, ...], retracts: bool
) -> None:
    for seed in range(5):
        rng = random.Random(seed)
        rows = [(retracts and rng.random() < 0.4, rng.choice("ab"), rng.randrange(5), rng.random()) for _ in range(90)]
        harness, made, start = harness_of(windows, calls, retracts), [], 0
        while start < len(rows):
            stop = start + rng.choice((1, 7, 40))
            harness.operator.process_block(block_of(rows[start:stop], retracts))
            start = stop
            if rng.random() < 0.3:
                state = harness.snapshot()
                made += results_of(harness)
                harness = harness_of(windows, calls, retracts, restore=state)
        made += results_of(harness)
        assert made == [row[: len(calls) + 1] for row in expected_of(rows, windows)], f"seed {seed}"
