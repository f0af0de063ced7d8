"""JobClaim: one driver's claim to a job id, so that a second driver started by mistake is refused.

If checkpoints are in a folder, the claim is a lease next to them, visible to every driver that can read them. Otherwise
it is a lock in the control folder, which only drivers of the same user on the same machine notice.
"""

from __future__ import annotations

import logging
import os
from typing import Optional, Protocol

from pyrite.checkpoint.lease import JobLease
from pyrite.control.job_directory import JobLock, is_running_already
from pyrite.control.running_jobs import own_folders, running_jobs
from pyrite.core.config.checkpoint_options import CHECKPOINTING_INTERVAL, JOB_ID
from pyrite.core.config.configuration import Configuration
from pyrite.core.config.options import HEARTBEAT_TIMEOUT
from pyrite.core.errors import JobRefusedError, PyriteError
from pyrite.runtime.wire.deployment import WATCHDOG_GRACE_MS
from pyrite.storage.store import CheckpointStore, MemoryStore

_log = logging.getLogger(__name__)


class JobClaim(Protocol):
    def give_up(self) -> None:
        """The job is over, or another driver has it."""


def claim_job(configuration: Configuration, store: Optional[CheckpointStore], writer: str) -> Optional[JobClaim]:
    """Claims the job id set by the user; raises JobRefusedError if another driver has it.

    Returns None if the id was generated for this driver, so that no other driver can have it.
    """
    job_id = configuration.get(JOB_ID)
    if not job_id:
        return None
    if store is not None and not isinstance(store, MemoryStore) and configuration.get(CHECKPOINTING_INTERVAL):
        _locks(job_id).give_up()  # a driver without a folder would have the locks
        lease = JobLease(store, job_id, writer, (configuration.get(HEARTBEAT_TIMEOUT) + WATCHDOG_GRACE_MS) / 1000)
        lease.take()
        return lease
    locks = _locks(job_id)
    for _, entry in running_jobs():
        if entry.job_id == job_id and entry.pid != os.getpid():
            locks.give_up()
            raise is_running_already(job_id, str(entry.pid))
    return locks


def _locks(job_id: str) -> JobLocks:
    """Locks a job's id in all folders. Raises JobRefusedError if another driver has one of the locks."""
    locks = JobLocks()
    try:
        for folder in own_folders():
            locks.add(folder.lock(job_id))
    except JobRefusedError:
        locks.give_up()
        raise
    except PyriteError as error:
        _log.warning("a second driver of job %s may not be detected: %s", job_id, error)
    return locks


class JobLocks:
    """A lock in each control folder: one of the folders may be removed when the user logs out, with its lock."""

    def __init__(self) -> None:
        self._locks: list[JobLock] = []

    def add(self, lock: JobLock) -> None:
        self._locks.append(lock)

    def give_up(self) -> None:
        for lock in self._locks:
            lock.give_up()
