"""`pyrite events JOB`: of a job that runs, and of one without a driver."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pyrite.checkpoint.event_store import MANAGER
from pyrite.cli.main import main
from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.control.job_manager.job_store import JobStore, Submission
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.control.stored_events import FolderEvents
from pyrite.core.job.job_event import DriverDied, DriverStarted, JobSubmitted
from tests.control.fake_job import FakeJob

Captured = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[JobStore]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    store = JobStore.of_user()
    store.make()
    folder = store.add(Submission("abc123", SubmittedProgram("words.py"), 1))
    folder.write("job", {"name": "words"})
    events = FolderEvents(MANAGER)
    events.record(folder.path, "abc123", JobSubmitted(1000, "words.py", requested_by="the command line of alice"))
    events.record(folder.path, "abc123", DriverDied(3000, 4711, "SIGKILL"))
    yield store
    control_socket.close_all()


def shown(capsys: Captured, *words: str) -> list[str]:
    assert main(["events", *words]) == 0, capsys.readouterr().err
    return capsys.readouterr().out.splitlines()


def test_events_of_a_job_without_a_driver_come_from_its_folder(store: JobStore, capsys: Captured) -> None:
    header, submitted, died = shown(capsys, "words")
    assert header.split() == ["time", "(UTC)", "event", "requested", "by"]
    assert submitted == "1970-01-01 00:00:01  SUBMITTED    the command line of alice  words.py was submitted"
    death = ["1970-01-01 00:00:03", "DRIVER_DIED", "-", "driver process 4711 was killed by SIGKILL"]
    assert re.split("  +", died) == death


def test_events_of_a_running_job_are_those_of_its_driver_and_its_folder(store: JobStore, capsys: Captured) -> None:
    job = FakeJob()
    job.view = replace(job.view, events=(DriverStarted(2000, 4711, "host", writer="driver", number=1),))
    serve_job(job, "")
    events = json.loads(shown(capsys, "words", "--json")[0])
    assert [event["kind"] for event in events] == ["SUBMITTED", "DRIVER_STARTED", "DRIVER_DIED"]
    assert events[1]["details"] == {"process": 4711, "host": "host"}
    job.end()


def test_events_of_an_ended_job_that_ran_in_the_foreground_come_from_its_last_document(
    store: JobStore, capsys: Captured
) -> None:
    job = FakeJob("def456", "clicks")
    job.view = replace(job.view, events=(DriverStarted(2000, 4711, "host", writer="driver", number=1),))
    serve_job(job, "")
    job.end()
    control_socket.close_all()
    assert "driver process 4711 started on host" in shown(capsys, "clicks")[1]


def test_unknown_job_has_no_events(store: JobStore, capsys: Captured) -> None:
    assert main(["events", "clicks"]) == 1
    assert "there is no job 'clicks'" in capsys.readouterr().err
