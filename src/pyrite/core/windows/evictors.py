"""Evictors: remove records of a firing window, before or after the window function."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeAlias, TypeVar

from pyrite.core.errors import InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.core.windows.windows import Span, Window, delta_of, span_ms

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyrite.core.metrics.metric_group import MetricGroup

T = TypeVar("T")
W = TypeVar("W", bound=Window)


@persisted("timestamped-value/1")
class TimestampedValue(NamedTuple, Generic[T]):
    """A record and its event time."""

    value: T
    timestamp: int = NO_TIMESTAMP

    def get_value(self) -> T:
        """The record."""
        return self.value

    def get_timestamp(self) -> int:
        """The event time, or NO_TIMESTAMP."""
        return self.timestamp

    def has_timestamp(self) -> bool:
        """Whether the record has an event time."""
        return self.timestamp != NO_TIMESTAMP


@persisted("evictor-context/1")
class EvictorContext(ABC):
    """The environment of an evictor."""

    @abstractmethod
    def get_current_processing_time(self) -> int:
        """The processing time, in milliseconds since the epoch."""

    @abstractmethod
    def get_metric_group(self) -> MetricGroup:
        """The metrics of the window function's operator."""

    @abstractmethod
    def get_current_watermark(self) -> int:
        """The current watermark, in milliseconds."""


@persisted("evictor/1")
class Evictor(ABC, Generic[T, W]):
    """Removes records of a firing window.

    `elements` is a list of all records of the window, in order of arrival. The evictor changes it in place (`del
    elements[:3]`, `elements[:] = ...`), and removed records are lost. A window with an evictor stores all of its
    records, also for `reduce` and `aggregate`.
    """

    EvictorContext: TypeAlias = EvictorContext

    @abstractmethod
    def evict_before(self, elements: list[TimestampedValue[T]], size: int, window: W, ctx: EvictorContext) -> None:
        """Called before the window function, which does not see removed records. `size` is the list's length."""

    @abstractmethod
    def evict_after(self, elements: list[TimestampedValue[T]], size: int, window: W, ctx: EvictorContext) -> None:
        """Called after the window function, with the records that `evict_before` has not removed."""


class _OnceEvictor(Evictor[Any, Any]):
    """Evicts either before or after the window function."""

    def __init__(self, do_evict_after: bool) -> None:
        self.do_evict_after = do_evict_after

    def evict_before(self, elements: list[TimestampedValue[Any]], size: int, window: Any, ctx: EvictorContext) -> None:
        if not self.do_evict_after:
            self._evict(elements)

    def evict_after(self, elements: list[TimestampedValue[Any]], size: int, window: Any, ctx: EvictorContext) -> None:
        if self.do_evict_after:
            self._evict(elements)

    @abstractmethod
    def _evict(self, elements: list[TimestampedValue[Any]]) -> None: ...


@persisted("count-evictor/1")
class CountEvictor(_OnceEvictor):
    """Keeps the last records, up to a number."""

    def __init__(self, max_count: int, do_evict_after: bool = False) -> None:
        super().__init__(do_evict_after)
        if not isinstance(max_count, int) or isinstance(max_count, bool) or max_count < 0:
            raise InvalidProgramError(f"the count of a CountEvictor must be a whole number from 0, not {max_count!r}")
        self.max_count = max_count

    @staticmethod
    def of(max_count: int, do_evict_after: bool = False) -> CountEvictor:
        """Keeps the last `max_count` records; evicts before the window function, or after it."""
        return CountEvictor(max_count, do_evict_after)

    def _evict(self, elements: list[TimestampedValue[Any]]) -> None:
        del elements[: max(0, len(elements) - self.max_count)]

    def __repr__(self) -> str:
        return f"CountEvictor({self.max_count})"


@persisted("time-evictor/1")
class TimeEvictor(_OnceEvictor):
    """Keeps the records that are less than a time span older than the newest; all, if the first has no timestamp."""

    def __init__(self, window_size: int, do_evict_after: bool = False) -> None:
        super().__init__(do_evict_after)
        if window_size < 0:
            raise InvalidProgramError(f"the span of a TimeEvictor must not be negative, not {window_size} ms")
        self.window_size = window_size

    @staticmethod
    def of(window_size: Span, do_evict_after: bool = False) -> TimeEvictor:
        """Keeps records less than `window_size` older than the latest; evicts before the window function, or after."""
        return TimeEvictor(span_ms(window_size, "the span of a TimeEvictor"), do_evict_after)

    def _evict(self, elements: list[TimestampedValue[Any]]) -> None:
        if not elements or not elements[0].has_timestamp():
            return
        cutoff = max(element.timestamp for element in elements) - self.window_size
        elements[:] = [element for element in elements if element.timestamp > cutoff]

    def __repr__(self) -> str:
        return f"TimeEvictor({self.window_size})"


@persisted("delta-evictor/1")
class DeltaEvictor(_OnceEvictor):
    """Keeps the records whose distance to the last one, `delta_function(record, last)`, is below a threshold."""

    def __init__(
        self, threshold: float, delta_function: Callable[[Any, Any], float], do_evict_after: bool = False
    ) -> None:
        super().__init__(do_evict_after)
        self.threshold = threshold
        self._delta = delta_of(delta_function, "a DeltaEvictor")

    @staticmethod
    def of(threshold: float, delta_function: Callable[[Any, Any], float], do_evict_after: bool = False) -> DeltaEvictor:
        """Evicts records whose delta to the last one reaches the threshold; before the window function, or after it."""
        return DeltaEvictor(threshold, delta_function, do_evict_after)

    def _evict(self, elements: list[TimestampedValue[Any]]) -> None:
        if elements:
            last, delta = elements[-1].value, self._delta
            elements[:] = [element for element in elements if delta(element.value, last) < self.threshold]

    def __repr__(self) -> str:
        return f"DeltaEvictor({self.threshold})"
