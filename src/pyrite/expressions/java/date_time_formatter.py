"""java.time.format.DateTimeFormatter with a pattern, for local dates and times in English.

`format_timestamp` formats nanoseconds since the epoch, `parse_timestamp` parses them in the smart style: a day after
the end of the month becomes its last day. Letters for time zones are rejected: a local time has no zone.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Optional

from pyrite.expressions.java.calendar import from_days, length_of_month, to_days
from pyrite.expressions.java.date_texts import DAYS, ERAS, HALVES, MONTHS, PatternError, pattern_parts

_LETTERS: Final = "GuyDMLdQqYwWEecFaBhKkHmsSAnNVvzOXxZp"
_ZONES: Final = "VvzOXxZ"
NANOS_PER_SECOND: Final = 1_000_000_000
NANOS_PER_DAY: Final = 86_400 * NANOS_PER_SECOND


@dataclass(frozen=True)
class LocalDateTime:
    """The fields of a local date and time."""

    days: int
    nano_of_day: int

    @property
    def date(self) -> tuple[int, int, int]:
        return from_days(self.days)

    @property
    def day_of_week(self) -> int:
        """From Monday, 1."""
        return (self.days + 3) % 7 + 1

    @property
    def day_of_year(self) -> int:
        return self.days - to_days(self.date[0], 1, 1) + 1

    @property
    def hour(self) -> int:
        return self.nano_of_day // (3600 * NANOS_PER_SECOND)

    def week_based_year(self) -> tuple[int, int]:
        """Returns year and week. Weeks begin on Sunday; week 1 contains January 1st."""
        year = self.date[0]
        start = _first_sunday(year + 1)
        if self.days >= start:
            return year + 1, (self.days - start) // 7 + 1
        start = _first_sunday(year)
        return year, (self.days - start) // 7 + 1


def _first_sunday(year: int) -> int:
    """Returns the Sunday on or before January 1st."""
    first = to_days(year, 1, 1)
    return first - (first + 4) % 7


# Format ---------------------------------------------------------------------------------------------------------------

Writer = Callable[[LocalDateTime], str]


def format_timestamp(nanos: int, pattern: str) -> str:
    moment = LocalDateTime(*divmod(nanos, NANOS_PER_DAY))
    return "".join(write(moment) for write in _writers(pattern))


@lru_cache(maxsize=256)
def _writers(pattern: str) -> tuple[Writer, ...]:
    """Returns the writers of a pattern's parts. An optional part with a time zone is omitted."""
    sections: list[list[Writer]] = [[]]
    is_whole = [True]
    for letter, count in pattern_parts(pattern, _LETTERS):
        if count == "[":
            sections.append([])
            is_whole.append(True)
        elif count == "]":
            if len(sections) == 1:
                raise PatternError("Pattern invalid as it contains ] without previous [")
            section = sections.pop()
            sections[-1] += section if is_whole.pop() else []
        elif letter in _ZONES and len(sections) > 1:
            is_whole[-1] = False
        else:
            sections[-1].append(_writer(letter, count))
    return tuple(write for section, whole in zip(sections, is_whole, strict=True) if whole for write in section)


def _writer(letter: str, count: int | str) -> Writer:
    if isinstance(count, str):
        if count in "{}#" and count:
            raise PatternError(f"Pattern includes reserved character: '{count}'")
        return lambda moment: count
    if letter in _NUMBERS:
        number, width = _NUMBERS[letter], count
        if letter in "yuY":
            return _year_writer(number, count)
        return lambda moment: str(number(moment)).rjust(width, "0")
    names = _text_writer(letter, count)
    if names is None:
        raise PatternError(f"Unable to extract ZoneId from temporal: pattern letter {letter}")
    return names


def _year_writer(number: Callable[[LocalDateTime], int], count: int) -> Writer:
    if count == 2:
        return lambda moment: f"{number(moment) % 100:02}"

    def write(moment: LocalDateTime) -> str:
        year = number(moment)
        text = str(abs(year)).rjust(count, "0")
        return f"-{text}" if year < 0 else f"+{text}" if count >= 4 and len(text) > count else text

    return write


def _text_writer(letter: str, count: int) -> Optional[Writer]:
    if letter in "ML":
        return _name_writer(lambda moment: moment.date[1], MONTHS, count)
    if letter == "E":
        return _name_writer(lambda moment: moment.day_of_week, DAYS, max(count, 3))
    if letter in "ec":
        return _name_writer(lambda moment: moment.day_of_week, DAYS, count, lambda number: number % 7 + 1)
    if letter in "Qq":
        return _quarter_writer(count)
    match letter:
        case "G":
            names = {4: ("Before Christ", "Anno Domini"), 5: ("B", "A")}.get(count, ERAS)
            return lambda moment: names[moment.date[0] > 0]
        case "a":
            return lambda moment: HALVES[moment.hour >= 12]
        case "S":
            return lambda moment: f"{moment.nano_of_day % NANOS_PER_SECOND:09}"[:count].ljust(count, "0")
        case "B":
            return lambda moment: _period_of_day(moment)
    return None


def _name_writer(
    number: Callable[[LocalDateTime], int],
    names: list[str],
    count: int,
    displayed: Callable[[int], int] = lambda number: number,
) -> Writer:
    if count <= 2:
        return lambda moment: str(displayed(number(moment))).rjust(count, "0")
    length = {3: 3, 4: 99, 5: 1}[count]
    return lambda moment: names[number(moment) - 1][:length]


def _quarter_writer(count: int) -> Writer:
    forms = {3: "Q{}", 4: "{} quarter"}
    ordinals = ("1st", "2nd", "3rd", "4th")

    def write(moment: LocalDateTime) -> str:
        quarter = (moment.date[1] + 2) // 3
        if count == 4:
            return forms[4].format(ordinals[quarter - 1])
        return forms[3].format(quarter) if count == 3 else str(quarter).rjust(count if count <= 2 else 1, "0")

    return write


def _period_of_day(moment: LocalDateTime) -> str:
    """Returns the English name in CLDR."""
    minute = moment.nano_of_day // (60 * NANOS_PER_SECOND)
    if minute in (0, 720):
        return "noon" if minute else "midnight"
    hour = moment.hour
    if 6 <= hour < 12:
        return "in the morning"
    if 12 <= hour < 18:
        return "in the afternoon"
    return "in the evening" if 18 <= hour < 21 else "at night"


_NUMBERS: Final[dict[str, Callable[[LocalDateTime], int]]] = {
    "u": lambda moment: moment.date[0],
    "y": lambda moment: moment.date[0] if moment.date[0] > 0 else 1 - moment.date[0],
    "Y": lambda moment: moment.week_based_year()[0],
    "w": lambda moment: moment.week_based_year()[1],
    "W": lambda moment: (moment.date[2] - 1 + (moment.days - moment.date[2] + 5) % 7) // 7 + 1,
    "D": lambda moment: moment.day_of_year,
    "d": lambda moment: moment.date[2],
    "F": lambda moment: (moment.date[2] - 1) % 7 + 1,
    "H": lambda moment: moment.hour,
    "k": lambda moment: moment.hour or 24,
    "K": lambda moment: moment.hour % 12,
    "h": lambda moment: moment.hour % 12 or 12,
    "m": lambda moment: moment.nano_of_day // (60 * NANOS_PER_SECOND) % 60,
    "s": lambda moment: moment.nano_of_day // NANOS_PER_SECOND % 60,
    "n": lambda moment: moment.nano_of_day % NANOS_PER_SECOND,
    "N": lambda moment: moment.nano_of_day,
    "A": lambda moment: moment.nano_of_day // 1_000_000,
}


# Parse ----------------------------------------------------------------------------------------------------------------


def parse_timestamp(text: str, pattern: str) -> Optional[int]:
    """Returns nanoseconds since the epoch.

    Missing fields default to 1970-01-01 00:00. None if the text does not match.
    """
    expression, fields = _reader(pattern)
    match = expression.fullmatch(text)
    if match is None:
        return None
    values: dict[str, int] = {}
    for index, (field, parse) in enumerate(fields):
        part = match[f"f{index}"]
        if part is not None:
            value = parse(part)
            if values.setdefault(field, value) != value:
                return None
    return resolved(values)


Field = tuple[str, Callable[[str], int]]


@lru_cache(maxsize=256)
def _reader(pattern: str) -> tuple[re.Pattern[str], tuple[Field, ...]]:
    parts: list[str] = []
    fields: list[Field] = []
    depth = 0
    for letter, count in pattern_parts(pattern, _LETTERS):
        if isinstance(count, str):
            if count and count in "{}#":
                raise PatternError(f"Pattern includes reserved character: '{count}'")
            depth += (count == "[") - (count == "]")
            parts.append("(?:" if count == "[" else ")?" if count == "]" else re.escape(count))
            continue
        form, field, parse = _field_reader(letter, count)
        parts.append(f"(?P<f{len(fields)}>{form})")
        fields.append((field, parse))
    return re.compile("".join(parts) + ")?" * depth), tuple(fields)


_FIELDS: Final = {
    "D": "day of year",
    "d": "day",
    "H": "hour",
    "k": "hour from 1",
    "K": "hour of half",
    "h": "hour of half from 1",
    "m": "minute",
    "s": "second",
    "n": "nano",
    "A": "milli of day",
    "N": "nano of day",
}


def _field_reader(letter: str, count: int) -> tuple[str, str, Callable[[str], int]]:
    """Returns the regular expression, the name and the parser of a field."""
    if letter in "yu":
        return _year_reader(letter, count)
    if letter in "ML" and count >= 3:
        return _names_reader("month", MONTHS, count)
    if letter in "ML":
        return _digits(count), "month", int
    if letter == "E":
        return _names_reader("day of week", DAYS, max(count, 3))
    if letter == "a":
        return "AM|PM", "half", HALVES.index
    if letter == "G":
        return "AD|BC", "era", ERAS.index
    if letter == "S":
        return rf"\d{{{count}}}", "nano", lambda text: int(text.ljust(9, "0")[:9])
    if letter in _FIELDS:
        return _digits(count), _FIELDS[letter], int
    raise PatternError(f"pattern letter {letter} cannot be parsed")


def _digits(count: int) -> str:
    return r"\d{1,19}" if count == 1 else rf"\d{{{count}}}"


def _year_reader(letter: str, count: int) -> tuple[str, str, Callable[[str], int]]:
    name = "year" if letter == "u" else "year of era"
    if count == 2:
        return r"\d{2}", name, lambda text: 2000 + int(text)
    if count < 4:
        return rf"-?\d{{{count},19}}", name, int
    return rf"\d{{{count}}}|\+\d{{{count + 1},19}}|-\d{{{count},19}}", name, int


def _names_reader(field: str, names: list[str], count: int) -> tuple[str, str, Callable[[str], int]]:
    if count > 4:
        raise PatternError("narrow names cannot be parsed")
    texts = [name if count == 4 else name[:3] for name in names]
    return "|".join(texts), field, lambda text: texts.index(text) + 1


def resolved(values: dict[str, int]) -> Optional[int]:
    """Returns the time for these fields; None if one is out of range or they contradict each other."""
    era = values.get("era", 1)
    year = values.get("year")
    if year is None:
        of_era = values.get("year of era", 1970)
        year = of_era if era else 1 - of_era
    month, day = values.get("month", 1), values.get("day", 1)
    time = _nano_of_day(values)
    if time is None or not (1 <= month <= 12 and 1 <= day <= 31 and abs(year) <= 999_999_999):
        return None
    if "day of year" in values and "month" not in values:
        days = to_days(year, 1, 1) + values["day of year"] - 1
        if not 1 <= values["day of year"] <= 366 or from_days(days)[0] != year:
            return None
    else:
        days = to_days(year, month, min(day, length_of_month(year, month)))
    is_date = {"month", "day"} <= values.keys() and ("year" in values or "year of era" in values)
    if is_date and "day of week" in values and (days + 3) % 7 + 1 != values["day of week"]:
        return None
    return days * NANOS_PER_DAY + time


def _nano_of_day(values: dict[str, int]) -> Optional[int]:
    hour = values.get("hour", 0)
    if "hour from 1" in values:
        hour = values["hour from 1"] % 24
    of_half = values.get("hour of half", values.get("hour of half from 1", 0) % 12)
    if "half" in values and "hour" not in values and ("hour of half" in values or "hour of half from 1" in values):
        hour = of_half + 12 * values["half"]
    minute, second, nano = values.get("minute", 0), values.get("second", 0), values.get("nano", 0)
    if not (0 <= hour <= 23 and minute <= 59 and second <= 59 and nano < NANOS_PER_SECOND and of_half <= 11):
        return None
    if values.get("hour of half from 1", 1) not in range(1, 13):
        return None
    if "milli of day" in values:
        return values["milli of day"] * 1_000_000
    if "nano of day" in values:
        return values["nano of day"]
    return ((hour * 60 + minute) * 60 + second) * NANOS_PER_SECOND + nano
