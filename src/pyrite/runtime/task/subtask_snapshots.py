"""SubtaskSnapshots: what barriers bring about in a task that runs a chain of operators."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Optional

from pyrite.checkpoint.manifest import CheckpointMetrics
from pyrite.core.clock import Clock
from pyrite.core.errors import CheckpointError
from pyrite.operators.state.operator_subtask_state import FrozenOperatorState
from pyrite.runtime.task.barriers import Snapshots
from pyrite.runtime.task.block_in_hand import BlockInHand
from pyrite.runtime.task.input_gate import ChannelId, InputGate
from pyrite.runtime.task.operator_chain import OperatorChain
from pyrite.runtime.task.snapshot_upload import SnapshotUpload
from pyrite.runtime.wire import messages
from pyrite.runtime.wire.frames import Barrier, Buffer
from pyrite.storage.fault_points import reaches
from pyrite.storage.full_disk import full_disk_note


class SubtaskSnapshots(Snapshots):
    """Freezes a chain: `uploads` gets what is to be written, `declined` what the JobMaster is to know of."""

    def __init__(
        self,
        chain: OperatorChain,
        gate: InputGate,
        hand: BlockInHand,
        clock: Clock,
        had_finished: bool,
        has_ended: Callable[[], bool],
        uploads: list[SnapshotUpload],
        declined: list[messages.TaskMessage],
    ) -> None:
        self._chain = chain
        self._gate = gate
        self._hand = hand
        self._clock = clock
        self._had_finished = had_finished
        self._has_ended = has_ended
        self._uploads = uploads
        self._declined = declined
        self._unrecorded: dict[int, SnapshotUpload] = {}
        self._unencoded: list[SnapshotUpload] = []
        self.last = CheckpointMetrics()
        """Of the last checkpoint."""
        self.stops_at: Optional[int] = None
        """The checkpoint with which the job stops: nothing is done until it is complete or aborted."""

    @reaches("task.freeze.before")
    def freeze(self, barrier: Barrier, alignment_us: int, held_bytes: int) -> None:
        """Freezes the state and forwards the barrier, after everything that came before it."""
        begun_us, begun_ms = self._clock.monotonic_us(), self._clock.now_ms()
        if not self._had_finished:
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
            barrier.checkpoint_id, operators, self._has_ended(), metrics, savepoint=barrier.savepoint
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
        """Whether frozen state is still to be encoded."""
        return bool(self._unencoded)

    def encode(self, most: int) -> None:
        """Encodes a slice of about so many entries."""
        upload = self._unencoded[0]
        upload.encode(most)
        if upload.is_encoded:
            self._unencoded.pop(0)
            self._upload_if_ready(upload)

    @reaches("task.freeze.after")
    def _freeze_operators(self, barrier: Barrier) -> dict[str, FrozenOperatorState]:
        return {} if self._had_finished else self._chain.state.freeze(barrier.checkpoint_id, bool(barrier.savepoint))

    def give_up(self, barrier: Barrier, error: Exception) -> None:
        if note := full_disk_note(error):
            error = CheckpointError(f"{error}{note}")
        self._declined.append(messages.Decline(barrier.checkpoint_id, error))
        self.pass_on(replace(barrier, cancelled=True))

    def pass_on(self, barrier: Barrier) -> None:
        for writer in self._chain.writers:
            writer.process_barrier(barrier)

    def record(self, checkpoint_id: int, in_flight: list[Buffer]) -> None:
        """Adds what an unaligned barrier has overtaken to the frozen state."""
        upload = self._unrecorded.pop(checkpoint_id, None)
        if upload is not None:
            upload.in_flight = in_flight
            self._upload_if_ready(upload)

    def begun(self, missing: Collection[ChannelId]) -> list[Buffer]:
        """The rest of the block in hand and the parts of blocks to come, of channels whose barrier is missing."""
        return self._gate.begun(missing) + self._hand.rest(missing)

    def abort(self, checkpoint_id: int) -> None:
        """The checkpoint was aborted: what waits for it waits no longer."""
        self._unrecorded.pop(checkpoint_id, None)
        self._unencoded = [upload for upload in self._unencoded if upload.checkpoint_id != checkpoint_id]
        if checkpoint_id == self.stops_at:
            self.stops_at = None
