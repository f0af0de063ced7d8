"""Broadcast state: a map that every subtask holds whole, changed by one input and read by the other."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Optional

from pyrite.common.block import Block
from pyrite.common.errors import InvalidProgramError
from pyrite.common.functions import (
    BaseBroadcastProcessFunction,
    KeyedBroadcastTimerContext,
    KeyedBroadcastWriteContext,
    KeyedStateFunction,
    TimerService,
)
from pyrite.common.state import (
    BroadcastState,
    MapStateDescriptor,
    OperatorStateStore,
    ReadOnlyBroadcastState,
    StateDescriptor,
)
from pyrite.operators.operator import OperatorContext, OperatorSnapshot
from pyrite.operators.process import ProcessContext, ProcessOperator
from pyrite.state.backend import NO_KEY, KeyContext
from pyrite.state.hashmap_states import HeapBroadcastState
from pyrite.state.key_codec import decode_key
from pyrite.state.keyed_states import fit_of


class ReadOnlyView(ReadOnlyBroadcastState[Any, Any]):
    """A broadcast state without the methods that change it."""

    def __init__(self, state: BroadcastState[Any, Any]) -> None:
        self._state = state

    def get(self, key: Any) -> Any:
        return self._state.get(key)

    def contains(self, key: Any) -> bool:
        return self._state.contains(key)

    def items(self) -> Iterable[tuple[Any, Any]]:
        return self._state.items()

    def keys(self) -> Iterable[Any]:
        return self._state.keys()

    def values(self) -> Iterable[Any]:
        return self._state.values()

    def is_empty(self) -> bool:
        return self._state.is_empty()


class BroadcastStates(OperatorStateStore):
    """The broadcast states of one operator, by their descriptors' names."""

    def __init__(self, descriptors: tuple[MapStateDescriptor, ...]) -> None:
        self.states: dict[str, BroadcastState[Any, Any]] = {
            d.name: HeapBroadcastState(fit_of(d.key_type_info), fit_of(d.type_info)) for d in descriptors
        }

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        if state_descriptor.name not in self.states:
            raise InvalidProgramError(
                f"'{state_descriptor.name}' is not among the states given to broadcast(): {sorted(self.states)}"
            )
        return self.states[state_descriptor.name]

    def snapshot(self) -> dict[str, dict[Any, Any]]:
        return {name: copy.deepcopy(dict(state.items())) for name, state in self.states.items()}

    def restore(self, snapshot: dict[str, dict[Any, Any]]) -> None:
        for name, entries in snapshot.items():
            if name in self.states:
                self.states[name].put_all(copy.deepcopy(entries))


class ReadContext(ProcessContext, KeyedBroadcastTimerContext):
    """The context of a record of the side that is not broadcast, and of timers."""

    def __init__(self, timers: TimerService, key_context: Optional[KeyContext], states: BroadcastStates) -> None:
        super().__init__(timers, key_context)
        self._states = states

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> ReadOnlyBroadcastState[Any, Any]:
        return ReadOnlyView(self._states.get_broadcast_state(state_descriptor))


class WriteContext(ProcessContext, KeyedBroadcastWriteContext):
    """The context of a broadcast record: no key, and the states may be changed."""

    def __init__(self, timers: TimerService, states: BroadcastStates, context: OperatorContext) -> None:
        super().__init__(timers, None)
        self._states = states
        self._context = context

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        return self._states.get_broadcast_state(state_descriptor)

    def apply_to_keyed_state(
        self, state_descriptor: StateDescriptor, function: KeyedStateFunction | Callable[[Any, Any], None]
    ) -> None:
        backend, states = self._context.backend, self._context.keyed_states
        if backend is None or states is None:
            raise RuntimeError("apply_to_keyed_state() needs a keyed stream: call key_by() before connect()")
        process = function.process if isinstance(function, KeyedStateFunction) else function
        state = states.get(state_descriptor)
        try:
            for key in backend.keys(state_descriptor.name):
                backend.context.key = key
                process(decode_key(key), state)
        finally:
            backend.context.key = NO_KEY


class BroadcastProcessOperator(ProcessOperator):
    """Input 0 is the stream, keyed or not; input 1 is the broadcast one, which batch reads first."""

    second_input_first = True

    def __init__(self, func: BaseBroadcastProcessFunction, descriptors: tuple[MapStateDescriptor, ...]) -> None:
        super().__init__(func, "process_element", "process_broadcast_element")
        self._states = BroadcastStates(descriptors)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._write_context = WriteContext(self.process_context.timer_service(), self._states, context)

    def make_context(self, timers: TimerService, key_context: Optional[KeyContext]) -> ProcessContext:
        return ReadContext(timers, key_context, self._states)

    def process_block(self, block: Block, input_index: int = 0) -> None:
        context = self._write_context if input_index == 1 else self.process_context
        self.run(self._methods[input_index], context, block)

    def state_entries(self) -> int:
        return super().state_entries() + sum(not state.is_empty() for state in self._states.states.values())

    def snapshot(self) -> OperatorSnapshot:
        return replace(super().snapshot(), broadcast=self._states.snapshot())

    def restore(self, snapshot: OperatorSnapshot) -> None:
        super().restore(snapshot)
        self._states.restore(snapshot.broadcast)
