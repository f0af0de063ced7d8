"""The built-in window assigners."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable
from enum import Enum
from typing import TYPE_CHECKING, Any, Optional, Self

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.core.time.time import MAX_WATERMARK, NO_TIMESTAMP
from pyrite.core.windows.trigger import Trigger, TriggerContext, TriggerResult
from pyrite.core.windows.triggers import (
    CountTrigger,
    EventTimeTrigger,
    NeverTrigger,
    ProcessingTimeTrigger,
    PurgingTrigger,
)
from pyrite.core.windows.window_assigner import (
    MergeCallback,
    MergingWindowAssigner,
    WindowAssigner,
    WindowAssignerContext,
)
from pyrite.core.windows.windows import (
    CountWindow,
    CountWindowSerializer,
    GlobalWindow,
    GlobalWindowSerializer,
    Span,
    TimeWindow,
    TimeWindowSerializer,
    Window,
    positive_count,
    span_ms,
)

if TYPE_CHECKING:
    from pyrite.core.types.serializer import TypeSerializer


@persisted("session-window-time-gap-extractor/1")
class SessionWindowTimeGapExtractor(ABC):
    """The gap of a session after a record."""

    @abstractmethod
    def extract(self, element: Any) -> int:
        """The gap in milliseconds; must be positive."""


@persisted("window-stagger/1")
class WindowStagger(Enum):
    """The offset between tumbling windows of different subtasks.

    The offset is determined at a subtask's first record, and is lost at a restart.
    """

    ALIGNED = "aligned"
    """All windows start and end together."""
    RANDOM = "random"
    """Each subtask's windows have a random offset."""
    NATURAL = "natural"
    """Each subtask's windows start at the arrival of its first record."""

    def get_stagger_offset(self, current_processing_time: int, size: int) -> int:
        """The offset of windows of this size, in milliseconds."""
        if self is WindowStagger.RANDOM:
            return random.randrange(size)
        return current_processing_time % size if self is WindowStagger.NATURAL else 0


class _EventTimeWindows(WindowAssigner[Any, TimeWindow]):
    """Windows by the records' timestamps."""

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return EventTimeTrigger()

    def get_window_serializer(self) -> TypeSerializer[TimeWindow]:
        return TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return True

    def _no_timestamp(self) -> RuntimeError:
        return RuntimeError(
            f"{self!r} received a record without a timestamp: assign timestamps with "
            "assign_timestamps_and_watermarks(...) before its window, or use processing-time windows"
        )


class _ProcessingTimeWindows(WindowAssigner[Any, TimeWindow]):
    """Windows by processing time."""

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return ProcessingTimeTrigger()

    def get_window_serializer(self) -> TypeSerializer[TimeWindow]:
        return TimeWindowSerializer()

    def is_event_time(self) -> bool:
        return False


class _Tumbling:
    """The common part of both kinds of tumbling windows."""

    def __init__(self, size: int, offset: int = 0, window_stagger: Optional[WindowStagger] = None) -> None:
        if abs(offset) >= size:
            raise InvalidProgramError(
                f"{type(self).__name__} needs a positive size and an offset between -size and size, "
                f"not size {size} ms with offset {offset} ms"
            )
        self.size_ms = size
        self.offset_ms = offset
        self.window_stagger = WindowStagger.ALIGNED if window_stagger is None else WindowStagger(window_stagger)
        self._shift: Optional[int] = offset if self.window_stagger is WindowStagger.ALIGNED else None

    @classmethod
    def of(cls, size: Span, offset: Optional[Span] = None, window_stagger: Optional[WindowStagger] = None) -> Self:
        """Windows of this size, aligned to the epoch plus `offset`.

        `of(Time.days(1), Time.hours(-8))` are days that start at midnight of UTC+8.
        """
        size_ms = span_ms(size, f"the size of {cls.__name__}")
        return cls(size_ms, _offset_ms(offset, cls), window_stagger)

    def shift_ms(self, context: WindowAssignerContext) -> int:
        """The offset of this subtask's windows, with their stagger."""
        if self._shift is None:
            now = context.get_current_processing_time()
            self._shift = (self.offset_ms + self.window_stagger.get_stagger_offset(now, self.size_ms)) % self.size_ms
        return self._shift

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.size_ms}, {self.offset_ms})"


@persisted("tumbling-event-time-windows/1")
class TumblingEventTimeWindows(_Tumbling, _EventTimeWindows):
    """Consecutive windows of one size by event time: each record is in one.

    >>> assigner = TumblingEventTimeWindows.of(Time.minutes(5))
    >>> assigner.assign_windows("a record", 420_000, None)
    (TimeWindow(start=300000, end=600000),)
    """

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        if timestamp == NO_TIMESTAMP:
            raise self._no_timestamp()
        start = timestamp - (timestamp - self.shift_ms(context)) % self.size_ms
        return (TimeWindow(start, start + self.size_ms),)


@persisted("tumbling-processing-time-windows/1")
class TumblingProcessingTimeWindows(_Tumbling, _ProcessingTimeWindows):
    """Consecutive windows of one size, by processing time."""

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        now = context.get_current_processing_time()
        start = now - (now - self.shift_ms(context)) % self.size_ms
        return (TimeWindow(start, start + self.size_ms),)


class _Sliding:
    """The common part of both kinds of sliding windows."""

    def __init__(self, size: int, slide: int, offset: int = 0) -> None:
        if abs(offset) >= slide or size <= 0:
            raise InvalidProgramError(
                f"{type(self).__name__} needs a positive size, a positive slide and an offset between -slide and "
                f"slide, not size {size} ms, slide {slide} ms and offset {offset} ms"
            )
        self.size_ms = size
        self.slide_ms = slide
        self.offset_ms = offset

    @classmethod
    def of(cls, size: Span, slide: Span, offset: Optional[Span] = None) -> Self:
        """Windows of this size, one every `slide`, aligned to the epoch plus `offset`."""
        size_ms = span_ms(size, f"the size of {cls.__name__}")
        slide_ms = span_ms(slide, f"the slide of {cls.__name__}")
        return cls(size_ms, slide_ms, _offset_ms(offset, cls))

    def _windows_at(self, time: int) -> list[TimeWindow]:
        """The windows that contain a time, the latest first."""
        size = self.size_ms
        last_start = time - (time - self.offset_ms) % self.slide_ms
        return [TimeWindow(start, start + size) for start in range(last_start, time - size, -self.slide_ms)]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.size_ms}, {self.slide_ms}, {self.offset_ms})"


@persisted("sliding-event-time-windows/1")
class SlidingEventTimeWindows(_Sliding, _EventTimeWindows):
    """Windows of one size by event time, a new one every `slide`: a record is in several.

    >>> assigner = SlidingEventTimeWindows.of(Time.minutes(10), Time.minutes(5))
    >>> sorted(assigner.assign_windows("a record", 420_000, None))
    [TimeWindow(start=0, end=600000), TimeWindow(start=300000, end=900000)]
    """

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        if timestamp == NO_TIMESTAMP:
            raise self._no_timestamp()
        return self._windows_at(timestamp)


@persisted("sliding-processing-time-windows/1")
class SlidingProcessingTimeWindows(_Sliding, _ProcessingTimeWindows):
    """Windows of one size, one every slide, by processing time. They overlap if the slide is smaller than the size."""

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        return self._windows_at(context.get_current_processing_time())


class _Sessions(MergingWindowAssigner[Any, TimeWindow]):
    """Windows that merge when they overlap or touch."""

    def merge_windows(self, windows: Iterable[TimeWindow], callback: MergeCallback[TimeWindow]) -> None:
        TimeWindow.merge_windows(windows, callback)


class _FixedGap:
    """Sessions with a fixed gap."""

    def __init__(self, session_gap: int) -> None:
        if session_gap <= 0:
            raise InvalidProgramError(f"the gap of {type(self).__name__} must be positive, not {session_gap} ms")
        self.gap_ms = session_gap

    @classmethod
    def with_gap(cls, size: Span) -> Self:
        """Sessions that end after this time without records."""
        return cls(span_ms(size, f"the gap of {cls.__name__}"))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.gap_ms})"


class _DynamicGap:
    """Sessions whose gap depends on the records."""

    def __init__(self, session_window_time_gap_extractor: SessionWindowTimeGapExtractor | Callable[[Any], int]) -> None:
        extract = getattr(session_window_time_gap_extractor, "extract", session_window_time_gap_extractor)
        if not callable(extract):
            raise InvalidProgramError(
                f"{type(self).__name__} needs a SessionWindowTimeGapExtractor or a function, "
                f"not {session_window_time_gap_extractor!r}"
            )
        self._extract: Callable[[Any], int] = extract

    @classmethod
    def with_dynamic_gap(cls, extractor: SessionWindowTimeGapExtractor | Callable[[Any], int]) -> Self:
        """Sessions with a gap, in milliseconds, that the extractor returns for each record."""
        return cls(extractor)

    def gap_ms_of(self, element: Any) -> int:
        """The gap after a record, in milliseconds. ValueError if it is not positive."""
        gap = self._extract(element)
        if gap <= 0:
            raise ValueError(f"the gap of a session must be positive, not {gap} ms, as extracted from {element!r}")
        return gap

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


@persisted("event-time-session-windows/1")
class EventTimeSessionWindows(_FixedGap, _Sessions, _EventTimeWindows):
    """Windows that end after a gap without records, by event time. A record may merge two of them.

    >>> assigner = EventTimeSessionWindows.with_gap(Time.minutes(30))
    >>> assigner.assign_windows("a record", 420_000, None)
    (TimeWindow(start=420000, end=2220000),)
    """

    @staticmethod
    def with_dynamic_gap(
        extractor: SessionWindowTimeGapExtractor | Callable[[Any], int],
    ) -> DynamicEventTimeSessionWindows:
        """Sessions whose gap depends on the record."""
        return DynamicEventTimeSessionWindows(extractor)

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        if timestamp == NO_TIMESTAMP:
            raise self._no_timestamp()
        return (TimeWindow(timestamp, timestamp + self.gap_ms),)


@persisted("processing-time-session-windows/1")
class ProcessingTimeSessionWindows(_FixedGap, _Sessions, _ProcessingTimeWindows):
    """Windows that end after a gap without records, by processing time."""

    @staticmethod
    def with_dynamic_gap(
        extractor: SessionWindowTimeGapExtractor | Callable[[Any], int],
    ) -> DynamicProcessingTimeSessionWindows:
        """Sessions whose gap depends on the record."""
        return DynamicProcessingTimeSessionWindows(extractor)

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        now = context.get_current_processing_time()
        return (TimeWindow(now, now + self.gap_ms),)


@persisted("dynamic-event-time-session-windows/1")
class DynamicEventTimeSessionWindows(_DynamicGap, _Sessions, _EventTimeWindows):
    """Sessions by the records' timestamps, with a gap that depends on the record."""

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        if timestamp == NO_TIMESTAMP:
            raise self._no_timestamp()
        return (TimeWindow(timestamp, timestamp + self.gap_ms_of(element)),)


@persisted("dynamic-processing-time-session-windows/1")
class DynamicProcessingTimeSessionWindows(_DynamicGap, _Sessions, _ProcessingTimeWindows):
    """Sessions by processing time, with a gap that depends on the record."""

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[TimeWindow]:
        now = context.get_current_processing_time()
        return (TimeWindow(now, now + self.gap_ms_of(element)),)


@persisted("end-of-stream-trigger/1")
class EndOfStreamTrigger(NeverTrigger):
    """Fires a global window once, at the end of a bounded stream."""

    def on_element(self, element: Any, timestamp: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        ctx.register_event_time_timer(MAX_WATERMARK)
        return TriggerResult.CONTINUE

    def on_event_time(self, time: int, window: Window, ctx: TriggerContext) -> TriggerResult:
        return TriggerResult.FIRE if time == MAX_WATERMARK else TriggerResult.CONTINUE

    def clear(self, window: Window, ctx: TriggerContext) -> None:
        ctx.delete_event_time_timer(MAX_WATERMARK)


@persisted("global-windows/1")
class GlobalWindows(WindowAssigner[Any, GlobalWindow]):
    """One window per key for all records. It never ends, and fires only with an explicit trigger."""

    def __init__(self, default_trigger: Optional[Trigger[Any, Any]] = None) -> None:
        self._default_trigger = NeverTrigger() if default_trigger is None else default_trigger

    @staticmethod
    def create() -> GlobalWindows:
        """One window for all records, without a trigger: it fires only if `trigger` sets one."""
        return GlobalWindows()

    @staticmethod
    def create_with_end_of_stream_trigger() -> GlobalWindows:
        """A global window that fires at the end of a bounded stream."""
        return GlobalWindows(EndOfStreamTrigger())

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[GlobalWindow]:
        return (GlobalWindow.get(),)

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        return self._default_trigger

    def get_window_serializer(self) -> TypeSerializer[GlobalWindow]:
        return GlobalWindowSerializer()

    def is_event_time(self) -> bool:
        return False

    def __repr__(self) -> str:
        return "GlobalWindows()"


class _CountWindows(WindowAssigner[Any, CountWindow]):
    """Windows of a number of records of a key, with the count in keyed state. Full windows fire, others never."""

    def __init__(self, window_size: int, counter_name: str) -> None:
        self.window_size = positive_count(window_size, f"the size of {type(self).__name__}")
        self._count_descriptor = ValueStateDescriptor(counter_name)

    def _next_number(self, context: WindowAssignerContext) -> int:
        """The number of records of the key before this one."""
        count_state = context.get_runtime_context().get_state(self._count_descriptor)
        count: int = count_state.value() or 0
        count_state.update(count + 1)
        return count

    def get_default_trigger(self, env: Any = None) -> Trigger[Any, Any]:
        # A full window gets no further record, and has no end at which it would be dropped: hence the purge.
        return PurgingTrigger(CountTrigger(self.window_size))

    def get_window_serializer(self) -> TypeSerializer[CountWindow]:
        return CountWindowSerializer()

    def is_event_time(self) -> bool:
        return False


@persisted("count-tumbling-window-assigner/1")
class CountTumblingWindowAssigner(_CountWindows):
    """Consecutive windows of a number of records."""

    def __init__(self, window_size: int) -> None:
        super().__init__(window_size, "tumble-count-assigner")

    @staticmethod
    def of(window_size: int) -> CountTumblingWindowAssigner:
        """Windows of this many records."""
        return CountTumblingWindowAssigner(window_size)

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[CountWindow]:
        return (CountWindow(self._next_number(context) // self.window_size),)

    def __repr__(self) -> str:
        return f"CountTumblingWindowAssigner({self.window_size})"


@persisted("count-sliding-window-assigner/1")
class CountSlidingWindowAssigner(_CountWindows):
    """Windows of a number of records, one every `window_slide` records, the first at the first record."""

    def __init__(self, window_size: int, window_slide: int) -> None:
        super().__init__(window_size, "slide-count-assigner")
        self.window_slide = positive_count(window_slide, "the slide of CountSlidingWindowAssigner")

    @staticmethod
    def of(window_size: int, window_slide: int) -> CountSlidingWindowAssigner:
        """Windows of this many records, one after every `window_slide` records."""
        return CountSlidingWindowAssigner(window_size, window_slide)

    def assign_windows(self, element: Any, timestamp: int, context: WindowAssignerContext) -> Collection[CountWindow]:
        number = self._next_number(context)
        latest = number // self.window_slide
        earliest = max(0, (number - self.window_size) // self.window_slide + 1)
        return [CountWindow(id) for id in range(latest, earliest - 1, -1)]

    def __repr__(self) -> str:
        return f"CountSlidingWindowAssigner({self.window_size}, {self.window_slide})"


def _offset_ms(offset: Optional[Span], assigner: type) -> int:
    return 0 if offset is None else span_ms(offset, f"the offset of {assigner.__name__}")
