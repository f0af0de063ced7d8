"""Builds the checkpoint plan and the task settings of a job from its options."""

from __future__ import annotations

import os
import tempfile
from typing import Optional

from pyrite.core.config.checkpoint_options import (
    ALIGNED_CHECKPOINT_TIMEOUT,
    CHECKPOINTING_INTERVAL,
    CHECKPOINTING_MODE,
    CHECKPOINTING_TIMEOUT,
    CHECKPOINTS_DIRECTORY,
    DATA_INLINE_THRESHOLD,
    INCREMENTAL_CHECKPOINTS,
    LOCAL_BACKUP,
    LOCAL_BACKUP_DIRECTORIES,
    LOCAL_RECOVERY,
    MAX_CONCURRENT_CHECKPOINTS,
    MAX_JOB_MANAGER_STATE,
    MIN_PAUSE_BETWEEN_CHECKPOINTS,
    TOLERABLE_FAILED_CHECKPOINTS,
    CheckpointingMode,
)
from pyrite.core.config.checkpointing import checkpoint_storage, is_unaligned
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.memory.task_memory import task_memory
from pyrite.core.config.options import (
    DEBLOAT,
    DEBLOAT_TARGET,
    FRAME_SIZE,
    HEARTBEAT_INTERVAL,
    HEARTBEAT_TIMEOUT,
)
from pyrite.core.errors import InvalidProgramError
from pyrite.core.file_uri import local_path
from pyrite.graph.job_graph import JobGraph
from pyrite.operators.sink import SinkSpec
from pyrite.runtime.master.checkpoint.checkpoint_schedule import CheckpointPlan
from pyrite.runtime.wire.deployment import CheckpointSettings, TaskSettings
from pyrite.state.evolution.loading import Migrations
from pyrite.storage.open_store import open_store
from pyrite.storage.store import CheckpointStore, MemoryStore


def checkpoint_plan(configuration: Configuration, job_id: str, batch: bool) -> Optional[CheckpointPlan]:
    """The plan of a job's checkpoints; None if it takes neither checkpoints nor savepoints."""
    interval_ms = configuration.get(CHECKPOINTING_INTERVAL)
    if batch:
        return None
    min_pause_ms = configuration.get(MIN_PAUSE_BETWEEN_CHECKPOINTS)
    return CheckpointPlan(
        job_id=job_id,
        interval_ms=interval_ms,
        timeout_ms=configuration.get(CHECKPOINTING_TIMEOUT),
        min_pause_ms=min_pause_ms,
        max_concurrent=1 if min_pause_ms else configuration.get(MAX_CONCURRENT_CHECKPOINTS),
        tolerable_failures=configuration.get(TOLERABLE_FAILED_CHECKPOINTS),
        unaligned=is_unaligned(configuration),
        aligned_timeout_ms=configuration.get(ALIGNED_CHECKPOINT_TIMEOUT),
        local_recovery=configuration.get(LOCAL_RECOVERY),
    )


def checkpoint_store(configuration: Configuration) -> CheckpointStore:
    """The store for checkpoints: the configured folder or URI, else the driver's memory."""
    if checkpoint_storage(configuration) == "jobmanager" or not configuration.get(CHECKPOINTING_INTERVAL):
        return MemoryStore(state_limit_bytes=configuration.get(MAX_JOB_MANAGER_STATE))
    return open_store(configuration.get(CHECKPOINTS_DIRECTORY), configuration)


def checkpoint_uri(configuration: Configuration, batch: bool) -> str:
    """The URI at which other processes find the job's checkpoints; empty if the job takes none."""
    return "" if batch or not configuration.get(CHECKPOINTING_INTERVAL) else checkpoint_store(configuration).uri


def checkpoint_settings(configuration: Configuration, job_id: str, store: CheckpointStore) -> CheckpointSettings:
    """The settings with which tasks take checkpoints."""
    return CheckpointSettings(
        store=store,
        job_id=job_id,
        periodic=configuration.get(CHECKPOINTING_INTERVAL) > 0,
        exactly_once=configuration.get(CHECKPOINTING_MODE) is CheckpointingMode.EXACTLY_ONCE,
        incremental=configuration.get(INCREMENTAL_CHECKPOINTS),
        inline_bytes=configuration.get(DATA_INLINE_THRESHOLD),
        local_copies=_local_copies(configuration),
    )


def task_settings(
    configuration: Configuration,
    job: JobGraph,
    batch: bool,
    checkpoints: Optional[CheckpointSettings],
    migrations: Migrations,
) -> TaskSettings:
    """The settings shared by all tasks of a job."""
    memory = task_memory(configuration, job.most_stateful_tasks(), batch)
    return TaskSettings(
        batch=batch,
        frame_size=configuration.get(FRAME_SIZE),
        memory_bytes=memory.buffer_bytes,
        heartbeat_interval_ms=configuration.get(HEARTBEAT_INTERVAL),
        heartbeat_timeout_ms=configuration.get(HEARTBEAT_TIMEOUT),
        configuration=configuration,
        checkpoints=checkpoints,
        migrations=migrations,
        in_flight_target_ms=configuration.get(DEBLOAT_TARGET) if configuration.get(DEBLOAT) and not batch else 0,
        managed_bytes=memory.managed_bytes,
        memory_limit_bytes=memory.limit_bytes,
    )


def _local_copies(configuration: Configuration) -> tuple[str, ...]:
    try:
        paths = tuple(str(local_path(folder)) for folder in configuration.get(LOCAL_BACKUP_DIRECTORIES))
    except InvalidProgramError as error:
        raise InvalidProgramError(f"{LOCAL_BACKUP_DIRECTORIES.key}: {error}") from None
    if not configuration.get(LOCAL_BACKUP) and not configuration.get(LOCAL_RECOVERY):
        return ()
    return paths or (f"{tempfile.gettempdir()}/pyrite-local-{os.getuid()}",)


def check_sinks(job: JobGraph, bounded: bool, configuration: Configuration) -> None:
    """Raises for a two-phase sink that would never commit: on unbounded input it needs checkpoints."""
    if bounded or configuration.get(CHECKPOINTING_INTERVAL):
        return
    for vertex in job.vertices:
        for chained in vertex.operators:
            spec = chained.node.operator
            if isinstance(spec, SinkSpec) and spec.commits_at_checkpoints:
                raise InvalidProgramError(
                    f"sink '{chained.node.name}' commits at checkpoints, and the input never ends: nothing would ever "
                    f"be committed. Call env.enable_checkpointing(...), or set {CHECKPOINTING_INTERVAL.key}"
                )
