"""Local times and points in time, by the rules of a time zone, for any year."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Final
from zoneinfo import ZoneInfo

from pyrite.core.errors import ValidationException

_NANOS: Final = 1_000_000_000
_CYCLE_S: Final = 146_097 * 86_400
"""400 years: the same days of the week fall on the same dates again."""
_FIRST_S: Final = -62_100_000_000
_LAST_S: Final = 253_000_000_000
"""Between them Python's dates reach, in any zone."""
_EPOCH: Final = datetime.datetime(1970, 1, 1)
_FIXED: Final = re.compile(r"(?:GMT|UTC|UT)?([+-])(\d{1,2})(?::?(\d\d))?")


class LocalZone:
    """A time zone by its name: `Europe/Berlin`, `GMT+08:00`, `UTC`."""

    def __init__(self, name: str) -> None:
        self._zone = _zone(name)

    def to_local(self, nanos: int) -> int:
        """The local time of a point in time, as nanoseconds since 1970-01-01 00:00 of the clock."""
        seconds = nanos // _NANOS
        moment = _EPOCH.replace(tzinfo=datetime.UTC) + datetime.timedelta(seconds=_within(seconds))
        return nanos + _offset_s(moment.astimezone(self._zone)) * _NANOS

    def to_instant(self, nanos: int) -> int:
        """The point in time of a local time: the earlier of two, and where the clock jumps, as if it had not."""
        seconds = nanos // _NANOS
        moment = _EPOCH + datetime.timedelta(seconds=_within(seconds))
        return nanos - _offset_s(moment.replace(tzinfo=self._zone)) * _NANOS


@lru_cache(maxsize=64)
def _zone(name: str) -> datetime.tzinfo:
    fixed = _FIXED.fullmatch(name)
    if fixed is not None:
        offset = datetime.timedelta(hours=int(fixed[2]), minutes=int(fixed[3] or 0))
        return datetime.timezone(-offset if fixed[1] == "-" else offset)
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise ValidationException(
            f"Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as 'America/Los_Angeles' to "
            f"include daylight saving time. Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' "
            f"without time zone and daylight saving time. Got: {name!r}"
        ) from error


def _within(seconds: int) -> int:
    while seconds < _FIRST_S:
        seconds += _CYCLE_S
    while seconds > _LAST_S:
        seconds -= _CYCLE_S
    return seconds


def _offset_s(moment: datetime.datetime) -> int:
    offset = moment.utcoffset()
    assert offset is not None
    return int(offset.total_seconds())
