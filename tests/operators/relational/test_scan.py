"""The scan of a table: watermarks of its splits, at intervals or after each row that moves them."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.connector.table import columns_of_split
from pyrite.core.time.time import Duration
from pyrite.core.time.watermark_strategy import WatermarkStrategy
from pyrite.core.types import TimestampType
from pyrite.expressions.resolved import FieldReference
from pyrite.operators.relational.rows.scan import ScanSpec, WatermarkColumn
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from tests.operators.harness import Harness
from tests.operators.test_source import INTERVAL_MS, ScriptedSource, Split, poll, source_of

TIME = FieldReference(0, "t", TimestampType(3))


def times(split_id: str, *millis: int) -> Any:
    block = ColumnBlock(pa.record_batch([pa.array(millis, pa.timestamp("ms"))], names=["t"]))
    return columns_of_split(split_id, block)


def scan(script: list[Any], is_on_event: bool = False, idle_ms: int = 0) -> Harness:
    strategy = WatermarkStrategy.no_watermarks()
    strategy = strategy.with_idleness(Duration.of_millis(idle_ms)) if idle_ms else strategy
    return Harness(ScanSpec(ScriptedSource(script), strategy, "", TIME, TIME, is_on_event).build())


def test_watermark_is_the_least_of_the_splits_at_intervals() -> None:
    harness = scan([times("a", 1000, 3000, 2000), times("b", 500)])
    poll(harness)
    poll(harness)
    assert harness.main.watermarks == []
    harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [500]


def test_on_event_a_watermark_follows_each_row_that_moves_it() -> None:
    harness = scan([times("a", 1000, 900, 3000, 2000), times("a", 2500, 4000)], is_on_event=True)
    poll(harness)
    assert harness.main.watermarks == [1000, 3000]
    assert [len(block) for block in harness.main.blocks] == [1, 2, 1]
    poll(harness)
    assert harness.main.watermarks == [1000, 3000, 4000]


def test_split_of_a_scan_that_made_watermarks_is_read_by_one_that_makes_none() -> None:
    spec = ScanSpec(ScriptedSource([times("a", 2000)]), WatermarkStrategy.no_watermarks(), "")
    harness = Harness(spec.build())
    source_of(harness).restore(OperatorSubtaskState(lists={"splits": [(Split("a"), WatermarkColumn())]}))
    source_of(harness).open()
    poll(harness)
    assert [len(block) for block in harness.main.blocks] == [1]


def test_split_that_is_idle_holds_nothing_back() -> None:
    harness = scan([times("a", 1000), None], idle_ms=5 * INTERVAL_MS)
    operator = source_of(harness)
    operator.add_splits([Split("a"), Split("b")])
    poll(harness)
    harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == []
    for _ in range(6):
        harness.pass_time(INTERVAL_MS)
    assert harness.main.watermarks == [1000]
