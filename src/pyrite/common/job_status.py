"""JobStatus: the states of a job."""

from pyrite.core.job.job_status import (
    JobStatus,
)

__all__ = [
    "JobStatus",
]
