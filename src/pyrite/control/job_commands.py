"""What another process can ask of a running job, by its control socket: requests and answers are JSON objects.

{"command": "status"}
{"command": "document"}
{"command": "savepoint", "directory": null or a path or URI}
{"command": "checkpoint"}
{"command": "stop", "drain": true or false, "directory": ...}
{"command": "cancel"}, with "directory" after a savepoint
{"command": "rescale", "parallelism": 4}
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import asdict
from typing import Any, TypeVar

from pyrite.control.document_of_view import document_of_view
from pyrite.core.clock import SystemClock
from pyrite.core.errors import PyriteError
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.json_dataclasses import to_json
from pyrite.graph.running_job import RunningJob

T = TypeVar("T")
Answer = dict[str, Any]


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


def _then(done: Future[T], answer: CompletableFuture[Answer], use_result: Callable[[T], None]) -> None:
    """Continues with a result; an error is the answer."""

    def when_done(done: Future[T]) -> None:
        error = done.exception()
        if error is not None:
            answer.set_exception(error)
        else:
            use_result(done.result())

    done.add_done_callback(when_done)
