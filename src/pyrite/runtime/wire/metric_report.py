"""Builds the report of a job's metrics from its view."""

from __future__ import annotations

import math
import socket
from collections.abc import Iterator
from typing import Any

from pyrite.core.metrics.metric_report import MetricReport, ReportedMetric
from pyrite.core.metrics.metric_spec import MetricKind
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.job_scope_metrics import job_scope_metrics
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.task_report import DelayHistogram
from pyrite.runtime.wire.task_state import TaskState

_QUANTILES = {"p50": 0.5, "p75": 0.75, "p95": 0.95, "p99": 0.99, "p999": 0.999}


def metric_report_from_view(view: JobView, job_id: str, now_ms: int) -> MetricReport:
    """All metrics of the job and of its tasks, as last reported."""
    job = {"job_id": job_id, "job_name": view.name}
    of_job = {"host": socket.gethostname(), **job}
    metrics = [
        ReportedMetric("jobmanager.job", metric.name, value, of_job)
        for metric, value in job_scope_metrics(view).items()
    ]
    for task, state in view.tasks.items():
        work = view.graph.work_of(task)
        if isinstance(work, Subtask):
            metrics += _of_task(view, work, state, job)
    return MetricReport(now_ms, job_id, view.name, tuple(metrics))


def _of_task(view: JobView, work: Subtask, state: TaskState, job: dict[str, str]) -> Iterator[ReportedMetric]:
    vertex, where = view.graph.job.vertex(work.vertex), state.registration
    names = {chained.node.operator_id: chained.node.name for chained in vertex.operators}
    of_task = {
        "host": "" if where is None else where.host,
        "tm_id": "" if where is None else where.executor,
        **job,
        "task_id": vertex.head.operator_id,
        "task_name": vertex.name,
        "subtask_index": str(work.index),
    }
    of_job = {key: value for key, value in of_task.items() if key not in ("task_id", "task_name", "subtask_index")}
    of_operators = {
        operator: {**of_task, "operator_id": operator, "operator_name": name} for operator, name in names.items()
    }
    for operator, name, value in state.report.items():
        if name.kind is MetricKind.HISTOGRAM:
            value = _summary(value)
        if name.groups[:1] == ("latency",):
            yield ReportedMetric("taskmanager.job", name, value, of_job)
        elif operator:
            yield ReportedMetric("taskmanager.job.task.operator", name, value, of_operators.get(operator, of_task))
        else:
            yield ReportedMetric("taskmanager.job.task", name, value, of_task)


def _summary(value: Any) -> Any:
    """Summarizes delays in logarithmic buckets as their number and quantiles, in ms; returns other values unchanged."""
    if not isinstance(value, dict) or not all(isinstance(bucket, int) for bucket in value):
        return value
    delays = DelayHistogram(value)
    quantiles = {name: delays.quantile_ms(quantile) or math.nan for name, quantile in _QUANTILES.items()}
    return {"count": sum(value.values()), **quantiles}
