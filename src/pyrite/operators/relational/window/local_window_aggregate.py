"""LocalWindowAggregate: aggregates rows by key and time slice before they are sent to the subtask of their key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Optional

import pyarrow as pa

from pyrite.core.blocks.column_block import ColumnBlock, ColumnBuffer
from pyrite.expressions.failed_values import rowtime_column
from pyrite.operators.relational.aggregate.local_aggregate import LocalGroupAggregateOperator, LocalGroupAggregateSpec
from pyrite.operators.relational.window.time_windows import AlignedWindows, WindowZone, milliseconds

_GATHERED: Final = 50_000
"""The maximum number of rows that are buffered and added together."""


@dataclass(frozen=True)
class LocalWindowAggregateSpec(LocalGroupAggregateSpec):
    """The last field of `input` is the number of a row's slice, which the operator adds. `grouping` includes it.

    Without `windows`, rows have window columns, which `grouping` includes, and nothing is added.
    """

    kind = "LocalWindowAggregate"
    windows: Optional[AlignedWindows]
    time: int
    zone: str

    def build(self) -> LocalWindowAggregateOperator:
        return LocalWindowAggregateOperator(self)


class LocalWindowAggregateOperator(LocalGroupAggregateOperator):
    """Buffers rows until the watermark advances: results are not visible earlier."""

    def __init__(self, spec: LocalWindowAggregateSpec) -> None:
        super().__init__(spec)
        self._windows, self._time = spec.windows, spec.time
        self._zone = WindowZone(spec.zone)
        self._waiting = ColumnBuffer()

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self._waiting.append(block)
        if len(self._waiting) >= _GATHERED:
            self._send()

    def _send(self) -> None:
        if len(self._waiting):
            block = self._waiting.take()
            super().process_block(block if self._windows is None else self._sliced(block, self._windows))

    def _sliced(self, block: ColumnBlock, windows: AlignedWindows) -> ColumnBlock:
        batch = block.batch
        numbers = windows.pane_numbers(self._zone.to_local(milliseconds(rowtime_column(batch, self._time))))
        place = len(self._spec.input.fields) - 1
        return ColumnBlock(batch.add_column(place, self._spec.input.fields[place].name, pa.array(numbers)))

    def process_watermark(self, watermark_ms: int) -> None:
        self._send()
        super().process_watermark(watermark_ms)

    def prepare(self, checkpoint_id: int, savepoint: bool = False) -> None:
        """A barrier ends the bundle: buffered rows are not part of a snapshot."""
        self._send()

    def finish(self) -> None:
        self._send()
