"""SimulatedRun: a simulated job, for the program that started it."""

from __future__ import annotations

import queue
from typing import Any, Optional

from pyrite.core.connector.guarantee import EndToEnd
from pyrite.core.errors import (
    JobCancelledError,
    JobExecutionError,
    JobNotRunningError,
    JobSuspendedError,
)
from pyrite.core.job.commands import Command
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.job_spec import JobSpec
from pyrite.runtime.master.checkpoint.delivery_guarantee import delivery_guarantee
from pyrite.runtime.wire.job_view import JobView
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples
from pyrite.testing.simulation_result import SimulationResult


class SimulatedRun:
    """A RunningJob that has already ended: commands are refused. SimulationOptions.wishes are earlier requests."""

    is_resumable = False

    def __init__(self, job: JobSpec, result: SimulationResult, runtime_ms: int) -> None:
        self.result = result
        self.job_id = job.job_id
        self.configuration = job.configuration
        self.results: queue.Queue[Optional[list[Any]]] = queue.Queue()
        for block in (result.results, None):
            self.results.put(block)
        self.finished: CompletableFuture[JobExecutionResult] = CompletableFuture()
        if result.status is JobStatus.FINISHED:
            self.finished.set_result(JobExecutionResult(job.job_id, runtime_ms, result.accumulators))
        else:
            self.finished.set_exception(_error_of(job.name, result))

    @property
    def guarantee(self) -> EndToEnd:
        return delivery_guarantee(self.view.graph.job, self.configuration)

    @property
    def view(self) -> JobView:
        """The final state of the job, from its last driver."""
        return self.result.view

    # Commands ---------------------------------------------------------------------------------------------------------

    def cancel(self) -> None:
        """No effect: the job has ended."""

    suspend = stop = cancel

    def run(self, command: Command[Any]) -> CompletableFuture[Any]:
        return self._refused()

    def sample_stacks(self, request: StackRequest) -> CompletableFuture[dict[tuple[int, int], StackSamples]]:
        return self._refused()

    def _refused(self) -> CompletableFuture[Any]:
        return CompletableFuture.failed(
            JobNotRunningError(
                f"the job has ended: {self.view.status.name}. In a simulation, ask by SimulationOptions(wishes=...)"
            )
        )


def _error_of(name: str, result: SimulationResult) -> Exception:
    if result.status is JobStatus.CANCELED:
        return JobCancelledError("the job was canceled")
    if result.status is JobStatus.SUSPENDED:
        return JobSuspendedError("the job was suspended")
    return JobExecutionError(f"job '{name}' failed: {result.cause}", result.cause)
