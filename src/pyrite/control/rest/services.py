"""RestServices: the dependencies of the endpoints' handlers."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Optional, TypeVar

from pyrite.checkpoint.savepoint import dispose
from pyrite.control.access.authentication import Authentication
from pyrite.control.job_manager_gateway import JobManagerGateway, UnknownJobError
from pyrite.control.rest.endpoint import RestError
from pyrite.control.rest.flame_graphs import FlameGraphs
from pyrite.control.rest.operations import Operations
from pyrite.control.rest_id import rest_id
from pyrite.core.clock import SystemClock
from pyrite.core.config.cluster_options import FLAME_GRAPH
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.commands import Command
from pyrite.core.job.job_document import CheckpointDocument, JobDocument, VertexDocument
from pyrite.core.job.job_summary import JobSummary

A = TypeVar("A")
_MOST_VIEWED: Final = 1000
"""Flink's rest.cache.checkpoint-statistics.size."""


@dataclass(frozen=True)
class RestSettings:
    """The configuration of the REST server."""

    max_content_bytes: int = 100 << 20
    result_lifetime_ms: int = 300_000
    refresh_interval_ms: int = 3000
    can_submit: bool = True
    can_cancel: bool = True
    can_rescale: bool = True
    is_history: bool = False
    """Whether it serves archives only."""
    upload_folder: Optional[Path] = None
    """The folder of uploaded programs; None: uploads are refused."""
    upload_quota_bytes: int = 1 << 30
    """The limit for all uploaded programs together."""
    log_folder: Optional[Path] = None
    """The folder of the server's own logs."""
    job_folder: Optional[Path] = None
    """The folder of the jobs' logs, one folder for each job id."""
    address: str = "http://localhost:8081"
    """The server's address."""
    allowed_origins: frozenset[str] = frozenset()
    """The origins whose web pages may read answers and change jobs; `*`: every page may read."""
    allowed_hosts: frozenset[str] = frozenset()
    """Further host names under which the server answers."""
    configuration: Mapping[str, str] = field(default_factory=dict)
    """The answer of `/jobmanager/config`, which masks secrets."""
    request_timeout_s: float = 60.0
    """The time limit for a request's body to arrive."""
    document_age_s: float = 1.0
    """How long a driver's answer is reused for further requests."""


class RestServices:
    """The JobManager, and the state of the REST server itself."""

    def __init__(
        self,
        gateway: JobManagerGateway,
        settings: RestSettings,
        authentication: Authentication,
        shut_down: Optional[Callable[[], None]] = None,
    ) -> None:
        self.gateway = gateway
        self.settings = settings
        self.authentication = authentication
        self.shut_down = shut_down
        """Stops the server; None: clients may not stop it."""
        self.operations = Operations(settings.result_lifetime_ms / 1000)
        configuration = Configuration(settings.configuration)
        enabled = configuration.get(FLAME_GRAPH) and not settings.is_history
        self.flame_graphs = FlameGraphs(gateway, configuration) if enabled else None
        """None: flame graphs are disabled."""
        self.started_ms = self.now_ms()
        self._viewed: dict[tuple[str, int], CheckpointDocument] = {}
        """Checkpoints whose details were requested, in the order of the last requests."""
        self._documents: dict[str, tuple[float, asyncio.Future[JobDocument]]] = {}

    def now_ms(self) -> int:
        return SystemClock().now_ms()

    # Jobs -------------------------------------------------------------------------------------------------------------

    def jobs(self) -> Sequence[JobSummary]:
        """All jobs, oldest first."""
        return self.gateway.jobs()

    def summary(self, job_id: str) -> Optional[JobSummary]:
        """The job of an id, its own or its REST id; None if no job has it. RestError: the id is malformed."""
        summary = next((job for job in self.jobs() if job_id in (job.job_id, rest_id(job.job_id))), None)
        if summary is None and not re.fullmatch("[0-9a-f]{32}", job_id):
            what = f'Cannot resolve path parameter (jobid) from value "{job_id}"'
            raise RestError(400, f"Bad request, could not parse parameters: {what}.")
        return summary

    def require(self, job_id: str) -> JobSummary:
        """The job of an id. RestError: no job has it."""
        summary = self.summary(job_id)
        if summary is None:
            raise RestError(404, f"Job {job_id} not found")
        return summary

    async def document(self, job_id: str) -> JobDocument:
        """The job's document. Requests at the same time, or soon after, share one answer of the driver."""
        summary, now_s = self.require(job_id), time.monotonic()
        job_id = summary.job_id
        self._documents = {
            key: (at_s, request)
            for key, (at_s, request) in self._documents.items()
            if not request.done() or now_s - at_s < self.settings.document_age_s
        }
        if job_id not in self._documents:
            self._documents[job_id] = now_s, asyncio.ensure_future(self._ask(summary))
        try:
            return await asyncio.shield(self._documents[job_id][1])
        except UnknownJobError:
            raise RestError(404, f"Job {job_id} not found") from None

    async def _ask(self, summary: JobSummary) -> JobDocument:
        """The driver's document, with the start time of the job: a restarted driver is younger than its job."""
        document = await self.gateway.document(summary.job_id)
        start_ms = min(summary.start_ms, document.start_ms)
        return replace(document, start_ms=start_ms, since_ms={**document.since_ms, "INITIALIZING": start_ms})

    def viewed_checkpoint(self, document: JobDocument, checkpoint_id: int) -> Optional[CheckpointDocument]:
        """A checkpoint of a job. It stays available when the history, of which it is a part, no longer has it."""
        key, current = (document.id, checkpoint_id), document.checkpoint(checkpoint_id)
        if current is None:
            return self._viewed.get(key)
        self._viewed.pop(key, None)
        self._viewed[key] = current
        if len(self._viewed) > _MOST_VIEWED:
            del self._viewed[next(iter(self._viewed))]
        return current

    async def vertex(self, job_id: str, vertex_id: str) -> tuple[JobDocument, VertexDocument]:
        document = await self.document(job_id)
        vertex = document.vertex(vertex_id)
        if vertex is None:
            raise RestError(404, f"JobVertex {vertex_id} not found")
        return document, vertex

    def forget(self, job_id: str) -> None:
        """Drops cached documents of a job that has just been changed."""
        self._documents.pop(job_id, None)

    async def send(self, job_id: str, command: Command[A]) -> A:
        """Sends a command to the job's driver; the answer, when the command is done."""
        summary = self.summary(job_id)
        if summary is None:
            raise UnknownJobError(f"Could not find Flink job ({job_id})")
        try:
            return await self.gateway.send(summary.job_id, command)
        finally:
            self.forget(summary.job_id)

    async def dispose(self, savepoint: str) -> None:
        """Deletes a savepoint. PyriteError or OSError: it is not a savepoint, or could not be deleted."""
        await asyncio.to_thread(dispose, savepoint, Configuration(self.settings.configuration))

    async def close(self) -> None:
        await self.operations.close()
        if self.flame_graphs is not None:
            await self.flame_graphs.close()
        for _, request in self._documents.values():
            request.cancel()
