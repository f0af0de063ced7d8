"""States in Python dicts of live objects."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from pyrite.core.state.state_types import BroadcastState, ListState, MapState, ValueState
from pyrite.core.state_key import StateKey
from pyrite.state.backend import Fit, KeyContext, Table, Tables


def remove(table: Table, key: StateKey) -> None:
    """Unlike `pop`, hashes the key even if the table is empty, so that a missing current key raises an error."""
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
    """A value state that checks values against its declared type."""

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


class HashMapTables(Tables):
    """One dict for each namespace; `load` returns the dict itself."""

    def __init__(self, live: dict[Any, Table]) -> None:
        self._live = live

    def load(self, namespace: Any, keys: Collection[StateKey]) -> Table:
        table = self._live.get(namespace)
        if table is None:
            table = self._live[namespace] = {}
        return table

    def touch(self, namespace: Any, keys: Collection[StateKey]) -> None:
        """Nothing to do: changes are not tracked."""

    def chunks(self, namespace: Any) -> Iterator[Table]:
        table = self._live.get(namespace)
        if table:
            yield table

    def drop(self, namespace: Any) -> None:
        self._live.pop(namespace, None)

    def drop_if_empty(self, namespace: Any) -> None:
        if not self._live.get(namespace, True):
            self.drop(namespace)

    def namespaces(self) -> list[Any]:
        return list(self._live)

    def __contains__(self, namespace: Any) -> bool:
        return namespace in self._live

    def size(self, namespace: Any) -> int:
        return len(self._live.get(namespace, ()))
