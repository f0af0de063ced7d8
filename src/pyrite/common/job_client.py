"""JobClient: monitors and controls a running job from the program that started it."""

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
