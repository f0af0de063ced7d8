"""The list of jobs, and one job: details, plan, configuration, exceptions, accumulators, result."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final, Optional

from pyrite.control.rest.endpoint import (
    INTEGER_SCHEMA,
    TEXT_SCHEMA,
    Call,
    Endpoint,
    Parameter,
    boolean,
    listed,
    whole,
)
from pyrite.control.rest.io_metrics import IoMetrics, io_metrics
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.taskmanager_ids import endpoint_of, taskmanager_id
from pyrite.control.rest.throwables import Throwable, throwable
from pyrite.control.rest_id import rest_id
from pyrite.core.errors import JobExecutionError
from pyrite.core.job.job_document import ExceptionDocument, JobDocument, SubtaskDocument, VertexDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import Omitted, Wire

EXECUTION_STATES: Final = (
    "CREATED",
    "SCHEDULED",
    "DEPLOYING",
    "RUNNING",
    "FINISHED",
    "CANCELING",
    "CANCELED",
    "FAILED",
    "RECONCILING",
    "INITIALIZING",
)
"""Flink's execution states."""

_ENDED_FIRST: Final = (
    "FAILED",
    "CANCELING",
    "CANCELED",
    "RUNNING",
    "INITIALIZING",
    "DEPLOYING",
    "SCHEDULED",
    "CREATED",
)
"""A vertex is in the first of these states that one of its subtasks is in; FINISHED if all of them are."""


# The list -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class JobWithStatus:
    id: str
    status: str


@dataclass(frozen=True)
class JobList:
    jobs: tuple[JobWithStatus, ...]


@dataclass(frozen=True)
class JobOverview:
    jid: str
    name: str
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    state: str
    last_modification: Annotated[int, Wire("last-modification")]
    tasks: Mapping[str, int]
    """Counts of subtasks by execution state, in lower case, with `total`."""
    pending_operators: Annotated[int, Wire("pending-operators")]
    job_type: Annotated[str, Wire("jobType")]
    scheduler_type: Annotated[str, Wire("schedulerType")]


@dataclass(frozen=True)
class JobsOverview:
    jobs: tuple[JobOverview, ...]


def overview_of(summary: JobSummary, now_ms: int) -> JobOverview:
    """A job's entry in the list."""
    tasks = {state.lower(): summary.tasks.get(state, 0) for state in EXECUTION_STATES}
    return JobOverview(
        jid=rest_id(summary.job_id),
        name=summary.name,
        start_time=summary.start_ms,
        end_time=summary.end_ms,
        duration=summary.duration_ms(now_ms),
        state=summary.status.name,
        last_modification=summary.modified_ms,
        tasks={**tasks, "total": sum(tasks.values())},
        pending_operators=0,
        job_type=_job_type(summary.is_batch),
        scheduler_type="Default",
    )


def _job_type(is_batch: bool) -> str:
    return "BATCH" if is_batch else "STREAMING"


async def _jobs(rest: RestServices, call: Call) -> JobList:
    return JobList(tuple(JobWithStatus(rest_id(job.job_id), job.status.name) for job in rest.jobs()))


async def _overview(rest: RestServices, call: Call) -> JobsOverview:
    now_ms = rest.now_ms()
    return JobsOverview(tuple(overview_of(job, now_ms) for job in rest.jobs()))


# One job --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlanInput:
    num: int
    id: str
    ship_strategy: str
    local_strategy: Annotated[Optional[str], Omitted()] = None
    caching: Annotated[Optional[str], Omitted()] = None
    exchange: Annotated[Optional[str], Omitted()] = None


@dataclass(frozen=True)
class PlanNode:
    id: str
    parallelism: int
    operator: str
    operator_strategy: str
    description: str
    inputs: Annotated[Optional[tuple[PlanInput, ...]], Omitted()] = None
    optimizer_properties: Annotated[Optional[Mapping[str, Any]], Omitted()] = None


@dataclass(frozen=True)
class JobPlan:
    jid: str
    name: str
    type: str
    nodes: tuple[PlanNode, ...]


@dataclass(frozen=True)
class JobPlanInfo:
    plan: JobPlan


@dataclass(frozen=True)
class JobVertexInfo:
    id: str
    slot_sharing_group_id: Annotated[str, Wire("slotSharingGroupId")]
    name: str
    max_parallelism: Annotated[int, Wire("maxParallelism")]
    parallelism: int
    status: str
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    tasks: Mapping[str, int]
    metrics: IoMetrics


@dataclass(frozen=True)
class JobDetails:
    jid: str
    name: str
    is_stoppable: Annotated[bool, Wire("isStoppable")]
    state: str
    job_type: Annotated[str, Wire("job-type")]
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    duration: int
    max_parallelism: Annotated[int, Wire("maxParallelism")]
    now: int
    timestamps: Mapping[str, int]
    vertices: tuple[JobVertexInfo, ...]
    status_counts: Annotated[Mapping[str, int], Wire("status-counts")]
    plan: JobPlan
    scheduler_type: Annotated[str, Wire("schedulerType")]
    application_id: Annotated[str, Wire("application-id")]
    pending_operators: Annotated[int, Wire("pending-operators")]


def state_of(subtasks: Sequence[SubtaskDocument]) -> str:
    """The state of several subtasks together, by Flink's rule."""
    counts = Counter(subtask.state for subtask in subtasks)
    if counts["FINISHED"] == len(subtasks):
        return "FINISHED"
    return next((state for state in _ENDED_FIRST if counts[state]), "RUNNING")


def _vertex(document: JobDocument, vertex: VertexDocument) -> JobVertexInfo:
    counts = Counter(subtask.state for subtask in vertex.subtasks)
    started = [subtask.start_ms for subtask in vertex.subtasks if subtask.start_ms >= 0]
    start_ms = min(started, default=-1)
    has_ended = all(subtask.has_ended for subtask in vertex.subtasks)
    end_ms = max(subtask.end_ms for subtask in vertex.subtasks) if has_ended else -1
    return JobVertexInfo(
        id=vertex.id,
        slot_sharing_group_id=rest_id(vertex.slot_sharing_group),
        name=vertex.name,
        max_parallelism=vertex.max_parallelism,
        parallelism=vertex.parallelism,
        status=state_of(vertex.subtasks),
        start_time=start_ms,
        end_time=end_ms,
        duration=-1 if start_ms < 0 else (document.now_ms if end_ms < 0 else end_ms) - start_ms,
        tasks={state: counts[state] for state in EXECUTION_STATES},
        metrics=io_metrics(vertex.subtasks),
    )


def plan_of(document: JobDocument) -> JobPlan:
    """The plan with sinks first, as in Flink."""
    nodes = tuple(
        PlanNode(
            id=vertex.id,
            parallelism=vertex.parallelism,
            operator="",
            operator_strategy="",
            description=_description(vertex),
            inputs=tuple(
                PlanInput(num, each.vertex, each.ship_strategy, exchange="pipelined_bounded")
                for num, each in enumerate(vertex.inputs)
            )
            or None,
            optimizer_properties={},
        )
        for vertex in reversed(document.vertices)
    )
    return JobPlan(rest_id(document.id), document.name, _job_type(document.is_batch), nodes)


def _description(vertex: VertexDocument) -> str:
    lines = [html.escape(operator.description or operator.name, quote=False) for operator in vertex.operators]
    return "".join(
        f"{'  ' * (depth - 1)}+- {line}<br/>" if depth else f"{line}<br/>" for depth, line in enumerate(lines)
    )


async def _details(rest: RestServices, call: Call) -> JobDetails:
    document = await rest.document(call.job_id)
    states = Counter(state_of(vertex.subtasks) for vertex in document.vertices)
    return JobDetails(
        jid=rest_id(document.id),
        name=document.name,
        is_stoppable=False,
        state=document.status,
        job_type=_job_type(document.is_batch),
        start_time=document.start_ms,
        end_time=document.end_ms,
        duration=document.duration_ms(),
        max_parallelism=-1,
        now=rest.now_ms(),
        timestamps={status.name: document.since_ms.get(status.name, 0) for status in JobStatus},
        vertices=tuple(_vertex(document, vertex) for vertex in document.vertices),
        status_counts={state: states[state] for state in EXECUTION_STATES},
        plan=plan_of(document),
        scheduler_type="Default",
        application_id=rest_id(document.id),
        pending_operators=0,
    )


async def _job_plan(rest: RestServices, call: Call) -> JobPlanInfo:
    return JobPlanInfo(plan_of(await rest.document(call.job_id)))


@dataclass(frozen=True)
class JobStatusInfo:
    status: str


async def _status(rest: RestServices, call: Call) -> JobStatusInfo:
    return JobStatusInfo(rest.require(call.job_id).status.name)


# Configuration --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class ExecutionConfig:
    restart_strategy: Annotated[str, Wire("restart-strategy")]
    job_parallelism: Annotated[int, Wire("job-parallelism")]
    object_reuse_mode: Annotated[bool, Wire("object-reuse-mode")]
    user_config: Annotated[Mapping[str, str], Wire("user-config")]


@dataclass(frozen=True)
class JobConfig:
    jid: str
    name: str
    execution_config: Annotated[ExecutionConfig, Wire("execution-config")]


async def _config(rest: RestServices, call: Call) -> JobConfig:
    document = await rest.document(call.job_id)
    strategy = document.restart_strategy or "Cluster level default restart strategy"
    settings = ExecutionConfig(strategy, document.parallelism, False, document.job_parameters)
    return JobConfig(rest_id(document.id), document.name, settings)


# Exceptions -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ConcurrentException:
    exception_name: Annotated[str, Wire("exceptionName")]
    stacktrace: str
    timestamp: int
    task_name: Annotated[Optional[str], Omitted("taskName")] = None
    endpoint: Annotated[Optional[str], Omitted()] = None
    taskmanager_id: Annotated[Optional[str], Omitted("taskManagerId")] = None
    failure_labels: Annotated[Mapping[str, str], Wire("failureLabels")]


@dataclass(frozen=True, kw_only=True)
class RootException:
    exception_name: Annotated[str, Wire("exceptionName")]
    stacktrace: str
    timestamp: int
    task_name: Annotated[Optional[str], Omitted("taskName")] = None
    endpoint: Annotated[Optional[str], Omitted()] = None
    taskmanager_id: Annotated[Optional[str], Omitted("taskManagerId")] = None
    failure_labels: Annotated[Mapping[str, str], Wire("failureLabels")]
    concurrent_exceptions: Annotated[tuple[ConcurrentException, ...], Wire("concurrentExceptions")]


@dataclass(frozen=True)
class ExceptionHistory:
    entries: tuple[RootException, ...]
    truncated: bool


@dataclass(frozen=True)
class JobExceptions:
    exception_history: Annotated[ExceptionHistory, Wire("exceptionHistory")]


_MAX_EXCEPTIONS: Final = Parameter(
    "maxExceptions", "The most exceptions to list.", whole(least=1), {**INTEGER_SCHEMA, "minimum": 1}
)
_LABELS: Final = Parameter(
    "failureLabelFilter", "Labels of failures, as key:value. Pyrite's failures have no labels.", listed(), TEXT_SCHEMA
)


def _exception(document: JobDocument, exception: ExceptionDocument) -> RootException:
    where = bool(exception.host)
    return RootException(
        exception_name=exception.name,
        stacktrace=exception.stack_trace,
        timestamp=exception.at_ms,
        task_name=exception.task or None,
        endpoint=endpoint_of(exception.host, exception.process) if where else None,
        taskmanager_id=taskmanager_id(document.id, exception.executor) if where else None,
        failure_labels={},
        concurrent_exceptions=(),
    )


async def _exceptions(rest: RestServices, call: Call) -> JobExceptions:
    document = await rest.document(call.job_id)
    newest = [] if call.query.get("failureLabelFilter") else list(reversed(document.exceptions))
    most = call.query.get("maxExceptions", 20)
    entries = tuple(_exception(document, exception) for exception in newest[:most])
    return JobExceptions(ExceptionHistory(entries, truncated=len(newest) > most))


# Accumulators and the result ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class UserAccumulator:
    name: str
    type: str
    value: str


@dataclass(frozen=True)
class JobAccumulators:
    job_accumulators: Annotated[tuple[UserAccumulator, ...], Wire("job-accumulators")]
    user_task_accumulators: Annotated[tuple[UserAccumulator, ...], Wire("user-task-accumulators")]
    serialized_user_task_accumulators: Annotated[Mapping[str, str], Wire("serialized-user-task-accumulators")]


_SERIALIZED: Final = Parameter(
    "includeSerializedValue",
    "Whether values are included as Java objects. Pyrite never includes any.",
    boolean,
    {"type": "boolean"},
)


async def _accumulators(rest: RestServices, call: Call) -> JobAccumulators:
    document = await rest.document(call.job_id)
    own = tuple(UserAccumulator(name, each.type, each.value) for name, each in document.accumulators.items())
    return JobAccumulators((), own, {})


@dataclass(frozen=True)
class QueueStatus:
    id: str


@dataclass(frozen=True)
class JobResult:
    id: str
    name: str
    application_status: Annotated[str, Wire("application-status")]
    accumulator_results: Annotated[Mapping[str, str], Wire("accumulator-results")]
    net_runtime: Annotated[int, Wire("net-runtime")]
    application_id: Annotated[str, Wire("application-id")]
    start_time: Annotated[int, Wire("start-time")]
    end_time: Annotated[int, Wire("end-time")]
    failure_cause: Annotated[Optional[Throwable], Omitted("failure-cause")] = None


@dataclass(frozen=True)
class ExecutionResult:
    status: QueueStatus
    job_execution_result: Annotated[Optional[JobResult], Omitted("job-execution-result")] = None


_APPLICATION_STATUS: Final = {"FINISHED": "SUCCEEDED", "CANCELED": "CANCELED", "FAILED": "FAILED"}


async def _execution_result(rest: RestServices, call: Call) -> ExecutionResult:
    document = await rest.document(call.job_id)
    status = _APPLICATION_STATUS.get(document.status)
    if status is None:
        return ExecutionResult(QueueStatus("IN_PROGRESS"))
    cause = None
    if status != "SUCCEEDED":
        why = document.exceptions[-1].stack_trace if document.exceptions else f"the job has ended: {document.status}"
        cancelled = "org.apache.flink.runtime.client.JobCancellationException"
        failed = "org.apache.flink.runtime.client.JobExecutionException"
        cause = throwable(JobExecutionError(why, None), cancelled if status == "CANCELED" else failed)
    job_id, duration_ms = rest_id(document.id), document.duration_ms()
    times = document.start_ms, document.end_ms
    result = JobResult(job_id, document.name, status, {}, duration_ms, job_id, *times, cause)
    return ExecutionResult(QueueStatus("COMPLETED"), result)


ENDPOINTS: Final = (
    Endpoint("GET", "/jobs", JobList, _jobs, "Ids and statuses of all jobs."),
    Endpoint("GET", "/jobs/overview", JobsOverview, _overview, "All jobs: status, times, counts of tasks."),
    Endpoint("GET", "/jobs/:jobid", JobDetails, _details, "A job: times, vertices with their metrics, plan."),
    Endpoint("GET", "/jobs/:jobid/plan", JobPlanInfo, _job_plan, "The graph of a job."),
    Endpoint("GET", "/jobs/:jobid/status", JobStatusInfo, _status, "The status of a job."),
    Endpoint("GET", "/jobs/:jobid/config", JobConfig, _config, "The configuration of a job."),
    Endpoint(
        "GET",
        "/jobs/:jobid/exceptions",
        JobExceptions,
        _exceptions,
        "The exceptions that failed attempts of a job, newest first.",
        (_MAX_EXCEPTIONS, _LABELS),
    ),
    Endpoint(
        "GET", "/jobs/:jobid/accumulators", JobAccumulators, _accumulators, "The job's accumulators.", (_SERIALIZED,)
    ),
    Endpoint("GET", "/jobs/:jobid/execution-result", ExecutionResult, _execution_result, "The result of a job."),
)
