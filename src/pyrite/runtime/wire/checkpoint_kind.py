"""CheckpointKind: what a checkpoint is taken for. SavepointRequest: one that a client has asked for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class CheckpointKind(Enum):
    """What a checkpoint is taken for. It answers what follows from that; nobody else compares kinds."""

    CHECKPOINT = "checkpoint"
    """At an interval, so that the job can be restored from it."""
    FINAL = "final checkpoint"
    """When all input has ended: it commits what the sinks have prepared."""
    SAVEPOINT = "savepoint"
    """For the user; the job keeps running."""
    STOP = "stop with savepoint"
    """The job ends with it, in the middle of its input. Without a folder of its own, to resume as another graph."""
    DRAIN = "drain with savepoint"
    """The sources end first, so that event time comes to its end; then the job ends with it."""
    CANCEL = "cancel with savepoint"
    """The job is canceled once it is complete."""

    @property
    def is_savepoint(self) -> bool:
        """Whether a client has asked for it, and waits for the answer."""
        return self not in (CheckpointKind.CHECKPOINT, CheckpointKind.FINAL)

    @property
    def is_final(self) -> bool:
        """Whether it is taken when all input has ended."""
        return self in (CheckpointKind.FINAL, CheckpointKind.DRAIN)

    @property
    def drains(self) -> bool:
        """Whether the sources are to end before it is taken."""
        return self is CheckpointKind.DRAIN

    @property
    def holds_tasks(self) -> bool:
        """Whether tasks do nothing after their part of it until it is complete, which is their end, or aborted."""
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
        """Whether the job's log has it, so that the job can be restored from it."""
        return not self.is_savepoint or self.ends_attempt

    @property
    def may_overtake(self) -> bool:
        """Whether it may be unaligned: a savepoint holds no data in flight."""
        return not self.is_savepoint


@dataclass(frozen=True)
class SavepointRequest:
    """A savepoint to take. It is answered under its `request_id`, once.

    Without a folder it is a checkpoint of the job's own, at which the job stops to resume with another graph.
    """

    request_id: int
    folder: str
    kind: CheckpointKind = CheckpointKind.SAVEPOINT
    requested_by: str = ""
