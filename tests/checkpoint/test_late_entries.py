"""Abandoned entries of a job's log that appear late: they count, and do not fence their writer."""

from __future__ import annotations

import pytest

from pyrite.checkpoint.job_log import LateEntryError
from pyrite.checkpoint.job_storage import JobStorage
from pyrite.core.clock import ManualClock
from pyrite.core.errors import FencedError, JobRefusedError
from pyrite.storage.store import MemoryStore
from tests.checkpoint.jobs import JOB, Driver, folders


class SlowStore(MemoryStore):
    """A store in which creates of some names time out and take effect later."""

    def __init__(self) -> None:
        super().__init__()
        self.slow = False
        self._late: list[tuple[str, bytes]] = []

    def create(self, path: str, data: bytes) -> bool:
        if self.slow and "/_log/" in path:
            self._late.append((path, data))
            raise OSError("timed out")
        self.arrive()
        return super().create(path, data)

    def arrive(self) -> None:
        """Performs the creates that timed out, in order, each only if its name is free."""
        while self._late:
            super().create(*self._late.pop(0))


@pytest.fixture
def store() -> SlowStore:
    return SlowStore()


@pytest.fixture
def driver(store: SlowStore) -> Driver:
    """A driver whose second checkpoint timed out and may still appear."""
    driver = Driver(store, "one")
    driver.start()
    driver.checkpoint()
    store.slow = True
    with pytest.raises(OSError, match="timed out"):
        driver.checkpoint()
    store.slow = False
    return driver


def newest_id(driver: Driver) -> int:
    driver.storage.settle()
    newest = driver.storage.newest()
    assert newest is not None
    return newest.checkpoint_id


def check_cancelled(store: SlowStore, checkpoint_id: int) -> None:
    with pytest.raises(JobRefusedError, match=rf"was canceled at .*/chk-{checkpoint_id}$"):
        Driver(store, "two").start()


def test_cancelled_job_keeps_the_committables_of_a_late_checkpoint(store: SlowStore, driver: Driver) -> None:
    store.arrive()
    assert newest_id(driver) == 2
    driver.storage.end("CANCELED", keep=True)
    check_cancelled(store, checkpoint_id=2)


def test_checkpoint_that_appears_after_a_cancelled_job_was_rolled_back_is_not_kept(
    store: SlowStore, driver: Driver
) -> None:
    assert newest_id(driver) == 1
    driver.storage.end("CANCELED", keep=True)  # its entry finds the late one in its place
    check_cancelled(store, checkpoint_id=1)


def test_failed_job_keeps_a_late_checkpoint(store: SlowStore, driver: Driver) -> None:
    store.arrive()
    driver.storage.end("FAILED", keep=True)
    recovery = Driver(store, "two").start()
    assert recovery.manifest is not None
    assert recovery.manifest.checkpoint_id == 2


def test_late_entry_is_not_treated_as_another_drivers(store: SlowStore, driver: Driver) -> None:
    store.arrive()
    with pytest.raises(LateEntryError):
        driver.storage.refuse_if_lost()
    Driver(store, "two").start()
    with pytest.raises(FencedError):
        driver.storage.refuse_if_lost()
    with pytest.raises(FencedError):
        driver.storage.settle()


def test_late_checkpoint_counts_and_does_not_fence_its_driver(driver: Driver) -> None:
    recovery = driver.storage.begin_attempt()  # its entry finds the late one in its place
    assert recovery.manifest is not None
    assert (recovery.attempt, recovery.manifest.checkpoint_id) == (2, 2)


def test_late_attempt_does_not_fence_its_driver(store: SlowStore) -> None:
    clock = ManualClock(1_000)
    storage = JobStorage(store, JOB, "a job", "one", clock=clock)
    storage.begin_attempt()
    store.slow = True
    with pytest.raises(OSError, match="timed out"):
        storage.begin_attempt()
    store.slow = False
    clock.advance(1)
    assert storage.begin_attempt().attempt == 3
    Driver(store, "two").start()
    with pytest.raises(FencedError):  # another driver's entry still fences
        storage.begin_attempt()


def test_files_are_removed_again_once_the_outcome_of_a_checkpoint_is_clear(store: SlowStore, driver: Driver) -> None:
    driver.storage.drop_unneeded()
    assert folders(store) == ["chk-1", "chk-2"]
    store.arrive()
    assert newest_id(driver) == 2
    driver.storage.drop_unneeded()
    assert folders(store) == ["chk-2"]
