"""StartQueue: at most `limit` drivers of a store start at the same time; further jobs wait, the first one first.

    queue/order          locked while a process changes the queue
    queue/slot-<n>       a start slot: locked by a driver from its first instruction until its job has started
    queue/<ms>-<job-id>  a job that waits for a slot: locked by the process that will start its driver

Files without a holder of their lock belong to processes that died, and count for nothing. So neither a killed driver
nor a killed JobManager blocks the queue.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Optional

from pyrite.storage.file_lock import held_text, lock_file

_SLOT = "slot-"
_ORDER = "order"


def queue_wait(jobs_ahead: int) -> str:
    """What a job waits for with so many jobs before it."""
    ahead = "it is the next one" if not jobs_ahead else f"jobs before it: {jobs_ahead}"
    return f"its driver waits to start, {ahead}"


class StartQueue:
    """The queue of one store, as one process sees it."""

    def __init__(self, folder: Path, limit: int) -> None:
        self._folder = folder
        self._limit = limit

    def enter(self, job_id: str, queued_ms: int) -> Optional[QueuedStart]:
        """Queues a job behind all jobs with an earlier time. None: another process has queued it."""
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with self._locked():
            if job_id in self.waiting():
                return None
            for stale in set(self._names()) - {path.name for path in self._entries()}:
                if stale[:1].isdigit():
                    (self._folder / stale).unlink(missing_ok=True)
            path = self._folder / f"{queued_ms:015d}-{job_id}"
            return QueuedStart(self, job_id, path, lock_file(path))

    def waiting(self) -> list[str]:
        """Ids of the jobs that wait for a slot, in the order in which their drivers start."""
        return [path.name.partition("-")[2] for path in self._entries()]

    def take_slot(self, path: Path) -> Optional[int]:
        """Takes a start slot for the entry at `path`; returns its open file. None: other jobs come first."""
        with self._locked():
            free = self._free_slots()
            ahead = [other for other in self._entries() if other < path]
            return lock_file(free[0]) if len(ahead) < len(free) else None

    def _free_slots(self) -> list[Path]:
        slots = [self._folder / f"{_SLOT}{number}" for number in range(self._limit)]
        return [slot for slot in slots if held_text(slot) is None]

    def _entries(self) -> list[Path]:
        """The entries whose processes live."""
        names = [name for name in self._names() if name[:1].isdigit()]
        return [path for name in sorted(names) if held_text(path := self._folder / name) is not None]

    def _names(self) -> list[str]:
        try:
            return [path.name for path in self._folder.iterdir()]
        except FileNotFoundError:
            return []

    @contextmanager
    def _locked(self) -> Iterator[None]:
        file = os.open(self._folder / _ORDER, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield
        finally:
            os.close(file)


class QueuedStart:
    """A job that waits until its driver may start."""

    def __init__(self, queue: StartQueue, job_id: str, path: Path, lock: int) -> None:
        self.job_id = job_id
        self._queue = queue
        self._path = path
        self._lock: Optional[int] = lock

    def take_slot(self) -> Optional[int]:
        """Leaves the queue with a start slot, which is passed to the driver as an open file. None: not yet."""
        slot = self._queue.take_slot(self._path)
        if slot is not None:
            self.leave()
        return slot

    def jobs_ahead(self) -> int:
        """How many jobs of the queue come before this one."""
        waiting = self._queue.waiting()
        return waiting.index(self.job_id) if self.job_id in waiting else 0

    def leave(self) -> None:
        """The job's driver has started, or never will."""
        if self._lock is not None:
            self._path.unlink(missing_ok=True)
            os.close(self._lock)
            self._lock = None
