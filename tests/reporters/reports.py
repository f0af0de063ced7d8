"""A report with a metric of each kind."""

from __future__ import annotations

from typing import Any

from pyrite.core.metrics.metric_report import MetricReport, ReportedMetric
from pyrite.core.metrics.metric_spec import MetricKind, MetricName, MetricSubgroup

OPERATOR = {"job_id": "j1", "job_name": "shop", "task_name": "a -> b", "operator_name": 'say "b"', "subtask_index": "0"}


def metric(name: str, kind: MetricKind, value: Any, *groups: MetricSubgroup) -> ReportedMetric:
    return ReportedMetric("taskmanager.job.task.operator", MetricName(name, kind, groups), value, OPERATOR)


REPORT = MetricReport(
    1_700_000_000_000,
    "j1",
    "shop",
    (
        ReportedMetric("jobmanager.job", MetricName("numRestarts", MetricKind.GAUGE), 2, {"job_id": "j1"}),
        metric("orders", MetricKind.COUNTER, 5, "shop", ("region", "eu")),
        metric("rate", MetricKind.METER, 2.5),
        metric("is-open", MetricKind.GAUGE, True),
        metric("place", MetricKind.GAUGE, "line 5"),
        metric("length", MetricKind.HISTOGRAM, {"count": 2, "sum": 9, "min": None, "mean": 4.5}),
    ),
)
