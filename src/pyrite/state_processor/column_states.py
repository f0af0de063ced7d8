"""ColumnStates: a bootstrap function that copies columns to states."""

from __future__ import annotations

from typing import Any

from pyrite.core.functions.functions import KeyedContext, RuntimeContext
from pyrite.core.state.state_types import (
    AggregatingStateDescriptor,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReducingStateDescriptor,
    State,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.state_processor.bootstrap_functions import KeyedStateBootstrapFunction
from pyrite.state_processor.records import Convert, converted


class ColumnStates(KeyedStateBootstrapFunction):
    """States by descriptor, or value states by name, and the columns of their values."""

    def __init__(self, states: dict[str | StateDescriptor, str], types: dict[str, Convert]) -> None:
        self._columns = [
            (ValueStateDescriptor(state) if isinstance(state, str) else state, column)
            for state, column in states.items()
        ]
        self._types = types
        self._states: list[tuple[State, str]] = []

    def open(self, runtime_context: RuntimeContext) -> None:
        self._states = [(_state(runtime_context, descriptor), column) for descriptor, column in self._columns]

    def process_element(self, value: Any, ctx: KeyedContext) -> None:
        for state, column in self._states:
            cell = value[column]
            if cell is None:
                continue
            put(state, converted(cell, self._types[column]) if column in self._types else cell)


def _state(context: RuntimeContext, descriptor: StateDescriptor) -> State:
    match descriptor:
        case ListStateDescriptor():
            return context.get_list_state(descriptor)
        case MapStateDescriptor():
            return context.get_map_state(descriptor)
        case ReducingStateDescriptor():
            return context.get_reducing_state(descriptor)
        case AggregatingStateDescriptor():
            return context.get_aggregating_state(descriptor)
    return context.get_state(descriptor)  # type: ignore[arg-type]


def put(state: Any, value: Any) -> None:
    """Puts a value into the current key's state of any kind."""
    match state:
        case ValueState():
            state.update(value)
        case ListState():
            state.update(list(value))
        case MapState():
            state.put_all(value)
        case _:
            state.add(value)
