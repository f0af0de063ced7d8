"""WindowAssigner: assigns records to windows."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from pyrite.core.persistence.persisted import persisted
from pyrite.core.windows.trigger import Trigger
from pyrite.core.windows.windows import Window

if TYPE_CHECKING:
    from pyrite.core.functions.functions import RuntimeContext
    from pyrite.core.types.serializer import TypeSerializer

T = TypeVar("T")
W = TypeVar("W", bound=Window)


@persisted("window-assigner-context/1")
class WindowAssignerContext(ABC):
    """The environment of an assigner."""

    @abstractmethod
    def get_current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def get_runtime_context(self) -> RuntimeContext:
        """Access to state of the current key."""


@persisted("window-assigner/1")
class WindowAssigner(ABC, Generic[T, W]):
    """Assigns each record to windows: none, one or several. Each subtask has its own copy."""

    WindowAssignerContext: TypeAlias = WindowAssignerContext

    @abstractmethod
    def assign_windows(self, element: T, timestamp: int, context: WindowAssignerContext) -> Collection[W]:
        """The windows of a record; its timestamp may be NO_TIMESTAMP."""

    @abstractmethod
    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        """The trigger of a windowed stream without an explicit one."""

    @abstractmethod
    def get_window_serializer(self) -> TypeSerializer[W]:
        """The serializer of its windows."""

    @abstractmethod
    def is_event_time(self) -> bool:
        """Whether its windows end by the watermark, not by the clock."""


@persisted("merge-callback/1")
class MergeCallback(ABC, Generic[W]):
    """Receives windows that are merged into one."""

    @abstractmethod
    def merge(self, to_be_merged: Iterable[W], merge_result: W) -> None:
        """Called with windows that are merged, and with the result."""


@persisted("merging-window-assigner/1")
class MergingWindowAssigner(WindowAssigner[T, W]):
    """An assigner of merging windows, which need a trigger that supports merging."""

    MergeCallback: TypeAlias = MergeCallback

    @abstractmethod
    def merge_windows(self, windows: Iterable[W], callback: MergeCallback[W]) -> None:
        """Calls back with each group of two or more of the windows that become one."""
