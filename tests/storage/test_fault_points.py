"""Fault points: a real SIGKILL at each point, and faults of files."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pyrite
from pyrite.core.errors import CheckpointError
from pyrite.storage import fault_points
from pyrite.storage.disk import OsDisk
from pyrite.storage.fault_points import CARRIERS, POINTS, reach, reaches, reaches_with, set_process_kind
from pyrite.storage.faulty_disk import FaultyDisk, local_disk
from pyrite.storage.store import LocalStore, NotWrittenError
from tests.checkpoint.jobs import Driver, read_all

OWN = tuple(
    point.name for point in POINTS if point.name.split(".")[0] in ("disk", "log", "storage", "files", "savepoint")
)


@pytest.fixture(autouse=True)
def _off() -> Iterator[None]:
    yield
    fault_points.load({})
    set_process_kind("")


def in_a_child(action: Callable[[], None], plan: dict[str, str]) -> int:
    """Runs an action in a child process; returns its exit status, negative if a signal ended it."""
    child = os.fork()
    if child == 0:
        try:
            fault_points.load(plan)
            action()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


class RecordingPlan:
    """A plan without faults that records the reached points."""

    def __init__(self) -> None:
        self.points: list[str] = []

    def reach(self, name: str) -> None:
        self.points.append(name)


def use_disk(folder: Path) -> None:
    """Calls every operation of a disk."""
    disk, first, second = FaultyDisk(OsDisk()), f"{folder}/first", f"{folder}/second"
    disk.write(first, b"contents")
    disk.fsync(first)
    disk.link(first, second)
    disk.rename(second, first)
    disk.fsync_dir(str(folder))
    disk.read(first)
    disk.unlink(first)


def test_every_point_has_a_carrier(tmp_path: Path) -> None:
    root = Path(pyrite.__file__).parent
    for path in root.rglob("*.py"):
        if "@reaches" in path.read_text():
            importlib.import_module(".".join(path.relative_to(root.parent).with_suffix("").parts))
    plan = RecordingPlan()
    fault_points.follow(plan)
    use_disk(tmp_path)
    assert CARRIERS.keys() | set(plan.points) == {point.name for point in POINTS}


def test_step_reaches_its_points_before_it_and_when_it_has_returned() -> None:
    plan = RecordingPlan()

    @reaches("log.append.before", "log.append.after")
    def step(fails: bool) -> None:
        plan.points.append("step")
        if fails:
            raise OSError

    fault_points.follow(plan)
    step(False)
    with pytest.raises(OSError):
        step(True)
    assert plan.points == ["log.append.before", "step", "log.append.after", "log.append.before", "step"]


def test_generator_reaches_its_point_after_its_last_item() -> None:
    plan = RecordingPlan()

    @reaches("task.barrier.after")
    def items() -> Iterator[str]:
        yield "item"

    fault_points.follow(plan)
    for item in items():
        plan.points.append(item)
    assert plan.points == ["item", "task.barrier.after"]


def test_sender_reaches_the_points_of_the_message() -> None:
    plan = RecordingPlan()

    @reaches_with({int: "master.trigger", str: "master.complete"})
    def send(to: float, message: object) -> None:
        plan.points.append(f"{message!r} to {to}")

    fault_points.follow(plan)
    for message in (1, None, ""):
        send(0.5, message)
    assert plan.points == [
        *("master.trigger.before", "1 to 0.5", "master.trigger.after"),
        "None to 0.5",
        *("master.complete.before", "'' to 0.5", "master.complete.after"),
    ]


def test_disk_has_faults_only_with_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fault_points, "_is_plan_set", False)
    assert isinstance(local_disk(), OsDisk)
    fault_points.load({})
    assert isinstance(local_disk(), FaultyDisk)


def test_points_have_different_names_and_meanings() -> None:
    assert len({point.name for point in POINTS}) == len(POINTS)
    assert [point for point in POINTS if not point.meaning] == []


def whole_life(root: Path) -> None:
    """Passes every point of the storage layer."""
    driver = Driver(LocalStore(FaultyDisk(OsDisk()), str(root)), "one")
    driver.start()
    driver.storage.sweep()
    for _ in range(5):
        driver.checkpoint()
    driver.abort()
    driver.storage.drop_unneeded()
    driver.savepoint(f"{root}-savepoint")
    driver.storage.end("CANCELED", keep=True)


@pytest.mark.parametrize("name", OWN)
def test_process_dies_at_the_point_and_the_next_one_continues(tmp_path: Path, name: str) -> None:
    marker = tmp_path / "marker"
    plan = {"PYRITE_FAULT": f"{name}:1", "PYRITE_FAULT_ONCE": str(marker)}
    assert in_a_child(lambda: whole_life(tmp_path / "root"), plan) == -signal.SIGKILL
    assert marker.read_text().split()[:2] == [name, "1"]
    driver = Driver(LocalStore(OsDisk(), str(tmp_path / "root")), "two")
    try:
        recovery = driver.start()
    except CheckpointError as error:
        assert name.startswith("storage.end")
        assert "was canceled at" in str(error)
        return
    assert recovery.skip_reasons == ()
    if recovery.manifest is not None:
        assert read_all(driver.store, recovery.manifest)
    driver.storage.sweep()
    driver.checkpoint()


def test_process_dies_the_nth_time_only() -> None:
    def action() -> None:
        for _ in range(3):
            reach("log.append.before")
        os._exit(7)

    assert in_a_child(action, {"PYRITE_FAULT": "log.append.before:3"}) == -signal.SIGKILL
    assert in_a_child(action, {"PYRITE_FAULT": "log.append.before:4"}) == 7
    assert in_a_child(action, {}) == 7


def test_process_of_another_kind_lives() -> None:
    def action() -> None:
        set_process_kind("task")
        reach("disk.read")

    assert in_a_child(action, {"PYRITE_FAULT": "driver/disk.read:1"}) == 0
    assert in_a_child(action, {"PYRITE_FAULT": "driver/disk.read:1,task/disk.read:1"}) == -signal.SIGKILL


def test_one_process_of_many_dies_and_all_leave_their_mark(tmp_path: Path) -> None:
    marker = tmp_path / "marker"
    plan = {"PYRITE_FAULT": "disk.read:1", "PYRITE_FAULT_ONCE": str(marker)}

    def action() -> None:
        reach("disk.read")

    statuses = [in_a_child(action, plan) for _ in range(3)]
    assert statuses == [-signal.SIGKILL, 0, 0]
    assert [line.split()[-1] for line in marker.read_text().splitlines()] == ["kill", "passed", "passed"]


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ("disk.fsync.before:1:fsync-fails", "fsync-fails"),
        ("disk.write.before:1:full", "no space left"),
        ("disk.write.before:1:cut-512", "512 of 2000 bytes were written"),
    ],
)
def test_file_fault_fails_a_write_and_leaves_nothing(tmp_path: Path, plan: str, message: str) -> None:
    store = LocalStore(FaultyDisk(OsDisk()), str(tmp_path / "root"))
    (tmp_path / "source").write_bytes(b"x" * 2000)
    writes: list[Callable[[], None]] = [
        lambda: store.write("a/file", b"x" * 2000),
        lambda: store.upload(tmp_path / "source", "a/file"),
    ]
    for write in writes:
        fault_points.load({"PYRITE_FAULT": plan})
        with pytest.raises(NotWrittenError, match=message):
            write()
        assert (store.list("a"), store.leftovers("a")) == ([], [])
        write()
        store.delete("a/file")


def test_file_fault_fails_a_rename_or_link(tmp_path: Path) -> None:
    store = LocalStore(FaultyDisk(OsDisk()), str(tmp_path))
    fault_points.load({"PYRITE_FAULT": "disk.rename.before:1:rename-fails,disk.link.before:1:rename-fails"})
    with pytest.raises(OSError, match="rename-fails"):
        store.write("a/file", b"")
    with pytest.raises(OSError, match="rename-fails"):
        store.create("a/file", b"")
    assert (store.list("a"), store.leftovers("a")) == ([], [])


def test_file_fault_reads_garbage_once(tmp_path: Path) -> None:
    store = LocalStore(FaultyDisk(OsDisk()), str(tmp_path))
    store.write("file", b"text")
    fault_points.load({"PYRITE_FAULT": "disk.read:1:garbage"})
    assert store.read("file") != b"text"
    assert store.read("file") == b"text"


@pytest.mark.parametrize("text", ["disk.read", "no.such:1", "disk.read:x", "other/disk.read:1", "disk.read:1:strange"])
def test_malformed_plan_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="PYRITE_FAULT"):
        fault_points.load({"PYRITE_FAULT": text})


def test_point_that_is_not_declared_is_an_error() -> None:
    with pytest.raises(ValueError, match=r"no\.such"):
        reaches("no.such")(print)
