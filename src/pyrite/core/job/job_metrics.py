"""JobMetrics: the metrics of all tasks of a job at one moment."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Union

from pyrite.core.metrics.metric_spec import MetricId


class JobMetrics(Mapping[Union[MetricId, str], Any]):
    """Values by metric. Also by text, as `subtask.operator.name`, `subtask.name` or `name`, if that is unique.

    `metrics["0.Map.numLateRecordsDropped"]` belongs to the operator named Map, in subtask 0.
    """

    def __init__(self, values: Mapping[MetricId, Any]) -> None:
        self._values = dict(values)

    def __getitem__(self, key: MetricId | str) -> Any:
        return self._values[self._id_of(key) if isinstance(key, str) else key]

    def __iter__(self) -> Iterator[MetricId]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"JobMetrics({ {str(metric): value for metric, value in self._values.items()} })"

    def _id_of(self, name: str) -> MetricId:
        matching = [metric for metric in self._values if str(metric) == name]
        if not matching:
            raise KeyError(name)
        if len(matching) > 1:
            operators = ", ".join(f"{metric.operator_id} of vertex {metric.vertex}" for metric in matching)
            raise ValueError(
                f"several metrics have the name '{name}', of the operators {operators}: use a MetricId, or "
                "give the operators different names"
            )
        return matching[0]
