"""Broadcast state: a map replicated in every subtask, changed by one input and read by the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Optional

from pyrite.core.blocks.row_block import RowBlock
from pyrite.core.errors import InvalidProgramError
from pyrite.core.functions.broadcast_functions import (
    BaseBroadcastProcessFunction,
    KeyedBroadcastTimerContext,
    KeyedBroadcastWriteContext,
    KeyedStateFunction,
)
from pyrite.core.functions.functions import TimerService
from pyrite.core.functions.user_function import check_function
from pyrite.core.state.state_types import (
    BroadcastState,
    MapStateDescriptor,
    OperatorStateStore,
    ReadOnlyBroadcastState,
    StateDescriptor,
)
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.process import ProcessContext, ProcessOperator, has_timers
from pyrite.operators.stateless import FunctionSpec
from pyrite.state.backend import NO_KEY, KeyContext
from pyrite.state.key_codec import decode_key


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
    """The broadcast states passed to `broadcast()`, by descriptor name."""

    def __init__(self, descriptors: tuple[MapStateDescriptor, ...], store: OperatorStateStore) -> None:
        self.states = {descriptor.name: store.get_broadcast_state(descriptor) for descriptor in descriptors}

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        if state_descriptor.name not in self.states:
            raise InvalidProgramError(
                f"'{state_descriptor.name}' is not among the states passed to broadcast(): {sorted(self.states)}"
            )
        return self.states[state_descriptor.name]


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


@dataclass(frozen=True)
class BroadcastProcessSpec(FunctionSpec):
    """A broadcast process function. `takes` is its required class, and `where` the call that it was passed to."""

    kind = "BroadcastProcessOperator"
    verb = "process with broadcast state"
    descriptors: tuple[MapStateDescriptor, ...]
    takes: type[BaseBroadcastProcessFunction]
    where: str

    def __post_init__(self) -> None:
        check_function(self.func, self.takes, self.where)

    @property
    def keeps(self) -> str:
        return "keeps broadcast state"

    @property
    def reads_watermarks(self) -> bool:
        return has_timers(self.func, self.takes)

    def build(self) -> BroadcastProcessOperator:
        return BroadcastProcessOperator(self.func, self.descriptors)


class BroadcastProcessOperator(ProcessOperator):
    """Input 0 is the stream, keyed or not; input 1 is the broadcast stream, which batch execution reads first."""

    second_input_first = True

    def __init__(self, func: BaseBroadcastProcessFunction, descriptors: tuple[MapStateDescriptor, ...]) -> None:
        super().__init__(func, "process_element", "process_broadcast_element")
        self._states = BroadcastStates(descriptors, self.function_state.states)

    def setup(self, context: OperatorContext) -> None:
        super().setup(context)
        self._write_context = WriteContext(self.process_context.timer_service(), self._states, context)

    def make_context(self, timers: TimerService, key_context: Optional[KeyContext]) -> ProcessContext:
        return ReadContext(timers, key_context, self._states)

    def process_block(self, block: RowBlock, input_index: int = 0) -> None:
        context = self._write_context if input_index == 1 else self.process_context
        self.run(self._methods[input_index], context, block)
