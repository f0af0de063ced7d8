"""WatermarkAssigner: rows are late as in Flink, where a watermark follows the row that moves it on."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Optional

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.core.types import TimestampType
from pyrite.expressions.resolved import FieldReference
from pyrite.operators.output import Output
from pyrite.operators.relational.rows.watermark_assigner import WatermarkAssignerSpec, due_places
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from tests.operators.capabilities import timers_of
from tests.operators.harness import Harness

INTERVAL_MS = 200
MARK = FieldReference(1, "mark", TimestampType(3))
Row = tuple[int, Optional[int]]
"""A time, and the watermark that the row gives."""


def block(rows: list[Row]) -> ColumnBlock:
    columns = [pa.array(column, pa.timestamp("ms")) for column in zip(*rows, strict=True)]
    return ColumnBlock(pa.record_batch(columns, names=["t", "mark"]))


def assigner(
    interval: str = "200 ms",
    idle_ms: int = 0,
    is_exact: bool = False,
    restored: Optional[OperatorSubtaskState] = None,
    batch: bool = False,
    zone: str = "UTC",
) -> Harness:
    spec = WatermarkAssignerSpec(0, MARK, text="", idle_timeout_ms=idle_ms, zone=zone, is_exact=is_exact)
    harness = Harness(spec.build(), batch=batch, parameters={"pipeline.auto-watermark-interval": interval})
    if restored is not None:
        harness.operator.output.watermark_ms = restored.output_watermark_ms
        harness.operator.open()
    return harness


def feed(harness: Harness, *times: int) -> None:
    """A block of rows whose watermarks are their times."""
    harness.operator.process_block(block([(time, time) for time in times]))


class Seen:
    """Notes for each row the watermark that came before it."""

    def __init__(self) -> None:
        self.watermark_ms = MIN_WATERMARK
        self.rows: list[tuple[int, int]] = []

    def process_block(self, rows: Any) -> None:
        times = rows.batch.column("t").cast(pa.int64()).to_pylist()
        self.rows += [(time, self.watermark_ms) for time in times]

    def process_watermark(self, watermark_ms: int) -> None:
        assert watermark_ms > self.watermark_ms
        self.watermark_ms = watermark_ms

    def process_idle(self, idle: bool) -> None:
        raise AssertionError("no input is idle here")

    def process_mark(self, mark: Any) -> None:
        raise AssertionError("there is no loop here")


def rows_in_need(rows: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Places of rows that are late, or might touch a session that the watermark has ended, with their watermarks."""
    return [(place, watermark_ms) for place, (time, watermark_ms) in enumerate(rows) if time <= watermark_ms + 1]


def flinks(rows: list[Row], interval_ms: int) -> list[tuple[int, int]]:
    """Each row's time with the watermark before it, by Flink's WatermarkAssignerOperator; the clock stands still."""
    current_ms = last_ms = 0
    sent_ms = MIN_WATERMARK
    seen = []
    for time, mark in rows:
        seen.append((time, sent_ms))
        current_ms = current_ms if mark is None else max(current_ms, mark)
        if current_ms - last_ms > interval_ms:
            last_ms = sent_ms = current_ms
    return seen


def seen_by(rows: list[Row], cuts: set[int], interval_ms: int, is_exact: bool = False) -> Seen:
    """What comes after an assigner gets of rows in blocks."""
    harness = assigner(f"{interval_ms} ms", is_exact=is_exact)
    seen = Seen()
    harness.operator.output = Output([seen])
    for first, last in pairwise(sorted({0, *(cut for cut in cuts if cut < len(rows)), len(rows)})):
        harness.operator.process_block(block(rows[first:last]))
    return seen


INTERVALS = st.sampled_from((0, 1, INTERVAL_MS, 5_000))


@st.composite
def streams(draw: st.DrawFn) -> list[Row]:
    """Rows whose times go on by steps of all sizes and fall back; watermarks are NULL, or trail by some delay."""
    delay_ms = draw(st.sampled_from((0, 50, 1_000)))
    steps = draw(st.lists(st.sampled_from((0, 1, 7, 150, 201, 3_000, -1, -60, -250, -4_000)), min_size=1, max_size=150))
    times = np.cumsum([draw(st.sampled_from((-5_000, 0, 1_000_000))), *steps]).tolist()
    nulls = draw(st.sets(st.integers(0, len(times)), max_size=5))
    return [(time, None if place in nulls else time - delay_ms) for place, time in enumerate(times)]


@given(streams(), st.sets(st.integers(1, 150), max_size=6), INTERVALS)
def test_rows_are_late_as_in_flink_however_blocks_are_cut(rows: list[Row], cuts: set[int], interval_ms: int) -> None:
    assert rows_in_need(seen_by(rows, cuts, interval_ms).rows) == rows_in_need(flinks(rows, interval_ms))


@given(streams(), st.sets(st.integers(1, 150), max_size=6), INTERVALS)
def test_exact_watermarks_are_those_of_flink(rows: list[Row], cuts: set[int], interval_ms: int) -> None:
    assert seen_by(rows, cuts, interval_ms, is_exact=True).rows == flinks(rows, interval_ms)


@given(streams(), INTERVALS)
def test_watermarks_are_due_at_the_same_rows_by_search_and_by_loop(rows: list[Row], interval_ms: int) -> None:
    highest = np.maximum.accumulate(np.array([0, *(time for time, _ in rows)]))
    padded = np.append(highest, np.full(32 * len(highest), highest[-1]))  # a long block is searched
    assert due_places(padded, 0, interval_ms) == due_places(highest, 0, interval_ms)


def test_rows_on_time_stay_in_one_block_until_the_clock_sends_their_watermark() -> None:
    harness = assigner()
    feed(harness, 1000, 2000, 3000)
    feed(harness, 4000, 5000)
    assert [len(each) for each in harness.main.blocks] == [3, 2] and harness.main.watermarks == []
    harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [5000]


def test_block_is_cut_before_the_first_row_that_a_watermark_makes_late() -> None:
    harness = assigner()
    feed(harness, 1000, 2000, 3000, 1500, 1600, 3100, 2900, 2000)
    assert [len(each) for each in harness.main.blocks] == [3, 5] and harness.main.watermarks == [3000]


def test_watermark_goes_before_the_row_at_which_the_clock_is_put_back() -> None:
    put_back_ms = 1_636_275_600_000  # in Los Angeles, from 2 to 1 o'clock
    harness = assigner(zone="America/Los_Angeles")
    feed(harness, put_back_ms - 900_000, put_back_ms, put_back_ms + 900_000)
    assert harness.main.watermarks == [put_back_ms - 900_000]
    assert [len(each) for each in harness.main.blocks] == [1, 2]


def test_clock_sends_a_watermark_that_has_advanced_by_less_than_the_interval() -> None:
    harness = assigner()
    feed(harness, 1000, 1100, 1050)
    harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [1100]


def test_without_an_interval_watermarks_follow_rows_and_not_the_clock() -> None:
    harness = assigner("0 ms")
    feed(harness, 1000, 1002)
    harness.pass_time(10 * INTERVAL_MS)
    assert harness.main.watermarks == [1002] and timers_of(harness.operator).next_deadline_us() is None


def test_time_before_1970_moves_nothing() -> None:
    harness = assigner("0 ms")
    feed(harness, -5000, -1, 0)
    assert harness.main.watermarks == []


def test_watermarks_of_the_input_end_here_but_for_the_last() -> None:
    harness = assigner()
    feed(harness, 1000)
    harness.watermark(9000)
    harness.pass_time(INTERVAL_MS)
    harness.watermark(MAX_WATERMARK)
    assert harness.main.watermarks == [1000, MAX_WATERMARK]


def test_watermark_that_is_due_goes_before_a_barrier_and_counts_after_a_restore() -> None:
    harness = assigner()
    feed(harness, 1000, 9000)
    state = harness.snapshot()
    assert harness.main.watermarks == [9000]
    restored = assigner(restored=state)
    feed(restored, 9150, 8000, 9300, 9250, 9201)
    assert restored.main.watermarks == [9300]
    assert [len(each) for each in restored.main.blocks] == [3, 2]


def test_input_that_gives_nothing_is_idle_until_it_gives_a_row() -> None:
    harness = assigner(idle_ms=1000)
    feed(harness, 1000)
    harness.pass_time(900)
    feed(harness, 2000)
    harness.pass_time(900)
    assert ("idle", True) not in harness.main.events
    harness.pass_time(200)
    feed(harness, 3000)
    assert harness.main.events == [("watermark", 1000), ("watermark", 2000), ("idle", True), ("idle", False)]


def test_input_is_not_idle_by_itself_without_a_timeout() -> None:
    harness = assigner()
    harness.pass_time(1_000_000)
    harness.operator.process_idle(True)
    feed(harness, 1000)
    assert harness.main.events == [("idle", True), ("idle", False)]


def test_row_without_a_time_is_refused() -> None:
    with pytest.raises(ValueError, match="RowTime field should not be null"):
        assigner().operator.process_block(
            ColumnBlock(pa.record_batch([pa.nulls(1, pa.timestamp("ms"))] * 2, ["t", "mark"]))
        )


def test_batch_has_no_watermarks() -> None:
    harness = assigner(batch=True)
    feed(harness, 1000, 9000, 2000)
    harness.pass_time(INTERVAL_MS)
    assert [len(each) for each in harness.main.blocks] == [3] and harness.main.watermarks == []
