"""The checkpoints of a job: counts, history, details of one checkpoint, and the configuration."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Optional

from pyrite.control.rest.endpoint import Call, Endpoint, RestError
from pyrite.control.rest.file_uris import java_uri
from pyrite.control.rest.services import RestServices
from pyrite.control.rest.statistics import StatsSummary, stats_summary
from pyrite.core.job.job_document import CheckpointDocument, JobDocument, SubtaskCheckpointDocument
from pyrite.core.json_dataclasses import Omitted, Wire

_NEVER_MS: Final = 2**63 - 1
"""The interval of a job without checkpoints."""
_NOT_MEASURED: Final = -1
"""Processed and persisted data during alignment, which Flink reports and Pyrite does not measure."""
_BACKENDS: Final = {"hashmap": "HashMapStateBackend", "rocksdb": "EmbeddedRocksDBStateBackend"}


@dataclass(frozen=True)
class TaskCheckpoint:
    id: int
    status: str
    latest_ack_timestamp: int
    checkpointed_size: int
    state_size: int
    end_to_end_duration: int
    alignment_buffered: int
    processed_data: int
    persisted_data: int
    num_subtasks: int
    num_acknowledged_subtasks: int


@dataclass(frozen=True, kw_only=True)
class CheckpointStatistics:
    class_name: Annotated[str, Wire("className")]
    id: int
    status: str
    is_savepoint: bool
    savepoint_format: Annotated[Optional[str], Wire("savepointFormat")]
    trigger_timestamp: int
    latest_ack_timestamp: int
    checkpointed_size: int
    state_size: int
    end_to_end_duration: int
    alignment_buffered: int
    processed_data: int
    persisted_data: int
    num_subtasks: int
    num_acknowledged_subtasks: int
    checkpoint_type: str
    tasks: Mapping[str, TaskCheckpoint]
    external_path: Annotated[Optional[str], Omitted()] = None
    discarded: Annotated[Optional[bool], Omitted()] = None
    failure_timestamp: Annotated[Optional[int], Omitted()] = None
    failure_message: Annotated[Optional[str], Omitted()] = None


@dataclass(frozen=True)
class CheckpointCounts:
    restored: int
    total: int
    in_progress: int
    completed: int
    failed: int


@dataclass(frozen=True)
class CheckpointSummary:
    checkpointed_size: StatsSummary
    state_size: StatsSummary
    end_to_end_duration: StatsSummary
    alignment_buffered: StatsSummary
    processed_data: StatsSummary
    persisted_data: StatsSummary


@dataclass(frozen=True, kw_only=True)
class RestoredCheckpoint:
    id: int
    restore_timestamp: int
    is_savepoint: bool
    external_path: Annotated[Optional[str], Omitted()] = None


@dataclass(frozen=True)
class LatestCheckpoints:
    completed: Optional[CheckpointStatistics]
    savepoint: Optional[CheckpointStatistics]
    failed: Optional[CheckpointStatistics]
    restored: Optional[RestoredCheckpoint]


@dataclass(frozen=True)
class CheckpointingStatistics:
    counts: CheckpointCounts
    summary: CheckpointSummary
    latest: LatestCheckpoints
    history: tuple[CheckpointStatistics, ...]


def statistics_of(document: JobDocument, one: CheckpointDocument, in_detail: bool = False) -> CheckpointStatistics:
    """The statistics of a checkpoint; `in_detail`: with its parts by vertex."""
    parts = one.parts
    is_complete, has_failed = one.status == "COMPLETED", one.status == "FAILED"
    is_external = document.checkpoint_settings.storage != "jobmanager" or one.is_savepoint
    newest = max((each.id for each in document.checkpoints.history if _counts(each)), default=0)
    return CheckpointStatistics(
        class_name=one.status.lower(),
        id=one.id,
        status=one.status,
        is_savepoint=one.is_savepoint,
        savepoint_format="CANONICAL" if one.is_savepoint else None,
        trigger_timestamp=one.triggered_ms,
        latest_ack_timestamp=one.acknowledged_ms,
        checkpointed_size=sum(part.written_bytes for part in parts),
        state_size=sum(part.full_bytes for part in parts),
        end_to_end_duration=one.took_ms(document.now_ms),
        alignment_buffered=sum(part.held_bytes for part in parts),
        processed_data=_NOT_MEASURED,
        persisted_data=sum(part.in_flight_bytes for part in parts),
        num_subtasks=one.subtasks,
        num_acknowledged_subtasks=len(parts),
        checkpoint_type=_type(one),
        tasks=_tasks(document, one) if in_detail else {},
        external_path=(java_uri(one.path) if is_external else "<checkpoint-not-externally-addressable>")
        if is_complete
        else None,
        discarded=(not one.is_savepoint and one.id < newest) if is_complete else None,
        failure_timestamp=one.ended_ms if has_failed else None,
        failure_message=one.failure if has_failed else None,
    )


def _counts(one: CheckpointDocument) -> bool:
    return one.status == "COMPLETED" and not one.is_savepoint


def _type(one: CheckpointDocument) -> str:
    if not one.is_savepoint:
        return "UNALIGNED_CHECKPOINT" if one.unaligned else "CHECKPOINT"
    return "SYNC_SAVEPOINT" if "with savepoint" in one.kind else "SAVEPOINT"


def _tasks(document: JobDocument, one: CheckpointDocument) -> dict[str, TaskCheckpoint]:
    return {vertex.id: _task(document, one, vertex.id) for vertex in document.vertices}


def _task(document: JobDocument, one: CheckpointDocument, vertex_id: str) -> TaskCheckpoint:
    vertex, parts = document.vertex(vertex_id), one.vertices.get(vertex_id, ())
    subtasks = 0 if vertex is None else vertex.parallelism
    latest_ms = max((part.acknowledged_ms for part in parts), default=-1)
    return TaskCheckpoint(
        id=one.id,
        status="COMPLETED" if len(parts) >= subtasks else one.status,
        latest_ack_timestamp=latest_ms,
        checkpointed_size=sum(part.written_bytes for part in parts),
        state_size=sum(part.full_bytes for part in parts),
        end_to_end_duration=max(0, latest_ms - one.triggered_ms) if parts else -1,
        alignment_buffered=sum(part.held_bytes for part in parts),
        processed_data=_NOT_MEASURED,
        persisted_data=sum(part.in_flight_bytes for part in parts),
        num_subtasks=subtasks,
        num_acknowledged_subtasks=len(parts),
    )


async def _checkpoints(rest: RestServices, call: Call) -> CheckpointingStatistics:
    document = await rest.document(call.job_id)
    checkpoints, history = document.checkpoints, document.checkpoints.history
    done = [one for one in history if one.status == "COMPLETED"]
    failed = [one for one in history if one.status == "FAILED"]
    restored = checkpoints.restored
    in_progress = checkpoints.in_progress
    return CheckpointingStatistics(
        CheckpointCounts(
            checkpoints.restores,
            checkpoints.completed + checkpoints.failed + in_progress,
            in_progress,
            checkpoints.completed,
            checkpoints.failed,
        ),
        _summary(document, done),
        LatestCheckpoints(
            _latest(document, [one for one in done if not one.is_savepoint]),
            _latest(document, [one for one in done if one.is_savepoint]),
            _latest(document, failed),
            None
            if restored is None
            else RestoredCheckpoint(id=restored.id, restore_timestamp=restored.restored_ms, is_savepoint=False),
        ),
        tuple(statistics_of(document, one) for one in reversed(history)),
    )


def _latest(document: JobDocument, some: Sequence[CheckpointDocument]) -> Optional[CheckpointStatistics]:
    return statistics_of(document, some[-1]) if some else None


def _summary(document: JobDocument, done: Iterable[CheckpointDocument]) -> CheckpointSummary:
    rows = [statistics_of(document, one) for one in done]
    return CheckpointSummary(
        stats_summary(row.checkpointed_size for row in rows),
        stats_summary(row.state_size for row in rows),
        stats_summary(row.end_to_end_duration for row in rows),
        stats_summary(row.alignment_buffered for row in rows),
        stats_summary(row.processed_data for row in rows),
        stats_summary(row.persisted_data for row in rows),
    )


# One checkpoint -------------------------------------------------------------------------------------------------------


def _known(rest: RestServices, document: JobDocument, call: Call) -> CheckpointDocument:
    """A checkpoint of the history, or one that was viewed when it was there."""
    checkpoint_id: int = call.path["checkpointid"]
    one = rest.viewed_checkpoint(document, checkpoint_id)
    if one is None:
        raise RestError(404, f"Could not find checkpointing statistics for checkpoint {checkpoint_id}.")
    return one


async def _details(rest: RestServices, call: Call) -> CheckpointStatistics:
    document = await rest.document(call.job_id)
    return statistics_of(document, _known(rest, document, call), in_detail=True)


@dataclass(frozen=True)
class CheckpointDuration:
    sync_part: Annotated[int, Wire("sync")]
    async_part: Annotated[int, Wire("async")]


@dataclass(frozen=True)
class CheckpointAlignment:
    buffered: int
    processed: int
    persisted: int
    duration: int


@dataclass(frozen=True, kw_only=True)
class SubtaskCheckpoint:
    class_name: Annotated[str, Wire("className")]
    index: int
    ack_timestamp: Annotated[Optional[int], Omitted()] = None
    end_to_end_duration: Annotated[Optional[int], Omitted()] = None
    checkpointed_size: Annotated[Optional[int], Omitted()] = None
    state_size: Annotated[Optional[int], Omitted()] = None
    checkpoint: Annotated[Optional[CheckpointDuration], Omitted()] = None
    alignment: Annotated[Optional[CheckpointAlignment], Omitted()] = None
    start_delay: Annotated[Optional[int], Omitted()] = None
    unaligned_checkpoint: Annotated[Optional[bool], Omitted()] = None
    aborted: Annotated[Optional[bool], Omitted()] = None
    status: str


@dataclass(frozen=True)
class DurationSummary:
    sync_part: Annotated[StatsSummary, Wire("sync")]
    async_part: Annotated[StatsSummary, Wire("async")]


@dataclass(frozen=True)
class AlignmentSummary:
    buffered: StatsSummary
    processed: StatsSummary
    persisted: StatsSummary
    duration: StatsSummary


@dataclass(frozen=True)
class TaskSummary:
    checkpointed_size: StatsSummary
    state_size: StatsSummary
    end_to_end_duration: StatsSummary
    checkpoint_duration: DurationSummary
    alignment: AlignmentSummary
    start_delay: StatsSummary


@dataclass(frozen=True)
class TaskCheckpointDetails(TaskCheckpoint):
    summary: TaskSummary
    subtasks: tuple[SubtaskCheckpoint, ...]


async def _subtasks(rest: RestServices, call: Call) -> TaskCheckpointDetails:
    document, vertex = await rest.vertex(call.job_id, call.path["vertexid"])
    one = _known(rest, document, call)
    parts = {part.index: part for part in one.vertices.get(vertex.id, ())}
    rows = tuple(_subtask(one, index, parts.get(index)) for index in range(vertex.parallelism))
    task = _task(document, one, vertex.id)
    return TaskCheckpointDetails(**vars(task), summary=_task_summary(one, list(parts.values())), subtasks=rows)


def _subtask(one: CheckpointDocument, index: int, part: Optional[SubtaskCheckpointDocument]) -> SubtaskCheckpoint:
    if part is None:
        return SubtaskCheckpoint(class_name="pending", index=index, status="pending_or_failed")
    return SubtaskCheckpoint(
        class_name="completed",
        index=index,
        ack_timestamp=part.acknowledged_ms,
        end_to_end_duration=max(0, part.acknowledged_ms - one.triggered_ms),
        checkpointed_size=part.written_bytes,
        state_size=part.full_bytes,
        checkpoint=CheckpointDuration(round(part.sync_ms), round(part.async_ms)),
        alignment=CheckpointAlignment(part.held_bytes, _NOT_MEASURED, part.in_flight_bytes, round(part.alignment_ms)),
        start_delay=round(part.start_delay_ms),
        unaligned_checkpoint=one.unaligned,
        aborted=False,
        status="completed",
    )


def _task_summary(one: CheckpointDocument, parts: Sequence[SubtaskCheckpointDocument]) -> TaskSummary:
    return TaskSummary(
        stats_summary(part.written_bytes for part in parts),
        stats_summary(part.full_bytes for part in parts),
        stats_summary(max(0, part.acknowledged_ms - one.triggered_ms) for part in parts),
        DurationSummary(
            stats_summary(part.sync_ms for part in parts),
            stats_summary(part.async_ms for part in parts),
        ),
        AlignmentSummary(
            stats_summary(part.held_bytes for part in parts),
            stats_summary(()),
            stats_summary(part.in_flight_bytes for part in parts),
            stats_summary(part.alignment_ms for part in parts),
        ),
        stats_summary(part.start_delay_ms for part in parts),
    )


# Configuration --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Externalization:
    enabled: bool
    delete_on_cancellation: bool


@dataclass(frozen=True)
class CheckpointConfig:
    mode: str
    interval: int
    timeout: int
    min_pause: int
    max_concurrent: int
    externalization: Externalization
    state_backend: str
    checkpoint_storage: str
    unaligned_checkpoints: bool
    tolerable_failed_checkpoints: int
    aligned_checkpoint_timeout: int
    checkpoints_after_tasks_finish: bool
    state_changelog_enabled: bool
    changelog_periodic_materialization_interval: int
    changelog_storage: str


async def _config(rest: RestServices, call: Call) -> CheckpointConfig:
    settings = (await rest.document(call.job_id)).checkpoint_settings
    is_on = settings.interval_ms > 0
    in_memory = settings.storage == "jobmanager"
    return CheckpointConfig(
        mode="exactly_once" if is_on and settings.exactly_once else "at_least_once",
        interval=settings.interval_ms if is_on else _NEVER_MS,
        timeout=settings.timeout_ms,
        min_pause=settings.min_pause_ms,
        max_concurrent=settings.max_concurrent,
        externalization=Externalization(settings.are_retained, settings.delete_on_cancellation),
        state_backend=_BACKENDS.get(settings.state_backend, settings.state_backend),
        checkpoint_storage="JobManagerCheckpointStorage" if in_memory else "FileSystemCheckpointStorage",
        unaligned_checkpoints=settings.unaligned,
        tolerable_failed_checkpoints=settings.tolerable_failures,
        aligned_checkpoint_timeout=settings.aligned_timeout_ms,
        checkpoints_after_tasks_finish=True,
        state_changelog_enabled=False,
        changelog_periodic_materialization_interval=600_000,
        changelog_storage="memory",
    )


_C: Final = "/jobs/:jobid/checkpoints"

ENDPOINTS: Final = (
    Endpoint("GET", _C, CheckpointingStatistics, _checkpoints, "Counts, statistics and the last checkpoints."),
    Endpoint("GET", f"{_C}/config", CheckpointConfig, _config, "The configuration of checkpoints."),
    Endpoint("GET", f"{_C}/details/:checkpointid", CheckpointStatistics, _details, "A checkpoint, by vertex."),
    Endpoint(
        "GET",
        f"{_C}/details/:checkpointid/subtasks/:vertexid",
        TaskCheckpointDetails,
        _subtasks,
        "The parts of a vertex's subtasks: sizes, times, alignment, start delay.",
    ),
)
