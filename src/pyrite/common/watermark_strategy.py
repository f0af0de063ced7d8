"""WatermarkStrategy: how a stream's records get their timestamps and how event time moves on."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Optional

from pyrite.common.errors import InvalidProgramError
from pyrite.common.not_yet import NotYet
from pyrite.common.time import MIN_WATERMARK, Duration


class TimestampAssigner(ABC):
    """Reads a record's event time, in milliseconds."""

    @abstractmethod
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """The record's event time; `record_timestamp` is the one it had, or NO_TIMESTAMP."""


class WatermarkGenerator(ABC):
    """Follows the timestamps of one stream, or one source split, and tells its watermark."""

    @abstractmethod
    def observe(self, timestamps: list[int]) -> None:
        """Sees the timestamps of a block."""

    @abstractmethod
    def current_watermark(self) -> int:
        """No record at or below this time is expected any more."""


class BoundedOutOfOrdernessGenerator(WatermarkGenerator):
    """Trails the highest timestamp by a fixed span; zero for timestamps that only grow."""

    def __init__(self, bound_ms: int) -> None:
        self._bound_ms = bound_ms
        self._highest: Optional[int] = None

    def observe(self, timestamps: list[int]) -> None:
        highest = max(timestamps)
        if self._highest is None or highest > self._highest:
            self._highest = highest

    def current_watermark(self) -> int:
        return MIN_WATERMARK if self._highest is None else self._highest - self._bound_ms - 1


class NoWatermarksGenerator(WatermarkGenerator):
    """Never moves event time."""

    def observe(self, timestamps: list[int]) -> None:
        pass

    def current_watermark(self) -> int:
        return MIN_WATERMARK


@dataclass(frozen=True)
class WatermarkStrategy(NotYet):
    """How timestamps are read and watermarks are made."""

    make_generator: Callable[[], WatermarkGenerator]
    timestamp_assigner: Optional[TimestampAssigner] = None
    idle_timeout_ms: Optional[int] = None

    @staticmethod
    def no_watermarks() -> WatermarkStrategy:
        return WatermarkStrategy(NoWatermarksGenerator)

    @staticmethod
    def for_monotonous_timestamps() -> WatermarkStrategy:
        return WatermarkStrategy(_Bounded(0))

    @staticmethod
    def for_bounded_out_of_orderness(max_out_of_orderness: Duration) -> WatermarkStrategy:
        if max_out_of_orderness.to_millis() < 0:
            raise InvalidProgramError("the bound of out-of-orderness must not be negative")
        return WatermarkStrategy(_Bounded(max_out_of_orderness.to_millis()))

    def with_timestamp_assigner(self, timestamp_assigner: TimestampAssigner) -> WatermarkStrategy:
        if not callable(getattr(timestamp_assigner, "extract_timestamp", None)):
            raise InvalidProgramError(f"expected a TimestampAssigner, got {timestamp_assigner!r}")
        return replace(self, timestamp_assigner=timestamp_assigner)

    def with_idleness(self, idle_timeout: Duration) -> WatermarkStrategy:
        if idle_timeout.to_millis() <= 0:
            raise InvalidProgramError("the idle timeout must be positive")
        return replace(self, idle_timeout_ms=idle_timeout.to_millis())


@dataclass(frozen=True)
class _Bounded:
    bound_ms: int

    def __call__(self) -> WatermarkGenerator:
        return BoundedOutOfOrdernessGenerator(self.bound_ms)
