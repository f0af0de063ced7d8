"""LocalZone: conversion between local times and instants in nanoseconds, in the session's time zone."""

from __future__ import annotations

from typing import Final

from pyrite.core.errors import ValidationException
from pyrite.expressions.java.time_zones import from_local, offset_at, zone_id

_NANOS: Final = 1_000_000_000


class LocalZone:
    """A time zone by name: `Europe/Berlin`, `GMT+08:00`, `UTC`."""

    def __init__(self, name: str) -> None:
        zone = zone_id(name)
        if zone is None:
            raise ValidationException(
                f"Invalid time zone. The value should be a Time Zone Database (TZDB) ID such as 'America/Los_Angeles' "
                f"to include daylight saving time. Fixed offsets are supported using 'GMT-03:00' or 'GMT+03:00'. Or "
                f"use 'UTC' without time zone and daylight saving time. Got: {name!r}"
            )
        self._zone = zone

    def to_local(self, nanos: int) -> int:
        """Converts an instant to local time, as nanoseconds since 1970-01-01 00:00 on the clock."""
        return nanos + offset_at(self._zone, nanos // _NANOS) * _NANOS

    def to_instant(self, nanos: int) -> int:
        """Converts a local time to an instant: the earlier of two; in a gap, with the offset before the gap."""
        seconds, fraction = divmod(nanos, _NANOS)
        return from_local(self._zone, seconds) * _NANOS + fraction
