"""Keyed reduce: a running value for each key."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.checkpointed_function import CheckpointedFunction
from pyrite.core.functions.functions import Function, ReduceFunction
from pyrite.core.functions.user_function import bound_method
from pyrite.core.isolation import FROZEN, isolated
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import MAX_WATERMARK
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.stateless import FunctionOperator, FunctionSpec

REDUCED = "reduced"
"""The state that holds each key's value, in one table."""
_ALL: Final = 0
"""The name of that table."""


@dataclass(frozen=True)
class ReduceSpec(FunctionSpec):
    kind = "ReduceOperator"
    verb = "reduce"

    def __post_init__(self) -> None:
        bound_method(self.func, ReduceFunction, "reduce")

    def build(self) -> ReduceOperator:
        return ReduceOperator(self.func)


class ReduceOperator(FunctionOperator):
    """Emits the new value after every record; in batch execution, only the last value of each key, at the end of time.

    A key's first record is its first value: the function is not called for it. After a result of None, the next record
    is the first again.
    """

    def __init__(self, func: ReduceFunction | Callable[[Any, Any], Any]) -> None:
        super().__init__(func)
        self._reduce = bound_method(func, ReduceFunction, "reduce")
        opens = isinstance(func, Function) and type(func).open is not Function.open
        self._uses_state = opens or isinstance(func, CheckpointedFunction)
        """Whether the function may use keyed state."""

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        assert context.backend is not None, "reduce runs on keyed streams only"
        self._backend = context.backend
        self._tables = self._backend.tables(REDUCED)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        assert block.keys is not None
        remaining = iter(block.values)
        table, reduce = self._tables.load(_ALL, block.keys), self._reduce
        get, frozen = table.get, FROZEN
        results: list[Any] = []
        append = results.append
        keys: Iterable[StateKey] = self._current(block.keys) if self._uses_state else block.keys
        try:
            for key, record in zip(keys, remaining, strict=False):
                reduced = get(key)
                combined = record if reduced is None else reduce(reduced, record)
                if combined is None:
                    table.pop(key, None)
                else:
                    table[key] = combined
                kind = type(combined)
                if kind is tuple:  # the same as isolated(), without a call for most results
                    for part in combined:
                        kind = type(part)
                        if kind is not int and kind is not str and kind not in frozen:
                            combined = isolated(combined)
                            break
                elif kind not in frozen:
                    combined = isolated(combined)
                append(combined)
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        self._tables.touch(_ALL, block.keys)
        if not self.context.settings.batch:
            self.output.emit(RowBlock(results, block.timestamps))

    def _current(self, keys: list[StateKey]) -> Iterator[StateKey]:
        """Yields each key after making it the current key of the function's state."""
        context = self._backend.context
        for key in keys:
            context.key = key
            yield key

    def end_key(self) -> None:
        for reduced in list(self._tables.whole(_ALL).values()):
            self.output.emit(RowBlock([reduced], [MAX_WATERMARK]))
        self._backend.clear()
