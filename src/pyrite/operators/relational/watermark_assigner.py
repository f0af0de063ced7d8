"""WatermarkAssigner: watermarks computed from a column, where no scan can make them."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa
import pyarrow.compute as pc

from pyrite.core.column_block import ColumnBlock
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.expressions.compile.kernels import KernelCompiler
from pyrite.expressions.failed_values import rowtime_column
from pyrite.expressions.resolved import ResolvedExpression
from pyrite.operators.operator import Operator


@dataclass(frozen=True)
class WatermarkAssignerSpec(OperatorSpec):
    """Rows as they are; after each block the highest watermark that its rows give. Watermarks before it end here."""

    kind = "WatermarkAssigner"
    rowtime: int
    watermark: ResolvedExpression
    text: str

    @property
    def description(self) -> str:
        return self.text

    def build(self) -> WatermarkAssigner:
        return WatermarkAssigner(self)


class WatermarkAssigner(Operator):
    def __init__(self, spec: WatermarkAssignerSpec) -> None:
        self._spec = spec

    def open(self) -> None:
        self._watermark = KernelCompiler([self._spec.watermark]).compile(self._spec.watermark)

    def process_block(self, block: ColumnBlock, input_index: int = 0) -> None:
        if self.context.settings.batch:
            self.output.emit(block)
            return
        batch = block.batch
        rowtime_column(batch, self._spec.rowtime)
        self.output.emit(block)
        highest = pc.max(self._watermark(batch.column, batch.num_rows, {}).cast(pa.timestamp("ms"), safe=False))
        if highest.is_valid:
            watermark_ms = highest.cast(pa.int64()).as_py()
            if watermark_ms > self.output.watermark_ms:
                self.output.emit_watermark(watermark_ms)

    def process_watermark(self, watermark_ms: int) -> None:
        if watermark_ms == MAX_WATERMARK:
            self.output.emit_watermark(watermark_ms)
