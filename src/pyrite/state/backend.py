"""The interface of a state backend: keyed state of one operator in one subtask."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

from pyrite.common.block import StateKey
from pyrite.common.state import (
    ListState,
    ListStateDescriptor,
    MapState,
    MapStateDescriptor,
    ValueState,
    ValueStateDescriptor,
)


class KeyContext:
    """The key that state accesses refer to. Whoever processes a record of a keyed stream sets it first."""

    __slots__ = ("key",)

    def __init__(self) -> None:
        self.key: StateKey = b""


@dataclass(frozen=True, slots=True)
class StateEntry:
    """One entry of a snapshot. `state` is the descriptor's name."""

    state: str
    key: StateKey
    value: Any


class KeyedStateBackend(ABC):
    """Holds the keyed state of one operator. State objects read the current key from `context`."""

    context: KeyContext

    @abstractmethod
    def get_value_state(self, descriptor: ValueStateDescriptor) -> ValueState[Any]: ...

    @abstractmethod
    def get_list_state(self, descriptor: ListStateDescriptor) -> ListState[Any]: ...

    @abstractmethod
    def get_map_state(self, descriptor: MapStateDescriptor) -> MapState[Any, Any]: ...

    @abstractmethod
    def entry_count(self) -> int:
        """Live entries over all states."""

    @abstractmethod
    def clear(self) -> None:
        """Removes everything; batch does so between keys."""

    @abstractmethod
    def snapshot(self) -> list[StateEntry]:
        """All entries, as values that later changes do not touch."""

    @abstractmethod
    def restore(self, entries: list[StateEntry]) -> None:
        """Puts entries back, before any state is asked for."""
