"""Storage of a region that restarts alone: it gets a number from the log, and distinct file names."""

from __future__ import annotations

import pytest

from pyrite.checkpoint.job_log import ATTEMPT, CHECKPOINT, JobLog
from pyrite.checkpoint.task_storage import TaskFiles
from pyrite.core.errors import CheckpointError, FencedError
from pyrite.storage.store import CheckpointStore, MemoryStore
from tests.checkpoint.jobs import JOB, Driver, manifest_of, read_all


@pytest.fixture
def driver(store: CheckpointStore) -> Driver:
    job_driver = Driver(store, "first")
    job_driver.start()
    return job_driver


def log(store: CheckpointStore) -> list[tuple[str, int]]:
    return [(entry.kind, entry.attempt) for entry in JobLog(store, JOB, "reader").entries()]


def test_region_gets_the_next_number_and_the_newest_checkpoint(store: CheckpointStore, driver: Driver) -> None:
    driver.checkpoint()
    newest = driver.checkpoint()
    recovery = driver.storage.begin_region(1)
    assert recovery.attempt == 2 and recovery.manifest is not None and recovery.manifest.checkpoint_id == newest
    assert log(store)[-1] == (ATTEMPT, 2)


def test_region_of_a_job_without_a_checkpoint_begins_from_nothing(driver: Driver) -> None:
    assert driver.storage.begin_region(0).manifest is None


def test_checkpoints_of_the_attempt_continue_after_a_restart_of_a_region(
    store: CheckpointStore, driver: Driver
) -> None:
    driver.storage.begin_region(0)
    driver.checkpoint()
    assert log(store)[-1] == (CHECKPOINT, 2)
    assert Driver(store, "second").start().attempt == 3


@pytest.mark.parametrize("store", ["local", "s3"], indirect=True)  # a store in memory has no files
def test_files_of_a_region_that_was_restarted_twice_go_and_the_others_stay(
    store: CheckpointStore, driver: Driver
) -> None:
    first = driver.snapshot()
    driver.storage.complete(first)
    writers = {n: TaskFiles(store, JOB, driver.storage.begin_region(0).attempt, "r", 0, 0) for n in (2, 3)}
    refs = {n: files.for_checkpoint(9).write(b"x" * 100, is_shared=True) for n, files in writers.items()}
    driver.storage.sweep()
    driver.storage.drop_unneeded()
    assert refs[2].path.removeprefix("shared/") not in store.list(f"{JOB}/shared")
    assert refs[3].path.removeprefix("shared/") in store.list(f"{JOB}/shared")
    read_all(store, first)


def test_checkpoint_that_was_aborted_loses_the_files_of_all_regions(store: CheckpointStore, driver: Driver) -> None:
    region = TaskFiles(store, JOB, driver.storage.begin_region(0).attempt, "r", 0, 0)
    manifest = driver.snapshot()
    region.for_checkpoint(manifest.checkpoint_id).write(b"x" * 100, is_shared=False)
    driver.storage.discard(manifest.checkpoint_id, 1)
    assert store.list(f"{JOB}/chk-{manifest.checkpoint_id}") == []


def test_driver_that_has_lost_the_job_restarts_no_region(store: CheckpointStore, driver: Driver) -> None:
    Driver(store, "second").start()
    with pytest.raises(FencedError):
        driver.storage.begin_region(0)


def test_region_whose_checkpoint_is_damaged_does_not_restart_alone(store: CheckpointStore, driver: Driver) -> None:
    newest = driver.checkpoint()
    store.delete(f"{JOB}/chk-{newest}/_metadata")
    store.create(f"{JOB}/chk-{newest}/_metadata", b"damaged")
    with pytest.raises(CheckpointError, match="region 1 cannot restart alone"):
        driver.storage.begin_region(0)


def test_region_does_not_restart_while_it_is_not_known_what_is_complete() -> None:
    class Unsure(MemoryStore):
        fails = False

        def create(self, path: str, data: bytes) -> bool:
            if self.fails and "_log" in path:
                raise OSError("no answer")
            return super().create(path, data)

    store = Unsure()
    driver = Driver(store, "first")
    driver.start()
    store.fails = True
    with pytest.raises(OSError, match="no answer"):
        driver.storage.complete(manifest_of(1, 1))
    store.fails = False
    with pytest.raises(CheckpointError, match="not known whether checkpoint 1"):
        driver.storage.begin_region(0)
