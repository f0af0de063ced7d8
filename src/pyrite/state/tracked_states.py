"""The hashmap backend's states when there are checkpoints: they note which entries may have changed.

Every change of an entry notes its key, and so does every read that hands out something that can be changed in place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from pyrite.core.state_key import StateKey
from pyrite.state.backend import Fit, KeyContext, Table
from pyrite.state.changeable import IMMUTABLE, any_changeable, is_changeable
from pyrite.state.hashmap.states import HashMapListState, HashMapMapState, HashMapTables, HashMapValueState, remove

Touch = Callable[[StateKey], None]


class TrackedValueState(HashMapValueState):
    __slots__ = ("_touch",)

    def __init__(self, table: Table, context: KeyContext, touch: Touch) -> None:
        super().__init__(table, context)
        self._touch = touch

    def value(self) -> Any:
        value = self._get(self._context.key)
        if type(value) not in IMMUTABLE and is_changeable(value):
            self._touch(self._context.key)
        return value

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            key = self._context.key
            self._table[key] = value
            self._touch(key)

    def clear(self) -> None:
        key = self._context.key
        if key in self._table:
            del self._table[key]
            self._touch(key)


class TypedTrackedValueState(TrackedValueState):
    """A value state that holds values of its declared type only."""

    __slots__ = ("_fit",)

    def __init__(self, table: Table, context: KeyContext, touch: Touch, fit: Callable[[Any], Any]) -> None:
        super().__init__(table, context, touch)
        self._fit = fit

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            key = self._context.key
            self._table[key] = self._fit(value)
            self._touch(key)


class TrackedListState(HashMapListState):
    def __init__(self, table: Table, context: KeyContext, fit: Fit, touch: Touch) -> None:
        super().__init__(table, context, fit)
        self._touch = touch

    def get(self) -> Iterable[Any]:
        elements = list(super().get())
        if any_changeable(elements):
            self._touch(self._context.key)
        return elements

    def update(self, values: list[Any]) -> None:
        super().update(values)
        self._touch(self._context.key)

    def add_all(self, values: list[Any]) -> None:
        super().add_all(values)
        self._touch(self._context.key)

    def clear(self) -> None:
        if self._context.key in self._table:
            self._touch(self._context.key)
            super().clear()


class TrackedMapState(HashMapMapState):
    def __init__(self, table: Table, context: KeyContext, fit_key: Fit, fit: Fit, touch: Touch) -> None:
        super().__init__(table, context, fit_key, fit)
        self._touch = touch

    def get(self, key: Any) -> Any:
        value = super().get(key)
        if type(value) not in IMMUTABLE and is_changeable(value):
            self._touch(self._context.key)
        return value

    def put(self, key: Any, value: Any) -> None:
        super().put(key, value)
        self._touch(self._context.key)

    def remove(self, key: Any) -> None:
        if key in self._entries():
            super().remove(key)
            self._touch(self._context.key)

    def items(self) -> Iterable[tuple[Any, Any]]:
        self._touch_if_changeable(self._entries().values())
        return super().items()

    def values(self) -> Iterable[Any]:
        self._touch_if_changeable(self._entries().values())
        return super().values()

    def _touch_if_changeable(self, values: Collection[Any]) -> None:
        if any_changeable(values):
            self._touch(self._context.key)

    def clear(self) -> None:
        if self._context.key in self._table:
            self._touch(self._context.key)
            remove(self._table, self._context.key)


class TrackedTables(HashMapTables):
    """Notes the keys that operators name, and the namespaces that were dropped."""

    def __init__(self, live: dict[Any, Table], touched: dict[Any, set[StateKey]], dropped: set[Any]) -> None:
        super().__init__(live)
        self._touched = touched
        self._dropped = dropped

    def touch(self, namespace: Any, keys: Collection[StateKey]) -> None:
        touched = self._touched.get(namespace)
        if touched is None:
            self._touched[namespace] = set(keys)
        else:
            touched.update(keys)

    def drop(self, namespace: Any) -> None:
        if self._live.pop(namespace, None) is not None:
            self._touched.pop(namespace, None)
            self._dropped.add(namespace)
