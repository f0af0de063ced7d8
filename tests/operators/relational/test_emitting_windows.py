"""Windows that announce results early and late, by the clock and across restores."""

from __future__ import annotations

from typing import Any, Optional, cast

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.types import BigIntType, RowField, RowType, TimestampType
from pyrite.expressions.aggregates.aggregate import AggregateCall
from pyrite.operators.relational.window.emitting_windows import EmitStrategy, EmittingWindowsSpec
from pyrite.operators.relational.window.time_windows import Tumble
from pyrite.operators.relational.window.window_output import WindowProperty
from pyrite.testing.harness import OperatorTestHarness as Harness

COUNT = AggregateCall("COUNT", (), (), BigIntType(nullable=False))
INPUT = RowType((RowField("ts", TimestampType(3)), RowField("k", BigIntType())))
OUTPUT = RowType((INPUT.fields[1], RowField("n", COUNT.result_type), RowField("end", TimestampType(3))))


class Windows:
    """Windows of 10 ms that count rows by key."""

    def __init__(self, early_ms: Optional[int], late_ms: Optional[int], is_event_time: bool = True) -> None:
        common = (0, is_event_time, "UTC", (1,), (COUNT,), (WindowProperty.END,), INPUT, OUTPUT, False)
        strategy = EmitStrategy(early_ms, late_ms, 0 if late_ms is None else 100)
        self._spec = EmittingWindowsSpec(*common, Tumble(10, 0), strategy, True, text="windows")
        self.job = Harness(self._spec.build(), [lambda row: row])

    def row(self, time: int, key: int = 1) -> list[str]:
        columns = [pa.array([time], pa.timestamp("ms")), pa.array([key], pa.int64())]
        self.job.operator.process_block(ColumnBlock(pa.record_batch(columns, INPUT.names)))
        return self.changes()

    def watermark(self, time: int) -> list[str]:
        self.job.process_watermark(time)
        return self.changes()

    def clock(self, time: int) -> list[str]:
        self.job.set_processing_time(time)
        return self.changes()

    def restored(self, now_ms: int) -> None:
        self.job = Harness(self._spec.build(), [lambda row: row], restore=self.job.snapshot(), now_ms=now_ms)

    def late(self) -> Any:
        return self.job.metrics.read()["numLateRecordsDropped"]

    def changes(self) -> list[str]:
        batches = [cast(ColumnBlock, block).batch for block in self.job.output.blocks]
        self.job.output.clear()
        kinds = ("+I", "-U", "+U", "-D")
        return [f"{kinds[row['$op']]} {row['k']}: {row['n']}" for batch in batches for row in batch.to_pylist()]


def test_open_window_is_announced_when_its_delay_has_passed_and_only_if_it_changed() -> None:
    windows = Windows(early_ms=100, late_ms=None)
    assert windows.row(1) == windows.row(2) == []
    assert windows.clock(99) == []
    assert windows.clock(100) == ["+I 1: 2"]
    assert windows.clock(250) == []
    assert windows.row(3) == []
    assert windows.clock(300) == ["-U 1: 2", "+U 1: 3"]
    assert windows.watermark(9) == []
    assert (windows.row(4), windows.late()) == ([], 1)


def test_window_that_is_over_takes_late_rows_until_it_is_gone() -> None:
    windows = Windows(early_ms=None, late_ms=0)
    assert windows.row(1) == []
    assert windows.watermark(50) == ["+I 1: 1"]
    assert windows.row(2) == ["-U 1: 1", "+U 1: 2"]
    assert windows.row(2, key=2) == ["+I 2: 1"]
    assert windows.watermark(109) == []
    assert (windows.row(3), windows.late()) == ([], 1)
    assert not windows.job.operator.state_entries()


def test_late_rows_wait_for_their_delay() -> None:
    windows = Windows(early_ms=0, late_ms=20)
    assert windows.row(1) == ["+I 1: 1"]
    assert windows.watermark(9) == []
    assert windows.row(2) == windows.row(3) == []
    assert windows.clock(20) == ["-U 1: 1", "+U 1: 3"]


def test_delays_and_what_was_announced_survive_a_restore() -> None:
    windows = Windows(early_ms=100, late_ms=0)
    windows.row(1)
    assert windows.clock(100) == ["+I 1: 1"]
    windows.row(2)
    windows.restored(now_ms=150)
    assert windows.clock(200) == ["-U 1: 1", "+U 1: 2"]
    assert windows.watermark(9) == []
    windows.restored(now_ms=300)
    assert windows.row(3) == ["-U 1: 2", "+U 1: 3"]


def test_window_by_processing_time_is_announced_early_and_at_its_end() -> None:
    windows = Windows(early_ms=4, late_ms=None, is_event_time=False)
    assert windows.row(0) == []
    assert windows.clock(4) == ["+I 1: 1"]
    assert windows.row(0) == []
    assert windows.clock(10) == ["-U 1: 1", "+U 1: 2"]
    assert not windows.job.operator.state_entries()
