"""Interval literals: units, types and values."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.core.types import (
    DayTimeIntervalType,
    DayTimeResolution,
    LogicalType,
    YearMonthIntervalType,
    YearMonthResolution,
)
from pyrite.expressions.expression_tree import Literal
from pyrite.relational.sql.literals import IllegalLiteral

MILLIS: Final = {"DAY": 86_400_000, "HOUR": 3_600_000, "MINUTE": 60_000, "SECOND": 1000}
_MOST: Final = {"MONTH": 11, "HOUR": 23, "MINUTE": 59, "SECOND": 59}
_NUMBER: Final = dict.fromkeys(("YEAR", "MONTH", "DAY", "HOUR", "MINUTE"), r"(\d+)") | {
    "SECOND": r"(\d+(?:\.\d{1,9})?)"
}
_SEPARATOR: Final = {"MONTH": "-", "HOUR": " +", "MINUTE": ":", "SECOND": ":"}


MONTHS: Final = YearMonthIntervalType(YearMonthResolution.MONTH, nullable=False)
MILLISECONDS: Final = DayTimeIntervalType(DayTimeResolution.SECOND, fractional_precision=3, nullable=False)


@dataclass(frozen=True)
class IntervalQualifier:
    """The units of an interval: `DAY(2) TO SECOND(3)`. WEEK is 7 days and QUARTER 3 months."""

    first: str
    last: Optional[str] = None
    precision: Optional[int] = None
    fractional_precision: Optional[int] = None

    @property
    def factor(self) -> int:
        return {"WEEK": 7, "QUARTER": 3}.get(self.first, 1)

    @property
    def units(self) -> tuple[str, ...]:
        """The units from the first to the last."""
        first = {"WEEK": "DAY", "QUARTER": "MONTH"}.get(self.first, self.first)
        units = ("YEAR", "MONTH") if first in ("YEAR", "MONTH") else tuple(MILLIS)
        return units[units.index(first) : units.index(self.last or first) + 1]

    def __str__(self) -> str:
        return self.first if self.last is None else f"{self.first} TO {self.last}"

    def interval_type(self, nullable: bool = True) -> LogicalType:
        units = self.units
        name = units[0] if len(units) == 1 else f"{units[0]}_TO_{units[-1]}"
        if units[0] in ("YEAR", "MONTH"):
            digits = self.precision if units[0] == "YEAR" else None
            return YearMonthIntervalType(YearMonthResolution[name], digits or 2, nullable=nullable)
        days = self.precision if units[0] == "DAY" else None
        fraction = self.fractional_precision if units[-1] == "SECOND" else None
        if fraction is None and units[0] == "SECOND":
            fraction = self.precision  # the only number of a type is its fractional precision
        resolution = DayTimeResolution[name]
        return DayTimeIntervalType(resolution, days or 2, 6 if fraction is None else fraction, nullable=nullable)


def interval_literal(text: str, qualifier: IntervalQualifier, is_negative: bool = False, at: int = -1) -> Literal:
    """INTERVAL 'text' qualifier: months of type INTERVAL MONTH, or milliseconds of type INTERVAL SECOND(3).

    Flink's planner uses these types for all interval literals.
    """
    units = qualifier.units
    pattern = _NUMBER[units[0]] + "".join(_SEPARATOR[unit] + _NUMBER[unit] for unit in units[1:])
    match = re.fullmatch(rf"\s*([+-]?)\s*{pattern}\s*", text)
    if match is None:
        raise IllegalLiteral(f"Illegal interval literal format '{text}' for INTERVAL {qualifier}")
    sign = -1 if (match[1] == "-") != is_negative else 1
    numbers = match.groups()[1:]
    _check_fields(text, qualifier, numbers)
    total = sign * qualifier.factor * sum(map(_amount, numbers, units))
    return Literal(total, MONTHS if units[0] in ("YEAR", "MONTH") else MILLISECONDS, at=at)


def _check_fields(text: str, qualifier: IntervalQualifier, numbers: tuple[str, ...]) -> None:
    """Raises Flink's error if the first number has too many digits, or another one is too large."""
    first = numbers[0].partition(".")[0].lstrip("0")
    precision = 2 if qualifier.precision is None else qualifier.precision
    if len(first) > precision:
        raise IllegalLiteral(f"Interval field value {first} exceeds precision of {qualifier.first}({precision}) field")
    for unit, number in zip(qualifier.units[1:], numbers[1:], strict=True):
        if float(number) >= _MOST[unit] + 1:
            raise IllegalLiteral(f"Illegal interval literal format '{text}' for INTERVAL {qualifier}")


def _amount(number: str, unit: str) -> int:
    if unit in ("YEAR", "MONTH"):
        return int(number) * (12 if unit == "YEAR" else 1)
    whole, _, fraction = number.partition(".")
    return int(whole) * MILLIS[unit] + int(fraction.ljust(3, "0")[:3] or 0)
