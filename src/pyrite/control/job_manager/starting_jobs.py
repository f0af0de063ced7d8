"""Jobs of the store whose drivers take no commands: they are queued, start, or wait for the restart of their driver."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Optional

from pyrite.control.job_manager.driver_process import CANCEL, driver_pid, start_wait
from pyrite.control.job_manager.job_store import JobFolder, JobStore
from pyrite.control.job_manager.start_queue import queue_wait
from pyrite.control.rest_id import rest_id
from pyrite.core.errors import AmbiguousJobError
from pyrite.core.job.job_status import JobStatus

QUEUED: Final = "QUEUED"
"""The status in lists of a job whose driver waits to start. Flink does not have it: in REST it is INITIALIZING."""


@dataclass(frozen=True)
class StartingJob:
    """A job that is queued, starting or restarting."""

    job_id: str
    name: str
    status: str
    """QUEUED, INITIALIZING or RESTARTING."""
    submitted_ms: int
    pid: Optional[int]
    """The driver's pid; None without a driver."""
    folder: JobFolder
    waits_for: str


def starting_jobs(store: JobStore) -> Iterator[StartingJob]:
    """Drivers that run have a job here, too, once they take commands."""
    waiting = store.start_queue(limit=1).waiting()
    for job_id in store.job_ids():
        folder = store.job(job_id)
        submission, pid = folder.submission(), driver_pid(folder)
        status = _status(folder, job_id in waiting, pid)
        if submission is not None and status:
            waits_for = queue_wait(waiting.index(job_id)) if job_id in waiting else start_wait(folder)
            yield StartingJob(job_id, submission.name, status, submission.submitted_ms, pid, folder, waits_for)


def _status(folder: JobFolder, is_waiting: bool, pid: Optional[int]) -> str:
    """The status in the list; empty if the job has ended, or if its driver died and no JobManager has noticed."""
    if pid is not None:
        return JobStatus.INITIALIZING.name
    record = folder.read("record")
    if folder.outcome() is not None or folder.read(CANCEL):
        return ""
    if is_waiting or record.get("queued_ms") is not None:
        return QUEUED
    return "" if record.get("restart_ms") is None else JobStatus.RESTARTING.name


def find_starting_job(store: JobStore, word: str) -> Optional[StartingJob]:
    """The job of an id, its own or REST's, of a program's name, or of the only id that begins so."""
    jobs = list(starting_jobs(store))
    exact = [job for job in jobs if word in (job.job_id, rest_id(job.job_id))]
    same_name = [job for job in jobs if job.name == word]
    begins = [job for job in jobs if word and job.job_id.startswith(word)]
    matching = exact or same_name or begins
    if len(matching) > 1:
        ids = ", ".join(job.job_id for job in matching)
        raise AmbiguousJobError(f"'{word}' matches {len(matching)} starting jobs, choose one by its id: {ids}")
    return matching[0] if matching else None
