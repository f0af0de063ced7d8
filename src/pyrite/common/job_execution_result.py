"""JobExecutionResult: the result of a job."""

from pyrite.core.job.job_execution_result import (
    JobExecutionResult,
)

__all__ = [
    "JobExecutionResult",
]
