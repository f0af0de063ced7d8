"""Time windows of SQL's window functions: the windows of a time, and the panes that they are made of.

Times are local times in milliseconds; `WindowZone` converts between instants and local times. A pane is the longest
interval in which all rows have the same windows. State is by pane.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from pyrite.expressions.java.time_zones import from_local, offset_at, standard_offset, zone_id

Times = npt.NDArray[np.int64]
Window = tuple[int, int]
"""Start (inclusive) and end (exclusive). Panes have the same form."""
_HOUR_MS: Final = 3_600_000
_QUARTER_HOUR_MS: Final = _HOUR_MS // 4
"""Time zone changes happen at full quarters of an hour."""
_DAY_MS: Final = 24 * _HOUR_MS


class TimeWindows(ABC):
    """A kind of windows with its sizes. SESSION is separate, since its windows depend on the rows."""

    @abstractmethod
    def windows(self, pane: Window) -> list[Window]:
        """Returns the windows that contain a pane, in the order of their ends."""

    @abstractmethod
    def panes(self, window: Window) -> Iterable[Window]:
        """Returns the panes of a window."""


@dataclass(frozen=True)
class AlignedWindows(TimeWindows):
    """Windows that are the same for all keys."""

    size_ms: int
    offset_ms: int

    @property
    @abstractmethod
    def pane_ms(self) -> int:
        """The length of a pane."""

    def pane_starts(self, times: Times) -> Times:
        """Returns the starts of the panes that contain these times."""
        starts: Times = times - (times - self.offset_ms) % self.pane_ms
        return starts

    def pane_numbers(self, times: Times) -> Times:
        """Returns the numbers of the panes that contain these times. Pane 0 begins at the offset."""
        numbers: Times = (times - self.offset_ms) // self.pane_ms
        return numbers

    def numbered_starts(self, numbers: Times) -> Times:
        """Returns the starts of the panes with these numbers."""
        starts: Times = numbers * self.pane_ms + self.offset_ms
        return starts

    def row_windows(self, pane: Window) -> list[Window]:
        """As `windows`, in the order of Flink's window table functions."""
        return self.windows(pane)

    def panes(self, window: Window) -> Iterable[Window]:
        width = self.pane_ms
        return ((start, start + width) for start in range(*window, width))


@dataclass(frozen=True)
class Tumble(AlignedWindows):
    """Windows of a fixed size that do not overlap."""

    @property
    def pane_ms(self) -> int:
        return self.size_ms

    def windows(self, pane: Window) -> list[Window]:
        return [pane]


@dataclass(frozen=True)
class Hop(AlignedWindows):
    """Windows of a fixed size that start every `slide_ms`."""

    slide_ms: int

    @property
    def pane_ms(self) -> int:
        return gcd(self.size_ms, self.slide_ms)

    def windows(self, pane: Window) -> list[Window]:
        last = pane[0] - (pane[0] - self.offset_ms) % self.slide_ms
        count = (self.size_ms - (pane[0] - last) + self.slide_ms - 1) // self.slide_ms
        first = last - (count - 1) * self.slide_ms
        return [(start, start + self.size_ms) for start in range(first, last + 1, self.slide_ms)]

    def row_windows(self, pane: Window) -> list[Window]:
        return self.windows(pane)[::-1]


@dataclass(frozen=True)
class Cumulate(AlignedWindows):
    """Windows with a common start that grow by `step_ms` up to their size."""

    step_ms: int

    @property
    def pane_ms(self) -> int:
        return self.step_ms

    def base(self, pane: Window) -> Window:
        """Returns the first pane of the windows that contain a pane. Panes that have fired are merged into it."""
        start = pane[0] - (pane[0] - self.offset_ms) % self.size_ms
        return start, start + self.step_ms

    def windows(self, pane: Window) -> list[Window]:
        start = self.base(pane)[0]
        return [(start, end) for end in range(pane[1], start + self.size_ms + 1, self.step_ms)]


@dataclass(frozen=True)
class Attached(TimeWindows):
    """Windows that rows already have, in columns for their start and end."""

    start: int
    end: int

    def windows(self, pane: Window) -> list[Window]:
        return [pane]

    def panes(self, window: Window) -> Iterable[Window]:
        return (window,)


@dataclass(frozen=True)
class Session:
    """Windows that end after `gap_ms` without a row."""

    gap_ms: int


class WindowZone:
    """The local time of a time zone. Times of type TIMESTAMP have no zone and are treated as UTC."""

    def __init__(self, name: str) -> None:
        zone = zone_id(name)
        assert zone is not None, f"the session has validated its time zone {name!r}"
        self._zone = zone
        self._is_utc = offset_at(zone, 0) == 0 and str(zone) in ("UTC", "Z", "GMT")
        self._has_daylight_saving = any(offset_at(zone, second) != standard_offset(zone) for second in _MONTHS)

    def to_local(self, times: Times) -> Times:
        """Converts instants to local times."""
        if self._is_utc or not len(times):
            return times
        first, last = int(times.min()), int(times.max())
        offset = offset_at(self._zone, first // 1000)
        if last - first < _HOUR_MS and offset == offset_at(self._zone, last // 1000):
            return times + offset * 1000
        seconds, places = np.unique(times // 1000, return_inverse=True)
        offsets = np.array([offset_at(self._zone, second) for second in seconds.tolist()], np.int64)
        local: Times = times + offsets[places] * 1000
        return local

    def are_put_back(self, times: Times) -> npt.NDArray[np.bool_]:
        """Returns at which of these instants the clock is set back."""
        if self._is_utc:
            return np.zeros(len(times), np.bool_)
        is_put_back: npt.NDArray[np.bool_] = times % _QUARTER_HOUR_MS == 0
        seconds = (times[is_put_back] // 1000).tolist()
        is_put_back[is_put_back] = [offset_at(self._zone, each) < offset_at(self._zone, each - 1) for each in seconds]
        return is_put_back

    def to_instant(self, local_ms: int) -> int:
        """Converts a local time to an instant."""
        if self._is_utc:
            return local_ms
        seconds, millis = divmod(local_ms, 1000)
        return from_local(self._zone, seconds) * 1000 + millis

    def fire_time(self, window: Window) -> int:
        """Returns the instant of a window's last millisecond, computed as Flink does around changes of the clock."""
        local_ms = window[1] - 1
        first = self.to_instant(local_ms)
        if not self._has_daylight_saving:
            return first
        second = self.to_instant(local_ms + _HOUR_MS)
        if second == first:  # skipped by the clock
            return first - int(np.fmod(first, _HOUR_MS))
        return first + _HOUR_MS if second - first > _HOUR_MS else first


_MONTHS: Final = tuple(1_704_067_200 + month * 30 * 86_400 for month in range(12))
"""A second in each month of a year. If the zone has daylight saving time, some are in it."""


def milliseconds(column: Any) -> Times:
    """Returns the times of a column without NULL in milliseconds, from any unit."""
    ticks: Times = column.cast("int64").to_numpy()
    match column.type.unit:
        case "s":
            return ticks * 1000
        case "us":
            return ticks // 1000
        case "ns":
            return ticks // 1_000_000
    return ticks
