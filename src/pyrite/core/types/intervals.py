"""INTERVAL YEAR TO MONTH and INTERVAL DAY TO SECOND, with all their resolutions."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.logical_type import LogicalType, check_range


class YearMonthResolution(Enum):
    """The units of an interval of months, from coarse to fine. The value is its SQL, with a place for the digits."""

    YEAR = "YEAR({years})"
    YEAR_TO_MONTH = "YEAR({years}) TO MONTH"
    MONTH = "MONTH"


class DayTimeResolution(Enum):
    """The units of an interval of time, from coarse to fine. The value is its SQL, with places for the digits."""

    DAY = "DAY({days})"
    DAY_TO_HOUR = "DAY({days}) TO HOUR"
    DAY_TO_MINUTE = "DAY({days}) TO MINUTE"
    DAY_TO_SECOND = "DAY({days}) TO SECOND({fraction})"
    HOUR = "HOUR"
    HOUR_TO_MINUTE = "HOUR TO MINUTE"
    HOUR_TO_SECOND = "HOUR TO SECOND({fraction})"
    MINUTE = "MINUTE"
    MINUTE_TO_SECOND = "MINUTE TO SECOND({fraction})"
    SECOND = "SECOND({fraction})"


@dataclass(frozen=True)
class YearMonthIntervalType(LogicalType):
    """A number of months."""

    resolution: YearMonthResolution = YearMonthResolution.YEAR_TO_MONTH
    year_precision: int = 2

    def __post_init__(self) -> None:
        if self.resolution is YearMonthResolution.MONTH:
            _check_default("Year precision of sub-year intervals", self.year_precision, 2)
        check_range("Year precision of year-month intervals", self.year_precision, 1, 4)

    def _sql(self) -> str:
        return f"INTERVAL {self.resolution.value.format(years=self.year_precision)}"


@dataclass(frozen=True)
class DayTimeIntervalType(LogicalType):
    """A length of time."""

    resolution: DayTimeResolution = DayTimeResolution.DAY_TO_SECOND
    day_precision: int = 2
    fractional_precision: int = 6

    def __post_init__(self) -> None:
        units = self.resolution.value
        if "{days}" not in units:
            _check_default("Day precision of sub-day intervals", self.day_precision, 2)
        if "{fraction}" not in units:
            _check_default("Fractional precision of super-second intervals", self.fractional_precision, 6)
        check_range("Day precision of day-time intervals", self.day_precision, 1, 6)
        check_range("Fractional precision of day-time intervals", self.fractional_precision, 0, 9)

    def _sql(self) -> str:
        units = self.resolution.value.format(days=self.day_precision, fraction=self.fractional_precision)
        return f"INTERVAL {units}"


def _check_default(what: str, digits: int, default: int) -> None:
    if digits != default:
        raise InvalidProgramError(f"{what} must be equal to the default precision {default}. Got: {digits!r}")
