"""JobClient: a running job, as the program that started it sees it."""

from __future__ import annotations

import queue
from concurrent.futures import Future
from typing import Any, Optional, Protocol, TypeVar

from pyrite.core.job.commands import Command, JobEnd, Savepoint, Stop
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_metrics import JobMetrics
from pyrite.core.job.job_status import JobStatus

A = TypeVar("A")


class JobState(Protocol):
    """The part of a JobView that clients read."""

    @property
    def status(self) -> JobStatus: ...

    def accumulators(self) -> dict[str, Any]: ...

    def metrics(self) -> JobMetrics: ...

    def reports(self) -> dict[Any, Any]: ...

    def physical_graph(self) -> Any: ...


class JobHandle(Protocol):
    """The interface of a running job for clients."""

    job_id: JobID
    finished: CompletableFuture[JobExecutionResult]
    results: queue.Queue[Optional[list[Any]]]
    """Blocks of the rows of `execute_and_collect`; None at the end."""

    @property
    def is_resumable(self) -> bool: ...

    @property
    def view(self) -> JobState:
        """The job's current state, as an immutable value."""

    def cancel(self) -> None: ...

    def suspend(self) -> None: ...

    def stop(self) -> None: ...

    def run(self, command: Command[A]) -> CompletableFuture[A]:
        """Executes a command of role OPERATE. Errors and refusals come through the future."""


class JobClient:
    """Monitors and controls one job."""

    def __init__(self, job: JobHandle) -> None:
        self._job = job

    def get_job_id(self) -> JobID:
        """The id of the job."""
        return self._job.job_id

    def get_job_status(self) -> CompletableFuture[JobStatus]:
        """The job's current status."""
        return CompletableFuture.completed(self._job.view.status)

    def get_job_execution_result(self) -> CompletableFuture[JobExecutionResult]:
        """Completes when the job has ended; raises the job's error if it did not finish."""
        return self._job.finished

    def get_accumulators(self) -> CompletableFuture[dict[str, Any]]:
        """The current results of the accumulators, by name."""
        return CompletableFuture.completed(self._job.view.accumulators())

    def get_metrics(self) -> CompletableFuture[JobMetrics]:
        """The last reported metrics of the job, its tasks and operators, including user metrics."""
        return CompletableFuture.completed(self._job.view.metrics())

    def get_physical_graph(self) -> Any:
        """The placement of tasks."""
        return self._job.view.physical_graph()

    def cancel(self) -> CompletableFuture[None]:
        """Ends the job at once; the future completes when all tasks have ended."""
        self._job.finished.is_read = True  # the program has asked for this end
        self._job.cancel()
        return self._when_ended()

    def stop(self) -> CompletableFuture[None]:
        """Ends the sources' input: the job processes and commits all records read so far, then finishes."""
        self._job.stop()
        return self._when_ended()

    def trigger_savepoint(self, savepoint_directory: Optional[str] = None) -> CompletableFuture[str]:
        """Takes a savepoint; the result is its path. The job keeps running, and no job ever deletes the savepoint.

        Without a directory, it is written below `execution.checkpointing.savepoint-dir`.
        """
        return self._job.run(Savepoint(savepoint_directory)).then(lambda savepoint: savepoint.path)

    def stop_with_savepoint(
        self, advance_to_end_of_event_time: bool, savepoint_directory: Optional[str] = None
    ) -> CompletableFuture[str]:
        """Takes a savepoint and ends the job; the result is the savepoint's path, when the job has ended.

        With `advance_to_end_of_event_time` the job is drained first: all windows and event-time timers fire, as at the
        end of input. Do not use it if the job will be resumed from the savepoint.
        """
        stop = Stop(advance_to_end_of_event_time, savepoint_directory)
        return self._job.run(stop).then(_path)

    def _when_ended(self) -> CompletableFuture[None]:
        ended: CompletableFuture[None] = CompletableFuture()
        self._job.finished.add_done_callback(lambda _: ended.set_result(None))
        return ended


def _path(end: JobEnd) -> str:
    assert end.path is not None, "a stopped job has a savepoint"
    return end.path


def answer_at_end(job: JobHandle, path: CompletableFuture[Any]) -> CompletableFuture[JobEnd]:
    """The answer to a command that ends the job. `path` completes with the savepoint's location, or None."""
    answer: CompletableFuture[JobEnd] = CompletableFuture()

    def wait_for_end(done: Future[Any]) -> None:
        if (error := done.exception()) is not None:
            answer.set_exception(error)
            return
        job.finished.add_done_callback(lambda _: answer.set_result(JobEnd(done.result(), job.view.status)))

    path.add_done_callback(wait_for_end)
    return answer
