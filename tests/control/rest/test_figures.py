"""Figures of all jobs, and metrics of all subtasks, in one request each."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

from pyrite.control.summary_of_view import figures_of
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobFigures
from pyrite.core.metrics.metric_spec import MetricKind, MetricName
from pyrite.graph.execution_graph import Subtask
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.task_report import TaskReport
from pyrite.runtime.wire.task_state import TaskState
from tests.control.fake_job import FakeJob
from tests.control.rest.memory_gateway import FAILED, RUNNING, MemoryGateway, documents, rest_client

PENDING = MetricName("pendingRecords", MetricKind.GAUGE)


def answer(path: str) -> Any:
    async def ask() -> Any:
        async with rest_client(MemoryGateway()) as client:
            return (await client.get(path)).json()

    return asyncio.run(ask())


def view_with(*busy_ms: float, pending: int | None = None) -> JobView:
    """A job whose tasks, in the order of the graph, are so busy."""
    view = FakeJob().view
    operators = {} if pending is None else {"source": {PENDING: pending}}
    reports = [
        TaskReport({"busyTimeMsPerSecond": ms, "numRecordsInPerSecond": 10.0 + place}, operators)
        for place, ms in enumerate(busy_ms)
    ]
    vertex = view.graph.job.vertices[0]
    tasks = [view.graph.task_of(Subtask(vertex.id, index)) for index in range(len(reports))]
    return replace(view, tasks={task: TaskState(report=report) for task, report in zip(tasks, reports, strict=True)})


def test_figures_name_the_busiest_subtask_and_what_sources_read() -> None:
    view = view_with(120.0, pending=7)
    figures = figures_of(view)
    name = view.graph.job.vertices[0].display_name
    assert (figures.busiest_task, figures.busiest_vertex, figures.busy) == (
        f"{name} 1/{view.graph.job.vertices[0].parallelism}",
        name,
        0.12,
    )
    assert (figures.records_per_s, figures.pending_records) == (10.0, 7)


def test_figures_of_a_job_without_reports_or_at_its_end_are_missing() -> None:
    assert figures_of(FakeJob().view) == JobFigures()
    assert figures_of(replace(view_with(120.0), status=JobStatus.FAILED)) == JobFigures()
    assert figures_of(view_with(120.0)).pending_records is None


def test_jobs_have_figures_in_one_request() -> None:
    jobs = {job["jid"]: job for job in answer("/jobs/figures")["jobs"]}
    assert set(jobs) == set(documents())
    assert set(jobs[FAILED]["figures"]) == set(JobFigures.__dataclass_fields__)


def test_metrics_of_all_subtasks_are_columns() -> None:
    vertices = answer(f"/jobs/{RUNNING}/subtasks/metrics?get=numRecordsIn,numLateRecordsDropped,nonsense")["vertices"]
    document = documents()[RUNNING]
    assert set(vertices) == {vertex.id for vertex in document.vertices}
    for vertex in document.vertices:
        columns = vertices[vertex.id]
        assert columns["numRecordsIn"] == [100] * vertex.parallelism and "nonsense" not in columns
        assert columns["numLateRecordsDropped"] == [2 * len(vertex.operators)] * vertex.parallelism


def test_metrics_of_subtasks_are_named_by_the_request() -> None:
    assert "get is missing" in answer(f"/jobs/{RUNNING}/subtasks/metrics")["errors"][0]
