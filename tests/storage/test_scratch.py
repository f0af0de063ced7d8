"""The scratch sweep removes folders left by Pyrite's programs, and no others."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.core.errors import InvalidProgramError
from pyrite.runtime.master.job_events import AliveEvent, Event
from pyrite.runtime.spark.driver.control_server import ControlServer
from pyrite.storage import scratch
from pyrite.storage.folder_marker import MARKER
from pyrite.storage.scratch import data_folder, local_folders, scratch_folder, sweep_scratch


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    base = tmp_path / "t"
    base.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(base))
    monkeypatch.setattr(scratch, "_LONGEST", 1000)
    scratch_folder.cache_clear()
    yield base
    scratch_folder.cache_clear()


def age(folder: Path) -> None:
    """Sets the folder's modification time to ten minutes ago."""
    then = time.time() - 600
    os.utime(folder, (then, then))


def left_by_a_dead_program(base: Path) -> Path:
    """A scratch folder whose owner was killed."""
    code = "import os; from pyrite.storage import scratch; scratch._LONGEST = 1000"
    code += "; print(scratch.scratch_folder(), flush=True); os.kill(os.getpid(), 9)"
    environment = {**os.environ, "TMPDIR": str(base)}
    process = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True)
    folder = Path(process.stdout.strip())
    age(folder)
    return folder


@pytest.mark.parametrize("name", ["pyrite-checkpoints", "pyrite-local-1000", "pyrite-control-1000", "pyrite-abc"])
def test_folder_without_marker_stays_regardless_of_name_and_age(temporary: Path, name: str) -> None:
    (temporary / name / "chk-1").mkdir(parents=True)
    (temporary / name / "chk-1" / "_metadata").write_text("state")
    age(temporary / name)
    scratch_folder()
    assert (temporary / name / "chk-1" / "_metadata").read_text() == "state"
    assert not (temporary / name / "lock").exists()


def test_folder_with_a_file_named_like_the_marker_stays(temporary: Path) -> None:
    (temporary / "pyrite-mine").mkdir()
    (temporary / "pyrite-mine" / MARKER).write_text("notes of a user")
    age(temporary / "pyrite-mine")
    scratch_folder()
    assert (temporary / "pyrite-mine").exists()


def test_folder_of_a_dead_program_goes(temporary: Path) -> None:
    dead = left_by_a_dead_program(temporary)
    (dead / "socket").touch()
    scratch_folder()
    assert not dead.exists()


def test_folder_of_a_living_program_stays(temporary: Path) -> None:
    living = scratch_folder()
    age(living)
    scratch_folder.cache_clear()
    assert scratch_folder() != living
    assert living.exists()


def test_link_to_a_marked_folder_is_left_alone(temporary: Path, tmp_path: Path) -> None:
    dead = left_by_a_dead_program(temporary)
    elsewhere = dead.rename(tmp_path / "elsewhere")
    (temporary / "pyrite-link").symlink_to(elsewhere)
    scratch_folder()
    assert elsewhere.exists()
    assert (temporary / "pyrite-link").is_symlink()


TASK = """
import os, signal, sys, time
from pyrite.storage import scratch
from pyrite.runtime.spark.control_protocol import Endpoint
from pyrite.runtime.spark.task.watchdog import Lease, start_watchdog

scratch._LONGEST = 1000
start_watchdog(Endpoint("127.0.0.1", int(sys.argv[1]), b"s" * 32, 1), 1, 0, Lease(0.05, 15.0))
folder = scratch.scratch_folder()
(folder / "rocksdb-0").mkdir()
print(folder, flush=True)
if sys.argv[2] == "killed":
    sys.stdin.readline()
    os.kill(os.getpid(), signal.SIGKILL)
time.sleep(60)
"""


@pytest.mark.parametrize("end", ["killed", "left by its driver"])
def test_folder_of_a_killed_task_is_removed_without_another_program(temporary: Path, end: str) -> None:
    events: queue.Queue[Event] = queue.Queue()
    server = ControlServer("127.0.0.1", b"s" * 32, 1, events.put, lambda message: None)
    task = subprocess.Popen(
        [sys.executable, "-c", TASK, str(server.port), end],
        env={**os.environ, "TMPDIR": str(temporary)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert task.stdin is not None and task.stdout is not None
    folder = Path(task.stdout.readline().strip())
    assert isinstance(events.get(timeout=30), AliveEvent) and (folder / "rocksdb-0").exists()
    if end == "killed":
        task.communicate("\n", timeout=30)
    server.close()
    deadline = time.monotonic() + 30
    while folder.exists():
        assert time.monotonic() < deadline
        time.sleep(0.02)
    task.kill()
    task.wait(30)


def test_local_folders_are_the_configured_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_LOCAL_DIRS", "/spark/a,/spark/b")
    assert local_folders([str(tmp_path), "file:///other"]) == (str(tmp_path), "/other")


def test_local_folders_are_sparks_where_none_are_configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPARK_LOCAL_DIRS", "/spark/a,/spark/b")
    assert local_folders([]) == ("/spark/a", "/spark/b")


def test_folder_for_data_is_made_and_swept_in_the_configured_folder(temporary: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "disk" / "state"
    folder = data_folder((str(elsewhere),))
    assert folder.parent == elsewhere
    dead = left_by_a_dead_program(temporary).rename(elsewhere / "pyrite-dead")
    sweep_scratch((str(elsewhere),))
    assert not dead.exists()
    assert folder.exists()


def test_folder_for_data_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(InvalidProgramError, match=r"file.* cannot hold .*state\.backend\.rocksdb\.localdir"):
        data_folder((str(tmp_path / "file"),))
