"""What a job leaves when it ends."""

from pyrite.core.job.job_execution_result import (
    JobExecutionResult,
)

__all__ = [
    "JobExecutionResult",
]
