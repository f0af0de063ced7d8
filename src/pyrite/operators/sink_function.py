"""SinkFunctions: called with every record."""

from __future__ import annotations

from pyrite.common.block import Block
from pyrite.common.clock import Clock
from pyrite.common.functions import SinkContext, SinkFunction
from pyrite.common.time import MIN_WATERMARK, NO_TIMESTAMP
from pyrite.operators.operator import OperatorContext
from pyrite.operators.stateless import FunctionOperator
from pyrite.operators.user_function import raise_user_error


class RecordContext(SinkContext):
    """The context of one operator's calls; the operator moves it from record to record."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.time = NO_TIMESTAMP
        self.watermark_ms = MIN_WATERMARK

    def timestamp(self) -> int:
        return self.time

    def current_processing_time(self) -> int:
        return self._clock.now_ms()

    def current_watermark(self) -> int:
        return self.watermark_ms


class SinkFunctionOperator(FunctionOperator):
    """Calls `invoke` with every record."""

    def __init__(self, func: SinkFunction) -> None:
        super().__init__(func)
        self._invoke = func.invoke

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._record = RecordContext(context.clock)

    def process_block(self, block: Block, input_index: int = 0) -> None:
        record = self._record
        remaining = iter(block.values)
        try:
            for record.time, value in zip(block.timestamps_or_none_marks(), remaining, strict=False):
                self._invoke(value, record)
        except Exception as error:
            self.fail(error, self.func, block, remaining)

    def process_watermark(self, watermark_ms: int) -> None:
        self._record.watermark_ms = watermark_ms
        super().process_watermark(watermark_ms)

    def finish(self) -> None:
        try:
            self.func.finish()
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)
