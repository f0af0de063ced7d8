"""OVER by time against a plain model: random rows, watermarks, late rows, blocks, restarts."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, Optional, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, DoubleType, RowField, RowType, TimestampType, string_type
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.expressions.aggregates.handler import AggregateHandler
from pyrite.operators.relational.over.over_aggregate import OverAggregateSpec
from pyrite.testing.harness import OperatorTestHarness as Harness
from tests.operators.harness import late_records

TIME, BIG, DOUBLE = TimestampType(3), BigIntType(), DoubleType()
INPUT = RowType((RowField("ts", TIME), RowField("k", string_type()), RowField("n", BIG), RowField("x", DOUBLE)))
COUNTED = BigIntType(nullable=False)
CALLS = (
    AggregateCall("COUNT", (), (), COUNTED),
    AggregateCall("SUM", (2,), (BIG,), BIG),
    AggregateCall("MIN", (2,), (BIG,), BIG),
    AggregateCall("SUM", (3,), (DOUBLE,), DOUBLE),
    AggregateCall("COUNT", (2,), (BIG,), COUNTED, is_distinct=True),
)
OUTPUT = RowType((*INPUT.fields, *(RowField(f"w0$o{n}", call.result_type) for n, call in enumerate(CALLS))))
Row = tuple[int, Optional[str], Optional[int], Optional[float]]
FRAMES = [(True, None), (False, None), (True, 2), (False, 40), (True, 0), (False, 7)]


def harness_of(is_rows: bool, size: Optional[int], time: Optional[int] = 0, **more: Any) -> Harness:
    ttl_ms = more.pop("ttl_ms", 0)
    spec = OverAggregateSpec((1,), time, is_rows, size, CALLS, INPUT, OUTPUT, text="over", ttl_ms=ttl_ms)
    return Harness(spec.build(), [lambda row: row], **more)


def block_of(rows: list[Row]) -> ColumnBlock:
    columns = list(zip(*rows, strict=True))
    types = [pa.timestamp("ms"), pa.string(), pa.int64(), pa.float64()]
    return ColumnBlock(pa.record_batch([pa.array(c, t) for c, t in zip(columns, types, strict=True)], INPUT.names))


def results_of(harness: Harness) -> list[tuple[Any, ...]]:
    made = []
    for block in harness.output.blocks:
        batch = cast(ColumnBlock, block).batch
        times = batch.column(0).cast(pa.int64()).to_pylist()
        made += list(zip(times, *(column.to_pylist() for column in batch.columns[1:]), strict=True))
    return made


class Model:
    """Every row's frame, computed from all rows of its key that were not late."""

    def __init__(self, is_rows: bool, size: Optional[int]) -> None:
        self.is_rows, self.size = is_rows, size
        self.watermark, self.late = -(1 << 62), 0
        self.pending: list[Row] = []
        self.last: dict[Any, int] = defaultdict(int)
        self.looks: dict[Any, list[int]] = defaultdict(list)
        self.fired: dict[Any, list[Row]] = defaultdict(list)
        self.results: list[tuple[Any, ...]] = []

    def add(self, row: Row) -> None:
        if row[0] <= (self.watermark if self.size is None else self.last[row[1]]):
            self.late += 1
            return
        self.pending.append(row)
        looks = self.looks[row[1]]
        if self.size is not None and not self.is_rows and (not looks or looks[-1] < row[0] + self.size + 1):
            looks.append(row[0] + int(self.size * 1.5) + 1)

    def advance(self, watermark: int) -> None:
        self.watermark = watermark
        due = sorted((row for row in self.pending if row[0] <= watermark), key=lambda row: row[0])
        self.pending = [row for row in self.pending if row[0] > watermark]
        for number, row in enumerate(due):
            own = self.fired[row[1]]
            own.append(row)
            later = [] if self.is_rows else [each for each in due[number + 1 :] if each[:2] == row[:2]]
            self.results.append((*row, *self.values(row, [*own, *later])))
            self.last[row[1]] = row[0]
        for key, looks in self.looks.items():
            passed = [look for look in looks if look <= watermark]
            if looks and len(passed) == len(looks):
                self.last[key] = 0
                self.fired[key].clear()
            elif passed:
                self.last[key] = max(self.last[key], *passed)
            del looks[: len(passed)]

    def values(self, row: Row, frame: list[Row]) -> tuple[Any, ...]:
        if self.size is not None:
            in_range = [each for each in frame if row[0] - each[0] <= self.size]
            frame = frame[-self.size - 1 :] if self.is_rows else in_range
        handler = AggregateHandler(CALLS, retracts=False)
        state = handler.create()
        for each in frame:
            state = handler.accumulate(state, each[2:4])
        return handler.values(state)


def steps(chance: random.Random) -> Iterator[list[Row] | int | str]:
    """Blocks, watermarks and checkpoints."""
    now = 100
    for _ in range(chance.randrange(4, 14)):
        rows: list[Row] = []
        for _ in range(chance.choice((1, 3, 10, 80))):
            number = chance.choice((None, *range(-3, 6)))
            half = None if chance.random() < 0.1 else chance.randrange(40) / 4
            rows.append((now + chance.randrange(-60, 60), chance.choice(("a", "b", None)), number, half))
        yield rows
        now += chance.choice((0, 5, 30, 300))
        yield now - chance.choice((0, 20, 50))
        yield chance.choice(("", "", "checkpoint"))


@pytest.mark.parametrize(("is_rows", "size"), FRAMES)
def test_rows_have_the_results_of_their_frames(is_rows: bool, size: Optional[int]) -> None:
    for seed in range(6):
        chance = random.Random(seed)
        model = Model(is_rows, size)
        harness = harness_of(is_rows, size)
        results: list[tuple[Any, ...]] = []
        late = 0
        for step in steps(chance):
            match step:
                case list():
                    harness.operator.process_block(block_of(step))
                    for row in step:
                        model.add(row)
                case int():
                    model.advance(max(step, model.watermark))
                    harness.process_watermark(model.watermark)
                case "checkpoint":
                    results += results_of(harness)
                    late += late_records(harness.operator)
                    state = harness.snapshot()
                    harness = harness_of(is_rows, size, restore=state)
        harness.process_watermark(1 << 40)
        model.advance(1 << 40)
        results += results_of(harness)
        assert sorted(results, key=repr) == sorted(model.results, key=repr), seed
        assert late + late_records(harness.operator) == model.late


@pytest.mark.parametrize(("is_rows", "expected"), [(True, [1, 2, 1]), (False, [1, 2, 3])])
def test_rows_of_a_frame_expire_and_those_of_a_range_stay_in_it(is_rows: bool, expected: list[int]) -> None:
    harness = harness_of(is_rows, 5, ttl_ms=1000)
    for time, now_ms in ((1, 0), (2, 500), (3, 1500)):
        harness.set_processing_time(now_ms)
        harness.operator.process_block(block_of([(time, "a", time, 1.0)]))
        harness.process_watermark(time)
    assert [row[4] for row in results_of(harness)] == expected
