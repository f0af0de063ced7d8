"""JobMetrics: the metrics of all tasks of a job at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Union

from pyrite.core.metrics.metric_spec import MetricId


class JobMetrics(Mapping[Union[MetricId, str], Any]):
    """Values by metric. Also by text, as `subtask.operator.name`, `subtask.name` or `name`, where only one has that.

    `metrics["0.Map.numLateRecordsDropped"]` is of the operator named Map, in subtask 0.
    """

    def __init__(self, values: Mapping[MetricId, Any]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: MetricId | str) -> Any:
        return self._values[self._named(key) if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[MetricId]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"JobMetrics({ {str(metric): value for metric, value in self._values.items()} })"

    def _named(self, name: str) -> MetricId:
        named = [metric for metric in self._values if str(metric) == name]
        if not named:
            raise KeyError(name)
        if len(named) > 1:
            operators = ", ".join(f"{metric.operator_id} of vertex {metric.vertex}" for metric in named)
            raise ValueError(
                f"several metrics are called '{name}', of the operators {operators}: look for one by its MetricId, or "
                "give the operators different names"
            )
        return named[0]
