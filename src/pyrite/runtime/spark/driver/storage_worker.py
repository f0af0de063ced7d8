"""StorageWorker: the driver's threads that work on checkpoint storage, so that a slow store delays nothing else."""

from __future__ import annotations

import logging
import queue
import threading
import time
from collections.abc import Callable
from typing import Optional

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.checkpoint.manifest import Manifest
from pyrite.checkpoint.savepoint import note_committed, release
from pyrite.runtime.master import job_events
from pyrite.runtime.master.checkpoint.store_checkpoint import begin_attempt, store_checkpoint
from pyrite.runtime.master.job_instructions import BeginAttempt
from pyrite.runtime.wire.checkpoint_kind import SavepointRequest
from pyrite.storage.fault_points import reaches
from pyrite.storage.open_store import FolderOpener

_log = logging.getLogger(__name__)


class StorageWorker:
    """Executes storage operations one after another, in the order of their calls.

    Removals are executed by a second thread: removing thousands of files, or from a slow store, does not delay commits.
    """

    def __init__(
        self,
        storage: JobStorage,
        open_folder: FolderOpener,
        on_event: Callable[[job_events.Event], None],
        claimed: str = "",
    ) -> None:
        """`claimed`: the snapshot that the job was restored from and now owns; it is deleted when no longer needed."""
        self._storage = storage
        self._claimed = claimed
        self._open_folder = open_folder
        self._on_event = on_event
        self._work = _WorkThread("checkpoint-storage")
        self._removals = _WorkThread("checkpoint-removal")
        storage.run_removals(self._removals.put)

    @reaches("master.begin.before", "master.begin.after")
    def begin_attempt(self, instruction: BeginAttempt) -> None:
        self._work.put(lambda: self._begin_attempt(instruction))

    @reaches("master.store.before", "master.store.after")
    def store(self, manifest: Manifest, savepoint: Optional[SavepointRequest]) -> None:
        self._work.put(lambda: self._store(manifest, savepoint))

    @reaches("master.drop.before", "master.drop.after")
    def drop_unneeded(self, base_id: int) -> None:
        self._work.put(lambda: self._storage.drop_unneeded(base_id))
        if self._claimed:
            self._removals.put(self._release)

    def _release(self) -> None:
        """Deletes the claimed snapshot: the job has a new checkpoint, which refers to none of its files."""
        if self._claimed:
            claimed, self._claimed = self._claimed, ""
            release(claimed, self._open_folder)

    @reaches("master.discard.before", "master.discard.after")
    def discard(self, checkpoint_id: int, attempt: int, savepoint: str) -> None:
        if savepoint:
            self._removals.put(lambda: self._open_folder(savepoint).delete_folder(""))
        self._work.put(lambda: self._storage.discard(checkpoint_id, attempt))

    def note_committed(self, savepoint: str) -> None:
        """Returns when the note is written or has failed: clients that get the savepoint's path later find the note
        in it.
        """
        done = threading.Event()
        self._work.put(lambda: note_committed(self._open_folder(savepoint)))
        self._work.put(done.set)
        done.wait()

    def end(self, status: str, keep: bool) -> Optional[str]:
        """Waits for all operations, then logs the job's end; returns the path of the last checkpoint if it is
        retained.
        """
        self._finish()
        return self._storage.end(status, keep)

    @property
    def silent_s(self) -> float:
        """The time since the store has not answered. Removals do not count."""
        return self._work.busy_s

    def newest(self) -> Optional[Manifest]:
        """Waits for all operations; returns the newest complete checkpoint. FencedError: another driver has the job."""
        self._finish()
        self._storage.settle()
        return self._storage.newest()

    def _finish(self) -> None:
        self._work.end()
        self._removals.end()

    def _begin_attempt(self, instruction: BeginAttempt) -> None:
        region = instruction.region
        try:
            recovery = begin_attempt(self._storage, instruction)
        except Exception as error:
            self._on_event(job_events.AttemptRefusedEvent(error, region))
            return
        if recovery.manifest is not None:
            part = "" if region is None else f" of region {region + 1}"
            _log.info(
                "attempt %d%s is restored from checkpoint %d", recovery.attempt, part, recovery.manifest.checkpoint_id
            )
            if recovery.manifest.stopped_at:
                _log.warning(
                    "the job was stopped with %s: pending committables of its sinks are committed",
                    recovery.manifest.stopped_at,
                )
        begun = job_events.AttemptBegunEvent(recovery.attempt, recovery.manifest, recovery.next_checkpoint_id, region)
        self._on_event(begun)
        self._storage.sweep()

    def _store(self, manifest: Manifest, savepoint: Optional[SavepointRequest]) -> None:
        error: Optional[Exception] = None
        try:
            store_checkpoint(self._storage, manifest, savepoint, self._open_folder)
        except Exception as raised:
            error = raised
        self._on_event(job_events.CheckpointStoredEvent(manifest.checkpoint_id, error))


class _WorkThread:
    """Runs the calls submitted to it, in order."""

    def __init__(self, name: str) -> None:
        self._begun_s: Optional[float] = None
        self._queue: queue.SimpleQueue[Optional[Callable[[], None]]] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, daemon=True, name=name)
        self._thread.start()

    def put(self, work: Callable[[], None]) -> None:
        self._queue.put(work)

    def end(self) -> None:
        """Ends the thread; returns when all calls are done."""
        self._queue.put(None)
        self._thread.join()

    @property
    def busy_s(self) -> float:
        """The time that the current call has taken so far."""
        begun_s = self._begun_s
        return 0.0 if begun_s is None else time.monotonic() - begun_s

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            self._begun_s = time.monotonic()
            try:
                work()
            except Exception as error:  # nothing depends on it: remaining files are swept later
                _log.warning("checkpoint storage: %s", error)
            self._begun_s = None
