"""JobCommands: answers the commands sent to one job. Commands that change the job are executed by the job itself."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import Any, Final, TypeVar

from pyrite.control.document_of_view import document_of_view, vertex_id
from pyrite.core.clock import SystemClock
from pyrite.core.job.commands import (
    Command,
    Document,
    JobStacks,
    SampleStacks,
    StackCount,
    Status,
    SubtaskStacks,
    ThreadStack,
)
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_document import JobDocument
from pyrite.core.job.job_summary import JobSummary
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.running_job import RunningJob
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples
from pyrite.runtime.wire.task_state import TaskState

A = TypeVar("A")
TaskId = tuple[int, int]
_MOST_SAMPLES: Final = 10_000


class JobCommands:
    """Answers the commands sent to one job. `summarize` makes the answer to Status."""

    def __init__(self, job: RunningJob, summarize: Callable[[], JobSummary]) -> None:
        self._job = job
        self._summarize = summarize

    def run(self, command: Command[A]) -> CompletableFuture[A]:
        """Starts a command and returns without waiting. Errors come through the future."""
        answer: CompletableFuture[Any] = CompletableFuture()

        def begin() -> None:
            try:
                _pass_on(self._begin(command), answer)
            except Exception as error:
                answer.set_exception(error)

        if isinstance(command, Status):
            answer.set_result(self._summarize())
        else:  # a job may read storage, or wait for slots, before it returns
            threading.Thread(target=begin, daemon=True, name="job-command").start()
        return answer

    def _begin(self, command: Command[Any]) -> CompletableFuture[Any]:
        match command:
            case Document():
                return CompletableFuture.completed(job_document(self._job))
            case SampleStacks():
                return self._sample_stacks(command)
            case _:
                return self._job.run(command)

    def _sample_stacks(self, command: SampleStacks) -> CompletableFuture[JobStacks]:
        subtasks = self._subtasks(command)
        samples, delay_ms = min(command.samples, _MOST_SAMPLES), max(command.delay_ms, 1)
        request = StackRequest(samples, delay_ms, command.depth, frozenset(subtasks))
        return self._job.sample_stacks(request).then(lambda stacks: _stacks(subtasks, stacks))

    def _subtasks(self, command: SampleStacks) -> dict[TaskId, tuple[str, int]]:
        """The vertex's id and the index of each subtask that the command names, by task."""
        view, vertices = self._job.view, {}
        for one in view.graph.job.vertices:
            for index in range(one.parallelism if command.vertex in (None, vertex_id(one)) else 0):
                task = view.graph.task_of(Subtask(one.id, index))
                where = view.tasks.get(task, TaskState()).registration
                if command.executor is None or (where is not None and where.executor == command.executor):
                    vertices[task] = vertex_id(one), index
        return vertices


def job_document(job: RunningJob) -> JobDocument:
    """The job's JobDocument as of now."""
    return document_of_view(str(job.job_id), job.view, job.configuration, SystemClock().now_ms())


def _stacks(subtasks: Mapping[TaskId, tuple[str, int]], stacks: Mapping[TaskId, StackSamples]) -> JobStacks:
    answered = (
        SubtaskStacks(
            *subtasks[task],
            tuple(StackCount(stack, is_on_cpu, count) for (stack, is_on_cpu), count in samples.counts.items()),
            tuple(ThreadStack(name, stack) for name, stack in samples.threads),
        )
        for task, samples in sorted(stacks.items())
    )
    return JobStacks(SystemClock().now_ms(), tuple(answered))


def _pass_on(done: CompletableFuture[A], answer: CompletableFuture[A]) -> None:
    """Completes `answer` as `done`."""

    def complete(done: Future[A]) -> None:
        error = done.exception()
        if error is None:
            answer.set_result(done.result())
        else:
            answer.set_exception(error)

    done.add_done_callback(complete)
