"""The session's time zone: local times and points in time, in nanoseconds, by the rules of java.time."""

from __future__ import annotations

import datetime
from typing import Final

from pyrite.core.errors import ValidationException
from pyrite.expressions.java.time_zones import from_local, offset_at, zone_id

_NANOS: Final = 1_000_000_000


class LocalZone:
    """A time zone by its name: `Europe/Berlin`, `GMT+08:00`, `UTC`."""

    def __init__(self, name: str) -> None:
        self._zone = _zone(name)

    def to_local(self, nanos: int) -> int:
        """The local time of a point in time, as nanoseconds since 1970-01-01 00:00 of the clock."""
        return nanos + offset_at(self._zone, nanos // _NANOS) * _NANOS

    def to_instant(self, nanos: int) -> int:
        """The point in time of a local time: the earlier of two, and where the clock jumps, as if it had not."""
        seconds, below = divmod(nanos, _NANOS)
        return from_local(self._zone, seconds) * _NANOS + below


def _zone(name: str) -> datetime.tzinfo:
    zone = zone_id(name)
    if zone is None:
        raise ValidationException(
            f"Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as 'America/Los_Angeles' to "
            f"include daylight saving time. Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. Or use 'UTC' "
            f"without time zone and daylight saving time. Got: {name!r}"
        )
    return zone
