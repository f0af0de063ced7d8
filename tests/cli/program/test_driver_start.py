"""Drivers that start: what a program waits for before its job, limits, and which driver starts next."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.cli.main import main
from pyrite.cli.program import run_job
from pyrite.cli.program.driver_start import DriverStart, place_of
from pyrite.cli.program.run_job import WaitReports
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager import driver_process
from pyrite.control.job_manager.driver_process import StartSlot, driver_pid, end_driver
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobFolder, JobStore

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]
PROGRAM = str(ROOT / "tests" / "control" / "job_manager" / "fake_program.py")
COMMANDS: list[subprocess.Popen[str]] = []
"""The commands that a test has started."""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    store = JobStore.of_user()
    yield store
    for command in COMMANDS:  # first: they would start drivers
        command.kill()
        command.communicate()
    COMMANDS.clear()
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


def submitted(job_id: str, *words: str) -> subprocess.Popen[str]:
    """`pyrite run -d` in a process, which does not end as long as the job has not started."""
    command = [sys.executable, "-m", "pyrite.cli.main", "run", "-d", "--job-id", job_id, *words]
    COMMANDS.append(subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True))
    return COMMANDS[-1]


def listed(capsys: Captured) -> dict[str, dict[str, Any]]:
    capsys.readouterr()
    assert main(["list", "--json"]) == 0
    return {job["job_id"]: job for job in json.loads(capsys.readouterr().out)}


def test_program_that_hangs_before_its_job_says_where_and_is_ended_at_the_limit(
    store: JobStore, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run_job, "_QUIET_S", 0.5)
    words = ["-D", "jobmanager.drivers.start-timeout=5 s", "--job-id", "words", PROGRAM, "hang"]
    assert main(["run", "-d", *words]) == 1
    error = capsys.readouterr().err
    where = r"fake_program.py, line \d+, in load_prices: time.sleep\(600\)"
    assert re.search(rf"waiting for \d+ s: its program, process \d+, has not .* at {where}", error), error
    assert "it has started none within 5 s (jobmanager.drivers.start-timeout); it was at fake_program.py" in error
    assert driver_pid(store.job("words")) is None


@pytest.mark.parametrize("program", ["hang", "hang-deaf"])
def test_program_that_hangs_before_its_job_is_canceled(
    store: JobStore, capsys: Captured, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(driver_process, "_END_S", 2.0)
    waiting = submitted("words", PROGRAM, program)
    until(lambda: bool(store.job("words").read("start")))
    assert listed(capsys)["words"]["status"] == "INITIALIZING"
    assert main(["cancel", "words"]) == 0
    assert capsys.readouterr().out == "job 'fake_program.py' (words) has ended: CANCELED\n"
    _, error = waiting.communicate(timeout=60)
    assert waiting.returncode == 1
    assert error.endswith("error: the job was canceled before its program started it\n")
    assert (driver_pid(store.job("words")), listed(capsys)) == (None, {})


def test_drivers_start_one_after_the_other_and_queued_jobs_can_be_canceled(store: JobStore, capsys: Captured) -> None:
    limit = ["-D", "jobmanager.drivers.starting=1"]
    commands = {}
    for job_id in ("first", "second", "third"):
        commands[job_id] = submitted(job_id, *limit, PROGRAM, "hang" if job_id == "first" else "run")
        until(lambda job_id=job_id: job_id in listed(capsys))  # type: ignore[misc]
    jobs = listed(capsys)
    assert {job_id: job["status"] for job_id, job in jobs.items()} == {
        "first": "INITIALIZING",
        "second": "QUEUED",
        "third": "QUEUED",
    }
    assert main(["cancel", "second"]) == 0
    assert (
        commands["second"].communicate(timeout=60)[1].endswith("error: job second was canceled while it was queued\n")
    )
    assert (commands["second"].returncode, listed(capsys)["third"]["status"]) == (1, "QUEUED")
    assert main(["cancel", "first"]) == 0
    until(lambda: listed(capsys).get("third", {}).get("status") == "RUNNING")
    assert (commands["third"].wait(60), commands["first"].wait(60)) == (0, 1)


def test_wait_is_reported_after_some_seconds_and_then_ever_less_often(
    capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    seconds = iter(range(100, 150))
    monkeypatch.setattr("time.monotonic", lambda: next(seconds))
    reports = WaitReports()
    for second in range(49):
        reports.look("its driver starts" if second < 30 else "its program starts")
    assert [line.split(" ", 4)[2:] for line in capsys.readouterr().err.splitlines()] == [
        ["5", "s:", "its driver starts"],
        ["10", "s:", "its driver starts"],
        ["20", "s:", "its driver starts"],
        ["31", "s:", "its program starts"],
    ]


def test_place_of_a_thread_is_its_line_in_the_program(tmp_path: Path) -> None:
    def waits() -> None:
        entered.set()
        leave.wait()

    entered, leave = threading.Event(), threading.Event()
    thread = threading.Thread(target=waits)
    thread.start()
    entered.wait()
    frame = sys._current_frames()[thread.ident or 0]
    text = place_of(frame, __file__)
    elsewhere = place_of(frame, str(tmp_path / "other.py"))
    leave.set()
    thread.join()
    assert text.startswith("test_driver_start.py, line ")
    assert "in waits: leave.wait() (in threading.py, line " in text
    assert elsewhere.startswith("threading.py, line ")


def test_restarted_driver_at_the_limit_leaves_the_decision_to_the_restart_strategy(tmp_path: Path) -> None:
    codes: list[int] = []
    for has_started_before in (False, True):
        folder = JobFolder(tmp_path / str(has_started_before))
        folder.path.mkdir()
        if has_started_before:
            folder.write("job", {"name": "words"})
        start = DriverStart(folder, PROGRAM, StartSlot(), codes.append)
        start.watch(limit_ms=1)
        until(lambda: len(codes) == (2 if has_started_before else 1))  # noqa: B023
        start.over()
        assert (folder.outcome() is None) == has_started_before
    assert codes == [1, 1]


def test_driver_gives_its_start_slot_back_when_its_job_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    queue = JobStore(tmp_path).start_queue(1)
    first, second = queue.enter("a", 1), queue.enter("b", 2)
    assert first is not None and second is not None
    monkeypatch.setenv(driver_process.SLOT_VARIABLE, str(first.take_slot()))
    start = DriverStart(JobFolder(tmp_path), PROGRAM, StartSlot())
    start.job_submitted()
    assert second.take_slot() is None
    start.over()
    slot = second.take_slot()
    assert slot is not None
    os.close(slot)
