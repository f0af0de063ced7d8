"""WindowJoin: rows of equal windows, when their window ends."""

from __future__ import annotations

from typing import Any, Optional, cast

import pyarrow as pa
import pytest

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, BooleanType, RowField, RowType, TimestampType, VarCharType
from pyrite.expressions.resolved import FieldReference, FunctionCall
from pyrite.operators.relational.join.join_type import JoinType
from pyrite.operators.relational.time_join.window_join import WindowJoinSpec
from pyrite.testing.harness import OperatorTestHarness as Harness

TIME, NAME = TimestampType(3), VarCharType(100)
SIDE = RowType((RowField("k", BigIntType()), RowField("name", NAME), RowField("start", TIME), RowField("end", TIME)))
BOTH = RowType((*SIDE.fields, *(RowField(f"{field.name}0", field.type) for field in SIDE.fields)))
NAMES_DIFFER = FunctionCall("<>", (FieldReference(1, "name", NAME), FieldReference(5, "name0", NAME)), BooleanType())
Row = tuple[Optional[int], str, int]


class WindowJob:
    """Rows have a key, a name and the end of their window of 10 ms."""

    def __init__(self, kind: JoinType = JoinType.INNER, condition: Any = None, **more: Any) -> None:
        output = SIDE if kind in (JoinType.SEMI, JoinType.ANTI) else BOTH
        spec = WindowJoinSpec(SIDE, SIDE, output, (0,), (0,), condition, (2, 3), (2, 3), "UTC", kind, text="join")
        self.job = Harness(spec.build(), [lambda row: row, lambda row: row], **more)

    def rows(self, side: int, *rows: Row) -> None:
        keys, names, ends = zip(*rows, strict=True)
        times = [pa.array([end + shift for end in ends], pa.timestamp("ms")) for shift in (-10, 0)]
        batch = pa.record_batch([pa.array(keys, pa.int64()), pa.array(names), *times], list(SIDE.names))
        self.job.operator.process_block(ColumnBlock(batch), side)

    def watermark(self, time_ms: int) -> list[tuple[Any, ...]]:
        self.job.process_watermark(time_ms)
        batches = [cast(ColumnBlock, block).batch for block in self.job.output.blocks]
        self.job.output.blocks.clear()
        places = [place for place in (1, 5) if all(place < batch.num_columns for batch in batches)]
        return [row for batch in batches for row in zip(*(batch.column(p).to_pylist() for p in places), strict=True)]


LEFT_ROWS: tuple[Row, ...] = ((1, "a", 10), (2, "b", 10), (None, "c", 10), (1, "d", 20))
RIGHT_ROWS: tuple[Row, ...] = ((1, "x", 10), (1, "y", 10), (3, "z", 10), (None, "n", 10), (1, "w", 20))
MATCHES = [("a", "x"), ("a", "y")]
RESULTS: dict[JoinType, list[Any]] = {
    JoinType.INNER: MATCHES,
    JoinType.LEFT: [*MATCHES, ("b", None), ("c", None)],
    JoinType.RIGHT: [*MATCHES, (None, "z"), (None, "n")],
    JoinType.FULL: [*MATCHES, ("b", None), ("c", None), (None, "z"), (None, "n")],
    JoinType.SEMI: [("a",)],
    JoinType.ANTI: [("b",), ("c",)],
}


@pytest.mark.parametrize("kind", RESULTS)
def test_rows_of_a_window_are_joined_when_it_ends(kind: JoinType) -> None:
    join = WindowJob(kind)
    join.rows(0, *LEFT_ROWS)
    join.rows(1, *RIGHT_ROWS)
    assert join.watermark(8) == []
    assert join.watermark(9) == RESULTS[kind]


@pytest.mark.parametrize("kind", [JoinType.LEFT, JoinType.ANTI])
def test_window_may_have_rows_of_one_side_only(kind: JoinType) -> None:
    join = WindowJob(kind)
    join.rows(0, (1, "a", 10))
    assert join.watermark(9)[0][0] == "a"


def test_further_condition_decides_too() -> None:
    join = WindowJob(JoinType.LEFT, NAMES_DIFFER)
    join.rows(0, (1, "x", 10), (1, "a", 10))
    join.rows(1, (1, "x", 10))
    assert join.watermark(9) == [("a", "x"), ("x", None)]


def test_rows_of_windows_that_ended_are_late() -> None:
    join = WindowJob()
    join.watermark(9)
    join.rows(0, *LEFT_ROWS)
    join.rows(1, *RIGHT_ROWS)
    assert join.job.metrics.read()["numLateRecordsDropped"] == 7
    assert join.watermark(19) == [("d", "w")]


def test_rows_are_restored_and_removed_with_their_window() -> None:
    join = WindowJob(JoinType.FULL)
    join.rows(0, *LEFT_ROWS)
    restored = WindowJob(JoinType.FULL, restore=join.job.snapshot())
    restored.rows(1, *RIGHT_ROWS)
    assert sorted(restored.watermark(9), key=str) == sorted(RESULTS[JoinType.FULL], key=str)
    assert restored.watermark(19) == [("d", "w")]
    assert restored.job.backend is not None
    assert restored.job.backend.entry_count() == 0
