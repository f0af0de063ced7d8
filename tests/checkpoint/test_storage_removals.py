"""StorageRemovals: run by another thread on request, one drop at a time, and only by the job's driver."""

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


def test_removal_runs_at_once_unless_a_runner_is_set() -> None:
    removals, removals_run = removals_of(MemoryStore()), list[str]()
    queue: list[Callable[[], None]] = []
    removals.put(lambda: removals_run.append("at once"))
    removals.run_by(queue.append)
    removals.put(lambda: removals_run.append("later"))
    assert (removals_run, len(queue)) == (["at once"], 1)
    queue[0]()
    assert removals_run == ["at once", "later"]


def test_drop_replaces_a_drop_that_has_not_run() -> None:
    removals, removals_run = removals_of(MemoryStore()), list[int]()
    queue: list[Callable[[], None]] = []
    removals.run_by(queue.append)
    for number in (1, 2):
        removals.put_drop(lambda number=number: removals_run.append(number))  # type: ignore[misc]
    assert len(queue) == 1
    queue.pop()()
    removals.put_drop(lambda: removals_run.append(3))
    queue.pop()()
    assert removals_run == [2, 3]


def test_driver_that_has_lost_its_job_removes_nothing() -> None:
    store, removals_run = MemoryStore(), list[str]()
    removals = removals_of(store)
    log_of(store, "two")
    removals.put(lambda: removals_run.append("by the driver before"))
    assert removals_run == []


def test_fenced_driver_does_not_queue_removals() -> None:
    removals, queue = removals_of(MemoryStore()), list[Callable[[], None]]()
    removals.run_by(queue.append)
    removals.fence()
    removals.put(fail)
    removals.put_drop(fail)
    assert queue == []


def test_failed_removal_does_not_fail_the_job() -> None:
    removals, removals_run = removals_of(MemoryStore()), list[str]()
    removals.put(fail)
    removals.put(lambda: removals_run.append("the next"))
    assert removals_run == ["the next"]
