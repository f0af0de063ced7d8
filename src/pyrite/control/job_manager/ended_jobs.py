"""Ended jobs: what their drivers have left, and the archive of jobs that end without a driver."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Optional

from pyrite.control.document_of_summary import document_of_summary
from pyrite.control.history.job_archive import archive_job
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_manager.job_store import JobFolder
from pyrite.control.stored_events import events_in_folder, with_events
from pyrite.core.config.configuration import Configuration
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary
from pyrite.core.json_dataclasses import to_json

_log = logging.getLogger(__name__)


def archive_without_driver(folder: JobFolder, summary: JobSummary) -> None:
    """Archives a job whose end no driver has written, if its driver had started it. The archive has its events."""
    submission = folder.submission()
    if submission is None or not folder.read("job"):
        return
    document = document_of_summary(summary, summary.end_ms)
    document = with_events(document, events_in_folder(folder.path, summary.job_id).read())
    try:
        archive_job(to_json(document), Configuration(dict(submission.program.settings)))
    except Exception as error:
        _log.warning("job %s could not be archived: %s", summary.job_id, error)


def ended_summaries(folder: ControlFolder) -> Iterator[tuple[JobSummary, bool]]:
    """The last ended jobs, each with whether it can be resumed."""
    for entry in folder.ended():
        status = _status_of(entry) or (JobStatus.SUSPENDED if entry.is_resumable else JobStatus.FAILED)
        cause = "" if _status_of(entry) is not None else f"its driver, process {entry.pid}, died"
        yield (
            JobSummary(
                entry.job_id,
                entry.name,
                status,
                entry.started_ms,
                entry.ended_ms,
                entry.ended_ms,
                is_batch=(folder.document(entry.job_id) or {}).get("is_batch", False),
                parallelism=entry.parallelism,
                cause=cause,
            ),
            entry.is_resumable,
        )


def how_it_ended(folder: ControlFolder, entry: JobEntry) -> Optional[JobStatus]:
    """The final status of a job whose driver has exited; None: the driver died."""
    folder.running()  # removes the files of dead drivers
    for ended in folder.ended():
        if (ended.job_id, ended.pid) == (entry.job_id, entry.pid):
            return _status_of(ended)
    return None


def _status_of(entry: JobEntry) -> Optional[JobStatus]:
    """None: its driver died."""
    return JobStatus.__members__.get(entry.status)
