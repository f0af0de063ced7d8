"""Metrics by name: of a job, a vertex or a subtask; and aggregated over jobs or subtasks."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Optional, Union

from pyrite.control.rest.endpoint import HEX_SCHEMA, TEXT_SCHEMA, Call, Endpoint, Parameter, any_of, job_id, listed
from pyrite.control.rest.services import RestServices
from pyrite.control.rest_id import rest_id
from pyrite.core.job.job_document import JobDocument, VertexDocument
from pyrite.core.json_dataclasses import Omitted, to_json


@dataclass(frozen=True)
class Metric:
    """A metric's name, and its value as text, if the request names it."""

    id: str
    value: Annotated[Optional[str], Omitted()] = None


@dataclass(frozen=True)
class AggregatedMetric:
    """The requested aggregates: minimum, maximum, mean, sum, and skew in percent."""

    id: str
    min: Annotated[Optional[float], Omitted()] = None
    max: Annotated[Optional[float], Omitted()] = None
    avg: Annotated[Optional[float], Omitted()] = None
    sum: Annotated[Optional[float], Omitted()] = None
    skew: Annotated[Optional[float], Omitted()] = None


AnyMetrics = list[Union[Metric, AggregatedMetric]]

GET: Final = Parameter(
    "get", "Names of metrics, separated by commas; without it, the answer lists all names.", listed(), TEXT_SCHEMA
)
AGGREGATES: Final = Parameter(
    "agg",
    "Of min, max, sum, avg, skew; without it, all.",
    listed(any_of("min", "max", "sum", "avg", "skew")),
    TEXT_SCHEMA,
)
_JOBS: Final = Parameter("jobs", "Ids of jobs; without it, all.", listed(job_id), HEX_SCHEMA)


def text_of(value: Any) -> str:
    """A value as Flink writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    return str(to_json(value))


def select(metrics: Mapping[str, Any], call: Call) -> list[Metric]:
    """All names of metrics, or the values of the requested ones. Unknown names are left out."""
    names: Optional[Sequence[str]] = call.query.get("get")
    if not names:
        return [Metric(name) for name in sorted(metrics)]
    return [Metric(name, text_of(metrics[name])) for name in names if name in metrics]


def aggregated(parts: Iterable[Mapping[str, Any]], call: Call) -> AnyMetrics:
    """Aggregates over several holders of metrics with the same names."""
    metric_sets = list(parts)
    names: Optional[Sequence[str]] = call.query.get("get")
    if not names:
        return [Metric(name) for name in sorted({name for metrics in metric_sets for name in metrics})]
    kinds = call.query.get("agg") or ["min", "max", "avg", "sum", "skew"]
    found: AnyMetrics = []
    for name in names:
        values = [float(metrics[name]) for metrics in metric_sets if _is_number(metrics.get(name))]
        if values:
            figures = _figures(values)
            found.append(AggregatedMetric(name, **{kind: figures[kind] for kind in kinds}))
    return found


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _figures(values: Sequence[float]) -> dict[str, float]:
    mean = sum(values) / len(values)
    deviation = sum(abs(value - mean) for value in values) / len(values)
    skew = 0.0 if mean == 0 else min(100.0, deviation / abs(mean) * 100)
    return {"min": min(values), "max": max(values), "avg": mean, "sum": sum(values), "skew": skew}


def subtask_ranges(text: str) -> set[int]:
    """Parses `0,2-3`."""
    numbers: set[int] = set()
    for part in filter(None, text.split(",")):
        first, _, last = part.partition("-")
        if not first.isdecimal() or not (last or first).isdecimal() or int(last or first) - int(first) > 32768:
            raise ValueError(f"expected numbers of subtasks, such as 0,2-3, not '{text[:80]}'")
        numbers.update(range(int(first), int(last or first) + 1))
    return numbers


# Endpoints ------------------------------------------------------------------------------------------------------------


async def _vertex_or_none(rest: RestServices, call: Call) -> Optional[VertexDocument]:
    """An unknown vertex has no metrics; it is not an error."""
    document = await _document_or_none(rest, call)
    return None if document is None else document.vertex(call.path["vertexid"])


async def _document_or_none(rest: RestServices, call: Call) -> Optional[JobDocument]:
    return None if rest.summary(call.job_id) is None else await rest.document(call.job_id)


async def _of_jobs(rest: RestServices, call: Call) -> AnyMetrics:
    ids = call.query.get("jobs")
    jobs = [job for job in rest.jobs() if not ids or {job.job_id, rest_id(job.job_id)} & set(ids)]
    return aggregated([(await rest.document(job.job_id)).metrics for job in jobs], call)


async def _of_job(rest: RestServices, call: Call) -> list[Metric]:
    document = await _document_or_none(rest, call)
    return [] if document is None else select(document.metrics, call)


async def _of_vertex(rest: RestServices, call: Call) -> list[Metric]:
    vertex = await _vertex_or_none(rest, call)
    subtasks = () if vertex is None else vertex.subtasks
    return select({f"{each.index}.{name}": value for each in subtasks for name, value in each.metrics.items()}, call)


async def _of_subtasks(rest: RestServices, call: Call) -> AnyMetrics:
    vertex = await _vertex_or_none(rest, call)
    indexes = call.query.get("subtasks")
    subtasks = () if vertex is None else vertex.subtasks
    return aggregated([each.metrics for each in subtasks if not indexes or each.index in indexes], call)


async def _of_subtask(rest: RestServices, call: Call) -> list[Metric]:
    vertex = await _vertex_or_none(rest, call)
    index = call.path["subtaskindex"]
    return [] if vertex is None or index >= len(vertex.subtasks) else select(vertex.subtasks[index].metrics, call)


async def _of_coordinator(rest: RestServices, call: Call) -> list[Metric]:
    """Operators' coordinators run in the driver and have no metrics."""
    return []


_V: Final = "/jobs/:jobid/vertices/:vertexid"
_RANGES: Final = Parameter(
    "subtasks", "Numbers or ranges of subtasks, such as 0,2-3; without it, all.", subtask_ranges, TEXT_SCHEMA
)

ENDPOINTS: Final = (
    Endpoint("GET", "/jobs/metrics", AnyMetrics, _of_jobs, "Metrics of jobs, aggregated.", (GET, AGGREGATES, _JOBS)),
    Endpoint("GET", "/jobs/:jobid/metrics", list[Metric], _of_job, "Metrics of a job.", (GET,)),
    Endpoint("GET", f"{_V}/metrics", list[Metric], _of_vertex, "Metrics of a vertex, each with its subtask.", (GET,)),
    Endpoint(
        "GET",
        f"{_V}/subtasks/metrics",
        AnyMetrics,
        _of_subtasks,
        "Metrics of a vertex's subtasks, aggregated.",
        (GET, AGGREGATES, _RANGES),
    ),
    Endpoint("GET", f"{_V}/subtasks/:subtaskindex/metrics", list[Metric], _of_subtask, "Metrics of a subtask.", (GET,)),
    Endpoint(
        "GET",
        f"{_V}/jm-operator-metrics",
        list[Metric],
        _of_coordinator,
        "Metrics of operators' coordinators: the list is always empty.",
        (GET,),
    ),
)
