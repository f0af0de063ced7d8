"""SubtaskCheckpoints: handles the JobMaster's messages and the barriers of checkpoints for a subtask."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Optional

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.core.clock import Clock
from pyrite.core.errors import CheckpointError
from pyrite.operators.state.operator_subtask_state import FrozenOperatorState
from pyrite.runtime.task.chain.operator_chain import OperatorChain
from pyrite.runtime.task.checkpoint.snapshot_upload import SnapshotUpload
from pyrite.runtime.task.input.alignment import Barriers, Snapshots
from pyrite.runtime.task.input.current_block import CurrentBlock
from pyrite.runtime.task.input.edge_input import InputGate
from pyrite.runtime.task.subtask_end import SubtaskEnd
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import Barrier, Buffer, ChannelId
from pyrite.state.chain import MergeRequest
from pyrite.storage.fault_points import reaches
from pyrite.storage.full_disk import full_disk_note


class SubtaskSnapshots(Snapshots):
    """Freezes the state of a chain: adds to `uploads`, and to `declined` messages for the JobMaster."""

    def __init__(
        self,
        chain: OperatorChain,
        gate: InputGate,
        current: CurrentBlock,
        clock: Clock,
        end: SubtaskEnd,
        uploads: list[SnapshotUpload],
        declined: list[messages.TaskMessage],
    ) -> None:
        self._chain = chain
        self._gate = gate
        self._current = current
        self._clock = clock
        self._end = end
        self._uploads = uploads
        self._declined = declined
        self._unrecorded: dict[int, SnapshotUpload] = {}
        self._unencoded: list[SnapshotUpload] = []
        self.last = CheckpointMetrics()
        """The metrics of the last checkpoint."""
        self.stops_at: Optional[int] = None
        """The checkpoint that stops the job: the subtask does no work until it is complete or aborted."""

    @reaches("task.freeze.before")
    def freeze(self, barrier: Barrier, alignment_us: int, held_bytes: int) -> None:
        """Freezes the state and forwards the barrier, after all earlier output."""
        begun_us, begun_ms = self._clock.monotonic_us(), self._clock.now_ms()
        if not self._end.had_finished:
            self._chain.state.prepare(barrier.checkpoint_id, barrier.completed_id, bool(barrier.savepoint))
        try:
            operators = self._freeze_operators(barrier)
        except Exception as error:
            self.give_up(barrier, error)
            return
        self.pass_on(barrier)
        if barrier.stops:
            self.stops_at = barrier.checkpoint_id
        metrics = self.last = CheckpointMetrics(
            sync_ms=(self._clock.monotonic_us() - begun_us) / 1000,
            start_delay_ms=max(0.0, begun_ms - barrier.triggered_ms - alignment_us / 1000),
            alignment_ms=alignment_us / 1000,
            held_bytes=held_bytes,
        )
        upload = SnapshotUpload(
            barrier.checkpoint_id, operators, self._end.has_ended, metrics, savepoint=barrier.savepoint
        )
        if barrier.unaligned:
            self._unrecorded[barrier.checkpoint_id] = upload
        if not upload.is_encoded:
            self._unencoded.append(upload)
        self._upload_if_ready(upload)

    def _upload_if_ready(self, upload: SnapshotUpload) -> None:
        if upload.is_encoded and upload.checkpoint_id not in self._unrecorded:
            self._uploads.append(upload)

    @property
    def has_unencoded(self) -> bool:
        """Whether some frozen state is not encoded yet."""
        return bool(self._unencoded)

    def encode(self, most: int) -> None:
        """Encodes a slice of about `most` entries."""
        upload = self._unencoded[0]
        upload.encode(most)
        if upload.is_encoded:
            self._unencoded.pop(0)
            self._upload_if_ready(upload)

    @reaches("task.freeze.after")
    def _freeze_operators(self, barrier: Barrier) -> dict[str, FrozenOperatorState]:
        return (
            {} if self._end.had_finished else self._chain.state.freeze(barrier.checkpoint_id, bool(barrier.savepoint))
        )

    def give_up(self, barrier: Barrier, error: Exception) -> None:
        if note := full_disk_note(error):
            error = CheckpointError(f"{error}{note}")
        self._declined.append(messages.Decline(barrier.checkpoint_id, error))
        self.pass_on(replace(barrier, cancelled=True))

    def pass_on(self, barrier: Barrier) -> None:
        for writer in self._chain.writers:
            writer.process_barrier(barrier)

    def record(self, checkpoint_id: int, in_flight: list[Buffer]) -> None:
        """Adds the data overtaken by an unaligned barrier to the frozen state."""
        upload = self._unrecorded.pop(checkpoint_id, None)
        if upload is not None:
            upload.in_flight = in_flight
            self._upload_if_ready(upload)

    def begun(self, missing: Collection[ChannelId]) -> list[Buffer]:
        """The rest of the current block, and the parts of incomplete blocks, of channels whose barrier is missing."""
        return self._gate.begun(missing) + self._current.rest(missing)

    def abort(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted: drops its uploads, and lets the subtask continue."""
        self._unrecorded.pop(checkpoint_id, None)
        self._unencoded = [upload for upload in self._unencoded if upload.checkpoint_id != checkpoint_id]
        if checkpoint_id == self.stops_at:
            self.stops_at = None


class SubtaskCheckpoints:
    """Passes messages about checkpoints to the barriers, the snapshots and the state."""

    def __init__(
        self,
        chain: OperatorChain,
        barriers: Barriers,
        snapshots: SubtaskSnapshots,
        is_source: bool,
        outgoing: list[messages.TaskMessage],
        merges: list[tuple[str, MergeRequest]],
    ) -> None:
        """`outgoing` receives messages for the JobMaster, `merges` the requests to merge files."""
        self._chain = chain
        self._barriers = barriers
        self._snapshots = snapshots
        self._is_source = is_source
        self._outgoing = outgoing
        self._merges = merges

    def handle(self, message: messages.Message) -> bool:
        """Handles a message; returns False if it is not about checkpoints."""
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
    """The barrier with which a source begins a checkpoint."""
    return Barrier(
        trigger.checkpoint_id,
        trigger.triggered_ms,
        trigger.completed_id,
        trigger.unaligned,
        stops=trigger.stops,
        savepoint=trigger.savepoint,
    )
