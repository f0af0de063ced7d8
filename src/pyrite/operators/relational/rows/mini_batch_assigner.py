"""MiniBatchAssigner: forwards at most one watermark for each interval of event time."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.blocks.column_block import ColumnBlock
from pyrite.core.time.time import MAX_WATERMARK, MIN_WATERMARK
from pyrite.operators.operator import Operator
from pyrite.operators.relational.relational_spec import RelationalSpec


@dataclass(frozen=True)
class MiniBatchAssignerSpec(RelationalSpec):
    kind = "MiniBatchAssigner"
    interval_ms: int

    def build(self) -> MiniBatchAssigner:
        return MiniBatchAssigner(self.interval_ms)


class MiniBatchAssigner(Operator):
    """Holds a watermark back until one arrives at or after the end of the current interval."""

    def __init__(self, interval_ms: int) -> None:
        self._interval_ms = interval_ms
        self._held_ms = MIN_WATERMARK
        self._next_ms = interval_ms - 1

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        self.output.emit(block)

    def process_watermark(self, watermark_ms: int) -> None:
        self._held_ms = max(self._held_ms, watermark_ms)
        if self._held_ms == MAX_WATERMARK:
            self.output.emit_watermark(MAX_WATERMARK)
        elif self._held_ms >= self._next_ms:
            self.output.emit_watermark(self._held_ms)
            self._next_ms = self._held_ms - self._held_ms % self._interval_ms + self._interval_ms - 1
            if self._next_ms <= self._held_ms:
                self._next_ms += self._interval_ms
