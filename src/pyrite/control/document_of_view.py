"""Makes a JobDocument of a JobView: in the driver, for each request, and once more when the job has ended."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from typing import Any, Final, Optional

from pyrite.control.summary_of_view import execution_state
from pyrite.core.config.checkpoint_options import (
    ALIGNED_CHECKPOINT_TIMEOUT,
    CHECKPOINTING_INTERVAL,
    CHECKPOINTING_MODE,
    CHECKPOINTING_TIMEOUT,
    CHECKPOINTS_DIRECTORY,
    EXTERNALIZED_CHECKPOINT_RETENTION,
    MAX_CONCURRENT_CHECKPOINTS,
    MIN_PAUSE_BETWEEN_CHECKPOINTS,
    RESTART_STRATEGY,
    STATE_BACKEND,
    TOLERABLE_FAILED_CHECKPOINTS,
    CheckpointingMode,
    ExternalizedCheckpointRetention,
)
from pyrite.core.config.checkpointing import checkpoint_storage, is_unaligned
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import GLOBAL_JOB_PARAMETERS
from pyrite.core.file_uri import as_uri
from pyrite.core.functions.accumulators import Accumulator
from pyrite.core.job.job_document import (
    RUNNING_END_MS,
    AccumulatorDocument,
    CheckpointDocument,
    CheckpointsDocument,
    CheckpointSettingsDocument,
    ExceptionDocument,
    InputDocument,
    JobDocument,
    OperatorDocument,
    RestoredDocument,
    SubtaskCheckpointDocument,
    SubtaskDocument,
    VertexDocument,
)
from pyrite.core.job.job_event import AttemptFailed, DriverDied, JobEvent, this_run
from pyrite.core.metrics.metric_spec import MetricKind
from pyrite.core.secrets import all_masked
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.job_graph import KIND_PREFIXES, JobVertex
from pyrite.runtime.wire.checkpoint_outcome import SubtaskPart
from pyrite.runtime.wire.job_scope_metrics import job_scope_metrics
from pyrite.runtime.wire.job_view import CheckpointsView, JobView
from pyrite.runtime.wire.previous_attempt import PreviousAttempt
from pyrite.runtime.wire.task_report import DelayHistogram, TaskReport
from pyrite.runtime.wire.task_state import TaskPhase, TaskState

_SHOWN_CHECKPOINTS: Final = 10
"""Flink's default of web.checkpoints.history."""
_QUANTILES: Final = {"p50": 0.5, "p75": 0.75, "p95": 0.95, "p99": 0.99}
_PHASE_STATES: Final = {
    TaskPhase.EXPECTED: "SCHEDULED",
    TaskPhase.REGISTERED: "DEPLOYING",
    TaskPhase.DEPLOYED: "INITIALIZING",
    TaskPhase.RUNNING: "RUNNING",
    TaskPhase.FINISHED: "FINISHED",
}


def document_of_view(job_id: str, view: JobView, configuration: Configuration, now_ms: int) -> JobDocument:
    """Everything the REST server and the command line show of a job, as of now."""
    since_ms = {status.name: at_ms for status, at_ms in view.status_since_ms.items()}
    start_ms = min(since_ms.values(), default=now_ms)
    parameters: dict[str, str] = configuration.get(GLOBAL_JOB_PARAMETERS)
    settings = checkpoint_settings_document(configuration)
    checkpoints_uri = "" if settings.storage == "jobmanager" else f"{as_uri(settings.storage)}/{job_id}"
    return JobDocument(
        id=job_id,
        name=view.name,
        status=view.status.name,
        is_batch=view.is_batch,
        now_ms=now_ms,
        since_ms={"INITIALIZING": start_ms, **since_ms},
        start_ms=start_ms,
        end_ms=since_ms.get(view.status.name, now_ms) if view.status.is_terminal_state() else RUNNING_END_MS,
        parallelism=view.parallelism,
        vertices=tuple(_vertex(view, vertex) for vertex in view.graph.job.vertices),
        checkpoints=_checkpoints(view, view.checkpoints, checkpoints_uri),
        checkpoint_settings=settings,
        exceptions=exceptions_of(view.events),
        configuration=all_masked(configuration.to_dict()),
        job_parameters=all_masked(parameters),
        restart_strategy=configuration.get(RESTART_STRATEGY),
        accumulators={name: AccumulatorDocument("", str(value)) for name, value in view.accumulators().items()},
        metrics={**{metric.name.path: value for metric, value in job_scope_metrics(view).items()}, **_latencies(view)},
        restarts=view.restarts,
        trouble=view.trouble,
        process=os.getpid(),
        host=socket.gethostname(),
        events=tuple(event.document() for event in view.events),
    )


def vertex_id(vertex: JobVertex) -> str:
    """32 hexadecimal digits, which stay the same as long as the id of the vertex's first operator does."""
    own = vertex.head.operator_id
    return own if re.fullmatch("[0-9a-f]{32}", own) else blake2b(own.encode(), digest_size=16).hexdigest()


def _vertex(view: JobView, vertex: JobVertex) -> VertexDocument:
    job = view.graph.job
    return VertexDocument(
        id=vertex_id(vertex),
        name=vertex.display_name,
        parallelism=vertex.parallelism,
        max_parallelism=vertex.max_parallelism,
        slot_sharing_group=vertex.slot_sharing_group,
        operators=tuple(
            OperatorDocument(
                node.operator_id, KIND_PREFIXES[node.kind] + node.name, KIND_PREFIXES[node.kind] + node.description
            )
            for node in (chained.node for chained in vertex.operators)
        ),
        inputs=tuple(
            InputDocument(vertex_id(job.vertex(edge.source)), edge.partitioning.kind.value)
            for edge in job.inputs(vertex.id)
        ),
        subtasks=tuple(_subtask(view, vertex, index) for index in range(vertex.parallelism)),
        former=tuple(
            _former(former) for former in view.previous_attempts if former.operator_id == vertex.head.operator_id
        ),
    )


def _subtask(view: JobView, vertex: JobVertex, index: int) -> SubtaskDocument:
    state = view.tasks.get(view.graph.task_of(Subtask(vertex.id, index)), TaskState())
    name, where = execution_state(state, view.status), state.registration
    return SubtaskDocument(
        index=index,
        attempt=state.attempt_number,
        state=name,
        since_ms=_since(view, state, name),
        host="" if where is None else where.host,
        executor="" if where is None else where.executor,
        process=0 if where is None else where.process,
        metrics=dict(_metrics(vertex, state.report)),
        accumulators=_accumulators(state.accumulators or state.report.accumulators),
    )


def _former(former: PreviousAttempt) -> SubtaskDocument:
    name = "FINISHED" if former.finished else "FAILED" if former.failed else "CANCELED"
    since = {_PHASE_STATES[phase]: at_ms for phase, at_ms in former.since_ms.items() if phase in _PHASE_STATES}
    return SubtaskDocument(
        index=former.index,
        attempt=former.attempt_number,
        state=name,
        since_ms={**since, name: since.get(name, former.ended_ms)},
        host=former.registration.host,
        executor=former.registration.executor,
        process=former.registration.process,
        metrics=former.metrics,
        accumulators=_accumulators(former.accumulators),
    )


def _since(view: JobView, state: TaskState, name: str) -> dict[str, int]:
    """The time at which the task reached each of Flink's states. The job's status alone may tell the last one."""
    since = {_PHASE_STATES[phase]: at_ms for phase, at_ms in state.since_ms.items() if phase in _PHASE_STATES}
    if name not in since:
        gone_ms = state.since_ms.get(TaskPhase.GONE, view.status_since_ms.get(view.status))
        if gone_ms is not None:
            since[name] = gone_ms
    return since


def _metrics(vertex: JobVertex, report: TaskReport) -> Iterator[tuple[str, Any]]:
    names = {
        chained.node.operator_id: KIND_PREFIXES[chained.node.kind] + chained.node.name for chained in vertex.operators
    }
    for operator_id, metric, value in report.items():
        if metric.groups[:1] == ("latency",):
            continue  # the job's start counts, as in Flink
        prefix = f"{metric_scope(names.get(operator_id, operator_id))}." if operator_id else ""
        if metric.kind is MetricKind.HISTOGRAM and isinstance(value, dict):
            yield from ((f"{prefix}{metric.path}_{part}", number) for part, number in _histogram(value).items())
        else:
            yield prefix + metric.path, value


def _latencies(view: JobView) -> dict[str, Any]:
    """The latencies from sources to operators, measured by tasks and, as in Flink, listed as metrics of the job."""
    return {
        f"{metric.path}_{part}": number
        for state in view.tasks.values()
        for _, metric, value in state.report.items()
        if metric.groups[:1] == ("latency",)
        for part, number in value.items()
    }


def _histogram(value: Mapping[Any, Any]) -> dict[str, Any]:
    """Flink reports a histogram as one number per statistic."""
    if all(isinstance(key, str) for key in value) and value:
        return dict(value)
    delays = DelayHistogram(dict(value))
    counted: dict[str, Any] = {name: delays.quantile_ms(part) for name, part in _QUANTILES.items() if delays.counts}
    return {"count": sum(delays.counts.values()), **counted}


def metric_scope(name: str) -> str:
    """The name of an operator as Flink writes it in the names of metrics."""
    return re.sub("[ .:,]", "_", name)


def _accumulators(accumulators: Mapping[str, Accumulator[Any, Any]]) -> dict[str, AccumulatorDocument]:
    return {
        name: AccumulatorDocument(type(accumulator).__name__, str(accumulator.get_local_value()))
        for name, accumulator in accumulators.items()
    }


def _checkpoints(view: JobView, checkpoints: CheckpointsView, uri: str) -> CheckpointsDocument:
    """The last checkpoints, and the latest of each kind, however old. `uri`: the job's checkpoint folder."""
    latest = {(one.completed, one.kind.is_savepoint): one for one in checkpoints.history}
    recent = checkpoints.history[-_SHOWN_CHECKPOINTS:]
    displayed = {one.checkpoint_id: one for one in (*latest.values(), *recent)}
    ended = tuple(
        CheckpointDocument(
            id=one.checkpoint_id,
            kind=one.kind.value,
            is_savepoint=one.kind.is_savepoint,
            status="COMPLETED" if one.completed else "FAILED",
            triggered_ms=one.triggered_ms,
            ended_ms=one.ended_ms,
            path=one.savepoint or (f"{uri}/chk-{one.checkpoint_id}" if uri and one.completed else ""),
            failure=one.why,
            unaligned=one.unaligned,
            vertices=_parts(view, one.subtasks),
            subtasks=view.graph.job.subtasks,
        )
        for _, one in sorted(displayed.items())
    )
    under_way = tuple(
        CheckpointDocument(
            id=one.checkpoint_id,
            kind=one.kind.value,
            is_savepoint=one.kind.is_savepoint,
            status="IN_PROGRESS",
            triggered_ms=one.triggered_ms,
            unaligned=one.unaligned,
            waits_for=one.waits_for,
            vertices=_parts(view, one.subtasks),
            subtasks=view.graph.job.subtasks,
        )
        for one in checkpoints.under_way
    )
    restored = checkpoints.restored_id
    return CheckpointsDocument(
        checkpoints.completed,
        checkpoints.failed,
        checkpoints.restores,
        None if restored is None else RestoredDocument(restored, checkpoints.restored_ms),
        ended + under_way,
    )


def _parts(view: JobView, parts: Mapping[Subtask, SubtaskPart]) -> dict[str, tuple[SubtaskCheckpointDocument, ...]]:
    """The parts by vertex. Vertices from before a rescaling are left out."""
    by_vertex: dict[str, list[SubtaskCheckpointDocument]] = {}
    ids = {vertex.id: vertex_id(vertex) for vertex in view.graph.job.vertices}
    for subtask, part in parts.items():
        if subtask.vertex in ids:
            by_vertex.setdefault(ids[subtask.vertex], []).append(_part(subtask.index, part))
    return {vertex: tuple(sorted(parts, key=lambda part: part.index)) for vertex, parts in by_vertex.items()}


def _part(index: int, part: SubtaskPart) -> SubtaskCheckpointDocument:
    metrics = part.metrics
    return SubtaskCheckpointDocument(
        index=index,
        acknowledged_ms=part.acknowledged_ms,
        sync_ms=metrics.sync_ms,
        async_ms=metrics.async_ms,
        alignment_ms=metrics.alignment_ms,
        start_delay_ms=metrics.start_delay_ms,
        written_bytes=metrics.written_bytes,
        full_bytes=metrics.full_bytes,
        held_bytes=metrics.held_bytes,
        in_flight_bytes=part.in_flight_bytes,
    )


def checkpoint_settings_document(configuration: Configuration) -> CheckpointSettingsDocument:
    """The checkpoint settings of a job with this configuration."""
    get = configuration.get
    retention = get(EXTERNALIZED_CHECKPOINT_RETENTION)
    storage = checkpoint_storage(configuration)
    return CheckpointSettingsDocument(
        interval_ms=get(CHECKPOINTING_INTERVAL),
        exactly_once=get(CHECKPOINTING_MODE) is CheckpointingMode.EXACTLY_ONCE,
        timeout_ms=get(CHECKPOINTING_TIMEOUT),
        min_pause_ms=get(MIN_PAUSE_BETWEEN_CHECKPOINTS),
        max_concurrent=get(MAX_CONCURRENT_CHECKPOINTS),
        tolerable_failures=get(TOLERABLE_FAILED_CHECKPOINTS),
        unaligned=is_unaligned(configuration),
        aligned_timeout_ms=get(ALIGNED_CHECKPOINT_TIMEOUT),
        are_retained=retention is not ExternalizedCheckpointRetention.NO_EXTERNALIZED_CHECKPOINTS,
        delete_on_cancellation=retention is not ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION,
        state_backend=get(STATE_BACKEND),
        storage=get(CHECKPOINTS_DIRECTORY) if storage == "filesystem" else storage,
    )


def exceptions_of(events: Sequence[JobEvent]) -> tuple[ExceptionDocument, ...]:
    """The failures of attempts since the job was started, under earlier drivers too, and the deaths of drivers."""
    failures = (_exception(event) for event in this_run(events))
    return tuple(failure for failure in failures if failure is not None)


def _exception(event: JobEvent) -> Optional[ExceptionDocument]:
    match event:
        case AttemptFailed():
            return ExceptionDocument(
                event.error, event.stack_trace, event.at_ms, event.task, event.host, event.executor, event.process
            )
        case DriverDied():
            return ExceptionDocument("DriverDied", event.text, event.at_ms)
    return None
