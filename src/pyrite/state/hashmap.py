"""The hashmap backend: Python dicts of live objects."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Optional

from pyrite.common.block import StateKey
from pyrite.common.state import BroadcastState, ListState, MapState, ValueState
from pyrite.state.backend import Fit, KeyContext, KeyedStateBackend, StateEntry, Tables

Table = dict[StateKey, Any]


def remove(table: Table, key: StateKey) -> None:
    """Unlike `pop`, looks at the key also when the table is empty: there may be none."""
    if key in table:
        del table[key]


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
            self.clear()
        else:
            self._table[self._context.key] = value

    def clear(self) -> None:
        remove(self._table, self._context.key)


class TypedHashMapValueState(HashMapValueState):
    """A value state that holds values of its declared type only."""

    __slots__ = ("_fit",)

    def __init__(self, table: Table, context: KeyContext, fit: Callable[[Any], Any]) -> None:
        super().__init__(table, context)
        self._fit = fit

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            self._table[self._context.key] = self._fit(value)


class HashMapListState(ListState[Any]):
    def __init__(self, table: dict[StateKey, list[Any]], context: KeyContext, fit: Fit) -> None:
        self._table = table
        self._context = context
        self._fit = fit

    def get(self) -> Iterable[Any]:
        return list(self._table.get(self._context.key, ()))

    def add(self, value: Any) -> None:
        self.add_all([value])

    def update(self, values: list[Any]) -> None:
        fitting = self._fitting(values)
        if fitting:
            self._table[self._context.key] = fitting
        else:
            self.clear()

    def add_all(self, values: list[Any]) -> None:
        fitting = self._fitting(values)
        if fitting:
            self._table.setdefault(self._context.key, []).extend(fitting)

    def _fitting(self, values: list[Any]) -> list[Any]:
        return list(values) if self._fit is None else list(map(self._fit, values))

    def clear(self) -> None:
        remove(self._table, self._context.key)


class HashMapMapState(MapState[Any, Any]):
    def __init__(
        self, table: dict[StateKey, dict[Any, Any]], context: KeyContext, fit_key: Fit = None, fit: Fit = None
    ) -> None:
        self._table = table
        self._context = context
        self._fit_key = fit_key
        self._fit = fit

    def _entries(self) -> Mapping[Any, Any]:
        return self._table.get(self._context.key, {})

    def get(self, key: Any) -> Any:
        return self._entries().get(key)

    def contains(self, key: Any) -> bool:
        return key in self._entries()

    def put(self, key: Any, value: Any) -> None:
        if self._fit_key is not None:
            key = self._fit_key(key)
        if self._fit is not None and value is not None:
            value = self._fit(value)
        self._table.setdefault(self._context.key, {})[key] = value

    def put_all(self, dict_value: Mapping[Any, Any]) -> None:
        for key, value in dict_value.items():
            self.put(key, value)

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
        remove(self._table, self._context.key)


class HeapBroadcastState(HashMapMapState, BroadcastState[Any, Any]):
    """A broadcast state: one map, under one fixed key."""

    def __init__(self, fit_key: Fit = None, fit: Fit = None) -> None:
        context = KeyContext()
        context.key = b""
        super().__init__({}, context, fit_key, fit)


class HashMapBackend(KeyedStateBackend):
    """State in memory, one dict for each state."""

    def __init__(self, context: Optional[KeyContext] = None) -> None:
        self.context = context or KeyContext()
        self._tables: dict[str, Table] = {}
        self._namespaced: dict[str, dict[Any, Table]] = {}

    def value_state(self, name: str, fit: Fit = None) -> ValueState[Any]:
        if fit is None:
            return HashMapValueState(self._table(name), self.context)
        return TypedHashMapValueState(self._table(name), self.context, fit)

    def list_state(self, name: str, fit: Fit = None) -> ListState[Any]:
        return HashMapListState(self._table(name), self.context, fit)

    def map_state(self, name: str, fit_key: Fit = None, fit: Fit = None) -> MapState[Any, Any]:
        return HashMapMapState(self._table(name), self.context, fit_key, fit)

    def _table(self, name: str) -> Table:
        return self._tables.setdefault(name, {})

    def tables(self, name: str) -> Tables:
        return self._namespaced.setdefault(name, {})  # type: ignore[return-value]

    def with_context(self, context: KeyContext) -> HashMapBackend:
        other = HashMapBackend(context)
        other._tables, other._namespaced = self._tables, self._namespaced
        return other

    def keys(self, name: str) -> list[StateKey]:
        return list(self._table(name))

    def entry_count(self) -> int:
        namespaced = [table for tables in self._namespaced.values() for table in tables.values()]
        return sum(map(len, [*self._tables.values(), *namespaced]))

    def clear(self) -> None:
        for table in (*self._tables.values(), *self._namespaced.values()):
            table.clear()

    def snapshot(self) -> list[StateEntry]:
        return [
            StateEntry(name, key, copy.deepcopy(value))
            for name, table in self._tables.items()
            for key, value in table.items()
        ] + [
            StateEntry(name, key, copy.deepcopy(value), namespace)
            for name, tables in self._namespaced.items()
            for namespace, table in tables.items()
            for key, value in table.items()
        ]

    def restore(self, entries: list[StateEntry]) -> None:
        for entry in entries:
            if entry.namespace is None:
                table = self._table(entry.state)
            else:
                table = self._namespaced.setdefault(entry.state, {}).setdefault(entry.namespace, {})
            table[entry.key] = copy.deepcopy(entry.value)
