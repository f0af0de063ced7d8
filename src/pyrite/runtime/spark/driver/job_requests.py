"""JobRequests: the open requests of clients to a running job."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Any, Optional

from pyrite.checkpoint.savepoint import new_folder
from pyrite.core.config.checkpoint_options import SAVEPOINT_DIRECTORY
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import CheckpointError, InvalidProgramError
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.core.job.job_parallelism import JobParallelism
from pyrite.graph.execution_graph import ExecutionGraph
from pyrite.runtime.master import job_events
from pyrite.runtime.wire.checkpoint_kind import CheckpointKind, SavepointRequest
from pyrite.runtime.wire.job_view import CheckpointsView


class JobRequests:
    """Turns client calls into events for the JobMaster, and its answers into results. Thread-safe."""

    def __init__(self, job_id: str, configuration: Configuration, put: Callable[[job_events.Event], None]) -> None:
        self._job_id = job_id
        self._configuration = configuration
        self._put = put
        self._ids = itertools.count(1)
        self._open: dict[int, CompletableFuture[Any]] = {}
        self._lock = threading.Lock()
        self._over = ""

    def savepoint(self, directory: Optional[str], kind: CheckpointKind, requested_by: str) -> CompletableFuture[str]:
        try:
            folder = self._new_folder(directory)
        except InvalidProgramError as error:
            return CompletableFuture.failed(error)
        return self._ask(lambda n: job_events.SavepointEvent(SavepointRequest(n, folder, kind, requested_by)))

    def rescale(
        self, graph: ExecutionGraph, parallelism: JobParallelism, is_awaited: bool, requested_by: str
    ) -> CompletableFuture[Optional[int]]:
        """Rescales the job; the result is the pause in ms, or None, as soon as the rescale begins, without waiting."""
        if is_awaited:
            return self._ask(lambda n: job_events.RescaleEvent(n, graph, parallelism, None, requested_by))
        number = next(self._ids)
        return self._ask(lambda n: job_events.RescaleEvent(number, graph, parallelism, n, requested_by))

    def _new_folder(self, directory: Optional[str]) -> str:
        target = directory or self._configuration.get(SAVEPOINT_DIRECTORY)
        if not target:
            raise InvalidProgramError(f"no savepoint directory given: pass one, or set {SAVEPOINT_DIRECTORY.key}")
        return new_folder(target, self._job_id)

    def _ask(self, event: Callable[[int], job_events.Event]) -> CompletableFuture[Any]:
        future: CompletableFuture[Any] = CompletableFuture()
        with self._lock:
            if self._over:
                future.set_exception(CheckpointError(self._over))
                return future
            number = next(self._ids)
            self._open[number] = future
        self._put(event(number))
        return future

    def answer(self, request_id: int, value: Any, error: Optional[Exception]) -> None:
        with self._lock:
            future = self._open.pop(request_id, None)
        if future is None:
            return
        if error is None:
            future.set_result(value)
        else:
            future.set_exception(error)

    def close(self, why: str) -> None:
        """The job has ended: fails open and later requests."""
        with self._lock:
            self._over = why
            futures, self._open = self._open, {}
        for future in futures.values():
            future.set_exception(CheckpointError(why))


class CheckpointRequests:
    """Answers each request with the first checkpoint that began after it, or with that checkpoint's failure."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, CompletableFuture[int]]] = []
        self._lock = threading.Lock()
        self._over = ""

    def ask(self, now: CheckpointsView) -> CompletableFuture[int]:
        """Thread-safe. `now`: the current checkpoints."""
        future: CompletableFuture[int] = CompletableFuture()
        ids = [one.checkpoint_id for one in now.history] + [one.checkpoint_id for one in now.under_way]
        with self._lock:
            if self._over:
                future.set_exception(CheckpointError(self._over))
            else:
                self._waiting.append((max(ids, default=0), future))
        return future

    def look(self, now: CheckpointsView) -> None:
        """Answers requests after an event of the job."""
        if not self._waiting:
            return
        ended = [one for one in now.history if not one.kind.is_savepoint]
        with self._lock:
            waiting, self._waiting = self._waiting, []
            answers = []
            for last_id, future in waiting:
                outcome = next((one for one in ended if one.checkpoint_id > last_id), None)
                if outcome is None:
                    self._waiting.append((last_id, future))
                else:
                    answers.append((future, outcome))
        for future, outcome in answers:
            if outcome.completed:
                future.set_result(outcome.checkpoint_id)
            else:
                future.set_exception(CheckpointError(f"checkpoint {outcome.checkpoint_id} failed: {outcome.why}"))

    def close(self, why: str) -> None:
        """The job has ended: fails open and later requests."""
        with self._lock:
            self._over = why
            waiting, self._waiting = self._waiting, []
        for _, future in waiting:
            future.set_exception(CheckpointError(why))
