"""SinkFunctions: called with every record."""

from __future__ import annotations

from dataclasses import dataclass

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.connector.guarantee import AT_LEAST_ONCE, Guarantee
from pyrite.core.connector.record_context import RecordContext
from pyrite.core.functions.sink_function import SinkFunction
from pyrite.core.functions.user_function import check_function, raise_user_error
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.stateless import FunctionOperator, FunctionSpec


@dataclass(frozen=True)
class SinkFunctionSpec(FunctionSpec):
    kind = "SinkFunctionOperator"
    verb = "write"

    def __post_init__(self) -> None:
        check_function(self.func, SinkFunction, "add_sink()")

    @property
    def guarantee(self) -> Guarantee:
        return Guarantee(AT_LEAST_ONCE, "a function that is called again")

    def build(self) -> SinkFunctionOperator:
        return SinkFunctionOperator(self.func)


class SinkFunctionOperator(FunctionOperator):
    """Calls `invoke` with every record."""

    def __init__(self, func: SinkFunction) -> None:
        super().__init__(func)
        self._invoke = func.invoke

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._record = RecordContext(context.clock)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
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
