"""The hashmap backend's states with checkpoints: they note the entries that may have changed.

Each notes a key before its entry changes, and before a read returns a changeable value: a snapshot in progress then
first copies the entry.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any

from pyrite.core.state_key import StateKey
from pyrite.state.backend import Fit, KeyContext, Table
from pyrite.state.changeable import IMMUTABLE, any_changeable, is_changeable
from pyrite.state.changes import TableNotes
from pyrite.state.hashmap.states import HashMapListState, HashMapMapState, HashMapTables, HashMapValueState, remove
from pyrite.state.key_notes import KeyNotes


class TrackedValueState(HashMapValueState):
    __slots__ = ("_notes",)

    def __init__(self, table: Table, context: KeyContext, notes: KeyNotes) -> None:
        super().__init__(table, context)
        self._notes = notes

    def value(self) -> Any:
        value = self._get(self._context.key)
        if type(value) not in IMMUTABLE and is_changeable(value):
            self._notes.touch(self._context.key)
        return value

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            key = self._context.key
            self._notes.touch(key)
            self._table[key] = value

    def clear(self) -> None:
        key = self._context.key
        if key in self._table:
            self._notes.touch(key)
            del self._table[key]


class TypedTrackedValueState(TrackedValueState):
    """A value state that checks values against its declared type."""

    __slots__ = ("_fit",)

    def __init__(self, table: Table, context: KeyContext, notes: KeyNotes, fit: Callable[[Any], Any]) -> None:
        super().__init__(table, context, notes)
        self._fit = fit

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            key, fitting = self._context.key, self._fit(value)
            self._notes.touch(key)
            self._table[key] = fitting


class TrackedListState(HashMapListState):
    def __init__(self, table: Table, context: KeyContext, fit: Fit, notes: KeyNotes) -> None:
        super().__init__(table, context, fit)
        self._notes = notes

    def get(self) -> Iterable[Any]:
        elements = list(super().get())
        if any_changeable(elements):
            self._notes.touch(self._context.key)
        return elements

    def update(self, values: list[Any]) -> None:
        self._notes.touch(self._context.key)
        super().update(values)

    def add_all(self, values: list[Any]) -> None:
        self._notes.touch(self._context.key)
        super().add_all(values)

    def clear(self) -> None:
        if self._context.key in self._table:
            self._notes.touch(self._context.key)
            super().clear()


class TrackedMapState(HashMapMapState):
    def __init__(self, table: Table, context: KeyContext, fit_key: Fit, fit: Fit, notes: KeyNotes) -> None:
        super().__init__(table, context, fit_key, fit)
        self._notes = notes

    def get(self, key: Any) -> Any:
        value = super().get(key)
        if type(value) not in IMMUTABLE and is_changeable(value):
            self._notes.touch(self._context.key)
        return value

    def put(self, key: Any, value: Any) -> None:
        self._notes.touch(self._context.key)
        super().put(key, value)

    def remove(self, key: Any) -> None:
        if key in self._entries():
            self._notes.touch(self._context.key)
            super().remove(key)

    def items(self) -> Iterable[tuple[Any, Any]]:
        self._touch_if_changeable(self._entries().values())
        return super().items()

    def values(self) -> Iterable[Any]:
        self._touch_if_changeable(self._entries().values())
        return super().values()

    def _touch_if_changeable(self, values: Collection[Any]) -> None:
        if any_changeable(values):
            self._notes.touch(self._context.key)

    def clear(self) -> None:
        if self._context.key in self._table:
            self._notes.touch(self._context.key)
            remove(self._table, self._context.key)


class TrackedTables(HashMapTables):
    """Notes the keys that operators touch, and dropped namespaces.

    An operator changes a table before it touches the keys, so entries are copied when they are loaded.
    """

    def __init__(self, live: dict[Any, Table], notes: TableNotes) -> None:
        super().__init__(live)
        self._notes = notes

    def load(self, namespace: Any, keys: Collection[StateKey]) -> Table:
        for frozen in self._notes.frozen:
            frozen.copy(namespace, keys)
        return super().load(namespace, keys)

    def touch(self, namespace: Any, keys: Collection[StateKey]) -> None:
        for frozen in self._notes.frozen:
            frozen.check_copied(namespace, keys)
        if self._notes.is_noting:
            touched = self._notes.touched.get(namespace)
            if touched is None:
                self._notes.touched[namespace] = set(keys)
            else:
                touched.update(keys)

    def chunks(self, namespace: Any) -> Iterator[Table]:
        self._copy_all(namespace)
        return super().chunks(namespace)

    def drop(self, namespace: Any) -> None:
        self._copy_all(namespace)
        if self._live.pop(namespace, None) is not None and self._notes.is_noting:
            self._notes.touched.pop(namespace, None)
            self._notes.dropped.add(namespace)

    def _copy_all(self, namespace: Any) -> None:
        for frozen in self._notes.frozen:
            frozen.copy_all(namespace)
