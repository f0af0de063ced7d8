"""Operators without state of their own, over whole blocks: map, flat_map, filter, and their two-input forms.

On a keyed stream their functions may hold keyed state; then each call is made under its record's key.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import compress
from typing import Any

from pyrite.common.block import Block
from pyrite.common.functions import (
    CoFlatMapFunction,
    CoMapFunction,
    FilterFunction,
    FlatMapFunction,
    MapFunction,
)
from pyrite.operators.operator import Operator
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.user_function import bound_method, close_function, open_function, raise_user_error


class FunctionOperator(Operator):
    """An operator around one function of the user's."""

    def __init__(self, func: Any) -> None:
        self.func = func

    def open(self) -> None:
        try:
            open_function(self.func, OperatorRuntimeContext(self.context))
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)

    def close(self) -> None:
        try:
            close_function(self.func)
        except Exception as error:
            raise_user_error(error, self.label(), self.func, None)


class MapOperator(FunctionOperator):
    def __init__(self, func: MapFunction | Callable[[Any], Any]) -> None:
        super().__init__(func)
        self._map = bound_method(func, MapFunction, "map")

    def process_block(self, block: Block, input_index: int = 0) -> None:
        records, remaining = self.records(block)
        try:
            results = list(map(self._map, records))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        self.output.emit(Block(results, block.timestamps))


class FilterOperator(FunctionOperator):
    def __init__(self, func: FilterFunction | Callable[[Any], Any]) -> None:
        super().__init__(func)
        self._filter = bound_method(func, FilterFunction, "filter")

    def process_block(self, block: Block, input_index: int = 0) -> None:
        records, remaining = self.records(block)
        try:
            if block.timestamps is None:
                kept, timestamps = list(filter(self._filter, records)), None
            else:
                chosen = list(map(self._filter, records))
                kept, timestamps = list(compress(block.values, chosen)), list(compress(block.timestamps, chosen))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        self.output.emit(Block(kept, timestamps))


class FlatMapOperator(FunctionOperator):
    def __init__(self, func: FlatMapFunction | Callable[[Any], Any]) -> None:
        super().__init__(func)
        self._flat_map = bound_method(func, FlatMapFunction, "flat_map")

    def process_block(self, block: Block, input_index: int = 0) -> None:
        self.output.emit(_flat_mapped(self, self.func, self._flat_map, block))


class CoMapOperator(FunctionOperator):
    def __init__(self, func: CoMapFunction) -> None:
        super().__init__(func)
        self._maps = (func.map1, func.map2)

    def process_block(self, block: Block, input_index: int = 0) -> None:
        records, remaining = self.records(block)
        try:
            results = list(map(self._maps[input_index], records))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        self.output.emit(Block(results, block.timestamps))


class CoFlatMapOperator(FunctionOperator):
    def __init__(self, func: CoFlatMapFunction) -> None:
        super().__init__(func)
        self._flat_maps = (func.flat_map1, func.flat_map2)

    def process_block(self, block: Block, input_index: int = 0) -> None:
        self.output.emit(_flat_mapped(self, self.func, self._flat_maps[input_index], block))


def _flat_mapped(operator: Operator, func: Any, call: Callable[[Any], Any], block: Block) -> Block:
    records, remaining = operator.records(block)
    results: list[Any] = []
    counts: list[int] = []
    try:
        for record in records:
            results.extend(call(record))
            counts.append(len(results))
    except Exception as error:
        operator.fail(error, func, block, remaining)
    if block.timestamps is None:
        return Block(results, None)
    timestamps: list[int] = []
    for timestamp_ms, count in zip(block.timestamps, counts, strict=True):
        timestamps.extend([timestamp_ms] * (count - len(timestamps)))
    return Block(results, timestamps)
