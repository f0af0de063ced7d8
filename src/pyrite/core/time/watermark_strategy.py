"""WatermarkStrategy: assigns timestamps to a stream's records, and generates its watermarks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Optional

from pyrite.core.arguments import check_argument
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted
from pyrite.core.time.time import MIN_WATERMARK, Duration, as_time_ms


@persisted("timestamp-assigner/1")
class TimestampAssigner(ABC):
    """Reads a record's event time, in milliseconds since the epoch.

    >>> class OrderTime(TimestampAssigner):
    ...     def extract_timestamp(self, value, record_timestamp):
    ...         return value["ordered_at"]
    >>> by_order_time = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(OrderTime())
    """

    @abstractmethod
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        """The record's event time; `record_timestamp` is its previous timestamp, or NO_TIMESTAMP."""


Marks = Sequence[tuple[int, int]]
"""Watermarks inside a block: the number of records before each, and its timestamp."""


@persisted("watermark-output/1")
class WatermarkOutput(ABC):
    """Receives the watermarks of a WatermarkGenerator."""

    @abstractmethod
    def emit_watermark(self, timestamp: int) -> None:
        """Declares that no record at or below this time will follow. A decreasing watermark is ignored."""

    @abstractmethod
    def mark_idle(self) -> None:
        """Downstream does not wait for this stream until its next record or watermark."""

    @abstractmethod
    def mark_active(self) -> None:
        """Downstream waits for this stream again, as after its next record or watermark."""


@persisted("watermark-generator/1")
class WatermarkGenerator(ABC):
    """Generates a stream's watermarks, per record (punctuated), at intervals (periodic), or both.

    Each source split, and each subtask of `assign_timestamps_and_watermarks`, has a separate generator.
    """

    @abstractmethod
    def on_event(self, event: Any, event_timestamp: int, output: WatermarkOutput) -> None:
        """Called for every record; a watermark emitted here directly follows the record."""

    @abstractmethod
    def on_periodic_emit(self, output: WatermarkOutput) -> None:
        """Called every `pipeline.auto-watermark-interval`."""


@persisted("watermark-tracker/1")
class WatermarkTracker(ABC):
    """Observes one stream, block by block, and computes its watermark."""

    idle = False
    """Whether the generator itself has marked the stream as idle."""
    is_timed = True
    """Whether the watermark may change between records: if so, it is also polled at every interval."""

    @abstractmethod
    def observe(self, values: list[Any], timestamps: list[int]) -> Marks:
        """Observes a block. Returns the watermarks inside it, each with the number of records before it."""

    @abstractmethod
    def current_watermark(self) -> int:
        """The periodic watermark."""


@persisted("bounded-out-of-orderness/1")
class BoundedOutOfOrderness(WatermarkTracker):
    """Lags behind the highest timestamp by a fixed span; zero for ascending timestamps."""

    is_timed = False

    def __init__(self, bound_ms: int) -> None:
        self._bound_ms = bound_ms
        self._highest: Optional[int] = None

    def observe(self, values: list[Any], timestamps: list[int]) -> Marks:
        highest = max(timestamps)
        if self._highest is None or highest > self._highest:
            self._highest = as_time_ms(highest, "a timestamp")
        return ()

    def current_watermark(self) -> int:
        return MIN_WATERMARK if self._highest is None else self._highest - self._bound_ms - 1


@persisted("no-watermarks/1")
class NoWatermarks(WatermarkTracker):
    """Never advances event time."""

    is_timed = False

    def observe(self, values: list[Any], timestamps: list[int]) -> Marks:
        return ()

    def current_watermark(self) -> int:
        return MIN_WATERMARK


@persisted("generated-watermarks/1")
class Generated(WatermarkTracker, WatermarkOutput):
    """The watermarks of a user's generator."""

    def __init__(self, generator: WatermarkGenerator) -> None:
        self.func = generator
        self._watermark_ms = MIN_WATERMARK

    def emit_watermark(self, timestamp: int) -> None:
        self.idle = False
        self._watermark_ms = max(self._watermark_ms, as_time_ms(timestamp, "a watermark"))

    def mark_idle(self) -> None:
        self.idle = True

    def mark_active(self) -> None:
        self.idle = False

    def observe(self, values: list[Any], timestamps: list[int]) -> Marks:
        marks: list[tuple[int, int]] = []
        known_ms = self._watermark_ms
        on_event = self.func.on_event
        for count, (value, time) in enumerate(zip(values, timestamps, strict=True), 1):
            on_event(value, time, self)
            if self._watermark_ms > known_ms:
                known_ms = self._watermark_ms
                marks.append((count, known_ms))
        return marks

    def current_watermark(self) -> int:
        self.func.on_periodic_emit(self)
        return self._watermark_ms


@persisted("watermark-alignment/1")
@dataclass(frozen=True)
class WatermarkAlignment:
    """An alignment group: no source is ahead of the slowest by more than the drift."""

    group: str
    max_drift_ms: int
    update_interval_ms: int


@persisted("watermark-strategy/1")
@dataclass(frozen=True)
class WatermarkStrategy:
    """Assigns timestamps and generates watermarks.

    >>> strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_seconds(5))
    >>> strategy = strategy.with_idleness(Duration.of_minutes(1))
    """

    make_tracker: Callable[[], WatermarkTracker]
    timestamp_assigner: Optional[TimestampAssigner] = None
    idle_timeout_ms: Optional[int] = None
    alignment: Optional[WatermarkAlignment] = None
    ingestion_time: bool = False
    """Whether a record's timestamp is the processing time of the task that reads it."""

    @staticmethod
    def no_watermarks() -> WatermarkStrategy:
        """No watermarks: event time does not advance until the input ends. For programs without event time."""
        return WatermarkStrategy(NoWatermarks)

    @staticmethod
    def for_monotonous_timestamps() -> WatermarkStrategy:
        """For ascending timestamps within a source split. The watermark is the latest timestamp minus 1 ms."""
        return WatermarkStrategy(_Bounded(0))

    @staticmethod
    def for_bounded_out_of_orderness(max_out_of_orderness: Duration) -> WatermarkStrategy:
        """For records that are out of order by at most this time. Later records count as late."""
        check_argument("for_bounded_out_of_orderness()", max_out_of_orderness, Duration)
        if max_out_of_orderness.to_millis() < 0:
            raise InvalidProgramError("the bound of out-of-orderness must not be negative")
        return WatermarkStrategy(_Bounded(max_out_of_orderness.to_millis()))

    @staticmethod
    def for_generator(make_generator: Callable[[], WatermarkGenerator]) -> WatermarkStrategy:
        """Watermarks of a user-defined generator; `make_generator` creates one, for example its class."""
        if not callable(make_generator) or isinstance(make_generator, WatermarkGenerator):
            raise ArgumentTypeError(
                f"for_generator() takes a factory of WatermarkGenerators, such as a class, not {make_generator!r}"
            )
        return WatermarkStrategy(_Generated(make_generator))

    @staticmethod
    def for_ingestion_time() -> WatermarkStrategy:
        """Timestamps from the clock of the task that reads the record. A record that is read again gets a new one."""
        return WatermarkStrategy(_Bounded(0), ingestion_time=True)

    def with_timestamp_assigner(self, timestamp_assigner: TimestampAssigner) -> WatermarkStrategy:
        """Assigns timestamps with this assigner instead of the source's timestamps."""
        if not callable(getattr(timestamp_assigner, "extract_timestamp", None)):
            raise ArgumentTypeError(f"expected a TimestampAssigner, got {timestamp_assigner!r}")
        if self.ingestion_time:
            raise InvalidProgramError("for_ingestion_time() takes its timestamps from the clock, not from an assigner")
        return replace(self, timestamp_assigner=timestamp_assigner)

    def with_idleness(self, idle_timeout: Duration) -> WatermarkStrategy:
        """After this time without records, a split is idle: downstream no longer waits for its watermark."""
        check_argument("with_idleness()", idle_timeout, Duration)
        if idle_timeout.to_millis() <= 0:
            raise InvalidProgramError("the idle timeout must be positive")
        return replace(self, idle_timeout_ms=idle_timeout.to_millis())

    def with_watermark_alignment(
        self, watermark_group: str, max_allowed_watermark_drift: Duration, update_interval: Optional[Duration] = None
    ) -> WatermarkStrategy:
        """Pauses the source while it is ahead of the slowest of its group by more than the drift."""
        check_argument("with_watermark_alignment()", watermark_group, str)
        for span in (max_allowed_watermark_drift, *([] if update_interval is None else [update_interval])):
            check_argument("with_watermark_alignment()", span, Duration)
        drift_ms = max_allowed_watermark_drift.to_millis()
        interval_ms = 1000 if update_interval is None else update_interval.to_millis()
        if not watermark_group or drift_ms < 0 or interval_ms <= 0:
            raise InvalidProgramError("alignment needs the name of a group, a non-negative drift, and an interval")
        return replace(self, alignment=WatermarkAlignment(watermark_group, drift_ms, interval_ms))


@persisted("make-bounded-out-of-orderness/1")
@dataclass(frozen=True)
class _Bounded:
    bound_ms: int

    def __call__(self) -> WatermarkTracker:
        return BoundedOutOfOrderness(self.bound_ms)


@persisted("make-generated-watermarks/1")
@dataclass(frozen=True)
class _Generated:
    make_generator: Callable[[], WatermarkGenerator]

    def __call__(self) -> WatermarkTracker:
        return Generated(self.make_generator())
