"""HistoryGateway: archives of jobs behind the interface of a JobManager. It runs nothing and changes nothing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Optional, TypeVar

from pyrite.control.history.job_archive import JobArchive
from pyrite.control.job_manager_gateway import SubmissionRefusedError, SubmittedProgram, UnknownJobError, Worker
from pyrite.core.errors import JobNotRunningError
from pyrite.core.job.commands import Command
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import of_json

A = TypeVar("A")

_log = logging.getLogger(__name__)


class HistoryGateway:
    """The jobs of some archives. Summaries are in memory; a document is read from its archive at each request."""

    def __init__(self, archives: Sequence[JobArchive], refresh_s: float, retained: int = -1) -> None:
        """`retained`: how many jobs each archive keeps; older ones are deleted. -1: no limit."""
        self._archives = archives
        self._refresh_s = refresh_s
        self._retained = retained
        self._archived: dict[str, tuple[JobArchive, int, JobSummary]] = {}
        self._refused: dict[tuple[int, str], int] = {}
        """Files that are not documents, with their sizes: they are not parsed again at every refresh."""
        self._looking: Optional[asyncio.Task[None]] = None

    async def start(self) -> None:
        """Returns when all archives have been read once."""
        await asyncio.to_thread(self.look)
        self._looking = asyncio.create_task(self._keep_looking())

    async def stop(self) -> None:
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(self._refresh_s)
            try:
                await asyncio.to_thread(self.look)
            except Exception as error:
                _log.warning("the archives could not be read, the next refresh tries again: %s", error)

    def look(self) -> None:
        """Refreshes the list: reads new archives, drops deleted ones, and deletes the oldest beyond `retained`."""
        current: dict[str, tuple[JobArchive, int, JobSummary]] = {}
        for number, archive in enumerate(self._archives):
            own = {}
            for job_id, size in archive.sizes().items():
                former = self._archived.get(job_id)
                if former is not None and former[:2] == (archive, size):
                    own[job_id] = former
                elif self._refused.get((number, job_id)) != size:
                    summary = self._read(archive, job_id)
                    if summary is None:
                        self._refused[number, job_id] = size
                    else:
                        own[job_id] = archive, size, summary
            current |= self._retain(own)
        self._archived = current

    def _read(self, archive: JobArchive, job_id: str) -> Optional[JobSummary]:
        try:
            return summary_of(of_json(JobDocument, archive.read(job_id)))
        except (OSError, ValueError, KeyError) as error:
            _log.warning("%s is not a job archive: %s", job_id, error)
            return None

    def _retain(
        self, own: dict[str, tuple[JobArchive, int, JobSummary]]
    ) -> dict[str, tuple[JobArchive, int, JobSummary]]:
        newest = sorted(own, key=lambda job_id: own[job_id][2].end_ms, reverse=True)
        for job_id in newest[self._retained :] if self._retained >= 0 else ():
            own[job_id][0].delete(job_id)
            del own[job_id]
        return own

    # Requests of the REST server --------------------------------------------------------------------------------------

    def jobs(self) -> Sequence[JobSummary]:
        summaries = [summary for _, _, summary in self._archived.values()]
        return sorted(summaries, key=lambda summary: (summary.start_ms, summary.job_id))

    async def document(self, job_id: str) -> JobDocument:
        if job_id not in self._archived:
            raise UnknownJobError(f"there is no job {job_id}")
        try:
            content = await asyncio.to_thread(self._archived[job_id][0].read, job_id)
        except OSError:
            raise UnknownJobError(f"the archive of job {job_id} was deleted") from None
        return of_json(JobDocument, content)

    async def send(self, job_id: str, command: Command[A]) -> A:
        raise JobNotRunningError(f"job {job_id} has ended, and a history server only has its archive")

    async def submit(self, program: SubmittedProgram) -> str:
        raise SubmissionRefusedError("a history server runs no programs")

    async def plan(self, program: SubmittedProgram) -> JobDocument:
        raise SubmissionRefusedError("a history server runs no programs")

    async def workers(self) -> Optional[Sequence[Worker]]:
        return None


def summary_of(document: JobDocument) -> JobSummary:
    """The summary of an archived job."""
    tasks: dict[str, int] = {}
    for vertex in document.vertices:
        for subtask in vertex.subtasks:
            tasks[subtask.state] = tasks.get(subtask.state, 0) + 1
    return JobSummary(
        job_id=document.id,
        name=document.name,
        status=JobStatus[document.status],
        start_ms=document.start_ms,
        end_ms=document.end_ms,
        modified_ms=max(document.since_ms.values(), default=document.end_ms),
        is_batch=document.is_batch,
        parallelism=document.parallelism,
        tasks=tasks,
        restarts=document.restarts,
        checkpoints=document.checkpoints.completed,
        cause=document.exceptions[-1].stack_trace if document.status == "FAILED" and document.exceptions else "",
    )
