"""JobHistory: what has happened to a job, over all of its attempts. Bounded."""

from __future__ import annotations

from collections import deque
from typing import Final, Optional

from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.wire.checkpoint_outcome import CheckpointOutcome
from pyrite.runtime.wire.job_view import JobException
from pyrite.runtime.wire.story import Story

_CHECKPOINTS: Final = 100
_EXCEPTIONS: Final = 16


class JobHistory:
    """What has happened to a job. Owned by the job: it survives attempts."""

    def __init__(self) -> None:
        self.story = Story()
        self._checkpoints: deque[CheckpointOutcome] = deque(maxlen=_CHECKPOINTS)
        self._exceptions: deque[JobException] = deque(maxlen=_EXCEPTIONS)
        self.completed_checkpoints = 0
        self.failed_checkpoints = 0
        self.restored_id: Optional[int] = None
        """The checkpoint or savepoint that the job was last restored from."""
        self.restored_ms = 0
        self.restores = 0
        self.status_since_ms: dict[JobStatus, int] = {}
        """When the job last came to each status."""

    @property
    def checkpoints(self) -> tuple[CheckpointOutcome, ...]:
        """The oldest one first."""
        return tuple(self._checkpoints)

    @property
    def exceptions(self) -> tuple[JobException, ...]:
        """The oldest one first."""
        return tuple(self._exceptions)

    def note_status(self, at_ms: int, before: JobStatus, after: JobStatus, why: object) -> None:
        self.story.note(at_ms, "job", before, after, why)
        self.status_since_ms[after] = at_ms

    def note_checkpoint(self, outcome: CheckpointOutcome) -> None:
        self._checkpoints.append(outcome)
        if outcome.completed:
            self.completed_checkpoints += 1
        else:
            self.failed_checkpoints += 1

    def note_exception(self, exception: JobException) -> None:
        self._exceptions.append(exception)

    def note_restore(self, checkpoint_id: Optional[int], now_ms: int) -> None:
        """An attempt begins; None: with nothing."""
        if checkpoint_id is not None:
            self.restored_id, self.restored_ms = checkpoint_id, now_ms
            self.restores += 1
