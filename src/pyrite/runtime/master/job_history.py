"""JobHistory: the checkpoints, exceptions and previous attempts of a job. Bounded in size."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final, Optional

from pyrite.core.config.cluster_options import ATTEMPTS_HISTORY_SIZE
from pyrite.core.job.job_status import JobStatus
from pyrite.graph.execution_graph import ExecutionGraph, Subtask
from pyrite.runtime.master.event_record import EventRecord
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.runtime.wire.job_view import JobException, TaskId
from pyrite.runtime.wire.previous_attempt import PreviousAttempt
from pyrite.runtime.wire.story import Story
from pyrite.runtime.wire.task_state import TaskState

_CHECKPOINTS: Final = 100
_EXCEPTIONS: Final = 16
_PREVIOUS_ATTEMPTS: Final = 2000
"""The limit for all subtasks together; per subtask it is jobmanager.execution.attempts-history-size."""


class JobHistory:
    """The history of a job over all of its attempts."""

    def __init__(self, attempts: int = ATTEMPTS_HISTORY_SIZE.default) -> None:
        """`attempts`: the number of previous attempts kept per subtask."""
        self._attempts = attempts
        self._by_subtask: dict[tuple[str, int], tuple[PreviousAttempt, ...]] = {}
        self.previous_attempts: tuple[PreviousAttempt, ...] = ()
        """Previous attempts of subtasks, the oldest of each subtask first."""
        self.story = Story()
        self.record = EventRecord()
        self._checkpoints: deque[CheckpointOutcome] = deque(maxlen=_CHECKPOINTS)
        self._exceptions: deque[JobException] = deque(maxlen=_EXCEPTIONS)
        self.completed_checkpoints = 0
        self.failed_checkpoints = 0
        self.restored_id: Optional[int] = None
        """The checkpoint or savepoint that the job was last restored from."""
        self.restored_ms = 0
        self.restores = 0
        self.status_since_ms: dict[JobStatus, int] = {}
        """The time at which the job last entered each status."""

    @property
    def checkpoints(self) -> tuple[CheckpointOutcome, ...]:
        """The latest checkpoints, the oldest first."""
        return tuple(self._checkpoints)

    @property
    def exceptions(self) -> tuple[JobException, ...]:
        """The latest exceptions, the oldest first."""
        return tuple(self._exceptions)

    def note_status(self, at_ms: int, before: JobStatus, after: JobStatus, why: object) -> None:
        self.story.note(at_ms, "job", before, after, why)
        self.status_since_ms[after] = at_ms

    def note_checkpoint(self, outcome: CheckpointOutcome) -> None:
        self._checkpoints.append(outcome)
        self.record.note_savepoint(outcome)
        if outcome.completed:
            self.completed_checkpoints += 1
        else:
            self.failed_checkpoints += 1

    def note_exception(self, exception: JobException, graph: ExecutionGraph, tasks: Mapping[TaskId, TaskState]) -> None:
        """An attempt of these tasks has failed."""
        self._exceptions.append(exception)
        self.record.note_failure(exception.at_ms, exception.attempt, exception.error, graph, tasks)

    def note_previous_attempts(self, graph: ExecutionGraph, tasks: Mapping[TaskId, TaskState], now_ms: int) -> None:
        """An attempt of these tasks is over, and other tasks will replace them."""
        most = min(self._attempts, max(1, _PREVIOUS_ATTEMPTS // max(1, len(tasks))))
        for task, state in tasks.items():
            work = graph.work_of(task)
            if isinstance(work, Subtask) and state.registration is not None:
                key = graph.job.vertex(work.vertex).head.operator_id, work.index
                attempt = PreviousAttempt.of(*key, state.registration, state, now_ms)
                self._by_subtask[key] = (*self._by_subtask.get(key, ()), attempt)[-most:] if most else ()
        self.previous_attempts = tuple(attempt for attempts in self._by_subtask.values() for attempt in attempts)

    def note_restore(self, checkpoint_id: Optional[int], now_ms: int) -> None:
        """An attempt begins, restored from a checkpoint; None: without state."""
        if checkpoint_id is not None:
            self.restored_id, self.restored_ms = checkpoint_id, now_ms
            self.restores += 1
