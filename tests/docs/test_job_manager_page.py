"""The commands on the guide's pages of the JobManager and of logs, run in the order in which they stand."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.driver_process import end_driver
from pyrite.control.job_manager.instances import instances
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobStore

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guide"


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    monkeypatch.setenv("PYTHONPATH", f"{ROOT / 'src'}:{ROOT}")
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    program = (ROOT / "tests" / "control" / "job_manager" / "fake_program.py").read_text()
    Path("JOB.py").write_text(program.replace("sys.argv[1]", '"run"'))
    store = JobStore.of_user()
    yield store
    for instance in instances(store):
        os.kill(instance.pid, signal.SIGKILL)
    for job_id in store.job_ids():
        end_driver(store.job(job_id), signal.SIGKILL)


def commands(page: str) -> list[str]:
    return re.findall(r"^    ((?:pyrite|curl) .*)$", (GUIDE / page).read_text(), re.MULTILINE)


def run(command: str) -> str:
    done = subprocess.run(command, shell=True, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    return done.stdout


def wait_for(command: str, expected: str) -> None:
    end = time.monotonic() + 60
    while expected not in run(command):
        assert time.monotonic() < end, command
        time.sleep(0.1)


def with_port(command: str, store: JobStore) -> str:
    """8081 may be taken where tests run: the JobManager has said which port it has."""
    running = instances(store)
    return command.replace("localhost:8081", running[-1].url.removeprefix("http://")) if running else command


def test_commands_of_the_job_managers_page_run(store: JobStore) -> None:
    *first, curl = commands("job_manager.md")
    submit, listing, stop = (index for index, command in enumerate(first) if re.search("-m|stop", command))
    for command in first[:submit]:
        run(command)
        if command.startswith("pyrite run"):
            wait_for("pyrite list", "RUNNING")
    job = run(with_port(first[submit], store)).split()[-1]
    wait_for(with_port(first[listing], store), "RUNNING")
    if shutil.which("curl"):
        assert job in run(with_port(curl, store))
    assert "is stopped" in run(first[stop])


def test_commands_of_the_page_on_logs_run(store: JobStore) -> None:
    run("pyrite run -d --job-id words JOB.py")
    wait_for("pyrite list", "RUNNING")
    end_driver(store.job("words"), signal.SIGKILL)
    shown = [run(command.replace("JOB", "words", 1)) for command in commands("logs.md")]
    assert "the driver of job words runs" in shown[0]
    assert shown == [shown[0], "", "the program runs\n", "", shown[0]]  # the program needs no Spark
