"""SubtaskCheckpoints: what the JobMaster's messages about checkpoints bring about in a subtask."""

from __future__ import annotations

from dataclasses import replace

from pyrite.core.errors import CheckpointError
from pyrite.runtime.task.barriers import Barriers
from pyrite.runtime.task.operator_chain import OperatorChain
from pyrite.runtime.task.subtask_snapshots import SubtaskSnapshots
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import Barrier
from pyrite.state.chain import MergeRequest


class SubtaskCheckpoints:
    """Takes messages about checkpoints to the barriers, the snapshots and the state that they concern."""

    def __init__(
        self,
        chain: OperatorChain,
        barriers: Barriers,
        snapshots: SubtaskSnapshots,
        is_source: bool,
        outgoing: list[messages.TaskMessage],
        merges: list[tuple[str, MergeRequest]],
    ) -> None:
        """`outgoing` gets what the JobMaster is to know, `merges` the files that are to be merged."""
        self._chain = chain
        self._barriers = barriers
        self._snapshots = snapshots
        self._is_source = is_source
        self._outgoing = outgoing
        self._merges = merges

    def handle(self, message: messages.Message) -> bool:
        """Takes a message; False: it is about something else."""
        match message:
            case messages.Trigger():
                self._trigger(message)
            case messages.Uploaded(checkpoint_id, None, _, error):
                lost = error or CheckpointError("the upload reported neither a handle nor an error")
                self._outgoing.append(messages.Decline(checkpoint_id, lost))
            case messages.Uploaded(checkpoint_id, handle, metrics):
                assert handle is not None
                self._outgoing.append(messages.Acknowledge(checkpoint_id, handle, metrics))
            case messages.Abort(checkpoint_id):
                self._barriers.abort(checkpoint_id)
                self._snapshots.abort(checkpoint_id)
                self._chain.state.aborted(checkpoint_id)
            case messages.Merged(operator_id, request, ref):
                self._chain.state.merged(operator_id, request, ref)
            case messages.Complete(checkpoint_id):
                self._chain.state.completed(checkpoint_id)
                self._merges.extend(self._chain.state.merges_needed())
            case _:
                return False
        return True

    def _trigger(self, message: messages.Trigger) -> None:
        barrier = _barrier_of(message)
        if self._is_source:
            self._snapshots.freeze(replace(barrier, unaligned=False), 0, 0)
        else:
            self._barriers.go_unaligned(barrier)


def _barrier_of(trigger: messages.Trigger) -> Barrier:
    """The barrier that a checkpoint begins with."""
    return Barrier(
        trigger.checkpoint_id,
        trigger.triggered_ms,
        trigger.completed_id,
        trigger.unaligned,
        stops=trigger.stops,
        savepoint=trigger.savepoint,
    )
