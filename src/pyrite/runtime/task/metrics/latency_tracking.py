"""LatencyTracking: measures how long records take from sources to the operators of a subtask, by markers among the
records.
"""

from __future__ import annotations

import math
import random
import statistics
from collections import deque
from collections.abc import Sequence
from typing import Any, Final, Optional

from pyrite.core.clock import Clock
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.metric_options import LATENCY_GRANULARITY, LATENCY_HISTORY, LATENCY_INTERVAL
from pyrite.core.metrics.declared_metrics import LATENCY
from pyrite.core.metrics.metric_group import MetricGroup
from pyrite.operators.operator import Operator
from pyrite.operators.source import SourceOperator
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.wire.frames import LatencyMarker

_QUANTILES: Final = {"median": 0.5, "p75": 0.75, "p90": 0.9, "p95": 0.95, "p98": 0.98, "p99": 0.99, "p999": 0.999}


class LatencyTracking:
    """Tracks latency in one subtask.

    Each operator records a marker, which is sent to one receiver per edge, as in Flink.
    """

    def __init__(self, chain: OperatorChain, configuration: Configuration, clock: Clock) -> None:
        self._chain = chain
        self._clock = clock
        self._interval_ms: int = configuration.get(LATENCY_INTERVAL)
        self._granularity: str = configuration.get(LATENCY_GRANULARITY)
        self._history: int = configuration.get(LATENCY_HISTORY)
        self._histograms: dict[tuple[str, ...], LatencyHistogram] = {}
        place = chain.head.context.place
        self._random = random.Random(f"{place.operator_id} {place.subtask}")
        self._next_ms: Optional[int] = None
        if self._interval_ms > 0 and isinstance(chain.head, SourceOperator):
            self._next_ms = clock.now_ms() + self._interval_ms

    def due_us(self) -> Optional[int]:
        """The time of a source's next marker, by the monotonic clock; None: never."""
        if self._next_ms is None:
            return None
        return self._clock.monotonic_us() + self._next_ms * 1000 - self._clock.now_us()

    def send_if_due(self) -> bool:
        """Sends a source's marker if it is due. A backpressured source sends none."""
        if self._next_ms is None or (now_ms := self._clock.now_ms()) < self._next_ms:
            return False
        self._next_ms = now_ms + self._interval_ms
        if self._chain.is_full:
            return False
        place = self._chain.head.context.place
        self._pass_on(LatencyMarker(now_ms, place.operator_id, place.subtask), self._chain.operators[1:])
        return True

    def take(self, marker: LatencyMarker) -> None:
        """Handles a marker received over an edge."""
        self._pass_on(marker, self._chain.operators)

    def _pass_on(self, marker: LatencyMarker, operators: Sequence[Operator]) -> None:
        latency_ms = self._clock.now_ms() - marker.marked_ms
        for operator in operators:
            self._histogram(marker, operator).update(latency_ms)
        for writer in self._chain.writers:
            writer.process_latency_marker(marker, self._random.random())

    def _histogram(self, marker: LatencyMarker, operator: Operator) -> LatencyHistogram:
        place = operator.context.place
        source = {"operator": (marker.operator_id,), "subtask": (marker.operator_id, str(marker.subtask))}
        key = (place.operator_id, *source.get(self._granularity, ()))
        if key not in self._histograms:
            histogram = self._histograms[key] = LatencyHistogram(self._history)
            _group(operator.context.metrics, key[1:], place.operator_id, place.subtask).expose(LATENCY, histogram.read)
        return self._histograms[key]


def _group(metrics: MetricGroup, source: Sequence[str], operator_id: str, subtask: int) -> MetricGroup:
    """The metric group of a latency, as in Flink."""
    group = metrics.add_group("latency")
    for name, value in zip(("source_id", "source_subtask_index"), source, strict=False):
        group = group.add_group(name, value)
    return group.add_group("operator_id", operator_id).add_group("operator_subtask_index", str(subtask))


class LatencyHistogram:
    """The statistics of the last values, in milliseconds."""

    def __init__(self, size: int) -> None:
        self._values: deque[int] = deque(maxlen=size)
        self._count = 0

    def update(self, value: int) -> None:
        self._values.append(value)
        self._count += 1

    def read(self) -> dict[str, Any]:
        values = sorted(self._values)
        return {
            "count": self._count,
            "min": values[0],
            "max": values[-1],
            "mean": statistics.fmean(values),
            "stddev": statistics.stdev(values) if len(values) > 1 else 0.0,
            **{name: _quantile(values, share) for name, share in _QUANTILES.items()},
        }


def _quantile(values: Sequence[int], share: float) -> float:
    """Interpolates between the two nearest values, like Flink's statistics (Apache Commons Math)."""
    position = share * (len(values) + 1)
    if position < 1:
        return float(values[0])
    if position >= len(values):
        return float(values[-1])
    below = math.floor(position)
    return values[below - 1] + (position - below) * (values[below] - values[below - 1])
