"""The report of a job's metrics: scopes and variables are Flink's."""

from __future__ import annotations

from dataclasses import replace
from typing import Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.core.metrics.metric_spec import MetricKind, MetricName
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.metric_report import metric_report_from_view
from pyrite.runtime.wire.task_report import DelayHistogram, TaskReport
from pyrite.runtime.wire.task_state import TaskState
from tests.graph.programs import counting, execution_graph


def operator_id() -> str:
    return execution_graph(counting()).job.vertex(0).head.operator_id


def report_with_delays() -> TaskReport:
    delays = DelayHistogram()
    delays.add(2000, 10)
    own = MetricName("orders", MetricKind.COUNTER, ("shop",))
    return TaskReport({"numRecordsIn": 3, "sourceToSinkLatency": delays.counts}, {operator_id(): {own: 1}})


def view(report: Optional[TaskReport] = None) -> JobView:
    graph, report = execution_graph(counting()), report or report_with_delays()
    where = messages.Register(0, 0, 0, "host1", "jvm-7", 1234, 0)
    return JobView(JobStatus.RUNNING, graph, False, {(0, 0): replace(TaskState(), report=report, registration=where)})


def test_each_scope_has_its_variables() -> None:
    report = metric_report_from_view(view(), "j1", 5)
    vertex = view().graph.job.vertex(0)
    by_name = {metric.identifier: metric for metric in report.metrics}
    of_job = by_name["jobmanager.job.numRestarts"]
    assert (of_job.labels["job_id"], of_job.labels["job_name"]) == ("j1", view().name)
    of_task = by_name["taskmanager.job.task.numRecordsIn"]
    assert of_task.labels == {
        "host": "host1",
        "tm_id": "jvm-7",
        "job_id": "j1",
        "job_name": view().name,
        "task_id": vertex.head.operator_id,
        "task_name": vertex.name,
        "subtask_index": "0",
    }
    of_operator = by_name["taskmanager.job.task.operator.shop.orders"]
    assert of_operator.labels["operator_name"] == vertex.head.name
    assert (report.time_ms, report.job_id, of_operator.value) == (5, "j1", 1)


def test_delays_are_reported_as_quantiles() -> None:
    metrics = {metric.name.name: metric for metric in metric_report_from_view(view(), "j1", 5).metrics}
    numbers = dict(metrics["sourceToSinkLatency"].numbers())
    assert numbers["_count"] == 10
    assert 1.8 < numbers["_p99"] < 2.2


def test_histogram_that_is_a_summary_already_is_reported_as_it_is() -> None:
    summary = {"count": 2, "p50": 1.5, "p99": 7.0}
    report = TaskReport({}, {operator_id(): {MetricName("sizes", MetricKind.HISTOGRAM): summary}})
    (sizes,) = [
        metric for metric in metric_report_from_view(view(report), "j1", 5).metrics if metric.name.name == "sizes"
    ]
    assert dict(sizes.numbers()) == {"_count": 2, "_p50": 1.5, "_p99": 7.0}
