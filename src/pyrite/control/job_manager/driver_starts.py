"""DriverStarts: the drivers that a JobManager starts: their queue, their start slots, and what they wait for."""

from __future__ import annotations

import contextlib
import logging
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from typing import Optional

from pyrite.control.job_manager.driver_process import start_driver, start_wait
from pyrite.control.job_manager.job_store import JobStore
from pyrite.control.job_manager.start_queue import QueuedStart, queue_wait
from pyrite.core.job.job_status import JobStatus
from pyrite.core.job.job_summary import JobSummary

_log = logging.getLogger(__name__)


class DriverStarts:
    """The part of a JobManager that has the queue of its store."""

    def __init__(self, store: JobStore, limit: int) -> None:
        self._store = store
        self._queue = store.start_queue(limit)
        self._queued: dict[str, QueuedStart] = {}
        """Jobs that wait for a start slot, without jobs of `pyrite run -d` commands that still run."""
        self._slots: dict[str, int] = {}
        """Start slots of drivers that are about to start."""
        self._children: list[subprocess.Popen[bytes]] = []

    def reap(self) -> None:
        """Waits for the processes that have ended."""
        self._children = [child for child in self._children if child.poll() is None]

    def enter(self, job_id: str, queued_ms: int) -> None:
        """Queues a job, unless `pyrite run -d` has queued it, and starts its driver."""
        with contextlib.suppress(OSError):  # the disk is full: the next poll tries again
            queued = None if job_id in self._queued else self._queue.enter(job_id, queued_ms)
            if queued is not None:
                self._queued[job_id] = queued

    def take_slot(self, job_id: str) -> Optional[bool]:
        """Whether the job, which leaves the queue then, has a start slot. None: another process starts its driver."""
        queued = self._queued.get(job_id)
        if queued is None:
            return None
        try:
            slot = queued.take_slot()
        except OSError as error:
            _log.warning("the driver of job %s cannot start yet: %s", job_id, error)
            return False
        if slot is None:
            return False
        del self._queued[job_id]
        self._slots[job_id] = slot
        return True

    def leave(self, job_id: str) -> None:
        """The job has a driver, or has ended."""
        queued = self._queued.pop(job_id, None)
        if queued is not None:
            queued.leave()

    def start(self, job_id: str) -> int:
        """Starts a driver with the job's start slot; returns its pid. The same errors as `start_driver`."""
        process = start_driver(self._store.job(job_id), self._slots.pop(job_id, None))
        self._children.append(process)
        return process.pid

    def close(self) -> None:
        """The JobManager ends: its jobs stay queued in their records."""
        for job_id in list(self._queued):
            self.leave(job_id)

    def with_waits(self, summaries: Iterable[JobSummary]) -> list[JobSummary]:
        """The same summaries; jobs that have not started have what they wait for."""
        waiting = self._queue.waiting()
        return [self._with_wait(summary, waiting) for summary in summaries]

    def _with_wait(self, summary: JobSummary, waiting: list[str]) -> JobSummary:
        if summary.status not in (JobStatus.INITIALIZING, JobStatus.RECONCILING):
            return summary
        if summary.job_id not in waiting:
            return replace(summary, waits_for=start_wait(self._store.job(summary.job_id)))
        ahead = waiting.index(summary.job_id)
        return replace(summary, queue_position=ahead + 1, waits_for=queue_wait(ahead))
