"""PartitionMetrics: the current offset, the committed offset and the lag of each partition."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Optional

from pyrite.core.connector.source import SourceReaderContext
from pyrite.core.metrics.declared_metrics import (
    KAFKA_COMMITTED_OFFSET,
    KAFKA_CURRENT_OFFSET,
    KAFKA_RECORDS_LAG,
    PENDING_RECORDS,
)

if TYPE_CHECKING:
    from pyrite.metrics import MetricGroup

Place = tuple[str, int]


class PartitionMetrics:
    """Flink's names: `KafkaSourceReader.topic.orders.partition.0.currentOffset`, `committedOffset`, `records-lag`."""

    def __init__(
        self,
        context: SourceReaderContext,
        lag: Callable[[Place], int],
        current: Callable[[Place], int],
        committed: Callable[[Place], int],
    ) -> None:
        """A metric whose function raises LookupError is left out."""
        runtime = context.runtime_context
        self._gauges = ((KAFKA_CURRENT_OFFSET, current), (KAFKA_COMMITTED_OFFSET, committed), (KAFKA_RECORDS_LAG, lag))
        self._lag = lag
        self._places: set[Place] = set()
        self.group: Optional[MetricGroup] = None
        if runtime is not None:
            top = runtime.get_metrics_group()
            top.expose(PENDING_RECORDS, lambda: sum(self._lags()))
            self.group = top.add_group("KafkaSourceReader")

    def add(self, place: Place) -> None:
        self._places.add(place)
        if self.group is not None:
            group = self._group_of(self.group, place)
            for metric, gauge in self._gauges:
                group.expose(metric, _of(gauge, place))

    def remove(self, place: Place) -> None:
        self._places.discard(place)
        if self.group is not None:
            group = self._group_of(self.group, place)
            for metric, _ in self._gauges:
                group.hide(metric)

    @staticmethod
    def _group_of(group: MetricGroup, place: Place) -> MetricGroup:
        return group.add_group("topic", place[0]).add_group("partition", str(place[1]))

    def _lags(self) -> list[int]:
        lags = []
        for place in self._places:
            try:
                lags.append(self._lag(place))
            except LookupError:
                continue
        return lags


def _of(figure: Callable[[Place], int], place: Place) -> Callable[[], int]:
    return lambda: figure(place)
