"""Time zones by Java's names: offsets, and local times in gaps and overlaps, as in java.time and java.util."""

from __future__ import annotations

import datetime
import re
from functools import lru_cache
from typing import Final, Optional
from zoneinfo import ZoneInfo, available_timezones

_OFFSET: Final = re.compile(r"(?:UTC|GMT|UT)?([+-])(\d{1,2})(?::?(\d{2}))?(?::?(\d{2}))?")
_CUSTOM: Final = re.compile(r"GMT([+-])(\d{1,2})(?::?(\d{2}))?")
_CYCLE: Final = 146_097 * 86_400
"""Seconds of 400 years, after which days and weeks repeat."""
_FIRST: Final = -62_135_510_400
_LAST: Final = 253_402_214_400
_YEAR_1900: Final = -2_208_988_800
_EPOCH: Final = datetime.datetime(1970, 1, 1)


@lru_cache(maxsize=256)
def zone_id(name: str) -> Optional[datetime.tzinfo]:
    """ZoneId.of; None for an invalid name."""
    if name in ("Z", "UTC", "GMT", "UT"):
        return datetime.UTC
    match = _OFFSET.fullmatch(name)
    if match is not None:
        return _fixed(match, 18)
    return ZoneInfo(name) if name in _names() else None


@lru_cache(maxsize=256)
def time_zone(name: str) -> datetime.tzinfo:
    """TimeZone.getTimeZone: GMT for an unknown name."""
    match = _CUSTOM.fullmatch(name)
    if match is not None:
        return _fixed(match, 23) or datetime.UTC
    if name in ("UTC", "GMT") or name not in _names():
        return datetime.UTC
    return ZoneInfo(name)


@lru_cache(maxsize=1)
def _names() -> set[str]:
    return available_timezones()


def _fixed(match: re.Match[str], most: int) -> Optional[datetime.tzinfo]:
    hours, minutes = int(match[2]), int(match[3] or 0)
    seconds = int(match[4] or 0) if match.re.groups == 4 else 0
    if hours > most or minutes > 59 or seconds > 59:
        return None
    offset = datetime.timedelta(hours=hours, minutes=minutes, seconds=seconds)
    return datetime.timezone(-offset if match[1] == "-" else offset)


def offset_at(zone: datetime.tzinfo, second: int) -> int:
    """Returns the offset in seconds at a second since the epoch."""
    if zone is datetime.UTC:
        return 0
    moment = _EPOCH.replace(tzinfo=datetime.UTC) + datetime.timedelta(seconds=_in_range(second))
    return _seconds(moment.astimezone(zone))


def to_local(zone: datetime.tzinfo, second: int) -> int:
    """Returns the local time at a second since the epoch, in seconds as if it were UTC."""
    return second + offset_at(zone, second)


def from_local(zone: datetime.tzinfo, local: int) -> int:
    """Converts as java.time does: a time in a gap is shifted by the gap; in an overlap, the earlier instant is used."""
    return local - _local_offset(zone, local, 0)


def calendar_offset(zone: datetime.tzinfo, second: int) -> int:
    """java.util.TimeZone.getOffset: before 1900, a zone has its standard time."""
    return standard_offset(zone) if second < _YEAR_1900 else offset_at(zone, second)


def calendar_from_local(zone: datetime.tzinfo, local: int) -> int:
    """Converts as java.util.Calendar does: in an overlap, the later instant (standard time) is used."""
    if local < _YEAR_1900:
        return local - standard_offset(zone)
    return local - min(_local_offset(zone, local, 0), _local_offset(zone, local, 1))


@lru_cache(maxsize=256)
def standard_offset(zone: datetime.tzinfo) -> int:
    """Returns the zone's offset without daylight saving, in seconds."""
    winter = datetime.datetime(2024, 1, 1, tzinfo=zone)
    return _seconds(winter) - int((winter.dst() or datetime.timedelta()).total_seconds())


def name_at(zone: datetime.tzinfo, second: int) -> str:
    """Returns the zone's current short name: CET, or CEST during daylight saving."""
    if zone is datetime.UTC:
        return "UTC"
    moment = (_EPOCH.replace(tzinfo=datetime.UTC) + datetime.timedelta(seconds=_in_range(second))).astimezone(zone)
    if isinstance(zone, datetime.timezone):
        return f"GMT{str(zone).removeprefix('UTC')}"
    for month in (7, 1):
        sample = datetime.datetime(2024, month, 1, tzinfo=zone)
        if bool(sample.dst()) == bool(moment.dst()):
            return sample.tzname() or ""
    return moment.tzname() or ""


def _local_offset(zone: datetime.tzinfo, local: int, fold: int) -> int:
    if zone is datetime.UTC:
        return 0
    moment = _EPOCH + datetime.timedelta(seconds=_in_range(local))
    return _seconds(moment.replace(tzinfo=zone, fold=fold))


def _seconds(moment: datetime.datetime) -> int:
    offset = moment.utcoffset()
    assert offset is not None
    return offset.days * 86_400 + offset.seconds


def _in_range(second: int) -> int:
    """Returns an equivalent second, by weekday and year, in the range of Python's datetime."""
    if second < _FIRST:
        return _FIRST + (second - _FIRST) % _CYCLE
    if second > _LAST:
        return _LAST - _CYCLE + (second - _LAST) % _CYCLE
    return second
