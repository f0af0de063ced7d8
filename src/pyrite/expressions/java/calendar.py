"""The proleptic Gregorian calendar, by days since 1970-01-01, for any year."""

from __future__ import annotations

from typing import Final

_DAYS_OF_400_YEARS: Final = 146_097
_SHIFT: Final = 719_468
"""Days from 0000-03-01 to 1970-01-01."""
_LENGTHS: Final = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def to_days(year: int, month: int, day: int) -> int:
    """Converts a date to days since 1970-01-01."""
    year -= month <= 2
    cycle, of_cycle = divmod(year, 400)
    of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    return cycle * _DAYS_OF_400_YEARS + of_cycle * 365 + of_cycle // 4 - of_cycle // 100 + of_year - _SHIFT


def from_days(days: int) -> tuple[int, int, int]:
    """Converts days to year, month and day."""
    cycle, rest = divmod(days + _SHIFT, _DAYS_OF_400_YEARS)
    of_cycle = (rest - rest // 1460 + rest // 36_524 - rest // 146_096) // 365
    of_year = rest - (365 * of_cycle + of_cycle // 4 - of_cycle // 100)
    shifted = (5 * of_year + 2) // 153
    month = shifted + 3 if shifted < 10 else shifted - 9
    return cycle * 400 + of_cycle + (month <= 2), month, of_year - (153 * shifted + 2) // 5 + 1


def is_leap_year(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def length_of_month(year: int, month: int) -> int:
    return 29 if month == 2 and is_leap_year(year) else _LENGTHS[month - 1]


def add_months(days: int, months: int) -> int:
    """Adds months to a date. A day after the end of the month becomes its last day."""
    year, month, day = from_days(days)
    year, month = divmod(year * 12 + month - 1 + months, 12)
    return to_days(year, month + 1, min(day, length_of_month(year, month + 1)))
