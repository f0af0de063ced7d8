"""Keyed reduce: a running value for each key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from pyrite.common.block import Block
from pyrite.common.functions import ReduceFunction
from pyrite.common.time import MAX_WATERMARK
from pyrite.operators.isolation import FROZEN, isolated
from pyrite.operators.operator import OperatorContext
from pyrite.operators.stateless import FunctionOperator
from pyrite.operators.user_function import bound_method

REDUCED = "reduced"
"""The state that holds each key's value, in one table."""
_ALL: Final = 0
"""The name of that table."""


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
        self._backend = context.backend
        self._tables = self._backend.tables(REDUCED)

    def process_block(self, block: Block, input_index: int = 0) -> None:
        assert block.keys is not None
        remaining = iter(block.values)
        table, reduce = self._tables.load(_ALL, block.keys), self._reduce
        get, frozen = table.get, FROZEN
        results: list[Any] = []
        append = results.append
        try:
            for key, record in zip(block.keys, remaining, strict=False):
                held = get(key)
                combined = record if held is None else reduce(held, record)
                if combined is None:
                    table.pop(key, None)
                else:
                    table[key] = combined
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
        self._tables.touch(_ALL, block.keys)
        if not self.context.batch:
            self.output.emit(Block(results, block.timestamps))

    def end_key(self) -> None:
        for held in list(self._tables.whole(_ALL).values()):
            self.output.emit(Block([held], [MAX_WATERMARK]))
        self._backend.clear()
