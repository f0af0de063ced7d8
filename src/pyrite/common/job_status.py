"""Where a job stands."""

from pyrite.core.job.job_status import (
    JobStatus,
)

__all__ = [
    "JobStatus",
]
