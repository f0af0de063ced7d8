"""AttemptPhase: how far an attempt has come."""

from __future__ import annotations

from enum import Enum
from typing import Final

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.master.transitions import Edges


class AttemptPhase(Enum):
    """How far an attempt has come. Its regions have phases of their own while it runs."""

    RUNNING = "tasks start, work and finish"
    COMMITTING = "every task has finished; they publish what their sinks have prepared"
    LEAVING = "everything is published; the tasks may go"
    SALVAGING = "it broke while it was committing: its tasks are cancelled, and the driver will publish"
    PUBLISHING = "the driver publishes what the tasks have handed in"
    CLOSING = "it broke after everything was published: what is left of its tasks is cancelled"
    FAILING = "its tasks are cancelled, since something has failed"
    CANCELLING = "its tasks are cancelled, since the job is"
    FINISHED = "it has ended well"
    FAILED = "it has failed"
    CANCELED = "it was cancelled"

    @property
    def is_over(self) -> bool:
        return self in (AttemptPhase.FINISHED, AttemptPhase.FAILED, AttemptPhase.CANCELED)

    @property
    def is_at_work(self) -> bool:
        """Whether its tasks are needed: one that is lost fails the attempt."""
        return self in (AttemptPhase.RUNNING, AttemptPhase.COMMITTING, AttemptPhase.LEAVING)

    @property
    def is_ending(self) -> bool:
        """Whether its tasks are cancelled, and it ends when they are gone."""
        return self in (
            AttemptPhase.SALVAGING,
            AttemptPhase.CLOSING,
            AttemptPhase.FAILING,
            AttemptPhase.CANCELLING,
        )

    @property
    def job_status(self) -> JobStatus:
        """That of the job while it has this attempt. The outcome of one that is at least committing is decided."""
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
    (AttemptPhase.SALVAGING, AttemptPhase.PUBLISHING): "every task is gone",
    (AttemptPhase.PUBLISHING, AttemptPhase.FINISHED): "the driver has committed",
    (AttemptPhase.PUBLISHING, AttemptPhase.FAILED): "the driver could not commit",
    (AttemptPhase.FAILING, AttemptPhase.FAILED): "every task is gone",
    (AttemptPhase.CANCELLING, AttemptPhase.CANCELED): "every task is gone",
    (AttemptPhase.CLOSING, AttemptPhase.FINISHED): "every task is gone",
}
"""The phases that may follow each other, and why."""
