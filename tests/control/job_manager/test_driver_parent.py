"""The parent of a driver writes how the driver has ended, and passes signals on."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.driver_process import (
    LOSS,
    OUTPUT,
    DriverExit,
    driver_exit,
    driver_pid,
    end_driver,
    give_way,
    start_driver,
)
from pyrite.control.job_manager.job_store import JobFolder, JobStore, Submission
from pyrite.control.job_manager_gateway import SubmittedProgram
from tests.spark.processes import is_alive, wait_until

ROOT = Path(__file__).parents[3]
PROGRAM = str(Path(__file__).parent / "fake_program.py")
LONG_S = 120.0


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    store = JobStore(tmp_path / "store")
    store.make()
    yield store
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def started(store: JobStore, what: str) -> tuple[JobFolder, int]:
    """A job whose driver has started the program's job, and the driver's parent."""
    folder = store.add(Submission("abc", SubmittedProgram(PROGRAM, arguments=(what,)), 1))
    parent = start_driver(folder).pid
    if what == "run":
        wait_until(lambda: bool(folder.read("job")), LONG_S, "the job has started")
    return folder, parent


def ended(folder: JobFolder) -> DriverExit:
    wait_until(lambda: driver_pid(folder) is None, LONG_S, "the driver has ended")
    return driver_exit(folder)


def test_signal_that_kills_a_driver_is_known_as_soon_as_its_lock_is_free(store: JobStore) -> None:
    folder, parent = started(store, "run")
    pid = driver_pid(folder)
    assert pid not in (None, 0, parent)
    os.kill(int(pid or 0), signal.SIGKILL)
    end = ended(folder)
    assert (end.process, end.signal, end.exit_code) == (pid, "SIGKILL", None)
    assert end.at_ms > 0


def test_exit_code_of_a_driver_is_known(store: JobStore) -> None:
    folder, _ = started(store, "raise")
    assert ended(folder).exit_code == 1


def test_driver_that_gives_way_dies_with_its_reason(store: JobStore) -> None:
    folder, _ = started(store, "give-way")
    end = ended(folder)
    assert (end.exit_code, str(end)) == (1, "ended: Spark's JVM was killed by SIGKILL")
    assert folder.outcome() is None  # so that the next driver resumes the job
    assert "the driver ends: Spark's JVM was killed" in (folder.path / OUTPUT).read_text()


def test_reason_of_an_earlier_driver_does_not_count(store: JobStore) -> None:
    folder, _ = started(store, "raise")
    end = ended(folder)
    folder.write(LOSS, {"process": end.process + 1, "reason": "Spark's JVM was killed by SIGKILL"})
    assert driver_exit(folder).reason == ""


def test_process_that_drives_no_submitted_job_does_not_give_way() -> None:
    give_way("Spark's JVM was killed by SIGKILL")


def test_driver_outlives_its_parent_and_its_end_is_then_unknown(store: JobStore) -> None:
    folder, parent = started(store, "run")
    pid = driver_pid(folder)
    os.kill(parent, signal.SIGKILL)
    os.waitpid(parent, 0)
    assert driver_pid(folder) == pid and is_alive(int(pid or 0))
    os.kill(int(pid or 0), signal.SIGKILL)
    assert ended(folder) == DriverExit()


def test_parent_passes_a_signal_on_to_the_driver(store: JobStore) -> None:
    folder, parent = started(store, "run")
    pid = driver_pid(folder)
    os.kill(parent, signal.SIGTERM)
    assert ended(folder).process == pid  # the parent has lived until the driver ended
