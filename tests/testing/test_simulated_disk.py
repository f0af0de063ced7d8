"""The simulated disk: what a crash keeps, and faults."""

from __future__ import annotations

import random

import pytest

from pyrite.testing.simulated_disk import FAULTS, SECTOR, SimulatedCrash, SimulatedDisk

DATA = bytes(range(256)) * 10


def disk_of(seed: int) -> SimulatedDisk:
    disk = SimulatedDisk(random.Random(seed))
    disk.makedirs("/a/b")
    disk.fsync_dir("/")
    disk.fsync_dir("/a")
    return disk


@pytest.mark.parametrize("seed", range(20))
def test_crash_keeps_what_was_fsynced(seed: int) -> None:
    disk = disk_of(seed)
    disk.write("/a/b/file", DATA)
    disk.fsync("/a/b/file")
    disk.fsync_dir("/a/b")
    disk.crash()
    assert disk.read("/a/b/file") == DATA


def test_crash_keeps_some_whole_sectors_of_what_was_not_fsynced() -> None:
    lengths = set()
    for seed in range(200):
        disk = disk_of(seed)
        disk.write("/a/b/file", DATA)
        disk.fsync_dir("/a/b")
        disk.crash()
        kept = disk.read("/a/b/file")
        assert kept == DATA[: len(kept)]
        lengths.add(len(kept))
    assert lengths == {*range(0, len(DATA), SECTOR), len(DATA)}


@pytest.mark.parametrize("change", ["create", "link", "rename", "unlink", "makedirs"])
def test_crash_may_undo_a_change_of_names_that_was_not_fsynced(change: str) -> None:
    outcomes = set()
    for seed in range(60):
        disk = disk_of(seed)
        disk.write("/a/b/file", DATA)
        disk.fsync("/a/b/file")
        disk.fsync_dir("/a/b")
        before = disk.listdir("/a/b")
        {
            "create": lambda disk=disk: disk.write("/a/b/new", b""),
            "link": lambda disk=disk: disk.link("/a/b/file", "/a/b/new"),
            "rename": lambda disk=disk: disk.rename("/a/b/file", "/a/b/new"),
            "unlink": lambda disk=disk: disk.unlink("/a/b/file"),
            "makedirs": lambda disk=disk: disk.makedirs("/a/b/new"),
        }[change]()
        after = disk.listdir("/a/b")
        disk.crash()
        outcomes.add({str(before): "undone", str(after): "done"}.get(str(disk.listdir("/a/b")), "between"))
    assert {"undone", "done"} <= outcomes


def test_crash_loses_a_folder_whose_name_was_not_fsynced_with_all_that_is_in_it() -> None:
    kept = set()
    for seed in range(40):
        disk = SimulatedDisk(random.Random(seed))
        disk.makedirs("/new")
        disk.write("/new/file", DATA)
        disk.fsync("/new/file")
        disk.fsync_dir("/new")
        disk.crash()
        kept.add(disk.exists("/new/file"))
    assert kept == {True, False}


def test_crash_is_the_same_for_the_same_seed() -> None:
    def outcome() -> list[tuple[str, int]]:
        disk = disk_of(7)
        for number in range(20):
            disk.write(f"/a/b/{number}", DATA)
        disk.crash()
        return [(name, disk.size(f"/a/b/{name}")) for name in disk.listdir("/a/b")]

    assert outcome() == outcome()


def test_crash_after_stops_every_later_operation() -> None:
    disk = disk_of(1)
    disk.crash_after(2)
    disk.write("/a/b/1", b"")
    for _ in range(2):
        with pytest.raises(SimulatedCrash):
            disk.write("/a/b/2", b"")
    disk.crash()
    disk.write("/a/b/3", b"")


def test_failed_fsync_loses_the_contents_for_good() -> None:
    disk = disk_of(3)
    disk.write("/a/b/file", DATA)
    disk.fsync_dir("/a/b")
    disk.fail("fsync")
    with pytest.raises(OSError, match="fsync failed"):
        disk.fsync("/a/b/file")
    disk.fsync("/a/b/file")
    assert disk.read("/a/b/file") == DATA
    disk.crash()
    assert disk.read("/a/b/file") == b""


def test_faults_happen_after_so_many_good_operations() -> None:
    disk = disk_of(3)
    disk.fail("full", after=1)
    disk.write("/a/b/1", DATA)
    with pytest.raises(OSError, match="no space left"):
        disk.write("/a/b/2", DATA)
    disk.write("/a/b/3", DATA)
    disk.fail("garbage")
    assert disk.read("/a/b/3") != DATA
    assert disk.read("/a/b/3") == DATA
    disk.fail("short_write")
    disk.write("/a/b/4", DATA)
    assert disk.size("/a/b/4") % SECTOR == 0
    assert disk.size("/a/b/4") < len(DATA)
    with pytest.raises(ValueError, match=", ".join(FAULTS)):
        disk.fail("other")


def test_link_takes_no_name_that_is_taken() -> None:
    disk = disk_of(3)
    disk.write("/a/b/1", b"1")
    disk.write("/a/b/2", b"2")
    with pytest.raises(FileExistsError):
        disk.link("/a/b/1", "/a/b/2")
    assert disk.read("/a/b/2") == b"2"
