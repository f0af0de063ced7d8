"""Keyed reduce: a running value for each key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrite.common.block import Block
from pyrite.common.functions import ReduceFunction
from pyrite.common.state import ValueStateDescriptor
from pyrite.operators.operator import OperatorContext
from pyrite.operators.stateless import FunctionOperator
from pyrite.operators.user_function import bound_method


class ReduceOperator(FunctionOperator):
    """Emits the new value after every record; in batch only the last one of each key.

    A key's first record is its first value: the function is not called for it.
    """

    def __init__(self, func: ReduceFunction | Callable[[Any, Any], Any]) -> None:
        super().__init__(func)
        self._reduce = bound_method(func, ReduceFunction, "reduce")

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "reduce runs on keyed streams only"
        self._state = context.backend.get_value_state(ValueStateDescriptor("_reduce"))
        self._last_timestamp_ms: int | None = None

    def process_block(self, block: Block, input_index: int = 0) -> None:
        assert self.context.backend is not None and block.keys is not None
        remaining = iter(block.values)
        key_context = self.context.backend.context
        value, update, reduce = self._state.value, self._state.update, self._reduce
        results: list[Any] = []
        try:
            for key_context.key, record in zip(block.keys, remaining, strict=False):
                held = value()
                combined = (record,) if held is None else (reduce(held[0], record),)
                update(combined)
                results.append(combined[0])
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        if self.context.batch:
            self._last_timestamp_ms = None if block.timestamps is None else block.timestamps[-1]
        else:
            self.output.emit(Block(results, block.timestamps))

    def end_key(self) -> None:
        held = self._state.value()
        if held is not None:
            timestamps = None if self._last_timestamp_ms is None else [self._last_timestamp_ms]
            self.output.emit(Block([held[0]], timestamps))
            self._state.clear()
