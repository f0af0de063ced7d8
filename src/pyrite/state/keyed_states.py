"""KeyedStates: the states of one operator by their descriptors, built on a backend's primitive states."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Optional, TypeVar, cast

from pyrite.core.clock import Clock
from pyrite.core.errors import InvalidProgramError, StateUnreadableError
from pyrite.core.functions.functions import AggregateFunction, ReduceFunction
from pyrite.core.state.state_ttl import StateTtlConfig
from pyrite.core.state.state_types import (
    AggregatingState,
    AggregatingStateDescriptor,
    KeyedStateStore,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ReducingState,
    ReducingStateDescriptor,
    State,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.core.types.type_checks import is_checked
from pyrite.core.types.types_factory import TypeInformation
from pyrite.state.backend import Fit, KeyedStateBackend
from pyrite.state.description import StateDescription
from pyrite.state.handles import QueryableState
from pyrite.state.ttl import TtlListState, TtlMapState, TtlValueState

S = TypeVar("S", bound=State)


class ReducingStateOverValue(ReducingState[Any]):
    """Stores the combined value in a value state, in a 1-tuple so that it may be None."""

    def __init__(self, value: ValueState[Any], reduce: Callable[[Any, Any], Any]) -> None:
        self._value = value
        self._reduce = reduce

    def get(self) -> Any:
        wrapped = self._value.value()
        return None if wrapped is None else wrapped[0]

    def add(self, value: Any) -> None:
        wrapped = self._value.value()
        self._value.update((value if wrapped is None else self._reduce(wrapped[0], value),))

    def clear(self) -> None:
        self._value.clear()


class AggregatingStateOverValue(AggregatingState[Any, Any]):
    """Stores the accumulator in a value state, in a 1-tuple so that it may be None."""

    def __init__(self, value: ValueState[Any], function: AggregateFunction) -> None:
        self._value = value
        self._function = function

    def get(self) -> Any:
        wrapped = self._value.value()
        return None if wrapped is None else self._function.get_result(wrapped[0])

    def add(self, value: Any) -> None:
        """Adds a value; None clears, as in PyFlink."""
        if value is None:
            self._value.clear()
            return
        wrapped = self._value.value()
        accumulator = self._function.create_accumulator() if wrapped is None else wrapped[0]
        self._value.update((self._function.add(value, accumulator),))

    def clear(self) -> None:
        self._value.clear()

    def accumulator(self) -> Any:
        """The current key's accumulator, or None."""
        wrapped = self._value.value()
        return None if wrapped is None else wrapped[0]

    def merge_accumulator(self, other: Any) -> None:
        """Merges the accumulator of another window into the current accumulator."""
        wrapped = self._value.value()
        self._value.update((other if wrapped is None else self._function.merge(wrapped[0], other),))


class KeyedStates(KeyedStateStore):
    """Returns states by descriptor; the same name gives the same state. The backend's names begin with `prefix`."""

    def __init__(self, backend: KeyedStateBackend, clock: Clock, prefix: str = "") -> None:
        self._backend = backend
        self._clock = clock
        self._prefix = prefix
        self._states: dict[str, tuple[type[StateDescriptor], State]] = {}
        self._published: dict[str, str] = {}

    def get_state(self, state_descriptor: ValueStateDescriptor) -> ValueState[Any]:
        return self._find(state_descriptor, lambda: self._value(state_descriptor, fit_of(state_descriptor.type_info)))

    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._find(state_descriptor, lambda: self._list(state_descriptor))

    def get_map_state(self, state_descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        return self._find(state_descriptor, lambda: self._map(state_descriptor))

    def get_reducing_state(self, state_descriptor: ReducingStateDescriptor) -> ReducingState[Any]:
        func = state_descriptor.reduce_function
        reduce = func.reduce if isinstance(func, ReduceFunction) else func
        return self._find(
            state_descriptor, lambda: ReducingStateOverValue(self._wrapped_value(state_descriptor), reduce)
        )

    def get_aggregating_state(self, state_descriptor: AggregatingStateDescriptor) -> AggregatingState[Any, Any]:
        func = state_descriptor.agg_function
        return self._find(
            state_descriptor, lambda: AggregatingStateOverValue(self._wrapped_value(state_descriptor), func)
        )

    def get(self, descriptor: StateDescriptor) -> State:
        """The state of a descriptor of any kind."""
        match descriptor:
            case ValueStateDescriptor():
                return self.get_state(descriptor)
            case ListStateDescriptor():
                return self.get_list_state(descriptor)
            case MapStateDescriptor():
                return self.get_map_state(descriptor)
            case ReducingStateDescriptor():
                return self.get_reducing_state(descriptor)
            case AggregatingStateDescriptor():
                return self.get_aggregating_state(descriptor)
        raise InvalidProgramError(f"expected a state descriptor, got {descriptor!r}")

    def names(self) -> list[str]:
        """The backend's names of the requested states."""
        return [self._prefix + name for name in self._states]

    def _find(self, descriptor: StateDescriptor, make: Callable[[], S]) -> S:
        kind, state = self._states.get(descriptor.name, (None, None))
        if state is None:
            description = StateDescription.of(descriptor)
            self._adapt(self._prefix + descriptor.name, description)
            new_state = make()
            self._states[descriptor.name] = type(descriptor), new_state
            self._backend.describe(self._prefix + descriptor.name, description)
            self._publish(descriptor)
            return new_state
        if kind is not type(descriptor):
            raise InvalidProgramError(
                f"the name '{descriptor.name}' is used for two states, by a {kind.__name__ if kind else ''} and a "
                f"{type(descriptor).__name__}: give one of them another name"
            )
        return cast(S, state)

    def _adapt(self, name: str, now: StateDescription) -> None:
        """Converts a restored state to its current descriptor; raises if that is impossible."""
        before = self._backend.claim(name)
        if before is None:
            return
        if before.kind != now.kind:
            raise StateUnreadableError(
                f"state '{name}' is {_a(before.kind)} state in the checkpoint, but {_a(now.kind)} state in the "
                "program: give the new state another name, or convert the old one with the state processor "
                "(docs/guide/evolving_state.md)"
            )
        if before.expires != now.expires:
            now_ms = self._clock.now_ms()
            self._backend.rewrite(name, lambda value: now.stored(before.visible(value), now_ms))

    def _publish(self, descriptor: StateDescriptor) -> None:
        name = descriptor.get_queryable_state_name()
        if name is None:
            return
        if self._prefix:
            raise InvalidProgramError(
                f"state '{descriptor.name}' belongs to a window or a trigger: it cannot be queryable"
            )
        if name in self._published:
            raise InvalidProgramError(
                f"two states are queryable as '{name}', '{self._published[name]}' and '{descriptor.name}'"
            )
        self._published[name] = descriptor.name
        ttl = _enabled(descriptor)
        ttl_ms = 0 if ttl is None else ttl.ttl.to_milliseconds()
        kind = StateDescription.of(descriptor).kind
        self._backend.publish(QueryableState(name, descriptor.name, kind, ttl_ms))

    def _value(self, descriptor: StateDescriptor, fit: Fit) -> ValueState[Any]:
        ttl = _enabled(descriptor)
        if ttl is None:
            return self._backend.value_state(self._prefix + descriptor.name, fit)
        return TtlValueState(self._prefix + descriptor.name, self._backend, ttl, self._clock, fit)

    def _wrapped_value(self, descriptor: StateDescriptor) -> ValueState[Any]:
        fit = fit_of(descriptor.type_info)
        return self._value(descriptor, None if fit is None else lambda wrapped: (fit(wrapped[0]),))

    def _list(self, descriptor: ListStateDescriptor) -> ListState[Any]:
        ttl, fit = _enabled(descriptor), fit_of(descriptor.type_info)
        if ttl is None:
            return self._backend.list_state(self._prefix + descriptor.name, fit)
        return TtlListState(self._prefix + descriptor.name, self._backend, ttl, self._clock, fit)

    def _map(self, descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        ttl, fit_key, fit = _enabled(descriptor), fit_of(descriptor.key_type_info), fit_of(descriptor.type_info)
        if ttl is None:
            return self._backend.map_state(self._prefix + descriptor.name, fit_key, fit)
        return TtlMapState(self._prefix + descriptor.name, self._backend, ttl, self._clock, fit_key, fit)


def _a(kind: str) -> str:
    return f"an {kind}" if kind[0] in "aeiou" else f"a {kind}"


def _enabled(descriptor: StateDescriptor) -> Optional[StateTtlConfig]:
    config = descriptor.ttl_config
    return config if config is not None and config.is_enabled() else None


def fit_of(type_info: Optional[TypeInformation]) -> Fit:
    """The check of a declared type; None if nothing needs to be checked."""
    return type_info.fit if type_info is not None and is_checked(type_info) else None
