"""RestServices: what the handlers of endpoints work with."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Optional, TypeVar

from pyrite.checkpoint.savepoint import dispose
from pyrite.control.job_manager_gateway import JobManagerGateway, UnknownJobError
from pyrite.control.rest.endpoint import RestError
from pyrite.control.rest.flame_graphs import FlameGraphs
from pyrite.control.rest.operations import Operations
from pyrite.control.rest_id import rest_id
from pyrite.core.clock import SystemClock
from pyrite.core.config.cluster_options import FLAME_GRAPH
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.commands import Command
from pyrite.core.job.job_document import JobDocument, VertexDocument
from pyrite.core.job.job_summary import JobSummary

A = TypeVar("A")


@dataclass(frozen=True)
class RestSettings:
    """How the REST server behaves."""

    max_content_bytes: int = 100 << 20
    result_lifetime_ms: int = 300_000
    refresh_interval_ms: int = 3000
    can_submit: bool = True
    can_cancel: bool = True
    can_rescale: bool = True
    is_history: bool = False
    """Whether it serves archives only."""
    upload_folder: Optional[Path] = None
    """Where uploaded programs are kept; None: none are accepted."""
    log_folder: Optional[Path] = None
    """Where the server's own logs are."""
    job_folder: Optional[Path] = None
    """Where the logs of jobs are, each in the folder of its id."""
    address: str = "http://localhost:8081"
    """Where it listens."""
    allowed_origin: str = "*"
    """Whose web pages may read answers; a single one may also change things."""
    configuration: Mapping[str, str] = field(default_factory=dict)
    """What `/jobmanager/config` shows. Secrets are masked there."""
    request_timeout_s: float = 60.0
    """How long the body of a request may take to arrive."""
    document_age_s: float = 1.0
    """How long what a driver has answered is good enough for the next who asks."""


class RestServices:
    """The JobManager, and what belongs to the REST server alone."""

    def __init__(
        self, gateway: JobManagerGateway, settings: RestSettings, shut_down: Optional[Callable[[], None]] = None
    ) -> None:
        self.gateway = gateway
        self.settings = settings
        self.shut_down = shut_down
        """Ends the server; None: nobody may ask for that."""
        self.operations = Operations(settings.result_lifetime_ms / 1000)
        configuration = Configuration(settings.configuration)
        enabled = configuration.get(FLAME_GRAPH) and not settings.is_history
        self.flame_graphs = FlameGraphs(gateway, configuration) if enabled else None
        """None: no samples are taken."""
        self.started_ms = self.now_ms()
        self._documents: dict[str, tuple[float, asyncio.Future[JobDocument]]] = {}

    def now_ms(self) -> int:
        return SystemClock().now_ms()

    # Jobs -------------------------------------------------------------------------------------------------------------

    def jobs(self) -> Sequence[JobSummary]:
        """The oldest first."""
        return self.gateway.jobs()

    def summary(self, wanted: str) -> Optional[JobSummary]:
        """The job of an id: its own, or the one that clients know it by. RestError: it can be no job's."""
        summary = next((job for job in self.jobs() if wanted in (job.job_id, rest_id(job.job_id))), None)
        if summary is None and not re.fullmatch("[0-9a-f]{32}", wanted):
            what = f'Cannot resolve path parameter (jobid) from value "{wanted}"'
            raise RestError(400, f"Bad request, could not parse parameters: {what}.")
        return summary

    def known(self, wanted: str) -> JobSummary:
        """RestError: there is no such job."""
        summary = self.summary(wanted)
        if summary is None:
            raise RestError(404, f"Job {wanted} not found")
        return summary

    async def document(self, wanted: str) -> JobDocument:
        """All that can be shown of a job. Those who ask at the same time, or soon after, share an answer."""
        summary, now_s = self.known(wanted), time.monotonic()
        job_id = summary.job_id
        self._documents = {
            key: (at_s, asked)
            for key, (at_s, asked) in self._documents.items()
            if not asked.done() or now_s - at_s < self.settings.document_age_s
        }
        if job_id not in self._documents:
            self._documents[job_id] = now_s, asyncio.ensure_future(self._ask(summary))
        try:
            return await asyncio.shield(self._documents[job_id][1])
        except UnknownJobError:
            raise RestError(404, f"Job {wanted} not found") from None

    async def _ask(self, summary: JobSummary) -> JobDocument:
        """What the driver says. A job is older than a driver that was restarted."""
        document = await self.gateway.document(summary.job_id)
        start_ms = min(summary.start_ms, document.start_ms)
        return replace(document, start_ms=start_ms, since_ms={**document.since_ms, "INITIALIZING": start_ms})

    async def vertex(self, wanted: str, vertex_id: str) -> tuple[JobDocument, VertexDocument]:
        document = await self.document(wanted)
        vertex = document.vertex(vertex_id)
        if vertex is None:
            raise RestError(404, f"JobVertex {vertex_id} not found")
        return document, vertex

    def forget(self, job_id: str) -> None:
        """Something was done to a job: what is known of it is old."""
        self._documents.pop(job_id, None)

    async def send(self, wanted: str, command: Command[A]) -> A:
        """The answer of the job's driver, when the command is done."""
        summary = self.summary(wanted)
        if summary is None:
            raise UnknownJobError(f"Could not find Flink job ({wanted})")
        try:
            return await self.gateway.send(summary.job_id, command)
        finally:
            self.forget(summary.job_id)

    async def dispose(self, savepoint: str) -> None:
        """Deletes a savepoint. PyriteError or OSError: it is none, or could not be deleted."""
        await asyncio.to_thread(dispose, savepoint, Configuration(self.settings.configuration))

    async def close(self) -> None:
        await self.operations.close()
        if self.flame_graphs is not None:
            await self.flame_graphs.close()
        for _, asked in self._documents.values():
            asked.cancel()
