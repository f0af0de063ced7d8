"""The control socket: who is answered, when, and what is left of it."""

from __future__ import annotations

import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE, ControlFolder
from pyrite.control.running_jobs import own_folder
from pyrite.core.config.configuration import Configuration
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.commands import SavepointPath
from pyrite.core.job.job_status import JobStatus
from pyrite.runtime.master.checkpoint.checkpoint_plan import checkpoint_uri
from tests.control.fake_job import FakeJob


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ControlFolder:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    return own_folder()


@pytest.fixture
def job(folder: ControlFolder) -> Iterator[FakeJob]:
    job = FakeJob()
    serve_job(job, "")
    yield job
    if not job.finished.done():
        job.end()
    control_socket.close_all()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


class Client:
    """Speaks the protocol by hand."""

    def __init__(self, folder: ControlFolder, job_id: str = "abc123") -> None:
        self.connection = folder.connect(job_id)
        self._lines = self.connection.makefile("rb")

    def send(self, line: bytes) -> None:
        self.connection.sendall(line)

    def ask(self, **request: Any) -> None:
        self.send(json.dumps(request).encode() + b"\n")

    def answer(self) -> Any:
        return json.loads(self._lines.readline() or b"null")

    def close(self) -> None:
        self._lines.close()
        self.connection.close()


@pytest.fixture
def client(folder: ControlFolder, job: FakeJob) -> Iterator[Client]:
    client = Client(folder)
    yield client
    client.close()


def test_job_is_listed_while_it_runs(folder: ControlFolder, job: FakeJob) -> None:
    actual = folder.running()
    assert [(entry.job_id, entry.name, entry.parallelism, entry.storage) for entry in actual] == [
        ("abc123", "words", 3, "")
    ]
    job.end()
    until(lambda: not folder.running())
    assert [(entry.job_id, entry.status) for entry in folder.ended()] == [("abc123", "FINISHED")]


def test_status_tells_of_the_job(client: Client) -> None:
    client.ask(command="status")
    answer = client.answer()["answer"]
    assert [answer[key] for key in ("status", "parallelism", "restarts", "checkpoints")] == ["RUNNING", 3, 1, 5]


@pytest.mark.parametrize(
    ("settings", "storage"),
    [
        ({"execution.checkpointing.interval": "1s"}, "jobmanager"),
        ({"execution.checkpointing.interval": "1s", "execution.checkpointing.dir": "/x/y"}, "file:///x/y"),
        ({"execution.checkpointing.dir": "/x/y"}, ""),
    ],
)
def test_file_tells_where_the_checkpoints_are(folder: ControlFolder, settings: dict[str, str], storage: str) -> None:
    job = FakeJob()
    serve_job(job, checkpoint_uri(Configuration(settings), batch=False))
    assert [entry.storage for entry in folder.running()] == [storage]
    job.end()
    control_socket.close_all()


def test_others_are_answered_while_one_waits(folder: ControlFolder, job: FakeJob, client: Client) -> None:
    client.ask(command="savepoint", directory=None)
    other = Client(folder)
    other.ask(command="status")
    assert other.answer()["answer"]["status"] == "RUNNING"
    other.close()
    until(lambda: bool(job.asked))
    job.asked[0][1].set_result(SavepointPath("/savepoints/1"))
    assert client.answer() == {"answer": {"path": "/savepoints/1"}}


def test_error_is_answered_with_its_text(job: FakeJob, client: Client) -> None:
    client.ask(command="savepoint", directory=None)
    until(lambda: bool(job.asked))
    job.asked[0][1].set_exception(InvalidProgramError("set execution.checkpointing.savepoint-dir"))
    assert client.answer() == {"error": "set execution.checkpointing.savepoint-dir"}


def test_request_in_pieces_and_two_in_one_are_answered(client: Client) -> None:
    client.send(b'{"command": ')
    time.sleep(0.05)
    client.send(b'"status"}\n{"command": "status"}\n')
    assert [client.answer()["answer"]["status"] for _ in range(2)] == ["RUNNING", "RUNNING"]


@pytest.mark.parametrize("line", [b"nonsense\n", b"[1]\n", b"\xff\n", b"\n"])
def test_line_that_is_no_request_is_answered_with_an_error(client: Client, line: bytes) -> None:
    client.send(line)
    assert "error" in client.answer()
    client.ask(command="status")
    assert "answer" in client.answer()


def test_line_without_end_is_cut_off(monkeypatch: pytest.MonkeyPatch, client: Client) -> None:
    monkeypatch.setattr(control_socket, "_LONGEST_LINE", 100)
    client.send(b"x" * 200)
    assert client.answer() is None


def test_client_that_leaves_changes_nothing(folder: ControlFolder, job: FakeJob) -> None:
    leaving = Client(folder)
    leaving.ask(command="stop", drain=False, directory=None)
    until(lambda: bool(job.asked))
    leaving.close()
    until(lambda: not folder.running() or not control_socket._open["abc123"]._buffers)
    assert (job.cancelled, job.asked[0][1].cancelled()) == (False, False)
    job.asked[0][1].set_result("/savepoints/1")
    staying = Client(folder)
    staying.ask(command="status")
    assert "answer" in staying.answer()
    staying.close()


def test_process_of_another_user_is_not_answered(
    folder: ControlFolder, job: FakeJob, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("os.getuid", lambda: 12345)
    stranger = Client(folder)
    assert stranger.answer() is None
    stranger.close()


def test_those_who_wait_for_the_end_are_answered(job: FakeJob, client: Client) -> None:
    client.ask(command="cancel")
    until(lambda: job.cancelled)
    job.end(JobStatus.CANCELED)
    assert client.answer() == {"answer": {"path": None, "status": "CANCELED"}}
    assert client.answer() is None


def test_savepoint_that_the_jobs_end_cut_off_is_answered(
    job: FakeJob, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_socket, "_LAST_ANSWERS_S", 0.1)
    client.ask(command="savepoint", directory=None)
    until(lambda: bool(job.asked))
    job.end()
    assert client.answer() == {"error": "the job has ended (FINISHED) before the command was done"}


def test_thread_and_files_are_gone_after_the_end(folder: ControlFolder, job: FakeJob) -> None:
    job.end()
    until(lambda: "control-socket" not in [thread.name for thread in threading.enumerate()])
    assert sorted(path.name for path in folder.path.iterdir()) == ["abc123.document", "abc123.ended"]


def test_next_job_of_a_program_may_have_the_same_id(folder: ControlFolder, job: FakeJob) -> None:
    job.end()
    again = FakeJob()
    serve_job(again, "")
    assert [entry.job_id for entry in folder.running()] == ["abc123"]
    again.end()


def test_socket_is_made_again_when_its_files_were_removed(
    folder: ControlFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(control_socket, "_LOOK_S", 0.05)
    job = FakeJob()
    serve_job(job, "")
    (folder.path / "abc123.json").unlink()
    (folder.path / "abc123.sock").unlink()
    until(lambda: folder.holds("abc123"))
    client = Client(folder)
    client.ask(command="status")
    assert "answer" in client.answer()
    client.close()
    job.end()


def test_socket_is_made_again_once_its_folder_can_be(folder: ControlFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(control_socket, "_LOOK_S", 0.05)
    attempts = 0

    def attempt() -> ControlFolder:
        nonlocal attempts
        attempts += 1
        return own_folder()

    monkeypatch.setattr(control_socket, "own_folder", attempt)
    job = FakeJob()
    serve_job(job, "")
    (folder.path / "abc123.json").unlink()
    folder.path.chmod(0o755)  # others may enter: no socket is made there
    until(lambda: attempts > 2)
    assert not folder.holds("abc123")
    folder.path.chmod(0o700)
    until(lambda: folder.holds("abc123"))
    job.end()


def test_job_runs_without_a_socket_when_there_can_be_none(
    folder: ControlFolder, caplog: pytest.LogCaptureFixture
) -> None:
    folder.path.chmod(0o755)
    with caplog.at_level(logging.WARNING):
        serve_job(FakeJob(), "")
    assert "the pyrite command cannot find this job, which runs nevertheless: " in caplog.text
    assert "chmod 700" in caplog.text


def test_program_that_ends_leaves_no_files_and_answers_who_waits(tmp_path: Path, folder: ControlFolder) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import sys, time\n"
        "from pyrite.core.job.job_status import JobStatus\n"
        "from pyrite.control.job_control import serve_job\n"
        "from tests.control.fake_job import FakeJob\n"
        "job = FakeJob()\n"
        "serve_job(job, '')\n"
        "print('up', flush=True)\n"
        "while not job.cancelled: time.sleep(0.01)\n"
        "job.end(JobStatus.CANCELED)\n"
    )
    running = subprocess.Popen(
        [sys.executable, str(program)], stdout=subprocess.PIPE, cwd=Path(__file__).parents[2], env=_environment()
    )
    assert running.stdout is not None and running.stdout.readline() == b"up\n"
    client = Client(folder)
    client.ask(command="cancel")
    assert client.answer() == {"answer": {"path": None, "status": "CANCELED"}}
    client.close()
    assert running.wait(20) == 0
    running.stdout.close()
    assert sorted(path.name for path in folder.path.iterdir()) == ["abc123.document", "abc123.ended"]


def _environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": ":".join([*sys.path, str(Path(__file__).parents[2])])}


def test_socket_does_not_go_to_child_processes(job: FakeJob) -> None:
    control = control_socket._open["abc123"]
    assert not any(entry.get_inheritable() for entry in (control._listener, control._waker, control._wakened))
    assert isinstance(control._listener, socket.socket)
