"""Dates rounded to a unit as Flink's DateTimeUtils.julianDateFloor does.

Days before 1582-10-15 are read in the Julian calendar, and the result is written in the Gregorian one.
"""

from __future__ import annotations

from pyrite.expressions.java.calendar import to_days

_EPOCH_JULIAN = 2_440_588
_CUTOVER = 2_299_160


def rounded_date(unit: str, days: int, up: bool) -> int:
    """Rounds days since 1970-01-01 down or up to the first day of a unit."""
    julian = days + _EPOCH_JULIAN
    year, month, day = _fields(julian)
    is_first = month == 1 and day == 1
    match unit:
        case "MILLENNIUM":
            return to_days(1000 * ((year + 999) // 1000) + (1 if up else -999), 1, 1)
        case "CENTURY":
            return to_days(100 * ((year + 99) // 100) + (1 if up else -99), 1, 1)
        case "DECADE":
            return to_days(10 * (year // 10 + up), 1, 1)
        case "YEAR":
            return to_days(year + (up and not is_first), 1, 1)
        case "QUARTER":
            return _first_of(year, ((month + 2) // 3 + (up and not is_first)) * 3 - 2)
        case "MONTH":
            return _first_of(year, month + (up and day > 1))
        case "WEEK":
            since_sunday = (julian + 1) % 7
            return to_days(year, month, day) - since_sunday + (7 if up and since_sunday else 0)
    return to_days(year, month, day) + up


def _first_of(year: int, month: int) -> int:
    years, month = divmod(month - 1, 12)
    return to_days(year + years, month + 1, 1)


def _fields(julian: int) -> tuple[int, int, int]:
    """The algorithm of Meeus, "Astronomical Algorithms", 1998."""
    b, c = 0, julian + 32_082
    if julian > _CUTOVER:
        a = julian + 32_044
        b = (4 * a + 3) // 146_097
        c = a - b * 146_097 // 4
    d = (4 * c + 3) // 1461
    e = c - 1461 * d // 4
    m = (5 * e + 2) // 153
    return b * 100 + d - 4800 + m // 10, m + 3 - 12 * (m // 10), e - (153 * m + 2) // 5 + 1
