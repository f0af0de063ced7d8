"""Trigger: when a window's contents are given to the window function, and when they are dropped."""

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
    """What is to be done with a window: whether to fire, and whether to drop its contents."""

    CONTINUE = (False, False)
    FIRE_AND_PURGE = (True, True)
    FIRE = (True, False)
    PURGE = (False, True)

    def __init__(self, fire: bool, purge: bool) -> None:
        self._fire = fire
        self._purge = purge

    def is_fire(self) -> bool:
        """Whether the window function is called; it is not for a window without contents."""
        return self._fire

    def is_purge(self) -> bool:
        """Whether the contents are dropped. The window itself and its trigger's state and timers stay."""
        return self._purge


@persisted("trigger-context/1")
class TriggerContext(ABC):
    """The clocks, and the timers and the state of the current key and window."""

    @abstractmethod
    def get_current_processing_time(self) -> int:
        """The clock, in milliseconds since the epoch."""

    @abstractmethod
    def get_metric_group(self) -> MetricGroup:
        """The metrics of the window function's operator."""

    @abstractmethod
    def get_current_watermark(self) -> int:
        """How far event time has come, in milliseconds."""

    @abstractmethod
    def register_processing_time_timer(self, time: int) -> None:
        """Has `on_processing_time` called when the clock reaches the time. Twice is as once."""

    @abstractmethod
    def register_event_time_timer(self, time: int) -> None:
        """Has `on_event_time` called when the watermark reaches the time. Twice is as once."""

    @abstractmethod
    def delete_processing_time_timer(self, time: int) -> None:
        """Takes a timer back; nothing happens if there is none."""

    @abstractmethod
    def delete_event_time_timer(self, time: int) -> None:
        """Deletes a timer of the window; nothing happens if there is none."""

    @abstractmethod
    def get_partitioned_state(self, state_descriptor: StateDescriptor) -> Any:
        """The state of the current key and window."""


@persisted("on-merge-context/1")
class OnMergeContext(TriggerContext):
    """The context of a merge: its key and window are those of the window that came out."""

    @abstractmethod
    def merge_partitioned_state(self, state_descriptor: StateDescriptor) -> None:
        """Combines the merged windows' reducing, aggregating or list states into that of the window that came out.

        Theirs stay until `clear` was called for them: it looks there for the timers to be deleted.
        """


@persisted("trigger/1")
class Trigger(ABC, Generic[T, W]):
    """Decides when a window of a key fires.

    One object serves all keys and windows, so it keeps nothing in itself: what it must remember is in the state that
    the context gives. With windows that merge, `can_merge` must be true and `on_merge` written.
    """

    TriggerContext: TypeAlias = TriggerContext
    OnMergeContext: TypeAlias = OnMergeContext

    @abstractmethod
    def on_element(self, element: T, timestamp: int, window: W, ctx: TriggerContext) -> TriggerResult:
        """Called for every record, after it was added to the window."""

    @abstractmethod
    def on_processing_time(self, time: int, window: W, ctx: TriggerContext) -> TriggerResult:
        """Called when a processing-time timer of the window is due."""

    @abstractmethod
    def on_event_time(self, time: int, window: W, ctx: TriggerContext) -> TriggerResult:
        """Called when an event-time timer of the window is due."""

    def can_merge(self) -> bool:
        """Whether the trigger goes with windows that merge."""
        return False

    def on_merge(self, window: W, ctx: OnMergeContext) -> None:
        """Called after windows were merged into `window`, before `clear` is called for each of the merged ones."""
        raise NotImplementedError(f"{type(self).__name__} does not go with windows that merge")

    @abstractmethod
    def clear(self, window: W, ctx: TriggerContext) -> None:
        """Called when the window is gone: deletes every timer and every state that the trigger made for it."""

    def __repr__(self) -> str:
        fields = [repr(value) for name, value in vars(self).items() if not name.startswith("_")]
        return f"{type(self).__name__}({', '.join(fields)})"
