"""Points and spans of time, internally in milliseconds."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from operator import index
from typing import Any

from pyrite.core.arguments import check_argument
from pyrite.core.event_time import MAX_WATERMARK, MIN_WATERMARK, NO_TIMESTAMP
from pyrite.core.persistence.persisted import persisted
from pyrite.core.types.instant import Instant

__all__ = ["MAX_WATERMARK", "MIN_WATERMARK", "NO_TIMESTAMP", "Duration", "Instant", "Time", "as_time_ms"]


def as_time_ms(value: Any, what: str) -> int:
    """A user's time as an int of 64 bits; numpy's integers are accepted too. `what` is its name in the error."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"{what} is an int of 64 bits, in milliseconds, not {value!r}")
    time_ms = index(value)
    if not MIN_WATERMARK <= time_ms <= MAX_WATERMARK:
        raise OverflowError(f"{what} is an int of 64 bits, in milliseconds, unlike {value!r}")
    return time_ms


@persisted("time/1")
@dataclass(frozen=True, order=True, init=False)
class Time:
    """A time span in milliseconds, for the window and timer APIs.

    >>> Time.minutes(2).to_milliseconds()
    120000
    """

    _milliseconds: int

    def __init__(self, milliseconds: int) -> None:
        check_argument("a Time", milliseconds, int, float)
        object.__setattr__(self, "_milliseconds", milliseconds)

    def to_milliseconds(self) -> int:
        """The span in milliseconds."""
        return self._milliseconds

    @staticmethod
    def milliseconds(milliseconds: int) -> Time:
        """A span of this many milliseconds."""
        return Time(milliseconds)

    @staticmethod
    def seconds(seconds: int) -> Time:
        """A span of this many seconds."""
        return Time(seconds * 1000)

    @staticmethod
    def minutes(minutes: int) -> Time:
        """A span of this many minutes."""
        return Time(minutes * 60_000)

    @staticmethod
    def hours(hours: int) -> Time:
        """A span of this many hours."""
        return Time(hours * 3_600_000)

    @staticmethod
    def days(days: int) -> Time:
        """A span of this many days of 24 hours."""
        return Time(days * 86_400_000)


@persisted("duration/1")
@dataclass(frozen=True, order=True)
class Duration:
    """A time span with nanosecond resolution, for the watermark APIs.

    >>> Duration.of_seconds(5).to_millis()
    5000
    """

    _nanos: int

    def __post_init__(self) -> None:
        check_argument("a Duration", self._nanos, int, float)

    @staticmethod
    def of_days(days: int) -> Duration:
        """A duration of this many days of 24 hours."""
        return Duration(days * 86_400_000_000_000)

    @staticmethod
    def of_hours(hours: int) -> Duration:
        """A duration of this many hours."""
        return Duration(hours * 3_600_000_000_000)

    @staticmethod
    def of_minutes(minutes: int) -> Duration:
        """A duration of this many minutes."""
        return Duration(minutes * 60_000_000_000)

    @staticmethod
    def of_seconds(seconds: int) -> Duration:
        """A duration of this many seconds."""
        return Duration(seconds * 1_000_000_000)

    @staticmethod
    def of_millis(millis: int) -> Duration:
        """A duration of this many milliseconds."""
        return Duration(millis * 1_000_000)

    @staticmethod
    def of_nanos(nanos: int) -> Duration:
        """A duration of this many nanoseconds."""
        return Duration(nanos)

    def to_millis(self) -> int:
        """The duration in whole milliseconds, rounded down."""
        return self._nanos // 1_000_000

    def to_timedelta(self) -> timedelta:
        """The duration as a `datetime.timedelta`, in whole microseconds."""
        return timedelta(microseconds=self._nanos / 1000)
