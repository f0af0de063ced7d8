"""JobExecutionResult: the result of a job."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyrite.core.job.job_id import JobID


@dataclass(frozen=True)
class JobExecutionResult:
    """The result of `execute()`: the job's id, its run time and its accumulators."""

    job_id: JobID
    net_runtime_ms: int
    accumulators: Mapping[str, Any]

    def get_job_id(self) -> JobID:
        """The id of the job."""
        return self.job_id

    def get_net_runtime(self) -> int:
        """The run time of the job, in milliseconds."""
        return self.net_runtime_ms

    def get_accumulator_result(self, accumulator_name: str) -> Any:
        """The result of an accumulator over all subtasks; None if no function has used the name."""
        return self.accumulators.get(accumulator_name)

    def get_all_accumulator_results(self) -> dict[str, Any]:
        """The results of all accumulators, by name."""
        return dict(self.accumulators)
