"""SavepointPromises: what clients that asked an attempt for savepoints were promised, and their answers. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Optional

from pyrite.core.errors import CheckpointError
from pyrite.runtime.master.job_instructions import Answer, DiscardCheckpoint
from pyrite.runtime.master.pending_checkpoint import PendingCheckpoint
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest


class SavepointPromises:
    """The savepoints of one attempt that are still to be answered, or with which it ends."""

    def __init__(self, is_periodic: bool) -> None:
        self._is_periodic = is_periodic
        self.draining: Optional[SavepointRequest] = None
        """The savepoint with which the job ends once its sources have."""
        self.stopped: Optional[PendingCheckpoint] = None
        """The savepoint with which the attempt ends: it is complete."""
        self.unconfirmed: dict[int, SavepointRequest] = {}
        """Savepoints that no checkpoint has followed yet, by their ids."""

    def taken(self, pending: PendingCheckpoint, request: SavepointRequest) -> Iterator[Answer]:
        """A savepoint is complete. One with which the job stops is answered when it has.

        One after which it keeps running is answered when a checkpoint has followed: that commits what sinks have
        prepared for both. If the attempt broke before, the next one would begin with removing it.
        """
        if pending.kind.ends_attempt:
            self.stopped = pending
        elif self._is_periodic and not pending.kind.cancels_job:
            self.unconfirmed[pending.checkpoint_id] = request
        else:
            yield Answer(request.request_id, request.folder)

    def confirmed_by(self, checkpoint_id: int) -> Iterator[Answer]:
        """A checkpoint is complete, and confirms the savepoints before it."""
        for saved in [n for n in self.unconfirmed if n < checkpoint_id]:
            request = self.unconfirmed.pop(saved)
            yield Answer(request.request_id, request.folder)

    def failed(self, pending: PendingCheckpoint, request: SavepointRequest, why: str) -> Iterator[Answer]:
        """A savepoint failed. That of a drained job is taken once more, like any final checkpoint."""
        if pending.kind.drains:
            self.draining = replace(request, folder=f"{request.folder}-{pending.checkpoint_id}")
        else:
            yield _refused(request, why)

    def discard_unconfirmed(self, why: str) -> Iterator[DiscardCheckpoint | Answer]:
        """Sinks of a region that restarts may remove what they prepared for savepoints that no checkpoint followed."""
        for checkpoint_id, request in self.unconfirmed.items():
            yield DiscardCheckpoint(checkpoint_id, request.folder)
            yield _refused(request, why)
        self.unconfirmed.clear()


def _refused(request: SavepointRequest, why: str) -> Answer:
    return Answer(request.request_id, error=CheckpointError(f"the savepoint failed: {why}"))
