"""Operator state: lists and maps of one subtask without keys, and the user function that uses them."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Optional

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.checkpointed_function import (
    CheckpointedFunction,
    CheckpointListener,
    FunctionInitializationContext,
    FunctionSnapshotContext,
)
from pyrite.core.functions.functions import Function
from pyrite.core.functions.user_function import raise_user_error
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import (
    BroadcastState,
    KeyedStateStore,
    ListState,
    ListStateDescriptor,
    MapStateDescriptor,
    OperatorStateStore,
    StateDescriptor,
)
from pyrite.operators.operator import Operator
from pyrite.operators.operator_context import OperatorContext
from pyrite.operators.runtime_context import OperatorRuntimeContext
from pyrite.operators.state.operator_subtask_state import OperatorSubtaskState
from pyrite.state.backend import NO_KEY, Fit
from pyrite.state.hashmap.states import HeapBroadcastState
from pyrite.state.keyed_states import fit_of

Lists = dict[str, list[Any]]
Maps = dict[str, dict[Any, Any]]


@persisted("operator-state-kind/1")
class _Kind(Enum):
    """The redistribution of a state when the parallelism changes."""

    LIST = "a list state"
    UNION = "a union list state"
    BROADCAST = "a broadcast state"


class OperatorListState(ListState[Any]):
    """A list of live objects: in-place changes are part of the next checkpoint."""

    def __init__(self, fit: Fit = None) -> None:
        self.elements: list[Any] = []
        self._fit = fit

    def get(self) -> Iterable[Any]:
        return list(self.elements)

    def add(self, value: Any) -> None:
        self.elements.append(value if self._fit is None else self._fit(value))

    def add_all(self, values: list[Any]) -> None:
        self.elements.extend(self._fitting(values))

    def update(self, values: list[Any]) -> None:
        self.elements = self._fitting(values)

    def clear(self) -> None:
        self.elements = []

    def _fitting(self, values: list[Any]) -> list[Any]:
        return list(values) if self._fit is None else list(map(self._fit, values))


class OperatorStates(OperatorStateStore):
    """The operator state of one operator of one subtask, by name.

    Restored state that is not requested is kept, and is part of the next checkpoint. `reserved` names are used by the
    operator.
    """

    def __init__(self, reserved: Collection[str] = ()) -> None:
        self.broadcast: dict[str, BroadcastState[Any, Any]] = {}
        self._lists: dict[_Kind, dict[str, OperatorListState]] = {_Kind.LIST: {}, _Kind.UNION: {}}
        self._restored: dict[_Kind, dict[str, Any]] = {kind: {} for kind in _Kind}
        self._reserved = frozenset(reserved)

    def get_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._list(_Kind.LIST, state_descriptor)

    def get_union_list_state(self, state_descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._list(_Kind.UNION, state_descriptor)

    def _list(self, kind: _Kind, descriptor: ListStateDescriptor) -> ListState[Any]:
        self._check(kind, descriptor, ListStateDescriptor)
        state = self._lists[kind].get(descriptor.name)
        if state is None:
            state = self._lists[kind][descriptor.name] = OperatorListState(fit_of(descriptor.type_info))
            state.elements = self._restored[kind].pop(descriptor.name, [])
        return state

    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        self._check(_Kind.BROADCAST, state_descriptor, MapStateDescriptor)
        name = state_descriptor.name
        if name not in self.broadcast:
            fits = fit_of(state_descriptor.key_type_info), fit_of(state_descriptor.type_info)
            self.broadcast[name] = HeapBroadcastState(*fits)
            self.broadcast[name].put_all(self._restored[_Kind.BROADCAST].pop(name, {}))
        return self.broadcast[name]

    def _check(self, kind: _Kind, descriptor: StateDescriptor, expected: type[StateDescriptor]) -> None:
        if not isinstance(descriptor, expected):
            raise ArgumentTypeError(f"{kind.value} needs a {expected.__name__}, not {descriptor!r}")
        name, ttl = descriptor.name, descriptor.ttl_config
        if ttl is not None and ttl.is_enabled():
            raise InvalidProgramError(f"state '{name}': operator state does not support time to live; keyed state does")
        if descriptor.is_queryable():
            raise InvalidProgramError(f"state '{name}': operator state cannot be queryable; keyed state can")
        if name in self._reserved:
            raise InvalidProgramError(f"the name '{name}' is used by the operator: give the state another name")
        for other in _Kind:
            if other is kind:
                continue
            if name in (self.broadcast if other is _Kind.BROADCAST else self._lists[other]):
                raise InvalidProgramError(f"the name '{name}' is used for {other.value} and {kind.value}")
            if name in self._restored[other]:
                raise InvalidProgramError(
                    f"state '{name}' is {other.value} in the checkpoint, but {kind.value} in the program"
                )

    def entry_count(self) -> int:
        """The number of states that are not empty."""
        lists = sum(bool(state.elements) for states in self._lists.values() for state in states.values())
        return lists + sum(not state.is_empty() for state in self.broadcast.values())

    # Checkpoints ------------------------------------------------------------------------------------------------------

    def lists(self, subtask: int) -> tuple[Lists, Lists]:
        """Lists and unions of live elements. A union that was not requested is kept by subtask 0 only."""
        lists, unions = (
            {name: list(state.elements) for name, state in self._lists[kind].items()}
            for kind in (_Kind.LIST, _Kind.UNION)
        )
        unclaimed = {name: elements if subtask == 0 else [] for name, elements in self._restored[_Kind.UNION].items()}
        return self._restored[_Kind.LIST] | lists, unclaimed | unions

    def restore_lists(self, lists: Mapping[str, list[Any]], unions: Mapping[str, list[Any]]) -> None:
        for kind, restored in ((_Kind.LIST, lists), (_Kind.UNION, unions)):
            mine = {name: list(elements) for name, elements in restored.items() if name not in self._reserved}
            self._restored[kind] = mine

    def maps(self) -> Maps:
        """The broadcast states, as independent copies."""
        current = {name: dict(state.items()) for name, state in self.broadcast.items()}
        return copy.deepcopy(self._restored[_Kind.BROADCAST] | current)

    def restore_maps(self, maps: Mapping[str, Mapping[Any, Any]]) -> None:
        for name, entries in copy.deepcopy(dict(maps)).items():
            if name in self.broadcast:
                self.broadcast[name].put_all(entries)
            else:
                self._restored[_Kind.BROADCAST][name] = entries


@dataclass(frozen=True)
class SnapshotContext(FunctionSnapshotContext):
    checkpoint_id: int
    timestamp_ms: int

    def get_checkpoint_id(self) -> int:
        return self.checkpoint_id

    def get_checkpoint_timestamp(self) -> int:
        return self.timestamp_ms


@dataclass(frozen=True)
class InitializationContext(FunctionInitializationContext):
    context: OperatorContext
    states: OperatorStates
    without_keyed_state: str = ""

    def is_restored(self) -> bool:
        return self.context.settings.restored_checkpoint_id is not None

    def get_restored_checkpoint_id(self) -> Optional[int]:
        return self.context.settings.restored_checkpoint_id

    def get_operator_state_store(self) -> OperatorStateStore:
        return self.states

    def get_keyed_state_store(self) -> KeyedStateStore:
        if self.context.keyed_states is None:
            raise InvalidProgramError(f"'{self.context.place.name}' is not on a keyed stream: call key_by() first")
        if self.without_keyed_state:
            raise InvalidProgramError(f"keyed state belongs to a key, but {self.without_keyed_state}")
        return self.context.keyed_states


class FunctionState:
    """A user function with its operator state: opens it, and takes part in checkpoints for it.

    The operator calls `restore`, then `open`, and the other methods from its own methods of the same meaning. A
    function that was never opened, because its subtask had finished, is not called. `without_keyed_state` is the reason
    if the function has no keyed state.
    """

    def __init__(self, func: Any, reserved: Collection[str] = (), without_keyed_state: str = "") -> None:
        self._func = func
        self._without_keyed_state = without_keyed_state
        self._opened = False
        self.states = OperatorStates(reserved)

    @property
    def is_checkpointed(self) -> bool:
        return isinstance(self._func, CheckpointedFunction)

    @property
    def is_listening(self) -> bool:
        return isinstance(self._func, CheckpointListener)

    def initialize(self, operator: Operator) -> None:
        """Lets the function get its state; called before its `open`."""
        if isinstance(self._func, CheckpointedFunction):
            context = InitializationContext(operator.context, self.states, self._without_keyed_state)
            self._call(operator, self._func.initialize_state, context)
        self._opened = True

    def open(self, operator: Operator) -> None:
        self.initialize(operator)
        if isinstance(self._func, Function):
            context = OperatorRuntimeContext(operator.context, self._without_keyed_state)
            self._call(operator, self._func.open, context)

    def snapshot(self, operator: Operator, checkpoint_id: int) -> OperatorSubtaskState:
        """The function's operator state, after the function has updated it."""
        context = operator.context
        if self._opened and isinstance(self._func, CheckpointedFunction):
            snapshot = SnapshotContext(checkpoint_id, context.clock.now_ms())
            self._call(operator, self._func.snapshot_state, snapshot)
        lists, unions = self.states.lists(context.place.subtask)
        return OperatorSubtaskState(broadcast=self.states.maps(), lists=lists, unions=unions)

    def restore(self, state: OperatorSubtaskState) -> None:
        self.states.restore_maps(state.broadcast)
        self.states.restore_lists(state.lists, state.unions)

    def completed(self, operator: Operator, checkpoint_id: int) -> None:
        if self._opened and isinstance(self._func, CheckpointListener):
            self._call(operator, self._func.notify_checkpoint_complete, checkpoint_id)

    def aborted(self, operator: Operator, checkpoint_id: int) -> None:
        if self._opened and isinstance(self._func, CheckpointListener):
            self._call(operator, self._func.notify_checkpoint_aborted, checkpoint_id)

    def _call(self, operator: Operator, method: Callable[[Any], None], argument: Any) -> None:
        """Calls the function without a current key; its errors are reported as user errors."""
        if operator.context.backend is not None:
            operator.context.backend.context.key = NO_KEY
        try:
            method(argument)
        except Exception as error:
            raise_user_error(error, operator.label(), self._func, None)
