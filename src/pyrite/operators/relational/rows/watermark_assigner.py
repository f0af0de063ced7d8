"""WatermarkAssigner: generates watermarks from a column, where the scan does not generate them for its splits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, Optional

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.config.options import AUTO_WATERMARK_INTERVAL
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.capabilities import HasTimers
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.window.time_windows import WindowZone, milliseconds

Times = npt.NDArray[np.int64]
_ROWS_OF_A_SEARCH: Final = 32
"""The number of rows that a loop visits in the time of one array search."""


@dataclass(frozen=True)
class WatermarkAssignerSpec(RelationalSpec):
    """Emits rows unchanged, with the watermarks of a column. Watermarks of the input are dropped."""

    kind = "WatermarkAssigner"
    rowtime: int
    watermark: ResolvedExpression
    idle_timeout_ms: int = 0
    zone: str = "UTC"
    """The time zone of windows."""
    is_exact: bool = False
    """Whether each watermark is emitted at its row; otherwise it may be deferred while no row is late."""

    def with_exact_watermarks(self) -> WatermarkAssignerSpec:
        return replace(self, is_exact=True)

    def build(self) -> WatermarkAssigner:
        return WatermarkAssigner(self)


class WatermarkAssigner(Operator, HasTimers):
    """A watermark is due after a row that advances it by more than an interval of event time, as in Flink.

    So the lateness of a row depends only on earlier rows, not on block boundaries or the clock, which makes the latest
    watermark due. A due watermark is emitted before the first row that is late by it, before a barrier, and by the
    clock: a block without late rows is not split. Two kinds of rows may extend a session that the watermark ends, so it
    is emitted before them: rows of the next millisecond, and rows at which daylight saving ends.
    """

    def __init__(self, spec: WatermarkAssignerSpec) -> None:
        self._spec = spec

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._interval_ms = context.settings.configuration.get(AUTO_WATERMARK_INTERVAL)
        self._zone = WindowZone(self._spec.zone)
        self._is_idle = False
        now_us = context.clock.monotonic_us()
        self._next_us = now_us + self._interval_ms * 1000 if self._interval_ms else None
        self._idle_us = self._idle_from(now_us)

    def open(self) -> None:
        self._watermark = KernelCompiler([self._spec.watermark]).compile(self._spec.watermark)
        self._sent_ms = self._due_ms = self._highest_ms = max(0, self.output.watermark_ms)
        """Flink's watermarks begin at 0; after a restore, ours where they were."""

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if self.context.settings.batch:
            self.output.emit(block)
            return
        self._wake()
        start = 0
        for place, watermark_ms in self._cuts(block.batch):
            if watermark_ms > self._sent_ms:
                self.output.emit(block.slice(start, place))
                self._send(watermark_ms)
                start = place
        self.output.emit(block.slice(start, len(block)) if start else block)
        if not self._interval_ms:
            self._send(self._due_ms)

    def _cuts(self, batch: Any) -> Iterable[tuple[int, int]]:
        """Iterates over the watermarks to emit in a block, each with the row before which it is emitted."""
        times = milliseconds(rowtime_column(batch, self._spec.rowtime))
        marks = self._watermark(batch.column, batch.num_rows, {}).cast(pa.timestamp("ms"), safe=False)
        highest = np.maximum.accumulate(marks.cast(pa.int64()).fill_null(MIN_WATERMARK).to_numpy())
        highest = np.maximum(highest, self._highest_ms)
        before = np.append(self._highest_ms, highest[:-1])
        self._highest_ms = int(highest[-1])
        due_ms = self._due_ms
        places = due_places(highest, due_ms, self._interval_ms)
        if places:
            self._due_ms = int(highest[places[-1]])
        if self._spec.is_exact:
            return [(place + 1, int(highest[place])) for place in places]
        is_put_back = self._zone.are_put_back(times)
        rows = np.flatnonzero((times <= before + 1) | is_put_back)
        if not len(rows):
            return ()
        due = np.append(due_ms, highest[places])[np.searchsorted(places, rows)]
        needs_it = (times[rows] <= due + 1) | is_put_back[rows]
        return zip(rows[needs_it].tolist(), due[needs_it].tolist(), strict=True)

    def process_watermark(self, watermark_ms: int) -> None:
        if watermark_ms == MAX_WATERMARK:
            self._wake()
            self._send(MAX_WATERMARK)

    def _send(self, watermark_ms: int) -> None:
        if watermark_ms > self._sent_ms:
            self._sent_ms = watermark_ms
            self.output.emit_watermark(watermark_ms)

    # By the clock -----------------------------------------------------------------------------------------------------

    def process_idle(self, idle: bool) -> None:
        self._send(self._due_ms)
        self._is_idle = idle
        self.output.emit_idle(idle)

    def _wake(self) -> None:
        """Ends the idleness of the input."""
        if self._idle_us is not None or self._is_idle:
            self._idle_us = self._idle_from(self.context.clock.monotonic_us())
        if self._is_idle:
            self.process_idle(False)

    def _idle_from(self, now_us: int) -> Optional[int]:
        timeout_ms = self._spec.idle_timeout_ms
        return now_us + timeout_ms * 1000 if timeout_ms else None

    def next_deadline_us(self) -> Optional[int]:
        return min((at for at in (self._next_us, self._idle_us) if at is not None), default=None)

    def on_deadline(self, now_us: int) -> None:
        if self._next_us is not None and self._next_us <= now_us:
            self._next_us = now_us + self._interval_ms * 1000
            self._due_ms = self._highest_ms
            self._send(self._due_ms)
        if self._idle_us is not None and self._idle_us <= now_us:
            self._idle_us = None
            self.process_idle(True)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        """At a barrier, emits the watermark, with which a restore begins."""
        self._send(self._due_ms)


def due_places(highest: Times, due_ms: int, interval_ms: int) -> list[int]:
    """Returns the rows whose highest watermark so far exceeds the last due watermark by more than an interval."""
    places: list[int] = []
    if highest[-1] - due_ms <= interval_ms * (len(highest) // _ROWS_OF_A_SEARCH):
        while (place := int(highest.searchsorted(due_ms + interval_ms, "right"))) < len(highest):
            places.append(place)
            due_ms = int(highest[place])
        return places
    for place, watermark_ms in enumerate(highest.tolist()):
        if watermark_ms - due_ms > interval_ms:
            places.append(place)
            due_ms = watermark_ms
    return places
