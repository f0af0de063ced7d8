"""CheckpointRequests: clients that wait for the next checkpoint of a job."""

from __future__ import annotations

import threading

from pyrite.core.errors import CheckpointError
from pyrite.core.job.completable_future import CompletableFuture
from pyrite.runtime.wire.job_view import CheckpointsView


class CheckpointRequests:
    """Answers each with the number of the first checkpoint that began after it was asked for, or why that failed."""

    def __init__(self) -> None:
        self._waiting: list[tuple[int, CompletableFuture[int]]] = []
        self._lock = threading.Lock()
        self._over = ""

    def ask(self, now: CheckpointsView) -> CompletableFuture[int]:
        """Any thread may ask. `now`: the checkpoints that there are."""
        future: CompletableFuture[int] = CompletableFuture()
        known = [one.checkpoint_id for one in now.history] + [one.checkpoint_id for one in now.under_way]
        with self._lock:
            if self._over:
                future.set_exception(CheckpointError(self._over))
            else:
                self._waiting.append((max(known, default=0), future))
        return future

    def look(self, now: CheckpointsView) -> None:
        """Something has happened to the job."""
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
        """The job has ended: whoever still waits, or asks from now on, gets that answer."""
        with self._lock:
            self._over = why
            left, self._waiting = self._waiting, []
        for _, future in left:
            future.set_exception(CheckpointError(why))
