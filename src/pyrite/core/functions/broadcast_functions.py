"""Functions for a stream connected with a broadcast stream, and their contexts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any, Optional, TypeAlias

from pyrite.core.functions.functions import Function, KeyedContext, TimerContext
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import (
    BroadcastState,
    MapStateDescriptor,
    ReadOnlyBroadcastState,
    State,
    StateDescriptor,
)


@persisted("broadcast-context/1")
class BroadcastContext(ABC):
    """The part of the context that both sides of a broadcast process function share."""

    @abstractmethod
    def timestamp(self) -> int:
        """The record's event time, or NO_TIMESTAMP."""

    @abstractmethod
    def current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def current_watermark(self) -> int:
        """The current watermark, in milliseconds."""


@persisted("broadcast-read-context/1")
class BroadcastReadContext(BroadcastContext):
    """The context of a record on the non-broadcast side."""

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> ReadOnlyBroadcastState[Any, Any]:
        """The state, for reading."""


@persisted("broadcast-write-context/1")
class BroadcastWriteContext(BroadcastContext):
    """The context of a broadcast record."""

    @abstractmethod
    def get_broadcast_state(self, state_descriptor: MapStateDescriptor) -> BroadcastState[Any, Any]:
        """The state, for reading and writing."""


@persisted("keyed-broadcast-read-context/1")
class KeyedBroadcastReadContext(BroadcastReadContext, KeyedContext):
    """The context of a record of a keyed stream connected with a broadcast stream."""


@persisted("keyed-broadcast-timer-context/1")
class KeyedBroadcastTimerContext(KeyedBroadcastReadContext, TimerContext):
    """The context of a timer of a keyed stream connected with a broadcast stream."""


@persisted("keyed-state-function/1")
class KeyedStateFunction(ABC):
    """Reads or changes one key's state."""

    @abstractmethod
    def process(self, key: Any, state: State) -> None:
        """Called with each key and its state."""


@persisted("keyed-broadcast-write-context/1")
class KeyedBroadcastWriteContext(BroadcastWriteContext):
    """The context of a broadcast record, for a keyed stream."""

    @abstractmethod
    def apply_to_keyed_state(
        self, state_descriptor: StateDescriptor, function: KeyedStateFunction | Callable[[Any, Any], None]
    ) -> None:
        """Calls the function with each key of this subtask that has an entry in the state, and with that state."""


@persisted("base-broadcast-process-function/1")
class BaseBroadcastProcessFunction(Function):
    """The base of both broadcast process functions."""

    BaseContext: TypeAlias = BroadcastContext
    Context: TypeAlias = BroadcastWriteContext
    ReadOnlyContext: TypeAlias = BroadcastReadContext


@persisted("broadcast-process-function/1")
class BroadcastProcessFunction(BaseBroadcastProcessFunction):
    """A function for a non-keyed stream connected with a broadcast stream. It has access to the broadcast state."""

    @abstractmethod
    def process_element(self, value: Any, ctx: BroadcastReadContext) -> Optional[Iterable[Any]]:
        """Emits any number of records; may read the broadcast state."""

    @abstractmethod
    def process_broadcast_element(self, value: Any, ctx: BroadcastWriteContext) -> Optional[Iterable[Any]]:
        """Changes the broadcast state, identically in every subtask; may emit records too."""


@persisted("keyed-broadcast-process-function/1")
class KeyedBroadcastProcessFunction(BaseBroadcastProcessFunction):
    """A function for a keyed stream connected with a broadcast one: with broadcast state, keyed state and timers."""

    Context: TypeAlias = KeyedBroadcastWriteContext
    ReadOnlyContext: TypeAlias = KeyedBroadcastReadContext
    OnTimerContext: TypeAlias = KeyedBroadcastTimerContext

    @abstractmethod
    def process_element(self, value: Any, ctx: KeyedBroadcastReadContext) -> Optional[Iterable[Any]]:
        """Emits any number of records, with state and timers of the key; may read the broadcast state."""

    @abstractmethod
    def process_broadcast_element(self, value: Any, ctx: KeyedBroadcastWriteContext) -> Optional[Iterable[Any]]:
        """Changes the broadcast state, identically in every subtask; there is no current key."""

    def on_timer(self, timestamp: int, ctx: KeyedBroadcastTimerContext) -> Optional[Iterable[Any]]:
        """Called when a timer of this key fires; emits any number of records."""
        return None
