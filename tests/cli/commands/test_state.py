"""`pyrite state get`: keys, values and errors on the command line; jobs are found by the control folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.cli.main import main
from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import JobNotRunningError, StateNotQueryableError
from pyrite.core.state.state_types import ValueStateDescriptor
from pyrite.queryable_state import QueryableStateClient
from pyrite.runtime.master.checkpoint.checkpoint_plan import checkpoint_uri
from pyrite.storage.open_store import open_store
from tests.control.fake_job import FakeJob
from tests.queryable_state.job import Job

Captured = pytest.CaptureFixture[str]
SETTINGS = {"execution.checkpointing.interval": "1s"}


@pytest.fixture
def served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeJob]:
    """A job called 'words' that keeps its checkpoints in a folder."""
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    job = FakeJob("abc123")
    folder = str(tmp_path / "checkpoints")
    serve_job(job, f"file://{folder}")
    yield job
    if not job.finished.done():
        job.end()
    control_socket.close_all()


@pytest.fixture
def state(served: FakeJob, tmp_path: Path) -> Iterator[Job]:
    """What that job's tasks hold."""
    job = Job(open_store(str(tmp_path / "checkpoints"), Configuration()), "hashmap", job_id="abc123")
    yield job
    job.close()


def queryable() -> ValueStateDescriptor:
    descriptor = ValueStateDescriptor("count")
    descriptor.set_queryable("counts")
    return descriptor


@pytest.mark.parametrize("job", ["abc123", "abc", "words"])
@pytest.mark.parametrize(
    ("word", "key"), [("be", "be"), ("7", 7), ("'7'", "7"), ("('a', 1)", ("a", 1)), ("not a literal", "not a literal")]
)
def test_state_get_prints_the_value_of_a_key(state: Job, capsys: Captured, job: str, word: str, key: Any) -> None:
    state.at(key, queryable()).update({"seen": 3})
    state.checkpoint()
    assert main(["state", "get", job, "counts", word]) == 0
    printed = capsys.readouterr()
    assert printed.out == "{'seen': 3}\n"
    assert printed.err.startswith("as of checkpoint 1, ") and printed.err.endswith(" s ago\n")


def test_state_get_finds_a_job_by_its_checkpoints(state: Job, capsys: Captured, tmp_path: Path) -> None:
    state.at("be", queryable()).update(3)
    state.checkpoint()
    assert main(["state", "get", "abc123", "counts", "be", "--checkpoint-dir", str(tmp_path / "checkpoints")]) == 0
    assert capsys.readouterr().out == "3\n"


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["words", "counts", "nobody"], "error: state 'counts' of job abc123 has no value for key 'nobody'"),
        (["words", "other", "be"], "error: job 'a job' (abc123) publishes no state 'other'"),
        (["clicks", "counts", "be"], "error: there is no job 'clicks'. Running:\n  abc123  words"),
    ],
)
def test_state_get_tells_what_is_not_there(state: Job, capsys: Captured, words: list[str], reported: str) -> None:
    state.at("be", queryable()).update(3)
    state.checkpoint()
    assert main(["state", "get", *words]) == 1
    assert capsys.readouterr().err.startswith(reported)


@pytest.mark.usefixtures("served")
def test_state_get_tells_that_a_job_has_just_been_started(capsys: Captured) -> None:
    assert main(["state", "get", "words", "counts", "be"]) == 1
    assert "has not completed a checkpoint yet" in capsys.readouterr().err


def test_state_get_tells_that_there_is_no_checkpoint_yet(state: Job, capsys: Captured) -> None:
    assert main(["state", "get", "words", "counts", "be"]) == 1
    assert "has not completed a checkpoint yet" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "reported"),
    [(SETTINGS, "in its driver's memory.*set execution.checkpointing.dir"), ({}, "takes no checkpoints")],
)
def test_job_whose_checkpoints_nobody_can_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, str], reported: str
) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    job = FakeJob()
    serve_job(job, checkpoint_uri(Configuration(settings), batch=False))
    with pytest.raises(StateNotQueryableError, match=reported):
        QueryableStateClient().get_kv_state("words", "counts", "be")
    job.end()
    control_socket.close_all()


def test_state_export_does_not_write_into_a_folder_that_is_there(tmp_path: Path, capsys: Captured) -> None:
    assert main(["state", "export", "savepoints/savepoint-1", str(tmp_path)]) == 1
    assert capsys.readouterr().err == f"error: {tmp_path} already exists: choose another folder as TARGET\n"


def test_job_that_has_ended_is_not_found(state: Job, served: FakeJob) -> None:
    state.at("be", queryable()).update(3)
    state.checkpoint()
    client = QueryableStateClient()
    assert client.get_kv_state(served.job_id, "counts", "be").value == 3
    served.end()
    control_socket.close_all()
    with pytest.raises(JobNotRunningError, match="no job of this user is running"):
        client.get_kv_state(served.job_id, "counts", "be")
    client.close()
