"""MetricReport: the metrics of a job at one moment, for reporters, with Flink's scopes and their variables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from pyrite.core.metrics.metric_spec import MetricKind, MetricName


@dataclass(frozen=True)
class ReportedMetric:
    """One metric of the job, of a task or of an operator."""

    scope: str
    """Flink's logical scope, such as `taskmanager.job.task.operator`."""
    name: MetricName
    value: Any
    variables: Mapping[str, str]
    """The variables of the scope: `job_id`, `task_name`, `subtask_index`, `operator_name` ..."""

    @property
    def identifier(self) -> str:
        """Scope, groups and name, separated by dots. A group with key and value contributes its key."""
        groups = [step if isinstance(step, str) else step[0] for step in self.name.groups]
        return ".".join([self.scope, *groups, self.name.name])

    @property
    def labels(self) -> dict[str, str]:
        """The scope's variables, and the groups with a key and a value."""
        return {**self.variables, **dict(step for step in self.name.groups if not isinstance(step, str))}

    def numbers(self) -> Iterator[tuple[str, float]]:
        """The value as numbers, each with a suffix for the name: several for a distribution, none for a text."""
        if self.name.kind is MetricKind.HISTOGRAM:
            values = self.value if isinstance(self.value, Mapping) else {}
            yield from ((f"_{key}", float(number)) for key, number in values.items() if isinstance(number, Real))
        elif isinstance(self.value, Real):  # a bool too
            yield "", float(self.value)


@dataclass(frozen=True)
class MetricReport:
    """The metrics of one job."""

    time_ms: int
    job_id: str
    job_name: str
    metrics: tuple[ReportedMetric, ...]

    def json_lines(self) -> Iterator[str]:
        """A JSON object for each metric."""
        for metric in self.metrics:
            entry = {"time_ms": self.time_ms, "metric": metric.identifier, "kind": metric.name.kind.value}
            yield json.dumps({**entry, "value": metric.value, **metric.labels}, default=str)
