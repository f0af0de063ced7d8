"""Functions for windows, as classes with PyFlink's names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, Optional, TypeAlias, TypeVar

from pyrite.core.functions.functions import Function
from pyrite.core.functions.output_tag import OutputTag
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import KeyedStateStore
from pyrite.core.windows.windows import Window

IN = TypeVar("IN")
OUT = TypeVar("OUT")
KEY = TypeVar("KEY")
W = TypeVar("W", bound=Window)


@persisted("all-window-context/1")
class AllWindowContext(ABC, Generic[W]):
    """The context of a firing window."""

    @abstractmethod
    def window(self) -> W:
        """The firing window."""

    @abstractmethod
    def window_state(self) -> KeyedStateStore:
        """State of the key and this window. The function's `clear` must clear it."""

    @abstractmethod
    def global_state(self) -> KeyedStateStore:
        """State of the key, shared by all its windows."""


@persisted("window-context/1")
class WindowContext(AllWindowContext[W]):
    """The context of a firing window of a key."""

    @abstractmethod
    def current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def current_watermark(self) -> int:
        """The current watermark, in milliseconds."""


@persisted("window-function/1")
class WindowFunction(Function, Generic[IN, OUT, KEY, W]):
    """A function for `apply` of the windows of a keyed stream."""

    @abstractmethod
    def apply(self, key: KEY, window: W, inputs: Iterable[IN]) -> Iterable[OUT]:
        """Emits any number of records for a firing window. `inputs` are its records, or the reduced value."""


@persisted("all-window-function/1")
class AllWindowFunction(Function, Generic[IN, OUT, W]):
    """A function for `apply` of the windows of a stream that is not keyed."""

    @abstractmethod
    def apply(self, window: W, inputs: Iterable[IN]) -> Iterable[OUT]:
        """Emits any number of records for a firing window. `inputs` are its records, or the reduced value."""


@persisted("process-window-function/1")
class ProcessWindowFunction(Function, Generic[IN, OUT, KEY, W]):
    """A function for `process` of the windows of a keyed stream, with state of the window and of the key.

    >>> class Span(ProcessWindowFunction):
    ...     def process(self, key, context, elements):
    ...         numbers = sorted(elements)
    ...         yield key, numbers[0], numbers[-1]
    >>> numbers = env.from_collection([4, 1, 6, 3]).key_by(lambda n: "even" if n % 2 == 0 else "odd")
    >>> list(numbers.count_window(2).process(Span()).execute_and_collect())
    [('even', 4, 6), ('odd', 1, 3)]
    """

    Context: TypeAlias = WindowContext

    @abstractmethod
    def process(
        self, key: KEY, context: WindowContext[W], elements: Iterable[IN]
    ) -> Optional[Iterable[OUT | tuple[OutputTag, Any]]]:
        """Emits any number of records for a firing window; `yield tag, value` goes to the side output `tag`.

        `elements` are the window's records, or the single value of a preceding `reduce` or `aggregate`. A window may
        fire more than once.
        """

    def clear(self, context: WindowContext[W]) -> None:
        """Called once, when the window is removed: the place to clear `context.window_state()`."""


@persisted("process-all-window-function/1")
class ProcessAllWindowFunction(Function, Generic[IN, OUT, W]):
    """A function for `process` of the windows of a stream that is not keyed, with state of the window."""

    Context: TypeAlias = AllWindowContext

    @abstractmethod
    def process(
        self, context: AllWindowContext[W], elements: Iterable[IN]
    ) -> Optional[Iterable[OUT | tuple[OutputTag, Any]]]:
        """Emits any number of records for a firing window; `yield tag, value` goes to the side output `tag`."""

    def clear(self, context: AllWindowContext[W]) -> None:
        """Called once, when the window is removed: the place to clear `context.window_state()`."""
