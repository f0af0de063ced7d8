"""TaskReport: the metrics that a task reports at every heartbeat, declared ones and the user's."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.metrics.declared_metrics import TASK_METRICS
from pyrite.core.metrics.metric_spec import MetricName, MetricSpec

T = TypeVar("T")

_STEPS = 20
"""The number of buckets per factor of e: about 5 % apart."""


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
        """The difference to an earlier state of the same histogram."""
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
    """A task's metrics at one moment. Counters and times count from the start of the task.

    `report[NUM_RECORDS_IN]` is the value of a declared metric of the task; its initial value if it was not reported.
    """

    task: dict[str, Any] = field(default_factory=dict)
    """The task's metrics by the names of declared metrics."""
    operators: dict[str, dict[MetricName, Any]] = field(default_factory=dict)
    """Declared and user metrics by operator id."""
    accumulators: dict[str, Accumulator[Any, Any]] = field(default_factory=dict)

    def __getitem__(self, metric: MetricSpec[T]) -> T:
        value: T = self.task.get(metric.name, metric.initial)
        return value

    def total(self, metric: MetricSpec[int]) -> int:
        """The sum of a declared operator metric over all operators of the task."""
        name = MetricName(metric.name, metric.kind)
        return sum(values.get(name, metric.initial) for values in self.operators.values())

    def items(self) -> Iterator[tuple[str, MetricName, Any]]:
        """All metrics, each with the id of its operator, which is empty for metrics of the task."""
        for name, value in self.task.items():
            spec = TASK_METRICS[name]
            yield "", MetricName(name, spec.kind, (spec.infix,) if spec.infix else ()), value
        for operator_id, values in self.operators.items():
            for full, value in values.items():
                yield operator_id, full, value
