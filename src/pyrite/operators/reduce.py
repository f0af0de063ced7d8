"""Keyed reduce: a running value for each key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pyrite.common.block import Block
from pyrite.common.functions import ReduceFunction
from pyrite.common.time import MAX_WATERMARK
from pyrite.operators.isolation import FROZEN, isolated
from pyrite.operators.operator import OperatorContext
from pyrite.operators.stateless import FunctionOperator
from pyrite.operators.user_function import bound_method


class ReduceOperator(FunctionOperator):
    """Emits the new value after every record; in batch only the last one of each key, at the end of time.

    A key's first record is its first value: the function is not called for it. None is no value: the next record is
    then the first again.
    """

    def __init__(self, func: ReduceFunction | Callable[[Any, Any], Any]) -> None:
        super().__init__(func)
        self._reduce = bound_method(func, ReduceFunction, "reduce")

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "reduce runs on keyed streams only"
        self._state = context.backend.value_state("_reduce")

    def process_block(self, block: Block, input_index: int = 0) -> None:
        assert self.context.backend is not None and block.keys is not None
        remaining = iter(block.values)
        key_context = self.context.backend.context
        value, update, reduce = self._state.value, self._state.update, self._reduce
        results: list[Any] = []
        append, frozen = results.append, FROZEN
        try:
            for key_context.key, record in zip(block.keys, remaining, strict=False):
                held = value()
                combined = record if held is None else reduce(held, record)
                update(combined)
                if type(combined) is tuple:  # the same as isolated(), without a call for most results
                    for part in combined:
                        if type(part) not in frozen:
                            combined = isolated(combined)
                            break
                elif type(combined) not in frozen:
                    combined = isolated(combined)
                append(combined)
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        if not self.context.batch:
            self.output.emit(Block(results, block.timestamps))

    def end_key(self) -> None:
        held = self._state.value()
        if held is not None:
            self.output.emit(Block([held], [MAX_WATERMARK]))
            self._state.clear()
