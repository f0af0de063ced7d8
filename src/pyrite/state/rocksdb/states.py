"""The RocksDB backend's states: the hashmap backend's states, over a cache that reads missing entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pyrite.state.backend import Fit, KeyContext
from pyrite.state.changeable import IMMUTABLE, is_changeable
from pyrite.state.key_notes import KeyNotes
from pyrite.state.rocksdb.cache import CachedState
from pyrite.state.tracked_states import TrackedListState, TrackedMapState, TrackedValueState


class RocksDBValueState(TrackedValueState):
    __slots__ = ("_cache",)

    def __init__(self, cache: CachedState, context: KeyContext) -> None:
        super().__init__(cache.young, context, KeyNotes.over(cache.dirty))
        self._cache = cache

    def value(self) -> Any:
        key = self._context.key
        value = self._get(key)
        if value is None:
            value = self._cache.find(key)
        if type(value) not in IMMUTABLE and is_changeable(value):
            self._notes.touch(key)
        return value

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            key, table = self._context.key, self._table
            table[key] = value
            self._notes.touch(key)
            if len(table) > self._cache.limit:
                self._cache.make_room()

    def clear(self) -> None:
        self._cache.remove(self._context.key)


class TypedRocksDBValueState(RocksDBValueState):
    """A value state that checks values against its declared type."""

    __slots__ = ("_fit",)

    def __init__(self, cache: CachedState, context: KeyContext, fit: Callable[[Any], Any]) -> None:
        super().__init__(cache, context)
        self._fit = fit

    def update(self, value: Any) -> None:
        if value is None:
            self.clear()
        else:
            key, table = self._context.key, self._table
            table[key] = self._fit(value)
            self._notes.touch(key)
            if len(table) > self._cache.limit:
                self._cache.make_room()


class RocksDBListState(TrackedListState):
    """A list is read and written as a whole."""

    def __init__(self, cache: CachedState, context: KeyContext, fit: Fit) -> None:
        super().__init__(cache.young, context, fit, KeyNotes.over(cache.dirty))
        self._cache = cache

    def _load(self) -> None:
        if self._context.key not in self._table:
            self._cache.find(self._context.key)

    def _make_room(self) -> None:
        if len(self._table) > self._cache.limit:
            self._cache.make_room()

    def get(self) -> Iterable[Any]:
        self._load()
        return super().get()

    def update(self, values: list[Any]) -> None:
        self._load()
        super().update(values)
        self._make_room()

    def add_all(self, values: list[Any]) -> None:
        self._load()
        super().add_all(values)
        self._make_room()

    def clear(self) -> None:
        self._cache.remove(self._context.key)


class RocksDBMapState(TrackedMapState):
    """The map of a key is read and written as a whole."""

    def __init__(self, cache: CachedState, context: KeyContext, fit_key: Fit, fit: Fit) -> None:
        super().__init__(cache.young, context, fit_key, fit, KeyNotes.over(cache.dirty))
        self._cache = cache

    def _entries(self) -> Mapping[Any, Any]:
        self._load()
        return super()._entries()

    def _load(self) -> None:
        if self._context.key not in self._table:
            self._cache.find(self._context.key)

    def put(self, key: Any, value: Any) -> None:
        self._load()
        super().put(key, value)
        if len(self._table) > self._cache.limit:
            self._cache.make_room()

    def clear(self) -> None:
        self._cache.remove(self._context.key)
