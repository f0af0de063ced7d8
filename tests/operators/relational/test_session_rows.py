"""SESSION as plain rows: they come in the order in which they came, with their kinds, whatever sessions merged."""

from __future__ import annotations

from typing import Any, cast

import pyarrow as pa

from pyrite.core.blocks.column_block import CHANGE_KINDS, ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType, TimestampType, string_type
from pyrite.operators.relational.window.session_windows import SessionRowsSpec
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.testing.harness import OperatorTestHarness as Harness

INPUT = RowType((RowField("ts", TimestampType(3)), RowField("k", string_type()), RowField("n", BigIntType())))
BOUNDS = (WindowProperty.START, WindowProperty.END)
OUTPUT = RowType((*INPUT.fields, *(RowField(each.value, TimestampType(3)) for each in BOUNDS)))


def harness_of(retracts: bool, **more: Any) -> Harness:
    spec = SessionRowsSpec(0, True, "UTC", (1,), (), BOUNDS, INPUT, OUTPUT, retracts, text="sessions", gap_ms=10)
    return Harness(spec.build(), [lambda row: row], **more)


def block_of(rows: list[tuple[int, int]], kinds: list[int]) -> ColumnBlock:
    times, numbers = zip(*rows, strict=True)
    batch = pa.record_batch(
        [pa.array(times, pa.timestamp("ms")), pa.array(["a"] * len(rows)), pa.array(numbers, pa.int64())], INPUT.names
    )
    return ColumnBlock(batch.append_column(CHANGE_KINDS, pa.array(kinds, pa.int8())) if any(kinds) else batch)


def results_of(harness: Harness) -> list[tuple[int, int]]:
    """The kind of each row and its number."""
    made: list[tuple[int, int]] = []
    for each in harness.output.blocks:
        block = cast(ColumnBlock, each)
        kinds = [0] * len(block) if block.change_kinds is None else block.change_kinds.to_pylist()
        made += zip(kinds, block.batch.column("n").to_pylist(), strict=True)
    return made


def test_rows_of_merged_sessions_come_in_the_order_of_their_arrival_after_a_restart() -> None:
    harness = harness_of(retracts=True)
    harness.operator.process_block(block_of([(30, 1), (10, 2), (30, 1)], [0, 0, 1]))
    harness = harness_of(retracts=True, restore=harness.snapshot())
    harness.operator.process_block(block_of([(30, 3), (20, 4)], [2, 0]))
    harness.process_watermark(100)
    assert results_of(harness) == [(0, 1), (0, 2), (1, 1), (2, 3), (0, 4)]
