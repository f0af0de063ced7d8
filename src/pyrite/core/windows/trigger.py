"""Trigger: when a window's contents are passed to the window function, and when they are dropped."""

from __future__ import annotations

from abc import ABC, abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import StateDescriptor
from pyrite.core.windows.windows import Window

if TYPE_CHECKING:
    from pyrite.core.metrics.metric_group import MetricGroup

T = TypeVar("T")
W = TypeVar("W", bound=Window)


@persisted("trigger-result/1")
class TriggerResult(Enum):
    """The action for a window: whether to fire, and whether to drop its contents."""

    CONTINUE = (False, False)
    FIRE_AND_PURGE = (True, True)
    FIRE = (True, False)
    PURGE = (False, True)

    def __init__(self, fire: bool, purge: bool) -> None:
        self._fire = fire
        self._purge = purge

    def is_fire(self) -> bool:
        """Whether the window function is called; it is not called for an empty window."""
        return self._fire

    def is_purge(self) -> bool:
        """Whether the contents are dropped. The window, its trigger's state and timers stay."""
        return self._purge


@persisted("trigger-context/1")
class TriggerContext(ABC):
    """Clocks, timers and state of the current key and window."""

    @abstractmethod
    def get_current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def get_metric_group(self) -> MetricGroup:
        """The metrics of the window function's operator."""

    @abstractmethod
    def get_current_watermark(self) -> int:
        """The current watermark, in milliseconds."""

    @abstractmethod
    def register_processing_time_timer(self, time: int) -> None:
        """Calls `on_processing_time` when the clock reaches the time. Registering it twice has no further effect."""

    @abstractmethod
    def register_event_time_timer(self, time: int) -> None:
        """Calls `on_event_time` when the watermark reaches the time. Registering it twice has no further effect."""

    @abstractmethod
    def delete_processing_time_timer(self, time: int) -> None:
        """Deletes a timer of the window; no effect if it does not exist."""

    @abstractmethod
    def delete_event_time_timer(self, time: int) -> None:
        """Deletes a timer of the window; no effect if it does not exist."""

    @abstractmethod
    def get_partitioned_state(self, state_descriptor: StateDescriptor) -> Any:
        """The state of the current key and window."""


@persisted("on-merge-context/1")
class OnMergeContext(TriggerContext):
    """The context of a merge: its key and window belong to the merge result."""

    @abstractmethod
    def merge_partitioned_state(self, state_descriptor: StateDescriptor) -> None:
        """Combines the merged windows' reducing, aggregating or list states into the state of the merge result.

        The states of the merged windows stay until `clear` is called for these, since `clear` finds the timers to
        delete there.
        """


@persisted("trigger/1")
class Trigger(ABC, Generic[T, W]):
    """Decides when a window of a key fires.

    One object serves all keys and windows, so it must not have state of a window in itself: `ctx` provides that state.
    For merging windows, `can_merge` must return True and `on_merge` must be implemented.
    """

    TriggerContext: TypeAlias = TriggerContext
    OnMergeContext: TypeAlias = OnMergeContext

    @abstractmethod
    def on_element(self, element: T, timestamp: int, window: W, ctx: TriggerContext) -> TriggerResult:
        """Called for every record, after it was added to the window."""

    @abstractmethod
    def on_processing_time(self, time: int, window: W, ctx: TriggerContext) -> TriggerResult:
        """Called when a processing-time timer of the window fires."""

    @abstractmethod
    def on_event_time(self, time: int, window: W, ctx: TriggerContext) -> TriggerResult:
        """Called when an event-time timer of the window fires."""

    def can_merge(self) -> bool:
        """Whether the trigger supports merging windows."""
        return False

    def on_merge(self, window: W, ctx: OnMergeContext) -> None:
        """Called after windows were merged into `window`, before `clear` is called for each of the merged windows."""
        raise NotImplementedError(f"{type(self).__name__} does not support merging windows")

    @abstractmethod
    def clear(self, window: W, ctx: TriggerContext) -> None:
        """Called when the window is removed: deletes all of the trigger's timers and state for it."""

    def __repr__(self) -> str:
        fields = [repr(value) for name, value in vars(self).items() if not name.startswith("_")]
        return f"{type(self).__name__}({', '.join(fields)})"
