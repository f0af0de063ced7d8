"""Opens a job's control socket when it starts."""

from __future__ import annotations

import logging
import os
from typing import Any, Optional, Protocol

from pyrite.common.checkpoint_options import CHECKPOINTING_INTERVAL
from pyrite.common.clock import SystemClock
from pyrite.common.configuration import Configuration
from pyrite.common.job_client import RunningJob
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.checkpoint_setup import checkpoint_store
from pyrite.runtime.control_folder import JobEntry
from pyrite.runtime.control_socket import ControlSocket
from pyrite.runtime.job_commands import JobCommands

_log = logging.getLogger(__name__)


class ServedJob(RunningJob, Protocol):
    """What commands need of the job's master."""

    @property
    def graph(self) -> ExecutionGraph: ...

    @property
    def restarts(self) -> int: ...

    @property
    def completed_checkpoints(self) -> int: ...


def serve_job(job: ServedJob, configuration: Configuration, batch: bool) -> None:
    """Takes commands for a job until it ends. If that cannot be, the job runs without, and a warning tells why."""
    try:
        _serve(job, configuration, batch)
    except Exception as error:
        _log.warning("the pyrite command cannot find this job, which runs all the same: %s", error)


def _serve(job: ServedJob, configuration: Configuration, batch: bool) -> None:
    entry = JobEntry(
        job_id=str(job.job_id),
        name=job.graph.job.job_name,
        pid=os.getpid(),
        started_ms=SystemClock().now_ms(),
        parallelism=_parallelism(job.graph),
        storage="" if batch or not configuration.get(CHECKPOINTING_INTERVAL) else checkpoint_store(configuration).uri,
    )

    def describe() -> dict[str, Any]:
        return {
            "status": job.status.name,
            "parallelism": _parallelism(job.graph),
            "restarts": job.restarts,
            "checkpoints": job.completed_checkpoints,
        }

    def ended() -> Optional[str]:
        return job.status.name if job.finished.done() else None

    control = ControlSocket(entry, JobCommands(job, describe).run, ended)
    control.start()
    job.finished.add_done_callback(control.wake)


def _parallelism(graph: ExecutionGraph) -> int:
    return max(vertex.parallelism for vertex in graph.job.vertices)
