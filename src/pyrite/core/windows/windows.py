"""Windows of window assigners, and their serializers."""

from __future__ import annotations

import struct
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from datetime import timedelta
from io import BytesIO
from typing import TYPE_CHECKING, Any, ClassVar, Final, NamedTuple, Optional, TypeAlias

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import MAX_WATERMARK, Duration, Time
from pyrite.core.types.serializer import TypeSerializer

if TYPE_CHECKING:
    from pyrite.core.windows.window_assigner import MergeCallback

Span: TypeAlias = Time | Duration | timedelta
"""A time span in the window APIs."""

_LONG: Final = struct.Struct(">q")
_TWO_LONGS: Final = struct.Struct(">qq")


def span_ms(span: Span, what: str) -> int:
    """A time span in whole milliseconds; `what` is its name in the error."""
    if isinstance(span, Time):
        return span.to_milliseconds()
    if isinstance(span, Duration):
        return span.to_millis()
    if isinstance(span, timedelta):
        return span // timedelta(milliseconds=1)
    raise ArgumentTypeError(f"{what} must be a Time (as Time.seconds(5)), a Duration or a timedelta, not {span!r}")


def positive_count(count: int, what: str) -> int:
    """The number itself, if it is an integer of at least 1."""
    if not isinstance(count, int) or isinstance(count, bool) or count < 1:
        raise InvalidProgramError(f"{what} must be a whole number of at least 1, not {count!r}")
    return count


def delta_of(delta_function: Any, what: str) -> Callable[[Any, Any], float]:
    """The function that computes two records' distance; an object with `get_delta(old, new)` is accepted too."""
    delta = getattr(delta_function, "get_delta", delta_function)
    if not callable(delta):
        raise ArgumentTypeError(f"{what} needs a function of two records that returns a number, not {delta!r}")
    return delta  # type: ignore[no-any-return]


@persisted("window/1")
class Window(ABC):
    """A group of records. Windows are values: they must be hashable, comparable with `==` and immutable."""

    __slots__ = ()

    @abstractmethod
    def max_timestamp(self) -> int:
        """The last timestamp of the window; it ends when the watermark, or the clock, reaches it."""


class _Span(NamedTuple):
    start: int
    end: int


# Wraps a tuple: windows are keys of state and of timers, and a tuple is hashed and compared in C.
@persisted("time-window/1")
class TimeWindow(_Span, Window):
    """The time from `start` (inclusive) to `end` (exclusive), in milliseconds. Ordered by start, then by end."""

    __slots__ = ()

    def max_timestamp(self) -> int:
        return self.end - 1

    def intersects(self, other: TimeWindow) -> bool:
        """Whether the windows overlap or touch."""
        return self.start <= other.end and self.end >= other.start

    def cover(self, other: TimeWindow) -> TimeWindow:
        """The smallest window that contains both."""
        return TimeWindow(min(self.start, other.start), max(self.end, other.end))

    @staticmethod
    def get_window_start_with_offset(timestamp: int, offset: int, window_size: int) -> int:
        """The start of the window of this size that contains a timestamp, with windows aligned to `offset`."""
        return timestamp - (timestamp - offset) % window_size

    @staticmethod
    def merge_windows(windows: Iterable[TimeWindow], callback: MergeCallback[TimeWindow]) -> None:
        """Calls back for every group of connected windows, with the group and its cover.

        Single windows are not reported, and equal windows count as one.
        """
        group: set[TimeWindow] = set()
        cover: Optional[TimeWindow] = None
        for window in sorted(windows):
            if cover is not None and cover.intersects(window):
                cover = cover.cover(window)
                group.add(window)
                continue
            if cover is not None and len(group) > 1:
                callback.merge(group, cover)
            cover, group = window, {window}
        if cover is not None and len(group) > 1:
            callback.merge(group, cover)


class _Number(NamedTuple):
    id: int


@persisted("count-window/1")
class CountWindow(_Number, Window):
    """A window of a number of a key's records, identified by its index. It has no end in time."""

    __slots__ = ()

    def max_timestamp(self) -> int:
        return MAX_WATERMARK


@persisted("global-window/1")
class GlobalWindow(Window):
    """The only window of GlobalWindows. It has no end."""

    __slots__ = ()
    _instance: ClassVar[Optional[GlobalWindow]] = None

    def __new__(cls) -> GlobalWindow:
        if GlobalWindow._instance is None:
            GlobalWindow._instance = super().__new__(cls)
        return GlobalWindow._instance

    @staticmethod
    def get() -> GlobalWindow:
        """The only instance."""
        return GlobalWindow()

    def max_timestamp(self) -> int:
        return MAX_WATERMARK

    def __repr__(self) -> str:
        return "GlobalWindow"

    def __reduce__(self) -> tuple[type[GlobalWindow], tuple[()]]:
        return GlobalWindow, ()


@persisted("time-window-serializer/1")
class TimeWindowSerializer(TypeSerializer[TimeWindow]):
    """Start and end as two longs."""

    def serialize(self, element: TimeWindow, stream: BytesIO) -> None:
        stream.write(_TWO_LONGS.pack(element.start, element.end))

    def deserialize(self, stream: BytesIO) -> TimeWindow:
        return TimeWindow(*_TWO_LONGS.unpack(stream.read(_TWO_LONGS.size)))


@persisted("count-window-serializer/1")
class CountWindowSerializer(TypeSerializer[CountWindow]):
    """The index as a long."""

    def serialize(self, element: CountWindow, stream: BytesIO) -> None:
        stream.write(_LONG.pack(element.id))

    def deserialize(self, stream: BytesIO) -> CountWindow:
        return CountWindow(*_LONG.unpack(stream.read(_LONG.size)))


@persisted("global-window-serializer/1")
class GlobalWindowSerializer(TypeSerializer[GlobalWindow]):
    """One byte, which carries no information."""

    def serialize(self, element: GlobalWindow, stream: BytesIO) -> None:
        stream.write(b"\0")

    def deserialize(self, stream: BytesIO) -> GlobalWindow:
        stream.read(1)
        return GlobalWindow.get()
