"""What another process can ask of a running job, by its control socket: requests and answers are JSON objects.

{"command": "status"}
{"command": "document"}
{"command": "savepoint", "directory": null or a path or URI}
{"command": "checkpoint"}
{"command": "stop", "drain": true or false, "directory": ...}
{"command": "cancel"}, with "directory" after a savepoint
{"command": "rescale", "parallelism": 4}
{"command": "stacks", "vertex": null or an id, "executor": null or an id, "samples": 100, "delay_ms": 50, "depth": 100}
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any, Optional, TypeVar

from pyrite.control.document_of_view import document_of_view, vertex_id
from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.json_dataclasses import to_json
from pyrite.graph.execution_graph import Subtask
from pyrite.graph.running_job import RunningJob
from pyrite.runtime.wire.stack_samples import StackRequest, StackSamples
from pyrite.runtime.wire.task_state import TaskState

T = TypeVar("T")
Answer = dict[str, Any]
TaskId = tuple[int, int]


class JobCommands:
    """Carries out requests. `describe` gives what `status` answers."""

    def __init__(self, job: RunningJob, describe: Callable[[], Answer]) -> None:
        self._job = job
        self._describe = describe

    def run(self, request: Mapping[str, Any]) -> CompletableFuture[Answer]:
        """Begins what is asked for, without waiting. Whatever goes wrong comes through the future."""
        answer: CompletableFuture[Answer] = CompletableFuture()

        def begin() -> None:
            try:
                self._begin(request, answer)
            except Exception as error:
                answer.set_exception(error)

        if request == {"command": "status"}:
            answer.set_result(self._describe())
        else:  # a job may look at storage, or wait for slots, before it returns
            threading.Thread(target=begin, daemon=True, name="job-command").start()
        return answer

    def _begin(self, request: Mapping[str, Any], answer: CompletableFuture[Answer]) -> None:
        job = self._job
        match request:
            case {"command": "document"}:
                answer.set_result(job_document(job))
            case {"command": "savepoint", "directory": str() | None as directory}:
                _then(job.trigger_savepoint(directory), answer, lambda path: answer.set_result({"path": path}))
            case {"command": "checkpoint"}:
                _then(job.trigger_checkpoint(), answer, lambda number: answer.set_result({"checkpoint_id": number}))
            case {"command": "stop", "drain": bool() as drain, "directory": str() | None as directory}:
                _then(job.stop_with_savepoint(drain, directory), answer, lambda path: self._end(answer, path))
            case {"command": "cancel", "directory": str() | None as directory}:
                _then(job.cancel_with_savepoint(directory), answer, lambda path: self._end(answer, path))
            case {"command": "cancel"}:
                job.cancel()
                self._end(answer, None)
            case {"command": "rescale", "parallelism": int() as parallelism}:
                _then(job.rescale(parallelism), answer, lambda rescaled: answer.set_result(asdict(rescaled)))
            case {
                "command": "stacks",
                "vertex": str() | None as vertex,
                "executor": str() | None as executor,
                "samples": int() as samples,
                "delay_ms": int() as delay_ms,
                "depth": int() as depth,
            }:
                subtasks = _subtasks(job, vertex, executor)
                wanted = StackRequest(min(samples, 10_000), max(delay_ms, 1), depth, frozenset(subtasks))
                _then(job.sample_stacks(wanted), answer, lambda stacks: answer.set_result(_stacks(subtasks, stacks)))
            case _:
                raise PyriteError(f"not a command that this job's driver knows: {request}")

    def _end(self, answer: CompletableFuture[Answer], path: str | None) -> None:
        """Answers when the job is over."""
        self._job.finished.add_done_callback(
            lambda _: answer.set_result({"path": path, "status": self._job.view.status.name})
        )


def job_document(job: RunningJob) -> Answer:
    """The JobDocument of a job as it is now, as JSON."""
    now_ms = SystemClock().now_ms()
    document: Answer = to_json(document_of_view(str(job.job_id), job.view, job.configuration, now_ms))
    return document


def _subtasks(job: RunningJob, vertex: Optional[str], executor: Optional[str]) -> dict[TaskId, tuple[str, int]]:
    """The vertex's id and the index of each subtask that is wanted, by task."""
    view, chosen = job.view, {}
    for one in view.graph.job.vertices:
        for index in range(one.parallelism if vertex in (None, vertex_id(one)) else 0):
            task = view.graph.task_of(Subtask(one.id, index))
            where = view.tasks.get(task, TaskState()).registration
            if executor is None or (where is not None and where.executor == executor):
                chosen[task] = vertex_id(one), index
    return chosen


def _stacks(subtasks: Mapping[TaskId, tuple[str, int]], stacks: Mapping[TaskId, StackSamples]) -> Answer:
    answered = [
        {
            "vertex": subtasks[task][0],
            "index": subtasks[task][1],
            "stacks": [[stack, is_on_cpu, count] for (stack, is_on_cpu), count in samples.counts.items()],
            "threads": samples.threads,
        }
        for task, samples in sorted(stacks.items())
    ]
    return {"ended_ms": SystemClock().now_ms(), "subtasks": answered}


def _then(done: Future[T], answer: CompletableFuture[Answer], use_result: Callable[[T], None]) -> None:
    """Continues with a result; an error is the answer."""

    def when_done(done: Future[T]) -> None:
        error = done.exception()
        if error is not None:
            answer.set_exception(error)
        else:
            use_result(done.result())

    done.add_done_callback(when_done)
