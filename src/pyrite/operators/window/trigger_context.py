"""The contexts of triggers, evictors and assigners, updated by the operator for each window."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.core.functions.functions import RuntimeContext
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.core.state.state_types import (
    ListState,
    MapState,
    ReducingStateDescriptor,
    State,
    StateDescriptor,
    ValueStateDescriptor,
)
from pyrite.core.state_key import StateKey
from pyrite.core.windows.evictors import Evictor
from pyrite.core.windows.trigger import Trigger
from pyrite.core.windows.window_assigner import WindowAssigner
from pyrite.core.windows.windows import Window
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.timers import KeyedTimerService
from pyrite.state.backend import KeyContext
from pyrite.state.keyed_states import AggregatingStateOverValue, KeyedStates

_TRIGGER_STATE = "trigger/"


class WindowTriggerContext(Trigger.OnMergeContext, Evictor.EvictorContext):
    """Timers and state of one key's window."""

    def __init__(self, context: OperatorContext) -> None:
        assert context.backend is not None
        self._context = context
        self._key = KeyContext()
        self._backend = context.backend.with_context(self._key)
        self._states = KeyedStates(self._backend, context.clock, _TRIGGER_STATE)
        self.timers = KeyedTimerService(self._backend, context.clock)
        self.merged: list[Any] = []
        """During a merge, the windows whose state is merged into the current window's."""

    def move(self, key: StateKey, window: Window) -> None:
        self._key.key = (key, window)

    def get_current_processing_time(self) -> int:
        return self._context.clock.now_ms()

    def get_metric_group(self) -> MetricGroup:
        return self._context.metrics

    def get_current_watermark(self) -> int:
        return self.timers.watermark_ms

    def register_processing_time_timer(self, time: int) -> None:
        self.timers.register_processing_time_timer(time)

    def register_event_time_timer(self, time: int) -> None:
        self.timers.register_event_time_timer(time)

    def delete_processing_time_timer(self, time: int) -> None:
        self.timers.delete_processing_time_timer(time)

    def delete_event_time_timer(self, time: int) -> None:
        self.timers.delete_event_time_timer(time)

    def get_partitioned_state(self, state_descriptor: StateDescriptor) -> State:
        return self._states.get(state_descriptor)

    def merge_partitioned_state(self, state_descriptor: StateDescriptor) -> None:
        """Adds the merged windows' contents of a state to the current window's.

        Theirs is removed when they are cleared.
        """
        state = self._states.get(state_descriptor)
        target = self._key.key
        assert isinstance(target, tuple)
        for window in self.merged:
            self._key.key = (target[0], window)
            contents = _read(state)
            self._key.key = target
            _put(state, contents, state_descriptor)


def _read(state: Any) -> Any:
    if isinstance(state, MapState):
        return dict(state.items())
    if isinstance(state, ListState):
        return list(state.get())
    if isinstance(state, AggregatingStateOverValue):
        return state.accumulator()
    return state.get() if hasattr(state, "get") else state.value()


def _put(state: Any, contents: Any, descriptor: StateDescriptor) -> None:
    if contents is None:
        return
    if isinstance(descriptor, ValueStateDescriptor):
        raise RuntimeError("a trigger's ValueState cannot be merged: use a ReducingState, or another mergeable state")
    if isinstance(state, AggregatingStateOverValue):
        state.merge_accumulator(contents)
    elif isinstance(descriptor, ReducingStateDescriptor):
        state.add(contents)
    elif isinstance(state, MapState):
        state.put_all(contents)
    else:
        state.add_all(contents)


class AssignerContext(WindowAssigner.WindowAssignerContext):
    """The context of a window assigner."""

    def __init__(self, context: OperatorContext) -> None:
        self._context = context
        self._runtime: Optional[RuntimeContext] = None

    def get_current_processing_time(self) -> int:
        return self._context.clock.now_ms()

    def get_runtime_context(self) -> RuntimeContext:
        if self._runtime is None:
            self._runtime = OperatorRuntimeContext(self._context)
        return self._runtime
