"""Opens a job's control socket when it starts."""

from __future__ import annotations

import logging
import os
from typing import Optional

from pyrite.control.control_socket import ControlSocket
from pyrite.control.history.job_archive import archive_job
from pyrite.control.job_commands import JobCommands, job_document
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.summary_of_view import summary_of_view
from pyrite.core.clock import SystemClock
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import to_json
from pyrite.graph.running_job import RunningJob

_log = logging.getLogger(__name__)


def serve_job(job: RunningJob, storage: str) -> None:
    """Accepts commands for a job until it ends. If the socket cannot be opened, the job runs without it, and logs a
    warning.

    `storage` is the location of its checkpoints; empty: it takes none.
    """
    try:
        _serve(job, storage)
    except Exception as error:
        _log.warning("the pyrite command cannot find this job, which runs nevertheless: %s", error)


def _serve(job: RunningJob, storage: str) -> None:
    entry = JobEntry(
        job_id=str(job.job_id),
        name=job.view.name,
        pid=os.getpid(),
        started_ms=SystemClock().now_ms(),
        parallelism=job.view.parallelism,
        storage=storage,
    )

    def summarize() -> JobSummary:
        return summary_of_view(entry.job_id, job.view, entry.started_ms, entry.pid)

    def ended() -> Optional[str]:
        return job.view.status.name if job.finished.done() else None

    def keep(folder: ControlFolder) -> None:
        document = to_json(job_document(job))
        try:
            archive_job(document, job.configuration)
        finally:
            folder.keep_document(entry.job_id, document)

    control = ControlSocket(entry, JobCommands(job, summarize).run, ended, keep)
    control.start()
    job.finished.add_done_callback(control.wake)
