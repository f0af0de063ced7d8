"""StorageRemovals: in another thread where that is wanted, one drop at a time, and only by the job's own driver."""

from __future__ import annotations

from collections.abc import Callable

from pyrite.checkpoint.job_log import ATTEMPT, JobLog
from pyrite.checkpoint.storage_removals import StorageRemovals
from pyrite.storage.store import MemoryStore


def log_of(store: MemoryStore, writer: str) -> JobLog:
    log = JobLog(store, "job", writer)
    log.read_last()
    log.append(ATTEMPT, 1)
    return log


def removals_of(store: MemoryStore) -> StorageRemovals:
    return StorageRemovals(log_of(store, "one"), "a job")


def fail() -> None:
    raise OSError("no answer")


def test_removal_is_run_at_once_until_somebody_else_runs_it() -> None:
    removals, removed = removals_of(MemoryStore()), list[str]()
    queued: list[Callable[[], None]] = []
    removals.put(lambda: removed.append("at once"))
    removals.run_by(queued.append)
    removals.put(lambda: removed.append("later"))
    assert (removed, len(queued)) == (["at once"], 1)
    queued[0]()
    assert removed == ["at once", "later"]


def test_drop_takes_the_place_of_one_that_has_not_been_run() -> None:
    removals, removed = removals_of(MemoryStore()), list[int]()
    queued: list[Callable[[], None]] = []
    removals.run_by(queued.append)
    for number in (1, 2):
        removals.put_drop(lambda number=number: removed.append(number))  # type: ignore[misc]
    assert len(queued) == 1
    queued.pop()()
    removals.put_drop(lambda: removed.append(3))
    queued.pop()()
    assert removed == [2, 3]


def test_driver_that_has_lost_its_job_removes_nothing() -> None:
    store, removed = MemoryStore(), list[str]()
    removals = removals_of(store)
    log_of(store, "two")
    removals.put(lambda: removed.append("by the driver before"))
    assert removed == []


def test_driver_that_knows_that_it_has_lost_its_job_does_not_even_queue() -> None:
    removals, queued = removals_of(MemoryStore()), list[Callable[[], None]]()
    removals.run_by(queued.append)
    removals.fence()
    removals.put(fail)
    removals.put_drop(fail)
    assert queued == []


def test_removal_that_fails_fails_nothing_else() -> None:
    removals, removed = removals_of(MemoryStore()), list[str]()
    removals.put(fail)
    removals.put(lambda: removed.append("the next"))
    assert removed == ["the next"]
