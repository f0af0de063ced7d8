"""JobClient: a running job, as the program that started it sees it."""

from pyrite.core.job.commands import (
    Rescaled,
)
from pyrite.core.job.job_client import (
    JobClient,
    JobHandle,
)

__all__ = [
    "JobClient",
    "JobHandle",
    "Rescaled",
]
