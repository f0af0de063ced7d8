"""The driver's work on checkpoint storage: what is removed delays no commit."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator

import pytest

from pyrite.core.config.configuration import Configuration
from pyrite.runtime.master import job_events
from pyrite.runtime.master.job_instructions import BeginAttempt
from pyrite.runtime.spark.driver.storage_worker import StorageWorker
from pyrite.storage.open_store import FolderOpener
from pyrite.storage.store import CheckpointStore, MemoryStore
from tests.checkpoint.jobs import JOB, manifest_of, storage_of

WAIT_S = 10


class StuckDeletes(MemoryStore):
    """A store whose removals wait until the test lets them go."""

    def __init__(self) -> None:
        super().__init__()
        self.released = threading.Event()
        self.removing = threading.Event()

    def delete(self, path: str) -> None:
        self._wait()
        super().delete(path)

    def delete_folder(self, path: str) -> None:
        self._wait()
        super().delete_folder(path)

    def _wait(self) -> None:
        self.removing.set()
        assert self.released.wait(WAIT_S)


class Worker:
    """A StorageWorker, and what comes of it."""

    def __init__(self, store: CheckpointStore) -> None:
        self.events: queue.SimpleQueue[job_events.Event] = queue.SimpleQueue()
        self.worker = StorageWorker(storage_of(store, "one"), FolderOpener(Configuration()), self.events.put)
        self.worker.begin_attempt(BeginAttempt())
        begun = self.events.get(timeout=WAIT_S)
        assert isinstance(begun, job_events.AttemptBegunEvent)
        self.attempt = begun.attempt

    def store(self, checkpoint_id: int) -> None:
        self.worker.store(manifest_of(checkpoint_id, self.attempt), None)
        assert self.events.get(timeout=WAIT_S) == job_events.CheckpointStoredEvent(checkpoint_id, None)


@pytest.fixture
def store() -> Iterator[StuckDeletes]:
    store = StuckDeletes()
    yield store
    store.released.set()


def test_checkpoints_complete_while_old_ones_cannot_be_removed(store: StuckDeletes) -> None:
    worker = Worker(store)
    for checkpoint_id in range(1, 6):
        worker.store(checkpoint_id)
        worker.worker.drop_unneeded(checkpoint_id)
    assert store.removing.wait(WAIT_S)
    assert [name for name in store.list(JOB) if name.startswith("chk-")] == [f"chk-{n}" for n in range(1, 6)]


def test_old_checkpoints_are_removed_once_the_store_lets_them_go(store: StuckDeletes) -> None:
    worker = Worker(store)
    for checkpoint_id in range(1, 6):
        worker.store(checkpoint_id)
        worker.worker.drop_unneeded(checkpoint_id)
    store.released.set()
    newest = worker.worker.newest()
    assert newest is not None
    assert newest.checkpoint_id == 5
    assert [name for name in store.list(JOB) if name.startswith("chk-")] == ["chk-5"]


def test_attempt_begins_while_an_aborted_checkpoint_cannot_be_removed(store: StuckDeletes) -> None:
    worker = Worker(store)
    store.write(f"{JOB}/chk-7/a{worker.attempt}-0", b"of checkpoint 7")
    worker.worker.discard(7, worker.attempt, "")
    assert store.removing.wait(WAIT_S)
    worker.worker.begin_attempt(BeginAttempt())
    assert isinstance(worker.events.get(timeout=WAIT_S), job_events.AttemptBegunEvent)
