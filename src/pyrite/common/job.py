"""A job's id, its status, and what it leaves when it ends."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any


@dataclass(frozen=True)
class JobID:
    """Identifies one job: 32 hexadecimal digits."""

    value: str = field(default_factory=lambda: uuid.uuid4().hex)

    def __str__(self) -> str:
        return self.value


class JobStatus(Enum):
    """Where a job stands, with Flink's names and numbers."""

    CREATED = 0
    RUNNING = 1
    FAILING = 2
    FAILED = 3
    CANCELLING = 4
    CANCELED = 5
    FINISHED = 6
    RESTARTING = 7
    SUSPENDED = 8
    RECONCILING = 9

    def is_globally_terminal_state(self) -> bool:
        return self in (JobStatus.FAILED, JobStatus.CANCELED, JobStatus.FINISHED)

    def is_terminal_state(self) -> bool:
        return self.is_globally_terminal_state() or self is JobStatus.SUSPENDED


@dataclass(frozen=True)
class JobExecutionResult:
    """What `execute()` returns: the job's id, its run time and its accumulators."""

    job_id: JobID
    net_runtime_ms: int
    accumulators: Mapping[str, Any]

    def get_job_id(self) -> JobID:
        return self.job_id

    def get_net_runtime(self) -> int:
        return self.net_runtime_ms

    def get_accumulator_result(self, accumulator_name: str) -> Any:
        return self.accumulators[accumulator_name]

    def get_all_accumulator_results(self) -> dict[str, Any]:
        return dict(self.accumulators)
