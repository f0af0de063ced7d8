"""java.text.SimpleDateFormat over a lenient GregorianCalendar, in English: Julian before 1582-10-15, as in Java.

Times are milliseconds since the epoch. Parsing stops at the end of the pattern and ignores the rest of the text.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Optional

from pyrite.expressions.java.calendar import from_days, to_days
from pyrite.expressions.java.date_texts import DAYS, ERAS, HALVES, MONTHS, pattern_parts
from pyrite.expressions.java.time_zones import calendar_from_local, calendar_offset, name_at

TIMESTAMP_PATTERN: Final = "yyyy-MM-dd HH:mm:ss"
_LETTERS: Final = "GyYMLwWDdFEuaHkKhmsSzZX"
_CUTOVER: Final = -141_427
"""1582-10-15, the first day of the Gregorian calendar, in days since 1970-01-01."""
_TWO_DIGITS_FROM: Final = 1946
"""The first of the hundred years that two-digit years refer to.

Java starts 80 years before the start of the process.
"""


# The calendar ---------------------------------------------------------------------------------------------------------


def to_hybrid_days(year: int, month: int, day: int) -> int:
    """Converts a date to days since 1970-01-01. Month and day may be out of range. Julian before the cutover."""
    years, month = divmod(month - 1, 12)
    year += years
    days = to_days(year, month + 1, 1) + day - 1
    return days if days >= _CUTOVER else _julian_days(year, month + 1) + day - 1


def _julian_days(year: int, month: int) -> int:
    """Returns days since 1970-01-01 for the first of a month in the Julian calendar."""
    shifted = year - (month <= 2)
    return shifted * 365 + shifted // 4 + (153 * ((month + 9) % 12) + 2) // 5 - 719_470


def from_hybrid_days(days: int) -> tuple[int, int, int]:
    """Converts days to year, month and day. Julian before the cutover."""
    if days >= _CUTOVER:
        return from_days(days)
    cycle, rest = divmod(days + 719_470, 1461)
    of_cycle = (rest - rest // 1460) // 365
    of_year = rest - 365 * of_cycle
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return cycle * 4 + of_cycle + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


@dataclass(frozen=True)
class _Moment:
    """An instant with its fields in a zone."""

    ms: int
    zone: datetime.tzinfo

    @cached_property
    def offset_s(self) -> int:
        return calendar_offset(self.zone, self.ms // 1000)

    @cached_property
    def days(self) -> int:
        return (self.ms + self.offset_s * 1000) // 86_400_000

    @cached_property
    def ms_of_day(self) -> int:
        return (self.ms + self.offset_s * 1000) % 86_400_000

    @cached_property
    def date(self) -> tuple[int, int, int]:
        return from_hybrid_days(self.days)

    @property
    def hour(self) -> int:
        return self.ms_of_day // 3_600_000

    @property
    def day_of_year(self) -> int:
        return self.days - to_hybrid_days(self.date[0], 1, 1) + 1

    @property
    def year_of_era(self) -> int:
        return self.date[0] if self.date[0] > 0 else 1 - self.date[0]

    def week(self) -> tuple[int, int]:
        """Returns year and week. Weeks begin on Sunday; week 1 contains January 1st."""
        year = self.date[0]
        following = to_hybrid_days(year + 1, 1, 1)
        if self.days >= following - (following + 4) % 7:
            return year + 1, 1
        first = to_hybrid_days(year, 1, 1)
        return year, (self.days - first + (first + 4) % 7) // 7 + 1


# Format ---------------------------------------------------------------------------------------------------------------


def format_ms(ms: int, pattern: str, zone: datetime.tzinfo) -> str:
    moment = _Moment(ms, zone)
    return "".join(
        count if isinstance(count, str) else _field(moment, letter, count) for letter, count in _parts(pattern)
    )


@lru_cache(maxsize=256)
def _parts(pattern: str) -> tuple[tuple[str, int | str], ...]:
    return tuple(pattern_parts(pattern, _LETTERS))


_NUMBERS: Final[dict[str, Callable[[_Moment], int]]] = {
    "w": lambda moment: moment.week()[1],
    "W": lambda moment: (moment.date[2] - 1 + (moment.days - moment.date[2] + 5) % 7) // 7 + 1,
    "D": lambda moment: moment.day_of_year,
    "d": lambda moment: moment.date[2],
    "F": lambda moment: (moment.date[2] - 1) // 7 + 1,
    "u": lambda moment: (moment.days + 3) % 7 + 1,
    "H": lambda moment: moment.hour,
    "k": lambda moment: moment.hour or 24,
    "K": lambda moment: moment.hour % 12,
    "h": lambda moment: moment.hour % 12 or 12,
    "m": lambda moment: moment.ms_of_day // 60_000 % 60,
    "s": lambda moment: moment.ms_of_day // 1000 % 60,
    "S": lambda moment: moment.ms_of_day % 1000,
}


def _field(moment: _Moment, letter: str, count: int) -> str:
    if letter in _NUMBERS:
        return str(_NUMBERS[letter](moment)).rjust(count, "0")
    match letter:
        case "y" | "Y":
            year = moment.year_of_era if letter == "y" else moment.week()[0]
            return f"{year % 100:02}" if count == 2 else str(year).rjust(count, "0")
        case "M" | "L":
            month = moment.date[1]
            name = MONTHS[month - 1]
            return str(month).rjust(count, "0") if count < 3 else name[:3] if count == 3 else name
        case "E":
            name = DAYS[(moment.days + 3) % 7]
            return name[:3] if count < 4 else name
        case "a":
            return HALVES[moment.hour >= 12]
        case "G":
            return ERAS[moment.date[0] > 0]
        case "z":
            return name_at(moment.zone, moment.ms // 1000)
    return _offset(moment.offset_s, letter, count)


def _offset(seconds: int, letter: str, count: int) -> str:
    if letter == "X" and seconds == 0:
        return "Z"
    sign, minutes = "-" if seconds < 0 else "+", abs(seconds) // 60
    if letter == "X" and count == 1:
        return f"{sign}{minutes // 60:02}"
    colon = ":" if letter == "X" and count == 3 else ""
    return f"{sign}{minutes // 60:02}{colon}{minutes % 60:02}"


# Parse ----------------------------------------------------------------------------------------------------------------


def parse_ms(text: str, pattern: str, zone: datetime.tzinfo) -> Optional[int]:
    """Returns None if the text does not start as the pattern requires."""
    parts = _parts(pattern)
    values: dict[str, int] = {}
    place = 0
    for index, (letter, count) in enumerate(parts):
        if isinstance(count, str):
            if not text.startswith(count, place):
                return None
            place += len(count)
            continue
        step = _read(text, place, letter, count, _is_numeric(parts[index + 1 : index + 2]))
        if step is None:
            return None
        values[letter], place = step
    return _computed(values, zone) if place else None


def _is_numeric(following: tuple[tuple[str, int | str], ...]) -> bool:
    """Returns whether a numeric field follows immediately: then the previous field has a fixed number of digits."""
    for letter, count in following:
        return isinstance(count, int) and letter not in "GEazZX" and not (letter in "ML" and count > 2)
    return False


def _read(text: str, place: int, letter: str, count: int, is_tight: bool) -> Optional[tuple[int, int]]:
    """Returns the value of a field and the position after it."""
    place += len(text) - place - len(text[place:].lstrip(" \t"))
    if letter in "ML" and count >= 3:
        return _read_name(text, place, MONTHS, 1)
    if letter == "E":
        return _read_name(text, place, DAYS, 1)
    if letter == "a":
        return _read_name(text, place, list(HALVES), 0)
    if letter == "G":
        return _read_name(text, place, list(ERAS), 0)
    if letter in "zZX":
        return _read_offset(text, place)
    match = re.compile(rf"-?\d{{1,{count if is_tight else 400}}}", re.ASCII).match(text, place)
    if match is None:
        return None
    value = int(match[0])
    if letter in "yY" and count <= 2 and re.fullmatch(r"\d\d", match[0]):
        value += _TWO_DIGITS_FROM // 100 * 100
        value += 100 if value < _TWO_DIGITS_FROM else 0
    return value, match.end()


def _read_name(text: str, place: int, names: list[str], first: int) -> Optional[tuple[int, int]]:
    """Matches the longest name, either whole or its first three letters, in any case."""
    for length in (99, 3):
        for number, name in enumerate(names, start=first):
            if text[place : place + len(name[:length])].lower() == name[:length].lower():
                return number, place + len(name[:length])
    return None


def _read_offset(text: str, place: int) -> Optional[tuple[int, int]]:
    """Returns the seconds of an offset such as +0130, GMT+1:30 or Z."""
    match = re.compile(r"(?:GMT|UTC)?([+-])(\d{1,2}):?(\d{2})?|GMT|UTC|Z").match(text, place)
    if match is None:
        return None
    if match[1] is None:
        return 0, match.end()
    seconds = int(match[2]) * 3600 + int(match[3] or 0) * 60
    return (-seconds if match[1] == "-" else seconds), match.end()


def _computed(values: dict[str, int], zone: datetime.tzinfo) -> int:
    year = values.get("y", values.get("Y", 1970))
    if values.get("G", 1) == 0:
        year = 1 - year
    month = values.get("M", values.get("L", 1))
    if "D" in values and "M" not in values:
        days = to_hybrid_days(year, 1, values["D"])
    else:
        days = to_hybrid_days(year, month, values.get("d", 1))
    if "H" in values or "k" in values:
        hour = values["H"] if "H" in values else values["k"] % 24
    else:
        hour = values.get("K", values.get("h", 0) % 12) + 12 * values.get("a", 0)
    seconds = days * 86_400 + hour * 3600 + values.get("m", 0) * 60 + values.get("s", 0)
    offset = next((values[letter] for letter in "zZX" if letter in values), None)
    second = calendar_from_local(zone, seconds) if offset is None else seconds - offset
    return second * 1000 + values.get("S", 0)
