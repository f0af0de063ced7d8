"""Fault points: real SIGKILLs at every one of them, and faults of files."""

from __future__ import annotations

import ast
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pyrite
from pyrite.core.errors import CheckpointError
from pyrite.storage import fault_points
from pyrite.storage.disk import OsDisk
from pyrite.storage.fault_points import POINTS, reach, set_process_kind
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
    """Runs something in a process of its own; its exit status, negative if a signal ended it."""
    child = os.fork()
    if child == 0:
        try:
            fault_points.load(plan)
            action()
            os._exit(0)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def calls(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) == "reach":
            yield from (str(argument.value) for argument in node.args if isinstance(argument, ast.Constant))


def test_points_are_those_of_the_code() -> None:
    sources = [path.read_text() for path in Path(pyrite.__file__).parent.rglob("*.py")]
    actual = {name for source in sources if "reach(" in source for name in calls(source)}
    assert actual == {point.name for point in POINTS}


def test_points_have_different_names_and_meanings() -> None:
    assert len({point.name for point in POINTS}) == len(POINTS)
    assert [point for point in POINTS if not point.meaning] == []


def whole_life(root: Path) -> None:
    """Passes every point of the storage layer."""
    driver = Driver(LocalStore(OsDisk(), str(root)), "one")
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
        assert "was cancelled at" in str(error)
        return
    assert recovery.skipped == ()
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
    store = LocalStore(OsDisk(), str(tmp_path / "root"))
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
    store = LocalStore(OsDisk(), str(tmp_path))
    fault_points.load({"PYRITE_FAULT": "disk.rename.before:1:rename-fails,disk.link.before:1:rename-fails"})
    with pytest.raises(OSError, match="rename-fails"):
        store.write("a/file", b"")
    with pytest.raises(OSError, match="rename-fails"):
        store.create("a/file", b"")
    assert (store.list("a"), store.leftovers("a")) == ([], [])


def test_file_fault_reads_garbage_once(tmp_path: Path) -> None:
    store = LocalStore(OsDisk(), str(tmp_path))
    store.write("file", b"text")
    fault_points.load({"PYRITE_FAULT": "disk.read:1:garbage"})
    assert store.read("file") != b"text"
    assert store.read("file") == b"text"


@pytest.mark.parametrize("text", ["disk.read", "no.such:1", "disk.read:x", "other/disk.read:1", "disk.read:1:strange"])
def test_plan_that_cannot_be_read_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="PYRITE_FAULT"):
        fault_points.load({"PYRITE_FAULT": text})


def test_point_that_is_not_declared_is_an_error_when_faults_are_on() -> None:
    reach("no.such")
    fault_points.load({"PYRITE_FAULT": "disk.read:1"})
    with pytest.raises(ValueError, match=r"no\.such"):
        reach("no.such")
