"""TemporalSort and FirstRowByTime: rows wait for the watermark that reaches their time, and come before it."""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType, TimestampType
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank.limit_per_key import FirstRowByTimeSpec
from pyrite.operators.relational.rank.temporal_sort import TemporalSortSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

ROWS = RowType((RowField("ts", TimestampType(3)), RowField("k", BigIntType()), RowField("n", BigIntType())))
SORT = TemporalSortSpec(0, (SortColumn(2, True, False),), ROWS, text="sort")
FIRST = FirstRowByTimeSpec((1,), 0, ROWS, text="first")
BOTH = pytest.mark.parametrize("spec", [SORT, FIRST], ids=["sort", "first"])
Row = tuple[int, int, int]


class Rows:
    """Rows of time, key and number through an operator, until the next restore."""

    def __init__(self, spec: TemporalSortSpec | FirstRowByTimeSpec, **more: Any) -> None:
        self._spec = spec
        self.job = Harness(spec.build(), [lambda row: row], **more)

    def add(self, *rows: Row) -> None:
        kinds = (pa.timestamp("ms"), pa.int64(), pa.int64())
        columns = [pa.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
        self.job.operator.process_block(ColumnBlock(pa.record_batch(columns, ROWS.names)))
        assert self.job.output.blocks == []

    def until(self, time: int) -> list[Row]:
        """The rows that come before a watermark."""
        self.job.process_watermark(time)
        assert self.job.output.watermarks == [time]
        batches = [cast(ColumnBlock, block).batch for block in self.job.output.blocks]
        self.job.output.clear()
        columns = [[column.cast(pa.int64()).to_pylist() for column in batch.columns] for batch in batches]
        return [row for each in columns for row in zip(*each, strict=True)]

    def restored(self) -> None:
        self.job = Harness(self._spec.build(), [lambda row: row], restore=self.job.snapshot())

    @property
    def late(self) -> int:
        return int(self.job.metrics.read()["numLateRecordsDropped"])


@BOTH
def test_row_comes_with_the_watermark_of_its_time(spec: TemporalSortSpec | FirstRowByTimeSpec) -> None:
    rows = Rows(spec)
    rows.add((7, 1, 10), (5, 2, 20), (9, 3, 30))
    assert rows.until(4) == []
    assert rows.until(5) == [(5, 2, 20)]
    assert rows.until(8) == [(7, 1, 10)]
    assert rows.until(1 << 62) == [(9, 3, 30)]


@BOTH
def test_rows_that_wait_come_after_a_restore(spec: TemporalSortSpec | FirstRowByTimeSpec) -> None:
    rows = Rows(spec)
    rows.add((7, 1, 10), (5, 2, 20))
    assert rows.until(5) == [(5, 2, 20)]
    rows.restored()
    rows.add((4, 3, 0), (6, 4, 40))
    assert rows.late == 1
    assert rows.until(7) == [(6, 4, 40), (7, 1, 10)]
    rows.restored()
    assert rows.until(8) == []


def test_rows_of_one_time_are_sorted_across_blocks() -> None:
    rows = Rows(SORT)
    rows.add((5, 1, 10), (5, 1, 30), (4, 1, 0))
    rows.add((5, 1, 20), (6, 1, 0))
    assert rows.until(5) == [(4, 1, 0), (5, 1, 30), (5, 1, 20), (5, 1, 10)]


def test_row_that_is_not_later_than_the_last_sorted_one_is_late() -> None:
    rows = Rows(SORT)
    rows.add((5, 1, 10))
    rows.until(9)
    rows.add((5, 1, 20), (6, 1, 30), (4, 1, 0))
    assert rows.late == 2
    assert rows.until(10) == [(6, 1, 30)]


def test_earlier_row_takes_the_place_of_one_that_waits() -> None:
    rows = Rows(FIRST)
    rows.add((7, 1, 10), (7, 2, 20))
    rows.add((8, 1, 11), (5, 2, 21), (7, 1, 12))
    assert rows.until(6) == [(5, 2, 21)]
    assert rows.until(9) == [(7, 1, 10)]


def test_key_whose_row_was_emitted_takes_no_more_rows() -> None:
    rows = Rows(FIRST)
    rows.add((5, 1, 10))
    rows.until(5)
    rows.add((5, 1, 20), (6, 1, 30))
    rows.restored()
    rows.add((7, 1, 40), (7, 2, 50))
    assert rows.until(9) == [(7, 2, 50)]
    assert rows.late == 0


def test_late_row_of_an_open_key_is_dropped_and_counted() -> None:
    rows = Rows(FIRST)
    rows.until(6)
    rows.add((5, 1, 10), (6, 2, 20))
    assert rows.late == 1
    assert rows.until(7) == [(6, 2, 20)]


def test_first_rows_of_one_time_come_in_the_order_of_their_arrival() -> None:
    rows = Rows(FIRST)
    rows.add((5, 3, 10), (5, 1, 20))
    rows.add((5, 2, 30))
    assert rows.until(5) == [(5, 3, 10), (5, 1, 20), (5, 2, 30)]
