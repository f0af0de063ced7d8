"""What a task reports about itself: counters that only grow, gauges, and a histogram of delays."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.time.time import MIN_WATERMARK

_STEPS = 20
"""Buckets for each factor of e: about 5 % apart."""


class DelayHistogram:
    """Delays in microseconds, in logarithmic buckets; adding two gives the histogram of both."""

    def __init__(self, counts: dict[int, int] | None = None) -> None:
        self.counts: dict[int, int] = dict(counts or {})

    def add(self, delay_us: int, records: int) -> None:
        bucket = int(math.log(max(delay_us, 1)) * _STEPS)
        self.counts[bucket] = self.counts.get(bucket, 0) + records

    def quantile_ms(self, quantile: float) -> float | None:
        total = sum(self.counts.values())
        seen = 0
        for bucket in sorted(self.counts):
            seen += self.counts[bucket]
            if seen >= quantile * total:
                return math.exp((bucket + 0.5) / _STEPS) / 1000
        return None

    def since(self, earlier: DelayHistogram) -> DelayHistogram:
        """What came on top of an earlier state of the same histogram."""
        return DelayHistogram({b: n - earlier.counts.get(b, 0) for b, n in self.counts.items()})

    @staticmethod
    def merged(histograms: Iterable[DelayHistogram]) -> DelayHistogram:
        total = DelayHistogram()
        for histogram in histograms:
            for bucket, count in histogram.counts.items():
                total.counts[bucket] = total.counts.get(bucket, 0) + count
        return total


@dataclass(frozen=True)
class TaskReport:
    """A task's figures at one moment. Times are in microseconds since the task began."""

    records_in: int = 0
    records_out: int = 0
    bytes_in: int = 0
    bytes_out: int = 0
    frames_out: int = 0
    busy_us: int = 0
    idle_us: int = 0
    backpressured_us: int = 0
    queued_frames: int = 0
    queued_bytes: int = 0
    watermark_ms: int = MIN_WATERMARK
    state_entries: int = 0
    timers: int = 0
    late_records: int = 0
    idle: bool = False
    memory_bytes: int = 0
    base_memory_bytes: int = 0
    peak_memory_bytes: int = 0
    stuck_ms: int = 0
    """How long the main loop has been at its current step, while it neither waits for input nor is held back."""
    stuck_at: str = ""
    """Where, if that is long."""
    delays: dict[int, int] = field(default_factory=dict)
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)
    user_metrics: dict[str, Any] = field(default_factory=dict)
