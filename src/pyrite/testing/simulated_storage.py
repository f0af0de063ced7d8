"""A driver's work on checkpoint storage in a simulation: its two threads, as queues from which the scheduler draws."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.core.errors import PyriteError
from pyrite.runtime.master import job_events, job_instructions
from pyrite.runtime.master.checkpoint.store_checkpoint import begin_attempt, store_checkpoint
from pyrite.storage.open_store import FolderOpener

Action = Callable[[], None]


class SimulatedStorage:
    """`work` is executed in order, `removals` at any later time."""

    def __init__(
        self, storage: JobStorage, open_folder: FolderOpener, on_event: Callable[[job_events.Event], None]
    ) -> None:
        self.work: deque[Action] = deque()
        self.removals: deque[Action] = deque()
        self.checkpoints = 0
        self._storage = storage
        self._open_folder = open_folder
        self._on_event = on_event
        storage.run_removals(self.removals.append)

    def carry_out(self, instruction: job_instructions.Instruction, attempt: int) -> None:
        match instruction:
            case job_instructions.BeginAttempt():
                self.work.append(lambda: self._begin_attempt(instruction))
            case job_instructions.StoreCheckpoint():
                self.work.append(lambda: self._store_checkpoint(instruction))
            case job_instructions.DropUnneeded(base_id):
                self.work.append(lambda: self._quietly(lambda: self._storage.drop_unneeded(base_id)))
            case job_instructions.DiscardCheckpoint(checkpoint_id, folder):
                self.work.append(lambda: self._quietly(lambda: self._storage.discard(checkpoint_id, attempt)))
                if folder:
                    self.removals.append(lambda: self._open_folder(folder).delete_folder(""))

    def die(self) -> None:
        self.work.clear()
        self.removals.clear()

    def _begin_attempt(self, instruction: job_instructions.BeginAttempt) -> None:
        region = instruction.region
        try:
            recovery = begin_attempt(self._storage, instruction)
        except Exception as error:
            self._on_event(job_events.AttemptRefusedEvent(error, region))
            return
        begun = job_events.AttemptBegunEvent(recovery.attempt, recovery.manifest, recovery.next_checkpoint_id, region)
        self._on_event(begun)
        self._quietly(self._storage.sweep)

    def _store_checkpoint(self, instruction: job_instructions.StoreCheckpoint) -> None:
        error: Exception | None = None
        try:
            store_checkpoint(self._storage, instruction.manifest, instruction.savepoint, self._open_folder)
            self.checkpoints += 1
        except Exception as raised:
            error = raised
        self._on_event(job_events.CheckpointStoredEvent(instruction.manifest.checkpoint_id, error))

    def _quietly(self, act: Action) -> None:
        """Executes an action whose failure has no effect."""
        with contextlib.suppress(OSError, PyriteError):
            act()
