"""A job that does nothing by itself: tests say how what is asked of it ends."""

from __future__ import annotations

import queue
from dataclasses import replace
from typing import Any, Optional

from pyrite.core.config.configuration import Configuration
from pyrite.core.connector.guarantee import EndToEnd
from pyrite.core.errors import JobCancelledError
from pyrite.core.job.commands import Cancel, Command, Stop
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_client import answer_at_end
from pyrite.core.job.job_execution_result import JobExecutionResult
from pyrite.core.job.job_id import JobID
from pyrite.core.job.job_status import JobStatus
from pyrite.datastream import StreamExecutionEnvironment
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.wire.job_view import CheckpointsView, JobView
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples


class FakeJob:
    """A RunningJob. `asked` has the commands that it got, each with the future that a test completes.

    The future of one that ends the job is that of its savepoint's path.
    """

    def __init__(self, job_id: str = "abc123", name: str = "words") -> None:
        self.job_id = JobID(job_id)
        self.finished: CompletableFuture[JobExecutionResult] = CompletableFuture()
        checkpoints = CheckpointsView(completed=5)
        self.view = JobView(JobStatus.RUNNING, graph_of(name), is_batch=False, restarts=1, checkpoints=checkpoints)
        self.results: queue.Queue[Optional[list[Any]]] = queue.Queue()
        self.is_resumable = False
        self.configuration = Configuration()
        self.guarantee = EndToEnd.of([])
        self.asked: list[tuple[Any, CompletableFuture[Any]]] = []
        self.cancelled = False

    def end(self, status: JobStatus = JobStatus.FINISHED) -> None:
        self.view = replace(self.view, status=status)
        if status is JobStatus.FINISHED:
            self.finished.set_result(JobExecutionResult(self.job_id, 1, {}))
        else:
            self.finished.set_exception(JobCancelledError("the job was canceled"))

    def _ask(self, asked: Any) -> CompletableFuture[Any]:
        future: CompletableFuture[Any] = CompletableFuture()
        self.asked.append((asked, future))
        return future

    def run(self, command: Command[Any]) -> CompletableFuture[Any]:
        if command == Cancel():
            self.cancel()
            return answer_at_end(self, CompletableFuture.completed(None))
        answer = self._ask(command)
        return answer_at_end(self, answer) if isinstance(command, (Stop, Cancel)) else answer

    def sample_stacks(self, request: StackRequest) -> CompletableFuture[dict[tuple[int, int], StackSamples]]:
        return self._ask(request)

    def cancel(self) -> None:
        self.cancelled = True

    def stop(self) -> None:
        raise NotImplementedError

    def suspend(self) -> None:
        raise NotImplementedError


def graph_of(name: str) -> ExecutionGraph:
    env = StreamExecutionEnvironment().set_parallelism(3)
    env.from_sequence(1, 3).print().set_parallelism(1)
    return env.get_job_spec(name).plan().execution
