"""Claims to the id of a job: of drivers without a folder for checkpoints, and beside one that has such a folder."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Optional

import pytest

from pyrite.control.job_directory import FOLDER_VARIABLE, JobEntry
from pyrite.control.running_jobs import own_folder
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import JobRefusedError
from pyrite.runtime.spark.driver.job_claim import JobClaim, claim_job
from pyrite.storage.disk import OsDisk
from pyrite.storage.store import CheckpointStore, LocalStore

SESSION = "XDG_RUNTIME_DIR"


@pytest.fixture(autouse=True)
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the user's session, and beside it one for temporary files."""
    monkeypatch.delenv(FOLDER_VARIABLE, raising=False)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    made = tmp_path / "session"
    made.mkdir(mode=0o700)
    monkeypatch.setenv(SESSION, str(made))
    return made


def claim(store: Optional[CheckpointStore] = None) -> JobClaim:
    settings = {"pipeline.job-id": "job", "execution.checkpointing.interval": "1 s"}
    claimed = claim_job(Configuration(settings), store, "writer")
    assert claimed is not None
    return claimed


def test_second_driver_is_refused_until_the_first_gives_up() -> None:
    first = claim()
    with pytest.raises(JobRefusedError, match="running already"):
        claim()
    first.give_up()
    claim().give_up()


def test_second_driver_is_refused_when_the_users_session_has_ended(session: Path) -> None:
    first = claim()
    shutil.rmtree(session)
    with pytest.raises(JobRefusedError, match="running already"):
        claim()
    first.give_up()


def test_refused_driver_leaves_no_lock(session: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SESSION, str(session / "none"))
    first = claim()
    monkeypatch.setenv(SESSION, str(session))
    with pytest.raises(JobRefusedError):
        claim()
    assert list((session / "pyrite").iterdir()) == []
    first.give_up()


def test_job_is_refused_when_another_process_runs_it_with_checkpoints_elsewhere() -> None:
    other = JobEntry("job", "words", 1, 0, 1, "file:///checkpoints")
    with own_folder().listen(other), pytest.raises(JobRefusedError, match="job job is running already: process 1"):
        claim()
    claim().give_up()


def test_job_with_a_folder_is_refused_when_another_driver_has_none(tmp_path: Path) -> None:
    first = claim()
    with pytest.raises(JobRefusedError, match="running already"):
        claim(LocalStore(OsDisk(), str(tmp_path / "checkpoints")))
    first.give_up()
    claim(LocalStore(OsDisk(), str(tmp_path / "checkpoints"))).give_up()
