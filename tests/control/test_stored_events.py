"""The stored events of jobs with folders, and the end of their last drivers."""

from __future__ import annotations

from pathlib import Path

from pyrite.checkpoint.event_store import MANAGER, SUBMITTER
from pyrite.control.job_manager.driver_process import DriverExit
from pyrite.control.job_manager.job_store import JobFolder, JobStore, Submission
from pyrite.control.job_manager_gateway import SubmittedProgram
from pyrite.control.stored_events import FolderEvents, events_in_folder, last_driver_exit
from pyrite.core.job.job_event import DriverStarted, JobSubmitted

SUBMISSION = Submission("abc", SubmittedProgram("words.py"), 1)


def folder_in(path: Path) -> tuple[JobStore, JobFolder]:
    store = JobStore(path / "store")
    store.make()
    return store, store.add(SUBMISSION)


def test_events_stay_when_the_job_is_submitted_again(tmp_path: Path) -> None:
    store, folder = folder_in(tmp_path)
    FolderEvents(SUBMITTER).record(folder.path, "abc", JobSubmitted(1, "words.py"))
    folder = store.add(SUBMISSION)
    FolderEvents(SUBMITTER).record(folder.path, "abc", JobSubmitted(2, "words.py"))
    assert [event.at_ms for event in events_in_folder(folder.path, "abc").read()] == [1, 2]


def test_end_of_the_last_driver_is_the_one_that_its_parent_has_observed(tmp_path: Path) -> None:
    _, folder = folder_in(tmp_path)
    FolderEvents(MANAGER).record(folder.path, "abc", DriverStarted(1, 42, "host"))
    folder.write("exit", {"process": 42, "signal": "SIGKILL", "exit_code": None})
    assert last_driver_exit(folder, "abc").signal == "SIGKILL"


def test_end_of_a_driver_in_the_foreground_is_not_that_of_the_driver_before(tmp_path: Path) -> None:
    _, folder = folder_in(tmp_path)
    folder.write("exit", {"process": 42, "signal": "SIGKILL", "exit_code": None})
    FolderEvents(MANAGER).record(folder.path, "abc", DriverStarted(1, 77, "host"))
    assert last_driver_exit(folder, "abc") == DriverExit(77)
