"""Entries of a job's log that were given up and came late: they count, and fence no driver that wrote them."""

from __future__ import annotations

import pytest

from pyrite.checkpoint.job_log import LateEntryError
from pyrite.checkpoint.job_storage import JobStorage
from pyrite.core.clock import ManualClock
from pyrite.core.errors import FencedError, JobRefusedError
from pyrite.storage.store import MemoryStore
from tests.checkpoint.jobs import JOB, Driver


class SlowStore(MemoryStore):
    """Creates of some names time out, and happen later."""

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
        """What was given up happens now, one by one, each only if its name is free."""
        while self._late:
            super().create(*self._late.pop(0))


@pytest.fixture
def store() -> SlowStore:
    return SlowStore()


@pytest.fixture
def undecided(store: SlowStore) -> Driver:
    """A driver whose second checkpoint has timed out, and may yet arrive."""
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


def check_cancelled(store: SlowStore, kept: int) -> None:
    with pytest.raises(JobRefusedError, match=rf"was cancelled at .*/chk-{kept}$"):
        Driver(store, "two").start()


def test_cancelled_job_owes_what_a_checkpoint_that_came_late_says(store: SlowStore, undecided: Driver) -> None:
    store.arrive()
    assert newest_id(undecided) == 2
    undecided.storage.end("CANCELED", keep=True)
    check_cancelled(store, kept=2)


def test_checkpoint_that_comes_after_a_cancelled_job_was_rolled_back_is_not_kept(
    store: SlowStore, undecided: Driver
) -> None:
    assert newest_id(undecided) == 1
    undecided.storage.end("CANCELED", keep=True)  # its entry finds the late one in its place
    check_cancelled(store, kept=1)


def test_failed_job_keeps_a_checkpoint_that_came_late(store: SlowStore, undecided: Driver) -> None:
    store.arrive()
    undecided.storage.end("FAILED", keep=True)
    recovery = Driver(store, "two").start()
    assert recovery.manifest is not None
    assert recovery.manifest.checkpoint_id == 2


def test_entry_that_came_late_is_not_another_drivers(store: SlowStore, undecided: Driver) -> None:
    store.arrive()
    with pytest.raises(LateEntryError):
        undecided.storage.refuse_if_lost()
    Driver(store, "two").start()
    with pytest.raises(FencedError):
        undecided.storage.refuse_if_lost()
    with pytest.raises(FencedError):
        undecided.storage.settle()


def test_checkpoint_that_arrives_after_it_was_given_up_counts_and_fences_nobody(undecided: Driver) -> None:
    recovery = undecided.storage.begin_attempt()  # its entry finds the late one in its place
    assert recovery.manifest is not None
    assert (recovery.attempt, recovery.manifest.checkpoint_id) == (2, 2)


def test_attempt_that_arrives_after_it_was_given_up_fences_nobody(store: SlowStore) -> None:
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
