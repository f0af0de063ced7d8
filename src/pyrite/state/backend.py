"""The interface of a state backend: keyed state of one operator in one subtask, in three primitive shapes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, Final, NoReturn, Optional

from pyrite.common.block import StateKey
from pyrite.common.state import ListState, MapState, ValueState

Fit = Optional[Callable[[Any], Any]]
"""Turns a value into what the state's declared type holds, or raises TypeError. None: anything goes."""


class _NoKey(bytes):
    """Stands where a key should be. Whoever uses it as one is told so."""

    def __hash__(self) -> NoReturn:
        raise RuntimeError(
            "there is no current key here: keyed state and timers can be used where a record of a keyed stream or a "
            "timer is processed, not in open() or process_broadcast_element()"
        )


NO_KEY: Final[StateKey] = _NoKey()


class KeyContext:
    """The key that state accesses refer to. Whoever processes a record of a keyed stream sets it first."""

    __slots__ = ("key",)

    def __init__(self) -> None:
        self.key: StateKey = NO_KEY


@dataclass(frozen=True, slots=True)
class StateEntry:
    """One entry of a snapshot. `state` is the descriptor's name."""

    state: str
    key: StateKey
    value: Any
    namespace: Any = None
    """The table, in a state of tables."""


Tables = MutableMapping[Any, MutableMapping[StateKey, Any]]
"""A state in which every namespace, a window, has a table of its own, by key."""


class KeyedStateBackend(ABC):
    """Holds the keyed state of one operator. State objects read the current key from `context`.

    A state is asked for by name, once; KeyedStates makes everything else (reducing state, time to live) of these three.
    """

    context: KeyContext

    @abstractmethod
    def value_state(self, name: str, fit: Fit = None) -> ValueState[Any]: ...

    @abstractmethod
    def list_state(self, name: str, fit: Fit = None) -> ListState[Any]: ...

    @abstractmethod
    def map_state(self, name: str, fit_key: Fit = None, fit: Fit = None) -> MapState[Any, Any]: ...

    @abstractmethod
    def tables(self, name: str) -> Tables: ...

    @abstractmethod
    def with_context(self, context: KeyContext) -> KeyedStateBackend:
        """The same state, under the current key of another context."""

    @abstractmethod
    def keys(self, name: str) -> list[StateKey]:
        """The keys that have an entry in a state."""

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
