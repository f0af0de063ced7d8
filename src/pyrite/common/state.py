"""State as user functions see it: descriptors, and the objects that they name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from pyrite.common.errors import InvalidProgramError

K = TypeVar("K")
V = TypeVar("V")
T = TypeVar("T")


class StateDescriptor:
    """Names a state and says what it holds."""

    def __init__(self, name: str, type_info: Any = None) -> None:
        if not isinstance(name, str) or not name:
            raise InvalidProgramError(f"a state descriptor needs a non-empty name, not {name!r}")
        self.name = name
        self.type_info = type_info

    def get_name(self) -> str:
        return self.name


class ValueStateDescriptor(StateDescriptor):
    """Describes a ValueState."""

    def __init__(self, name: str, value_type_info: Any = None) -> None:
        super().__init__(name, value_type_info)


class ListStateDescriptor(StateDescriptor):
    """Describes a ListState."""

    def __init__(self, name: str, elem_type_info: Any = None) -> None:
        super().__init__(name, elem_type_info)


class MapStateDescriptor(StateDescriptor):
    """Describes a MapState, or a broadcast state."""

    def __init__(self, name: str, key_type_info: Any = None, value_type_info: Any = None) -> None:
        super().__init__(name, (key_type_info, value_type_info))


class State(ABC):
    """A state of the current key."""

    @abstractmethod
    def clear(self) -> None:
        """Removes the current key's entry."""


class ValueState(State, Generic[T]):
    """One value for each key."""

    @abstractmethod
    def value(self) -> T | None:
        """The current key's value, or None."""

    @abstractmethod
    def update(self, value: T) -> None:
        """Sets the current key's value; None removes it."""


class ListState(State, Generic[T]):
    """A list for each key."""

    @abstractmethod
    def get(self) -> Iterable[T]:
        """The current key's elements; nothing when there are none."""

    @abstractmethod
    def add(self, value: T) -> None:
        """Appends one element."""

    @abstractmethod
    def update(self, values: list[T]) -> None:
        """Replaces all elements."""

    @abstractmethod
    def add_all(self, values: list[T]) -> None:
        """Appends elements."""


class ReadOnlyBroadcastState(ABC, Generic[K, V]):
    """A map that every subtask holds whole and that only the broadcast side changes."""

    @abstractmethod
    def get(self, key: K) -> V | None: ...

    @abstractmethod
    def contains(self, key: K) -> bool: ...

    @abstractmethod
    def items(self) -> Iterable[tuple[K, V]]: ...

    @abstractmethod
    def keys(self) -> Iterable[K]: ...

    @abstractmethod
    def values(self) -> Iterable[V]: ...

    @abstractmethod
    def is_empty(self) -> bool: ...


class MapState(State, ReadOnlyBroadcastState[K, V]):
    """A map for each key."""

    @abstractmethod
    def put(self, key: K, value: V) -> None: ...

    @abstractmethod
    def put_all(self, dict_value: Mapping[K, V]) -> None: ...

    @abstractmethod
    def remove(self, key: K) -> None: ...

    def __iter__(self) -> Iterator[K]:
        return iter(self.keys())

    def __contains__(self, key: K) -> bool:
        return self.contains(key)

    def __getitem__(self, key: K) -> V | None:
        return self.get(key)

    def __setitem__(self, key: K, value: V) -> None:
        self.put(key, value)

    def __delitem__(self, key: K) -> None:
        self.remove(key)


class BroadcastState(MapState[K, V]):
    """A broadcast state as the broadcast side sees it: it may change it."""
