"""Jobs that no JobManager has started: what the folder in which drivers register says of those that have ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional

from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary


def ended_summaries(folder: ControlFolder) -> Iterator[tuple[JobSummary, bool]]:
    """The last jobs that have ended, each with whether it can be resumed."""
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
                parallelism=entry.parallelism,
                cause=cause,
            ),
            entry.is_resumable,
        )


def how_it_ended(folder: ControlFolder, entry: JobEntry) -> Optional[JobStatus]:
    """How a job ended whose driver is gone; None: the driver died."""
    folder.running()  # it sweeps what dead drivers have left
    for ended in folder.ended():
        if (ended.job_id, ended.pid) == (entry.job_id, entry.pid):
            return _status_of(ended)
    return None


def _status_of(entry: JobEntry) -> Optional[JobStatus]:
    """None: its driver died."""
    return JobStatus.__members__.get(entry.status)
