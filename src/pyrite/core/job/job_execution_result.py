"""What a job leaves when it ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pyrite.core.job.job_id import JobID


@dataclass(frozen=True)
class JobExecutionResult:
    """What `execute()` returns: the job's id, its run time and its accumulators."""

    job_id: JobID
    net_runtime_ms: int
    accumulators: Mapping[str, Any]

    def get_job_id(self) -> JobID:
        """The id of the job that ended."""
        return self.job_id

    def get_net_runtime(self) -> int:
        """How long the job ran, in milliseconds."""
        return self.net_runtime_ms

    def get_accumulator_result(self, accumulator_name: str) -> Any:
        """An accumulator's result over all subtasks; None if no function has used the name."""
        return self.accumulators.get(accumulator_name)

    def get_all_accumulator_results(self) -> dict[str, Any]:
        """The results of all accumulators, by their names."""
        return dict(self.accumulators)
