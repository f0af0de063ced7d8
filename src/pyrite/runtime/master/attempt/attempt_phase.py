"""AttemptPhase: the lifecycle of an attempt."""

from __future__ import annotations

from enum import Enum
from typing import Final

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.master.transitions import Edges


class AttemptPhase(Enum):
    """The lifecycle of an attempt. While it is RUNNING, each region has a RegionPhase."""

    RUNNING = "tasks start, work and finish"
    COMMITTING = "every task has finished; tasks commit the committables of their sinks"
    LEAVING = "everything is published; the tasks may go"
    SALVAGING = "it failed while committing: its tasks are canceled, and the driver will publish"
    PUBLISHING = "the driver publishes the committables of the tasks"
    CLOSING = "it failed after everything was published: the remaining tasks are canceled"
    FAILING = "its tasks are canceled after a failure"
    CANCELLING = "its tasks are canceled because the job is canceled"
    FINISHED = "it has succeeded"
    FAILED = "it has failed"
    CANCELED = "it was canceled"

    @property
    def is_over(self) -> bool:
        return self in (AttemptPhase.FINISHED, AttemptPhase.FAILED, AttemptPhase.CANCELED)

    @property
    def is_at_work(self) -> bool:
        """Whether the attempt needs its tasks: losing one fails the attempt."""
        return self in (AttemptPhase.RUNNING, AttemptPhase.COMMITTING, AttemptPhase.LEAVING)

    @property
    def is_ending(self) -> bool:
        """Whether its tasks are canceled; the attempt ends when all have disconnected."""
        return self in (
            AttemptPhase.SALVAGING,
            AttemptPhase.CLOSING,
            AttemptPhase.FAILING,
            AttemptPhase.CANCELLING,
        )

    @property
    def job_status(self) -> JobStatus:
        """The job's status during this phase.

        From COMMITTING on, the outcome is decided, and the job counts as RUNNING.
        """
        return _STATUSES.get(self, JobStatus.RUNNING)


_STATUSES = {
    AttemptPhase.FAILING: JobStatus.FAILING,
    AttemptPhase.CANCELLING: JobStatus.CANCELLING,
    AttemptPhase.FINISHED: JobStatus.FINISHED,
    AttemptPhase.FAILED: JobStatus.FAILED,
    AttemptPhase.CANCELED: JobStatus.CANCELED,
}

EDGES: Final[Edges[AttemptPhase]] = {
    (AttemptPhase.RUNNING, AttemptPhase.COMMITTING): "every task has finished, without checkpoints",
    (AttemptPhase.RUNNING, AttemptPhase.LEAVING): "every task has committed for the final checkpoint",
    (AttemptPhase.COMMITTING, AttemptPhase.LEAVING): "every task has committed",
    (AttemptPhase.LEAVING, AttemptPhase.FINISHED): "every Spark job has ended",
    (AttemptPhase.RUNNING, AttemptPhase.FAILING): "a failure without a restart of the region alone",
    (AttemptPhase.RUNNING, AttemptPhase.CANCELLING): "a client cancels the job",
    (AttemptPhase.COMMITTING, AttemptPhase.SALVAGING): "a failure",
    (AttemptPhase.LEAVING, AttemptPhase.CLOSING): "a failure",
    (AttemptPhase.RUNNING, AttemptPhase.PUBLISHING): "the Spark job of a batch job has ended",
    (AttemptPhase.SALVAGING, AttemptPhase.PUBLISHING): "every task has ended",
    (AttemptPhase.PUBLISHING, AttemptPhase.FINISHED): "the driver has committed",
    (AttemptPhase.PUBLISHING, AttemptPhase.FAILED): "the driver could not commit",
    (AttemptPhase.FAILING, AttemptPhase.FAILED): "every task has ended",
    (AttemptPhase.CANCELLING, AttemptPhase.CANCELED): "every task has ended",
    (AttemptPhase.CLOSING, AttemptPhase.FINISHED): "every task has ended",
}
"""The phases that may follow each other, and why."""
