"""The vertices of a job: subtasks, executors, times, watermarks, back pressure and accumulators."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Final, Optional

from pyrite.control.rest.endpoint import TEXT_SCHEMA, Call, Endpoint, Parameter, RestError, any_of, whole
from pyrite.control.rest.endpoints.jobs import EXECUTION_STATES, UserAccumulator, state_of
from pyrite.control.rest.endpoints.metrics import Metric
from pyrite.control.rest.flame_graphs import flame_graph
from pyrite.control.rest.io_metrics import IoMetrics, figures, io_metrics
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.statistics import aggregated
from pyrite.control.rest.taskmanager_ids import place_of
from pyrite.core.job.job_document import JobDocument, SubtaskDocument, VertexDocument
from pyrite.core.json_dataclasses import Omitted, Wire

_DURATION_STATES: Final = ("CREATED", "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING")


@dataclass(frozen=True, kw_only=True)
class SubtaskAttempt:
    subtask: int
    status: str
    attempt: int
    endpoint: str
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    metrics: IoMetrics
    taskmanager_id: Annotated[str, Wire("taskmanager-id")]
    status_duration: Annotated[Mapping[str, int], Wire("status-duration")]
    other_concurrent_attempts: Annotated[Optional[tuple[Any, ...]], Omitted("other-concurrent-attempts")] = None
    former_start_time: Annotated[int, Wire("start_time")]


@dataclass(frozen=True)
class Aggregated:
    metrics: Mapping[str, Mapping[str, int]]
    status_duration: Annotated[Mapping[str, Mapping[str, int]], Wire("status-duration")]


@dataclass(frozen=True)
class VertexDetails:
    id: str
    name: str
    parallelism: int
    max_parallelism: Annotated[int, Wire("maxParallelism")]
    now: int
    subtasks: tuple[SubtaskAttempt, ...]
    aggregated: Aggregated


def duration_of(document: JobDocument, subtask: SubtaskDocument) -> int:
    """The duration; -1 before the subtask was deployed."""
    if subtask.start_ms < 0:
        return -1
    return max(0, (document.now_ms if subtask.end_ms < 0 else subtask.end_ms) - subtask.start_ms)


def status_durations(document: JobDocument, subtask: SubtaskDocument) -> dict[str, int]:
    """The time spent in each state that the subtask has reached."""
    since = sorted(subtask.since_ms.items(), key=lambda entry: entry[1])
    ends = [at_ms for _, at_ms in since[1:]] + [document.now_ms]
    durations = {state: max(0, end - at_ms) for (state, at_ms), end in zip(since, ends, strict=True)}
    return {state: durations.get(state, -1) for state in _DURATION_STATES}


def subtask_attempt(document: JobDocument, subtask: SubtaskDocument) -> SubtaskAttempt:
    endpoint, taskmanager = place_of(document.id, subtask)
    return SubtaskAttempt(
        subtask=subtask.index,
        status=subtask.state,
        attempt=subtask.attempt,
        endpoint=endpoint,
        start_time=subtask.start_ms,
        end_time=subtask.end_ms,
        duration=duration_of(document, subtask),
        metrics=io_metrics([subtask]),
        taskmanager_id=taskmanager,
        status_duration=status_durations(document, subtask),
        former_start_time=subtask.start_ms,
    )


def _aggregated(document: JobDocument, subtasks: Iterable[SubtaskDocument]) -> Aggregated:
    all_subtasks = list(subtasks)
    numbers = [figures(io_metrics([subtask])) for subtask in all_subtasks]
    durations = [status_durations(document, subtask) for subtask in all_subtasks]
    return Aggregated(
        {name: aggregated([each[name] for each in numbers]) for name in numbers[0]},
        {state: aggregated([each[state] for each in durations]) for state in _DURATION_STATES},
    )


async def _vertex(rest: RestServices, call: Call) -> VertexDetails:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    return VertexDetails(
        id=vertex.id,
        name=vertex.name,
        parallelism=vertex.parallelism,
        max_parallelism=vertex.max_parallelism,
        now=rest.now_ms(),
        subtasks=tuple(subtask_attempt(document, subtask) for subtask in vertex.subtasks),
        aggregated=_aggregated(document, vertex.subtasks),
    )


async def _subtask_of(rest: RestServices, call: Call) -> tuple[JobDocument, SubtaskDocument]:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    if call.path["subtaskindex"] >= len(vertex.subtasks):
        raise RestError(404, f"Invalid subtask index for vertex {vertex.id}")
    return document, vertex.subtasks[call.path["subtaskindex"]]


async def _subtask(rest: RestServices, call: Call) -> SubtaskAttempt:
    return subtask_attempt(*await _subtask_of(rest, call))


async def _attempt_of(rest: RestServices, call: Call) -> tuple[JobDocument, SubtaskDocument]:
    document, subtask = await _subtask_of(rest, call)
    _, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    number, earlier = call.path["attempt"], [former for former in vertex.former if former.index == subtask.index]
    attempt = next((each for each in (subtask, *earlier) if each.attempt == number), None)
    if attempt is not None:
        return document, attempt
    if number < subtask.attempt:
        name = f"{vertex.name} ({subtask.index + 1}/{vertex.parallelism})"
        raise RestError(404, f"Attempt {number} not found in subtask {name}")
    raise RestError(404, f"Invalid attempt num {number}")


async def _attempt(rest: RestServices, call: Call) -> SubtaskAttempt:
    return subtask_attempt(*await _attempt_of(rest, call))


# Executors and times --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VertexTaskManager:
    endpoint: str
    status: str
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    metrics: IoMetrics
    status_counts: Annotated[Mapping[str, int], Wire("status-counts")]
    taskmanager_id: Annotated[str, Wire("taskmanager-id")]
    aggregated: Aggregated


@dataclass(frozen=True)
class VertexTaskManagers:
    id: str
    name: str
    now: int
    taskmanagers: tuple[VertexTaskManager, ...]


def _on_taskmanager(document: JobDocument, subtasks: list[SubtaskDocument]) -> VertexTaskManager:
    endpoint, taskmanager = place_of(document.id, subtasks[0])
    counts = Counter(subtask.state for subtask in subtasks)
    start_ms = min((subtask.start_ms for subtask in subtasks if subtask.start_ms >= 0), default=-1)
    have_ended = all(subtask.has_ended for subtask in subtasks)
    end_ms = max(subtask.end_ms for subtask in subtasks) if have_ended else -1
    return VertexTaskManager(
        endpoint=endpoint,
        status=state_of(subtasks),
        start_time=start_ms,
        end_time=end_ms,
        duration=-1 if start_ms < 0 else max(0, (document.now_ms if end_ms < 0 else end_ms) - start_ms),
        metrics=io_metrics(subtasks),
        status_counts={state: counts[state] for state in EXECUTION_STATES},
        taskmanager_id=taskmanager,
        aggregated=_aggregated(document, subtasks),
    )


async def _taskmanagers(rest: RestServices, call: Call) -> VertexTaskManagers:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    by_executor: dict[str, list[SubtaskDocument]] = {}
    for subtask in vertex.subtasks:
        by_executor.setdefault(place_of(document.id, subtask)[1], []).append(subtask)
    rows = tuple(_on_taskmanager(document, subtasks) for subtasks in by_executor.values())
    return VertexTaskManagers(vertex.id, vertex.name, rest.now_ms(), rows)


@dataclass(frozen=True)
class SubtaskTimes:
    subtask: int
    endpoint: str
    duration: int
    timestamps: Mapping[str, int]


@dataclass(frozen=True)
class VertexTimes:
    id: str
    name: str
    now: int
    subtasks: tuple[SubtaskTimes, ...]


async def _times(rest: RestServices, call: Call) -> VertexTimes:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    times = tuple(
        SubtaskTimes(
            subtask.index,
            place_of(document.id, subtask)[0],
            duration_of(document, subtask),
            {state: subtask.since_ms.get(state, 0) for state in EXECUTION_STATES},
        )
        for subtask in vertex.subtasks
    )
    return VertexTimes(vertex.id, vertex.name, rest.now_ms(), times)


# Watermarks and back pressure -----------------------------------------------------------------------------------------


async def _watermarks(rest: RestServices, call: Call) -> list[Metric]:
    _, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    if not vertex.inputs:
        return []
    name = "currentInputWatermark"
    reporting = [subtask for subtask in vertex.subtasks if name in subtask.metrics]
    return [Metric(f"{subtask.index}.{name}", str(subtask.metrics[name])) for subtask in reporting]


@dataclass(frozen=True, kw_only=True)
class SubtaskBackPressure:
    subtask: int
    backpressure_level: Annotated[str, Wire("backpressureLevel")]
    ratio: float
    idle_ratio: Annotated[float, Wire("idleRatio")]
    busy_ratio: Annotated[float, Wire("busyRatio")]
    former_level: Annotated[str, Wire("backpressure-level")]


@dataclass(frozen=True, kw_only=True)
class BackPressure:
    status: str
    backpressure_level: Annotated[Optional[str], Omitted("backpressureLevel")] = None
    end_timestamp: Annotated[Optional[int], Omitted("end-timestamp")] = None
    subtasks: Annotated[Optional[tuple[SubtaskBackPressure, ...]], Omitted()] = None
    former_level: Annotated[Optional[str], Omitted("backpressure-level")] = None


def _level(ratio: float) -> str:
    return "ok" if ratio <= 0.1 else "low" if ratio <= 0.5 else "high"


def _pressure(subtask: SubtaskDocument) -> SubtaskBackPressure:
    """The shares of the subtask's time: of the last seconds if the task reports them, otherwise since its start."""
    kinds = ("backPressured", "idle", "busy")
    recent = [subtask.metrics.get(f"{kind}TimeMsPerSecond") for kind in kinds]
    if all(isinstance(value, (int, float)) for value in recent):
        ratios = [float(value) / 1000 for value in recent if value is not None]
    else:
        names = ("accumulateBackPressuredTimeMs", "accumulateIdleTimeMs", "accumulateBusyTimeMs")
        spent = [float(subtask.metrics.get(name, 0.0)) for name in names]
        ratios = [value / max(sum(spent), 0.001) for value in spent]
    level = _level(ratios[0])
    return SubtaskBackPressure(
        subtask=subtask.index,
        backpressure_level=level,
        ratio=ratios[0],
        idle_ratio=ratios[1],
        busy_ratio=ratios[2],
        former_level=level,
    )


async def _back_pressure(rest: RestServices, call: Call) -> BackPressure:
    document = await rest.document(call.job_id)
    vertex = document.vertex(call.path["vertexid"])
    if vertex is None or not any(subtask.state == "RUNNING" for subtask in vertex.subtasks):
        return BackPressure(status="deprecated")
    pressures = tuple(_pressure(subtask) for subtask in vertex.subtasks)
    level = _level(max(pressure.ratio for pressure in pressures))
    return BackPressure(
        status="ok",
        backpressure_level=level,
        end_timestamp=document.now_ms,
        subtasks=pressures,
        former_level=level,
    )


# Flame graphs ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FlameGraph:
    """`data` is a tree of frames, each with `name`, `value` and `children`. A negative end time: no samples."""

    end_timestamp: Annotated[int, Wire("endTimestamp")]
    data: Annotated[Optional[Mapping[str, Any]], Omitted()] = None


_ENDED, _DISABLED, _WAITING = -1, -2, -3
_TERMINAL: Final = ("FINISHED", "CANCELED", "FAILED")
_FLAME_TYPE: Final = Parameter(
    "type", "The kind of samples: all threads, on CPU, or off CPU.", any_of("FULL", "ON_CPU", "OFF_CPU"), TEXT_SCHEMA
)
_FLAME_SUBTASK: Final = Parameter("subtaskindex", "A single subtask.", whole(), {"type": "integer", "minimum": 0})


async def _flame_graph(rest: RestServices, call: Call) -> FlameGraph:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    index = call.query.get("subtaskindex")
    if index is not None and index >= len(vertex.subtasks):
        raise RestError(404, f"Invalid subtask index for vertex {vertex.id}")
    if rest.flame_graphs is None:
        return FlameGraph(_DISABLED)
    if state_of(vertex.subtasks if index is None else vertex.subtasks[index : index + 1]) in _TERMINAL:
        return FlameGraph(_ENDED)
    sampled = rest.flame_graphs.latest(document.id, vertex.id)
    if sampled is None:
        return FlameGraph(_WAITING)
    root = flame_graph(sampled.subtasks, call.query.get("type", "FULL"), index)
    return FlameGraph(sampled.ended_ms, root.to_json())


# Accumulators ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class VertexAccumulators:
    id: str
    user_accumulators: Annotated[tuple[UserAccumulator, ...], Wire("user-accumulators")]


@dataclass(frozen=True)
class SubtaskAccumulators:
    subtask: int
    attempt: int
    endpoint: str
    user_accumulators: Annotated[tuple[UserAccumulator, ...], Wire("user-accumulators")]


@dataclass(frozen=True)
class AllSubtaskAccumulators:
    id: str
    parallelism: int
    subtasks: tuple[SubtaskAccumulators, ...]


@dataclass(frozen=True)
class AttemptAccumulators:
    subtask: int
    attempt: int
    id: str
    user_accumulators: Annotated[tuple[UserAccumulator, ...], Wire("user-accumulators")]


def _accumulators_of(subtask: SubtaskDocument) -> tuple[UserAccumulator, ...]:
    return tuple(UserAccumulator(name, each.type, each.value) for name, each in subtask.accumulators.items())


def _of_vertex(document: JobDocument, vertex: VertexDocument) -> tuple[UserAccumulator, ...]:
    """Merged over the whole job: accumulators are reported by name, without their vertex."""
    types = {name: each.type for subtask in vertex.subtasks for name, each in subtask.accumulators.items()}
    merged = document.accumulators
    return tuple(UserAccumulator(name, kind, merged[name].value) for name, kind in types.items() if name in merged)


async def _vertex_accumulators(rest: RestServices, call: Call) -> VertexAccumulators:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    return VertexAccumulators(vertex.id, _of_vertex(document, vertex))


async def _subtask_accumulators(rest: RestServices, call: Call) -> AllSubtaskAccumulators:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    rows = tuple(
        SubtaskAccumulators(
            subtask.index, subtask.attempt, place_of(document.id, subtask)[0], _accumulators_of(subtask)
        )
        for subtask in vertex.subtasks
    )
    return AllSubtaskAccumulators(vertex.id, vertex.parallelism, rows)


async def _attempt_accumulators(rest: RestServices, call: Call) -> AttemptAccumulators:
    _, subtask = await _attempt_of(rest, call)
    return AttemptAccumulators(subtask.index, subtask.attempt, call.path["vertexid"], _accumulators_of(subtask))


_V: Final = "/jobs/:jobid/vertices/:vertexid"
_S: Final = f"{_V}/subtasks/:subtaskindex"

ENDPOINTS: Final = (
    Endpoint("GET", _V, VertexDetails, _vertex, "A vertex and its subtasks."),
    Endpoint("GET", f"{_V}/taskmanagers", VertexTaskManagers, _taskmanagers, "The subtasks of each executor, summed."),
    Endpoint("GET", f"{_V}/subtasktimes", VertexTimes, _times, "The times at which subtasks reached each state."),
    Endpoint("GET", f"{_V}/watermarks", list[Metric], _watermarks, "The watermarks of the subtasks' input."),
    Endpoint("GET", f"{_V}/backpressure", BackPressure, _back_pressure, "The back pressure of the subtasks."),
    Endpoint(
        "GET",
        f"{_V}/flamegraph",
        FlameGraph,
        _flame_graph,
        "A flame graph of the tasks, if rest.flamegraph.enabled is true.",
        (_FLAME_TYPE, _FLAME_SUBTASK),
    ),
    Endpoint("GET", f"{_V}/accumulators", VertexAccumulators, _vertex_accumulators, "A vertex's accumulators."),
    Endpoint(
        "GET",
        f"{_V}/subtasks/accumulators",
        AllSubtaskAccumulators,
        _subtask_accumulators,
        "The accumulators of each subtask.",
    ),
    Endpoint("GET", _S, SubtaskAttempt, _subtask, "The last attempt of a subtask."),
    Endpoint(
        "GET",
        f"{_S}/attempts/:attempt",
        SubtaskAttempt,
        _attempt,
        "An attempt of a subtask: the last one, or an earlier one.",
    ),
    Endpoint(
        "GET",
        f"{_S}/attempts/:attempt/accumulators",
        AttemptAccumulators,
        _attempt_accumulators,
        "The accumulators of an attempt of a subtask.",
    ),
)
