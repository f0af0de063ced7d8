"""Where rows become columns and columns rows."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from pyrite.common import Row
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import IntType, RowField, RowType, TimestampType, string_type
from pyrite.operators.relational.rows.rows import ColumnsToBatchesSpec, ColumnsToRowsSpec, RowsToColumnsSpec
from tests.operators.harness import Harness

PAIR = RowType((RowField("i", IntType()), RowField("s", string_type())))
TIMED = RowType((RowField("t", TimestampType(3)),))


def times(*millis: int | None) -> ColumnBlock:
    return ColumnBlock(pa.record_batch([pa.array(millis, pa.timestamp("ms"))], names=["t"]))


def made(harness: Harness) -> Any:
    """The one batch that the operator has emitted."""
    (block,) = harness.main.blocks
    assert isinstance(block, ColumnBlock)
    return block.batch


def test_records_of_any_shape_become_columns() -> None:
    harness = Harness(RowsToColumnsSpec(PAIR).build())
    harness.feed([(1, "a"), Row(2, "b"), {"i": 3, "s": None}])
    assert made(harness).to_pydict() == {"i": [1, 2, 3], "s": ["a", "b", None]}


def test_timestamps_of_records_are_a_column() -> None:
    harness = Harness(RowsToColumnsSpec(RowType((RowField("f0", IntType()),)), True, True).build())
    harness.feed([5], [1000])
    assert made(harness).column("$metadata.rowtime").cast(pa.int64()).to_pylist() == [1000]


def test_record_that_does_not_fit_is_named() -> None:
    harness = Harness(RowsToColumnsSpec(PAIR).build())
    with pytest.raises(Exception, match=r"with record \(1, 2, 3\)"):
        harness.feed([(1, "a"), (1, 2, 3)])


def test_columns_become_rows_with_the_time_of_their_rowtime() -> None:
    harness = Harness(ColumnsToRowsSpec(TIMED, rowtime=0).build())
    harness.operator.process_block(times(1000, 2000))
    assert [time for _, time in harness.main.stamped] == [1000, 2000]
    with pytest.raises(Exception, match="RowTime field should not be null"):
        harness.operator.process_block(times(None))


def test_rows_have_names_only_if_asked_for() -> None:
    batch = ColumnBlock(pa.record_batch([pa.array([1], pa.int32()), pa.array(["a"])], names=["i", "s"]))
    named, plain = Harness(ColumnsToRowsSpec(PAIR).build()), Harness(ColumnsToRowsSpec(PAIR, is_named=False).build())
    for harness in (named, plain):
        harness.operator.process_block(batch)
    assert [repr(row) for row in (*named.main.values, *plain.main.values)] == ["Row(i=1, s='a')", "<Row(1, 'a')>"]


def test_blocks_are_handed_over_whole() -> None:
    harness = Harness(ColumnsToBatchesSpec().build())
    harness.operator.process_block(times(1, 2))
    assert [batch.num_rows for batch in harness.main.values] == [2]
