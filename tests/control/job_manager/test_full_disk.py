"""A full disk: nothing half-written is left."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_manager.instances import Instance, InstanceLock, instances
from pyrite.control.job_manager.job_store import JobFolder, JobStore
from tests.control.full_disk import full_disk


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_write_that_fails_keeps_the_old_contents_and_leaves_no_file(tmp_path: Path) -> None:
    folder = JobFolder(tmp_path)
    folder.write("record", {"status": "RUNNING"})
    with full_disk(), pytest.raises(OSError):
        folder.write("record", {"status": "FINISHED"})
    assert (folder.read("record"), names(tmp_path)) == ({"status": "RUNNING"}, ["record.json"])


def test_room_for_a_file_is_reserved_until_it_is_written(tmp_path: Path) -> None:
    folder = JobFolder(tmp_path)
    folder.reserve("outcome")
    (reserved,) = tmp_path.iterdir()
    assert reserved.stat().st_blocks * 512 >= 16 << 10
    inode = reserved.stat().st_ino
    folder.write("outcome", {"status": "FINISHED"})
    assert (tmp_path / "outcome.json").stat().st_ino == inode
    assert (tmp_path / "outcome.json").read_text() == '{"status": "FINISHED"}'
    assert names(tmp_path) == ["outcome.json"]


def test_room_that_a_dead_driver_has_reserved_is_dropped(tmp_path: Path) -> None:
    (tmp_path / "outcome.json.17").write_bytes(bytes(100))
    (tmp_path / "job.json").write_text("{}")
    JobFolder(tmp_path).drop("outcome")
    assert names(tmp_path) == ["job.json"]


def test_jobs_that_end_are_no_longer_listed_though_their_end_cannot_be_kept(tmp_path: Path) -> None:
    folder = ControlFolder(tmp_path / "control")
    folder.make()
    folder.listen(JobEntry("job", "words", 1, 0, 1)).close()
    with full_disk():
        assert folder.running() == []
    assert names(folder.path) == []


def test_job_manager_that_cannot_register_leaves_nothing(tmp_path: Path) -> None:
    store = JobStore(tmp_path / "store")
    store.make()
    with full_disk(), pytest.raises(OSError):
        InstanceLock(store, Instance(os.getpid(), "http://localhost:1", 0))
    assert (instances(store), names(store.path / "instances")) == ([], [])
