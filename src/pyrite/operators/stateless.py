"""Operators without internal state, over whole blocks: map, flat_map, filter, and their two-input forms.

On a keyed stream their functions may use keyed state: each call is made under its record's key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import compress, repeat
from typing import Any, ClassVar, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.functions.checkpointed_function import CheckpointedFunction
from pyrite.core.functions.functions import (
    CoFlatMapFunction,
    CoMapFunction,
    FilterFunction,
    FlatMapFunction,
    Function,
    MapFunction,
)
from pyrite.core.functions.user_function import bound_method, check_function, close_function, describe
from pyrite.core.isolation import FROZEN, holds_changeable, isolated
from pyrite.core.operator_spec import OperatorSpec
from pyrite.core.state_key import StateKey
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.operators.capabilities import Commits
from pyrite.operators.operator import Operator
from pyrite.operators.state.operator_state import FunctionState
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import NO_KEY, KeyContext


@dataclass(frozen=True)
class FunctionSpec(OperatorSpec):
    """An operator with a single user function."""

    verb: ClassVar[str]
    func: Any

    @property
    def description(self) -> str:
        return f"{self.verb} by {describe(self.func)}"

    @property
    def keeps(self) -> Optional[str]:
        return "keeps operator state" if isinstance(self.func, CheckpointedFunction) else None


class FunctionOperator(Operator, Commits):
    """An operator with a single user function, which may have operator state."""

    def __init__(self, func: Any) -> None:
        self.func = func
        self.function_state = FunctionState(func)
        self.careful = True
        """Whether results must be isolated at once: the function may keep references to its results and change them."""

    def open(self) -> None:
        self.function_state.open(self)
        has_state = self.context.backend is not None or self.function_state.is_checkpointed
        self.careful = has_state or holds_changeable(self.func)

    def close(self) -> None:
        close_function(self.func, self.label())

    # Operator state ---------------------------------------------------------------------------------------------------

    def snapshot(self, checkpoint_id: int) -> OperatorSubtaskState:
        return self.function_state.snapshot(self, checkpoint_id)

    def restore(self, state: OperatorSubtaskState) -> None:
        self.function_state.restore(state)

    def checkpoint_completed(self, checkpoint_id: int) -> None:
        self.function_state.completed(self, checkpoint_id)

    def checkpoint_aborted(self, checkpoint_id: int) -> None:
        self.function_state.aborted(self, checkpoint_id)

    def state_entries(self) -> int:
        return super().state_entries() + self.function_state.states.entry_count()

    # Calls ------------------------------------------------------------------------------------------------------------

    def mapped(self, call: Callable[[Any], Any], block: RowBlock) -> list[Any]:
        """One result for each record of the block."""
        records, remaining = self.records(block)
        try:
            if self.careful or self._has_begun_to_hold():
                results = [isolated(call(record)) for record in records]
            else:
                results = list(map(call, records))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        self.check_complete(results, self.func, block)
        return results

    def _has_begun_to_hold(self) -> bool:
        """Whether the function has begun to hold changeable objects: it may set attributes at any record."""
        self.careful = isinstance(self.func, Function) and holds_changeable(self.func)
        return self.careful

    def flat_map(self, call: Callable[[Any], Any], block: RowBlock) -> None:
        """Emits any number of results for each record, with the record's timestamp."""
        remaining = iter(block.values)
        backend = self.context.backend
        key_context = KeyContext() if backend is None else backend.context
        keys: Iterable[StateKey] = repeat(NO_KEY) if block.keys is None else block.keys
        stamped = block.timestamps is not None
        times: Iterable[int] = repeat(NO_TIMESTAMP) if block.timestamps is None else block.timestamps
        results: list[Any] = []
        timestamps: list[int] = []
        append, frozen = results.append, FROZEN
        output, turn = self.output, self.output.turn
        try:
            for key_context.key, time_ms, record in zip(keys, times, remaining, strict=False):
                items = call(record)
                for item in items:
                    kind = type(item)
                    if kind is not int and kind is not str and kind not in frozen:
                        item = isolated(item)
                    append(item)
                    if turn.is_over:
                        block = self.leave_rest(block, remaining)
                        timestamps.extend([time_ms] * (len(results) - len(timestamps)))
                        output.hand_over(results, timestamps if stamped else None, has_tags=False)
                        results, timestamps = [], []
                        append = results.append
                        self.hand_over_rest(items, time_ms if stamped else None, has_tags=False)
                if stamped:
                    timestamps.extend([time_ms] * (len(results) - len(timestamps)))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        if len(results) <= len(block):
            output.emit(RowBlock(results, timestamps if stamped else None))
        else:
            output.hand_over(results, timestamps if stamped else None, has_tags=False, ends=True)

    def hand_over_rest(self, items: Iterable[Any], time_ms: Optional[int], has_tags: bool = True) -> None:
        """Emits the rest of a long call in blocks; nothing if the call returned a list."""
        if not isinstance(items, Iterator):
            return
        output, turn = self.output, self.output.turn
        results: list[Any] = []
        room = turn.room()
        for item in items:
            results.append(isolated(item))
            if len(results) >= room or turn.is_over:
                output.hand_over(results, None if time_ms is None else [time_ms] * len(results), has_tags)
                results, room = [], turn.room()
        output.hand_over(results, None if time_ms is None else [time_ms] * len(results), has_tags)


@dataclass(frozen=True)
class MapSpec(FunctionSpec):
    kind = "MapOperator"
    verb = "map"

    def __post_init__(self) -> None:
        bound_method(self.func, MapFunction, "map")

    def build(self) -> MapOperator:
        return MapOperator(self.func)


class MapOperator(FunctionOperator):
    def __init__(self, func: MapFunction | Callable[[Any], Any]) -> None:
        super().__init__(func)
        self._map = bound_method(func, MapFunction, "map")

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self.output.emit(RowBlock(self.mapped(self._map, block), block.timestamps))


@dataclass(frozen=True)
class FilterSpec(FunctionSpec):
    kind = "FilterOperator"
    verb = "filter"

    def __post_init__(self) -> None:
        bound_method(self.func, FilterFunction, "filter")

    def build(self) -> FilterOperator:
        return FilterOperator(self.func)


class FilterOperator(FunctionOperator):
    def __init__(self, func: FilterFunction | Callable[[Any], Any]) -> None:
        super().__init__(func)
        self._filter = bound_method(func, FilterFunction, "filter")

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        records, remaining = self.records(block)
        try:
            matches = list(map(self._filter, records))
        except Exception as error:
            self.fail(error, self.func, block, remaining)
        self.check_complete(matches, self.func, block)
        timestamps = None if block.timestamps is None else list(compress(block.timestamps, matches))
        self.output.emit(RowBlock(list(compress(block.values, matches)), timestamps))


@dataclass(frozen=True)
class FlatMapSpec(FunctionSpec):
    kind = "FlatMapOperator"
    verb = "flat map"

    def __post_init__(self) -> None:
        bound_method(self.func, FlatMapFunction, "flat_map")

    def build(self) -> FlatMapOperator:
        return FlatMapOperator(self.func)


class FlatMapOperator(FunctionOperator):
    def __init__(self, func: FlatMapFunction | Callable[[Any], Any]) -> None:
        super().__init__(func)
        self._flat_map = bound_method(func, FlatMapFunction, "flat_map")

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self.flat_map(self._flat_map, block)


@dataclass(frozen=True)
class CoMapSpec(FunctionSpec):
    kind = "CoMapOperator"
    verb = "map two streams"

    def __post_init__(self) -> None:
        check_function(self.func, CoMapFunction, "map() of connected streams")

    def build(self) -> CoMapOperator:
        return CoMapOperator(self.func)


class CoMapOperator(FunctionOperator):
    """One result for each record, or none if the function returns None."""

    def __init__(self, func: CoMapFunction) -> None:
        super().__init__(func)
        self._maps = (func.map1, func.map2)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        results = self.mapped(self._maps[input_index], block)
        selected = [result is not None for result in results]
        timestamps = None if block.timestamps is None else list(compress(block.timestamps, selected))
        self.output.emit(RowBlock(list(compress(results, selected)), timestamps))


@dataclass(frozen=True)
class CoFlatMapSpec(FunctionSpec):
    kind = "CoFlatMapOperator"
    verb = "flat map two streams"

    def __post_init__(self) -> None:
        check_function(self.func, CoFlatMapFunction, "flat_map() of connected streams")

    def build(self) -> CoFlatMapOperator:
        return CoFlatMapOperator(self.func)


class CoFlatMapOperator(FunctionOperator):
    """Any number of results for each record; None for no results."""

    def __init__(self, func: CoFlatMapFunction) -> None:
        super().__init__(func)
        self._flat_maps = (_none_is_nothing(func.flat_map1), _none_is_nothing(func.flat_map2))

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        self.flat_map(self._flat_maps[input_index], block)


def _none_is_nothing(flat_map: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def call(value: Any) -> Any:
        results = flat_map(value)
        return () if results is None else results

    return call
