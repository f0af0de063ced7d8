"""JobClient: a running job, as the program that started it sees it."""

from pyrite.core.job.job_client import (
    JobClient,
    JobHandle,
    Rescaled,
)

__all__ = [
    "JobClient",
    "JobHandle",
    "Rescaled",
]
