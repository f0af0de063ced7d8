"""JobStatus: the states of a job."""

from __future__ import annotations

from enum import Enum

from pyrite.core.persistence.persisted import persisted


@persisted("job-status/1")
class JobStatus(Enum):
    """The states of a job, with Flink's names and numbers."""

    CREATED = 0
    RUNNING = 1
    FAILING = 2
    FAILED = 3
    CANCELLING = 4
    CANCELED = 5
    FINISHED = 6
    RESTARTING = 7
    SUSPENDED = 8
    RECONCILING = 9
    INITIALIZING = 10
    """The driver prepares the job. PyFlink, which cannot observe this state, has no number for it."""

    def is_globally_terminal_state(self) -> bool:
        """Whether the job has ended permanently: finished, canceled or failed."""
        return self in (JobStatus.FAILED, JobStatus.CANCELED, JobStatus.FINISHED)

    def is_terminal_state(self) -> bool:
        """Whether the job has ended in this driver; a suspended job can be resumed."""
        return self.is_globally_terminal_state() or self is JobStatus.SUSPENDED
