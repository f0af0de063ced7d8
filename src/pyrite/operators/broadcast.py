"""Broadcast state: a map that every subtask holds whole, changed by one input and read by the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Optional

from pyrite.common.block import Block
from pyrite.common.errors import InvalidProgramError
from pyrite.common.functions import (
    BaseBroadcastProcessFunction,
    BroadcastReadContext,
    BroadcastWriteContext,
    TimerService,
)
from pyrite.common.state import BroadcastState, MapStateDescriptor, ReadOnlyBroadcastState
from pyrite.operators.operator import OperatorContext
from pyrite.operators.process import ProcessContext, ProcessOperator
from pyrite.state.backend import KeyContext
from pyrite.state.hashmap import HeapBroadcastState


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


class BroadcastStates:
    """The broadcast states of one operator, by their descriptors' names."""

    def __init__(self, descriptors: tuple[MapStateDescriptor, ...]) -> None:
        self.states: dict[str, BroadcastState[Any, Any]] = {d.name: HeapBroadcastState() for d in descriptors}

    def find(self, descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        if descriptor.name not in self.states:
            raise InvalidProgramError(
                f"'{descriptor.name}' is not among the states given to broadcast(): {sorted(self.states)}"
            )
        return self.states[descriptor.name]


class ReadContext(ProcessContext, BroadcastReadContext):
    """The context of a record of the side that is not broadcast, and of timers."""

    def __init__(self, timers: TimerService, key_context: Optional[KeyContext], states: BroadcastStates) -> None:
        super().__init__(timers, key_context)
        self._states = states

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> ReadOnlyBroadcastState[Any, Any]:
        return ReadOnlyView(self._states.find(state_descriptor))


class WriteContext(ProcessContext, BroadcastWriteContext):
    """The context of a broadcast record: no key, and the states may be changed."""

    def __init__(self, timers: TimerService, states: BroadcastStates) -> None:
        super().__init__(timers, None)
        self._states = states

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        return self._states.find(state_descriptor)


class BroadcastProcessOperator(ProcessOperator):
    """Input 0 is the stream, keyed or not; input 1 is the broadcast one."""

    def __init__(self, func: BaseBroadcastProcessFunction, descriptors: tuple[MapStateDescriptor, ...]) -> None:
        super().__init__(func, "process_element", "process_broadcast_element")
        self._states = BroadcastStates(descriptors)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._write_context = WriteContext(self.process_context.timer_service(), self._states)

    def make_context(self, timers: TimerService, key_context: Optional[KeyContext]) -> ProcessContext:
        return ReadContext(timers, key_context, self._states)

    def process_block(self, block: Block, input_index: int = 0) -> None:
        context = self._write_context if input_index == 1 else self.process_context
        self.run(self._methods[input_index], context, block)

    def state_entries(self) -> int:
        return super().state_entries() + sum(not state.is_empty() for state in self._states.states.values())
