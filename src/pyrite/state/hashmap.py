"""The hashmap backend: Python dicts of live objects."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional, TypeVar, cast

from pyrite.common.block import StateKey
from pyrite.common.errors import InvalidProgramError
from pyrite.common.state import (
    BroadcastState,
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    StateDescriptor,
    ValueState,
    ValueStateDescriptor,
)
from pyrite.state.backend import KeyContext, KeyedStateBackend, StateEntry

Table = dict[StateKey, Any]
S = TypeVar("S")


class HashMapValueState(ValueState[Any]):
    __slots__ = ("_context", "_get", "_table")

    def __init__(self, table: Table, context: KeyContext) -> None:
        self._table = table
        self._get = table.get
        self._context = context

    def value(self) -> Any:
        return self._get(self._context.key)

    def update(self, value: Any) -> None:
        if value is None:
            self._table.pop(self._context.key, None)
        else:
            self._table[self._context.key] = value

    def clear(self) -> None:
        self._table.pop(self._context.key, None)


class HashMapListState(ListState[Any]):
    def __init__(self, table: dict[StateKey, list[Any]], context: KeyContext) -> None:
        self._table = table
        self._context = context

    def get(self) -> Iterable[Any]:
        return self._table.get(self._context.key, ())

    def add(self, value: Any) -> None:
        self._table.setdefault(self._context.key, []).append(value)

    def update(self, values: list[Any]) -> None:
        if values:
            self._table[self._context.key] = list(values)
        else:
            self.clear()

    def add_all(self, values: list[Any]) -> None:
        if values:
            self._table.setdefault(self._context.key, []).extend(values)

    def clear(self) -> None:
        self._table.pop(self._context.key, None)


class HashMapMapState(MapState[Any, Any]):
    def __init__(self, table: dict[StateKey, dict[Any, Any]], context: KeyContext) -> None:
        self._table = table
        self._context = context

    def _entries(self) -> Mapping[Any, Any]:
        return self._table.get(self._context.key, {})

    def get(self, key: Any) -> Any:
        return self._entries().get(key)

    def contains(self, key: Any) -> bool:
        return key in self._entries()

    def put(self, key: Any, value: Any) -> None:
        self._table.setdefault(self._context.key, {})[key] = value

    def put_all(self, dict_value: Mapping[Any, Any]) -> None:
        if dict_value:
            self._table.setdefault(self._context.key, {}).update(dict_value)

    def remove(self, key: Any) -> None:
        entries = self._table.get(self._context.key)
        if entries is not None:
            entries.pop(key, None)
            if not entries:
                del self._table[self._context.key]

    def items(self) -> Iterable[tuple[Any, Any]]:
        return list(self._entries().items())

    def keys(self) -> Iterable[Any]:
        return list(self._entries())

    def values(self) -> Iterable[Any]:
        return list(self._entries().values())

    def is_empty(self) -> bool:
        return not self._entries()

    def clear(self) -> None:
        self._table.pop(self._context.key, None)


class HeapBroadcastState(HashMapMapState, BroadcastState[Any, Any]):
    """A broadcast state: one map, under one fixed key."""

    def __init__(self) -> None:
        super().__init__({}, KeyContext())


class HashMapBackend(KeyedStateBackend):
    """State in memory, one dict for each state."""

    def __init__(self, context: Optional[KeyContext] = None) -> None:
        self.context = context or KeyContext()
        self._tables: dict[str, Table] = {}
        self._states: dict[str, Any] = {}

    def get_value_state(self, descriptor: ValueStateDescriptor) -> ValueState[Any]:
        return self._state(descriptor, HashMapValueState)

    def get_list_state(self, descriptor: ListStateDescriptor) -> ListState[Any]:
        return self._state(descriptor, HashMapListState)

    def get_map_state(self, descriptor: MapStateDescriptor) -> MapState[Any, Any]:
        return self._state(descriptor, HashMapMapState)

    def _state(self, descriptor: StateDescriptor, kind: Callable[[Table, KeyContext], S]) -> S:
        state = self._states.get(descriptor.name)
        if state is None:
            table = self._tables.setdefault(descriptor.name, {})
            made = self._states[descriptor.name] = kind(table, self.context)
            return made
        if type(state) is not kind:
            raise InvalidProgramError(
                f"state '{descriptor.name}' is already a {type(state).__name__}; give the other one another name"
            )
        return cast(S, state)

    def entry_count(self) -> int:
        return sum(map(len, self._tables.values()))

    def clear(self) -> None:
        for table in self._tables.values():
            table.clear()

    def snapshot(self) -> list[StateEntry]:
        return [
            StateEntry(name, key, copy.deepcopy(value))
            for name, table in self._tables.items()
            for key, value in table.items()
        ]

    def restore(self, entries: list[StateEntry]) -> None:
        for entry in entries:
            self._tables.setdefault(entry.state, {})[entry.key] = copy.deepcopy(entry.value)
