"""Local files: complete or missing after any fault."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from pyrite.checkpoint.job_storage import JobStorage
from pyrite.core.errors import JobRefusedError
from pyrite.storage.disk import OsDisk
from pyrite.storage.store import LocalStore, NotWrittenError
from pyrite.testing.simulated_disk import SimulatedCrash, SimulatedDisk

OLD, NEW = b"old" * 700, b"new" * 900


def store_of(seed: int, unsafe_skip_fsync: bool = False) -> tuple[SimulatedDisk, LocalStore]:
    disk = SimulatedDisk(random.Random(seed))
    return disk, LocalStore(disk, "/some/root", "t", unsafe_skip_fsync)


def after_crash(seed: int, operation: int, create: bool, unsafe_skip_fsync: bool = False) -> tuple[bool, bytes | None]:
    """Whether a write returned before the crash, and the file's contents after it."""
    disk, store = store_of(seed, unsafe_skip_fsync)
    if not create:
        store.write("a/file", OLD)
    disk.crash_after(operation)
    has_returned = False
    try:
        if create:
            store.create("a/file", NEW)
        else:
            store.write("a/file", NEW)
        has_returned = True
        store.write("a/other", b"")
        store.write("a/other", b"")
    except SimulatedCrash:
        pass
    disk.crash()
    return has_returned, store.read("a/file") if store.exists("a/file") else None


@pytest.mark.parametrize("create", [True, False])
def test_local_store_has_the_whole_new_or_old_file_after_any_crash(create: bool) -> None:
    before = None if create else OLD
    for seed in range(300):
        has_returned, actual = after_crash(seed, 1 + seed % 20, create)
        assert actual == NEW if has_returned else actual in (before, NEW)


@pytest.mark.parametrize("create", [True, False])
def test_local_store_has_a_torn_file_when_fsync_is_left_out(create: bool) -> None:
    outcomes = [after_crash(seed, 1 + seed % 20, create, unsafe_skip_fsync=True) for seed in range(300)]
    assert [item for has_returned, item in outcomes if has_returned and item != NEW] != []


@pytest.mark.parametrize("kind", ["fsync", "short_write", "full"])
def test_local_store_says_that_nothing_was_written(kind: str) -> None:
    disk, store = store_of(1)
    store.write("a/file", OLD)
    disk.fail(kind)
    with pytest.raises(NotWrittenError, match="a/file could not be written"):
        store.write("a/file", NEW)
    disk.fail(kind)
    with pytest.raises(NotWrittenError):
        store.create("a/new", NEW)
    assert store.sizes("a") == {"file": len(OLD)}
    assert store.leftovers("a") == []


@pytest.mark.parametrize("kind", ["link", "fsync_dir"])
def test_local_store_leaves_the_outcome_open_when_it_cannot_know(kind: str) -> None:
    disk, store = store_of(1)
    store.write("a/file", OLD)
    disk.fail(kind)
    with pytest.raises(OSError, match="simulated") as error:
        store.create("a/new", NEW)
    assert not isinstance(error.value, NotWrittenError)


def test_local_store_confirm_makes_a_visible_file_durable() -> None:
    for seed in range(30):
        disk, store = store_of(seed)
        store.write("a/file", OLD)
        disk.fail("fsync_dir")
        with pytest.raises(OSError, match="simulated"):
            store.create("a/new", NEW)
        store.confirm("a/new")
        disk.crash()
        assert store.read("a/new") == NEW


@pytest.mark.parametrize("kind", ["a file", "read-only"])
def test_store_that_cannot_be_written_is_refused_at_start_with_folder_and_reason(tmp_path: Path, kind: str) -> None:
    folder = tmp_path / "checkpoints"
    if kind == "a file":
        folder.write_text("")
    else:
        folder = Path("/proc/checkpoints")  # also for root
    with pytest.raises(JobRefusedError, match=rf"checkpoints cannot be kept at file://{folder}: .*{folder}"):
        JobStorage(LocalStore(OsDisk(), str(folder)), "job", "a job", "one").begin_attempt()
