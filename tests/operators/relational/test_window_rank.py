"""WindowRank: the first rows of keys and windows come before the watermark that ends the window, others are late."""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType, TimestampType
from pyrite.operators.relational.keyed.sort_column import SortColumn
from pyrite.operators.relational.rank.window_rank import WindowRankSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

TIME = TimestampType(3)
INPUT = RowType(
    (RowField("start", TIME), RowField("end", TIME), RowField("k", BigIntType()), RowField("n", BigIntType()))
)
OUTPUT = RowType((*INPUT.fields, RowField("rank", BigIntType(nullable=False))))
Row = tuple[int, int, int, int]


class Ranks:
    """The two smallest numbers of each key and window; with `last_of_equals`, of equal numbers the last rows."""

    def __init__(self, last_of_equals: bool = False, by: int = 3, **more: Any) -> None:
        order = (SortColumn(by, False, False),)
        self.spec = WindowRankSpec((0, 1), "UTC", (2,), order, 1, 2, True, last_of_equals, INPUT, OUTPUT, text="rank")
        self.job = Harness(self.spec.build(), [lambda row: row], **more)

    def rows(self, *rows: Row) -> None:
        kinds = (pa.timestamp("ms"), pa.timestamp("ms"), pa.int64(), pa.int64())
        columns = [pa.array(column, kind) for column, kind in zip(zip(*rows, strict=True), kinds, strict=True)]
        self.job.operator.process_block(ColumnBlock(pa.record_batch(columns, INPUT.names)))

    def watermark(self, time: int) -> list[tuple[int, ...]]:
        """The rows before the watermark: end, key, number and rank."""
        self.job.process_watermark(time)
        assert self.job.output.watermarks == [time]
        batches = [cast(ColumnBlock, block).batch for block in self.job.output.blocks]
        self.job.output.clear()
        columns = [
            [*zip(*(c.cast(pa.int64()).to_pylist() for c in batch.columns[1:]), strict=True)] for batch in batches
        ]
        return sorted(row for rows in columns for row in rows)


def test_rows_come_with_the_watermark_of_the_last_time_in_their_window() -> None:
    ranks = Ranks()
    ranks.rows((0, 10, 1, 7), (0, 10, 1, 5), (0, 10, 1, 6), (10, 20, 1, 4))
    assert ranks.watermark(8) == []
    assert ranks.watermark(9) == [(10, 1, 5, 1), (10, 1, 6, 2)]
    assert ranks.watermark(18) == []
    assert ranks.watermark(19) == [(20, 1, 4, 1)]


def test_row_of_a_window_that_has_ended_is_late() -> None:
    ranks = Ranks()
    ranks.watermark(9)
    ranks.rows((0, 10, 1, 5), (0, 10, 2, 5), (5, 11, 1, 6))
    assert ranks.job.metrics.read()["numLateRecordsDropped"] == 2
    assert ranks.watermark(20) == [(11, 1, 6, 1)]


def test_windows_of_before_a_restore_end_after_it() -> None:
    ranks = Ranks()
    ranks.rows((0, 10, 1, 7), (10, 20, 1, 4))
    ranks.watermark(9)
    restored = Ranks(restore=ranks.job.snapshot())
    restored.rows((0, 10, 1, 1), (10, 20, 1, 3), (10, 20, 1, 5))
    assert restored.job.metrics.read()["numLateRecordsDropped"] == 1
    assert restored.watermark(19) == [(20, 1, 3, 1), (20, 1, 4, 2)]


def test_state_of_a_window_goes_when_it_has_ended() -> None:
    ranks = Ranks()
    ranks.rows((0, 10, 1, 7), (0, 10, 2, 7))
    ranks.watermark(9)
    assert ranks.job.backend is not None
    assert ranks.job.backend.tables("ranked-rows").namespaces() == []


def test_only_the_first_rows_are_ranked_where_a_block_is_large() -> None:
    ranks = Ranks()
    numbers = [(n * 37) % 400 for n in range(400)]
    ranks.rows(*((0, 10, n % 2, n) for n in numbers[:200]))
    ranks.rows(*((0, 10, n % 2, n) for n in numbers[200:]))
    assert ranks.watermark(9) == [(10, 0, 0, 1), (10, 0, 2, 2), (10, 1, 1, 1), (10, 1, 3, 2)]


@pytest.mark.parametrize(("last_of_equals", "expected"), [(False, [0, 1]), (True, [399, 398])])
def test_equal_rows_are_ranked_as_they_came_or_the_last_one_first(last_of_equals: bool, expected: list[int]) -> None:
    ranks = Ranks(last_of_equals, by=1)  # all rows have the same end
    for first in (0, 200):
        ranks.rows(*((0, 10, 1, n) for n in range(first, first + 200)))
    assert ranks.watermark(9) == sorted((10, 1, n, place) for place, n in enumerate(expected, 1))
