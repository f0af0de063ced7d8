"""A job's id."""

from pyrite.core.job.job_id import (
    JobID,
)

__all__ = [
    "JobID",
]
