"""TableSourceScan: reads the source of a table as columns, and may generate watermarks for each split."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional, cast

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.blocks.changelog import ChangeKind
from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.connector.source import SourceBlock
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import MIN_WATERMARK
from pyrite.core.time.watermark_strategy import Marks, WatermarkTracker
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.failed_values import check_times
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.source import SourceOperator, SourceSpec


@dataclass(frozen=True)
class ScanSpec(SourceSpec):
    """The source of a table. `watermark` is an expression over its columns; the strategy has idleness and alignment."""

    kind = "TableSourceScan"
    text: str = ""
    rowtime: Optional[ResolvedExpression] = None
    watermark: Optional[ResolvedExpression] = None
    is_on_event: bool = False
    """Whether each row that advances the watermark emits it; otherwise watermarks are emitted periodically."""

    @property
    def description(self) -> str:
        return self.text

    def build(self) -> ScanOperator:
        return ScanOperator(self)


@persisted("watermark-column/1")
class WatermarkColumn(WatermarkTracker):
    """Tracks the highest watermark of a split's rows."""

    is_timed = False

    def __init__(self) -> None:
        self._highest_ms = MIN_WATERMARK

    def advance(self, watermark_ms: int) -> None:
        self._highest_ms = max(self._highest_ms, watermark_ms)

    def observe(self, values: list[Any], timestamps: list[int]) -> Marks:
        raise AssertionError("blocks of columns are observed by their watermark column")

    def current_watermark(self) -> int:
        return self._highest_ms


class ScanOperator(SourceOperator):
    """Emits the columns of its reader."""

    def __init__(self, spec: ScanSpec) -> None:
        super().__init__(spec.source, spec.strategy)
        self._spec = spec

    def open(self) -> None:
        self._rowtime = _compiled(self._spec.rowtime)
        self._watermark = _compiled(self._spec.watermark)
        super().open()

    def make_tracker(self) -> WatermarkTracker:
        return WatermarkColumn() if self._spec.watermark is not None else super().make_tracker()

    def emit_polled(self, polled: SourceBlock) -> None:
        block = cast(ColumnBlock, polled.values)
        self.end_idleness(polled.split_id)
        if not len(block):  # the end of a split
            return
        if self._watermark is None or self.context.settings.batch:
            self.output.emit(block)
            return
        tracker = self.tracker_of(polled.split_id)
        assert isinstance(tracker, WatermarkColumn)
        watermarks = self._watermarks_of(block)
        if not self._spec.is_on_event:
            tracker.advance(int(watermarks.max()))
            self.output.emit(block)
            return
        highest = np.maximum.accumulate(np.append(tracker.current_watermark(), watermarks))
        ends = np.flatnonzero(highest[1:] > highest[:-1])
        start = 0
        for end in (ends + 1).tolist():
            self.output.emit(block.slice(start, end))
            tracker.advance(int(highest[end]))
            self.send_watermark(polled.split_id, int(highest[end]))
            start = end
        if start < len(block):
            self.output.emit(block.slice(start, len(block)))

    def _watermarks_of(self, block: ColumnBlock) -> npt.NDArray[np.int64]:
        """Returns the watermark of each row in milliseconds; the minimum for NULL."""
        batch = block.batch
        times = self._rowtime(batch.column, batch.num_rows, {})
        if times.null_count:
            rows = batch
            if block.change_kinds is not None:  # a delete may have only its key
                is_kept = pc.not_equal(block.change_kinds, ChangeKind.DELETE)
                times, rows = times.filter(is_kept), batch.filter(is_kept)
            check_times(times, rows, getattr(self._spec.rowtime, "name", "rowtime"))
        marks = self._watermark(batch.column, batch.num_rows, {}).cast(pa.timestamp("ms"), safe=False)
        return marks.cast(pa.int64()).fill_null(MIN_WATERMARK).to_numpy()  # type: ignore[no-any-return]


def _compiled(tree: Optional[ResolvedExpression]) -> Any:
    return None if tree is None else KernelCompiler([tree]).compile(tree)
