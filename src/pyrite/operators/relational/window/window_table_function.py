"""WindowTableFunction: emits each row once for each of its windows, with the window's start, end and time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional

import numpy as np
import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.metrics.declared_metrics import NUM_NULL_ROW_TIME_RECORDS_DROPPED
from pyrite.core.metrics.metric_group import Counter
from pyrite.core.types import RowType
from pyrite.core.types.arrow import to_arrow_schema
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.relational.relational_spec import RelationalSpec
from pyrite.operators.relational.window.time_windows import AlignedWindows, Times, WindowZone, milliseconds
from pyrite.operators.relational.window.window_output import WindowProperty, window_times

_ADDED = (WindowProperty.START, WindowProperty.END, WindowProperty.ROWTIME)


@dataclass(frozen=True)
class WindowTableFunctionSpec(RelationalSpec):
    """Windows by the column `time`, or by processing time. `output` appends three columns to the input."""

    kind = "WindowTableFunction"
    windows: AlignedWindows
    time: Optional[int]
    zone: str
    output: RowType

    def build(self) -> WindowTableFunction:
        return WindowTableFunction(self)


class WindowTableFunction(Operator):
    """Processes each block separately. A row without a time has no window: it is dropped, and counted."""

    def __init__(self, spec: WindowTableFunctionSpec) -> None:
        self._spec = spec

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._without_time = Counter()
        context.metrics.expose(NUM_NULL_ROW_TIME_RECORDS_DROPPED, self._without_time.get_count)

    def open(self) -> None:
        self._zone = WindowZone(self._spec.zone)
        self._added = list(to_arrow_schema(self._spec.output))[-len(_ADDED) :]

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        batch = block.batch
        if self._spec.time is None:
            times = np.full(batch.num_rows, self.context.clock.now_ms())
        else:
            column = batch.column(self._spec.time)
            if column.null_count:
                self._without_time.inc(column.null_count)
                batch = batch.filter(column.is_valid())
            times = milliseconds(batch.column(self._spec.time))
        if batch.num_rows:
            windowed = ColumnBlock(self._windowed(batch, self._zone.to_local(times)))
            if len(windowed):  # HOP windows may have gaps between them
                self.output.emit(windowed)

    def _windowed(self, batch: Any, times: Times) -> Any:
        windows = self._spec.windows
        starts, places = np.unique(windows.pane_starts(times), return_inverse=True)
        of_panes = [windows.row_windows((start, start + windows.pane_ms)) for start in starts.tolist()]
        counts = np.array([len(each) for each in of_panes])
        if (counts != 1).any():
            repeats = counts[places]
            batch = batch.take(pa.array(np.repeat(np.arange(batch.num_rows), repeats)))
            ends = np.cumsum(counts)
            within = np.arange(int(repeats.sum())) - np.repeat(np.cumsum(repeats) - repeats, repeats)
            places = np.repeat((ends - counts)[places], repeats) + within
        all_windows = [window for each in of_panes for window in each]
        columns = [
            pa.array(np.array(window_times(each, all_windows, self._zone), np.int64)[places]).cast(field.type)
            for each, field in zip(_ADDED, self._added, strict=True)
        ]
        width = len(self._spec.output.fields) - len(_ADDED)
        names = batch.schema.names
        arrays = [*batch.columns[:width], *columns, *batch.columns[width:]]
        return pa.record_batch(arrays, names=[*names[:width], *(field.name for field in self._added), *names[width:]])
