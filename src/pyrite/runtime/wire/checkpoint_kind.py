"""CheckpointKind: the purpose of a checkpoint. SavepointRequest: a client's request for a savepoint."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class CheckpointKind(Enum):
    """The purpose of a checkpoint. Its properties have all consequences; other code does not compare kinds."""

    CHECKPOINT = "checkpoint"
    """Taken at an interval, for restoring the job."""
    FINAL = "final checkpoint"
    """Taken when all input has ended, to commit the pending committables."""
    SAVEPOINT = "savepoint"
    """Taken for the user; the job keeps running."""
    STOP = "stop with savepoint"
    """The job stops with it, in the middle of its input; without a folder, to resume with another graph."""
    DRAIN = "drain with savepoint"
    """The sources end first, so that event time reaches its end; then the job stops with it."""
    CANCEL = "cancel with savepoint"
    """The job is canceled when it is complete."""

    @property
    def is_savepoint(self) -> bool:
        """Whether a client has requested it and waits for the answer."""
        return self not in (CheckpointKind.CHECKPOINT, CheckpointKind.FINAL)

    @property
    def is_final(self) -> bool:
        """Whether it is taken when all input has ended."""
        return self in (CheckpointKind.FINAL, CheckpointKind.DRAIN)

    @property
    def drains(self) -> bool:
        """Whether the sources must end before it is taken."""
        return self is CheckpointKind.DRAIN

    @property
    def holds_tasks(self) -> bool:
        """Whether tasks pause after their part of it until it is complete, which ends them, or aborted."""
        return self is CheckpointKind.STOP

    @property
    def ends_attempt(self) -> bool:
        """Whether every task ends when it is complete."""
        return self.is_final or self.holds_tasks

    @property
    def cancels_job(self) -> bool:
        """Whether the job is canceled when it is complete."""
        return self is CheckpointKind.CANCEL

    @property
    def is_log_entry(self) -> bool:
        """Whether it is entered into the job's log, so that the job can be restored from it."""
        return not self.is_savepoint or self.ends_attempt

    @property
    def may_overtake(self) -> bool:
        """Whether it may be unaligned: a savepoint contains no in-flight data."""
        return not self.is_savepoint


@dataclass(frozen=True)
class SavepointRequest:
    """A requested savepoint. The request is answered once, under its `request_id`.

    Without a folder it is a regular checkpoint, at which the job stops to resume with another graph.
    """

    request_id: int
    folder: str
    kind: CheckpointKind = CheckpointKind.SAVEPOINT
    requested_by: str = ""
