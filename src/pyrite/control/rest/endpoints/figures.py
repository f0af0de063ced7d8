"""Figures of all jobs, and metrics of all subtasks of a job, each in one request. Flink has neither path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Optional

from pyrite.control.rest.endpoint import TEXT_SCHEMA, Call, Endpoint, Parameter, listed
from pyrite.control.rest.services import RestServices
from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_document import VertexDocument
from pyrite.core.job.job_summary import JobFigures, JobSummary
from pyrite.core.json_dataclasses import Wire


@dataclass(frozen=True)
class FiguresOfJob:
    jid: str
    restarts: int
    parallelism: int
    cause: str
    """The error of a restarting or failed job."""
    waits_for: Annotated[str, Wire("waits-for")]
    """The reason why the job has not started yet."""
    figures: JobFigures


@dataclass(frozen=True)
class FiguresOfJobs:
    now: int
    jobs: tuple[FiguresOfJob, ...]


async def _of_jobs(rest: RestServices, call: Call) -> FiguresOfJobs:
    return FiguresOfJobs(rest.now_ms(), tuple(map(_of_job, rest.jobs())))


def _of_job(job: JobSummary) -> FiguresOfJob:
    return FiguresOfJob(rest_id(job.job_id), job.restarts, job.parallelism, job.cause, job.waits_for, job.figures)


@dataclass(frozen=True)
class SubtaskColumns:
    """The vertices of a job, each with a list of values for each metric: one value for each subtask, or null."""

    now: int
    vertices: Mapping[str, Mapping[str, Sequence[Any]]]


_GET: Final = Parameter("get", "Names of metrics, separated by commas.", listed(), TEXT_SCHEMA, is_required=True)


async def _of_subtasks(rest: RestServices, call: Call) -> SubtaskColumns:
    document = await rest.document(call.job_id)
    names: Sequence[str] = call.query["get"]
    return SubtaskColumns(document.now_ms, {vertex.id: _columns(vertex, names) for vertex in document.vertices})


def _columns(vertex: VertexDocument, names: Sequence[str]) -> dict[str, list[Any]]:
    """Without the metrics that no subtask has. The name of an operator's metric counts without its operator."""
    columns = {name: [_value(subtask.metrics, name) for subtask in vertex.subtasks] for name in names}
    return {name: column for name, column in columns.items() if any(value is not None for value in column)}


def _value(metrics: Mapping[str, Any], name: str) -> Optional[Any]:
    """Of a task, or the sum over the operators of its chain."""
    if name in metrics:
        return metrics[name]
    of_operators = [value for key, value in metrics.items() if key.rpartition(".")[2] == name]
    numbers = [value for value in of_operators if isinstance(value, (int, float))]
    return sum(numbers) if numbers else None


ENDPOINTS: Final = (
    Endpoint(
        "GET", "/jobs/figures", FiguresOfJobs, _of_jobs, "Rates, lag, busiest subtask and checkpoint of each job."
    ),
    Endpoint(
        "GET",
        "/jobs/:jobid/subtasks/metrics",
        SubtaskColumns,
        _of_subtasks,
        "Metrics of all subtasks of a job.",
        (_GET,),
    ),
)
