"""DATE, TIME and the three kinds of TIMESTAMP."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from typing import ClassVar

from pyrite.core.errors import InvalidProgramError
from pyrite.core.types.logical_type import LogicalType, check_range, transformed


class TimestampKind(Enum):
    """Whether a timestamp is a time attribute of its table."""

    REGULAR = "REGULAR"
    ROWTIME = "ROWTIME"
    PROCTIME = "PROCTIME"


@dataclass(frozen=True)
class DateType(LogicalType):
    """A day: year, month, day."""

    def _sql(self) -> str:
        return "DATE"


@dataclass(frozen=True)
class TimeType(LogicalType):
    """A time of day, with `precision` digits of a second's fraction."""

    precision: int = 0

    def __post_init__(self) -> None:
        check_range("Time precision", self.precision, 0, 9)

    def _sql(self) -> str:
        return f"TIME({self.precision})"


@dataclass(frozen=True)
class AnyTimestampType(LogicalType):
    """A timestamp with `precision` digits of a second's fraction.

    `kind` marks a time attribute. As in Flink, it is displayed, but not part of equality.
    """

    precision: int = 6
    kind: TimestampKind = field(default=TimestampKind.REGULAR, compare=False)

    _words: ClassVar[str]
    _takes_proctime: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_range(f"{self._words} precision", self.precision, 0, 9)
        if self.kind is TimestampKind.PROCTIME and not self._takes_proctime:
            raise InvalidProgramError(
                f"{type(self).__name__} can not be used as PROCTIME type: processing time is a LocalZonedTimestampType"
            )

    def as_summary_string(self) -> str:
        text = super().as_summary_string()
        return text if self.kind is TimestampKind.REGULAR else f"{text} *{self.kind.value}*"


@dataclass(frozen=True)
class TimestampType(AnyTimestampType):
    """A date and a time of day, without a time zone."""

    _words = "Timestamp"

    def _sql(self) -> str:
        return f"TIMESTAMP({self.precision})"


@dataclass(frozen=True)
class ZonedTimestampType(AnyTimestampType):
    """A date and a time of day; each value has a time zone."""

    _words = "Timestamp with time zone"

    def _sql(self) -> str:
        return f"TIMESTAMP({self.precision}) WITH TIME ZONE"


@dataclass(frozen=True)
class LocalZonedTimestampType(AnyTimestampType):
    """A point in time, displayed in the session's time zone."""

    _words = "Timestamp with local time zone"
    _takes_proctime = True

    def _sql(self) -> str:
        return f"TIMESTAMP({self.precision}) WITH LOCAL TIME ZONE"

    def _summary(self) -> str:
        return f"TIMESTAMP_LTZ({self.precision})"


def without_time_attributes(kind: LogicalType) -> LogicalType:
    """The type of computed values: timestamps are no longer time attributes."""
    return transformed(kind, _as_regular)


def _as_regular(kind: LogicalType) -> LogicalType:
    if isinstance(kind, AnyTimestampType) and kind.kind is not TimestampKind.REGULAR:
        return replace(kind, kind=TimestampKind.REGULAR)
    return kind
