"""`pyrite list, savepoint, stop, cancel, rescale`: what is asked of a job, and what is printed."""

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
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pyrite.cli.main import main
from pyrite.control import control_socket
from pyrite.control.job_control import serve_job
from pyrite.control.job_directory import FOLDER_VARIABLE
from pyrite.control.job_manager.job_store import FOLDER_VARIABLE as STORE_VARIABLE
from pyrite.core.errors import InvalidProgramError
from pyrite.core.job.commands import (
    Cancel,
    CheckpointNumber,
    Command,
    JobEnd,
    Rescale,
    Rescaled,
    Savepoint,
    SavepointPath,
    Stop,
)
from pyrite.core.job.job_status import JobStatus
from tests.control.fake_job import FakeJob

Captured = pytest.CaptureFixture[str]
ROOT = Path(__file__).parents[3]


@pytest.fixture
def job(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeJob]:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path / "control"))
    monkeypatch.setenv(STORE_VARIABLE, str(tmp_path / "store"))
    job = FakeJob()
    serve_job(job, "")
    yield job
    if not job.finished.done():
        job.end()
    control_socket.close_all()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def when_asked(job: FakeJob, act: Callable[[Any], None]) -> threading.Thread:
    """Acts on the future of what is asked for, in a thread."""

    def wait_and_act() -> None:
        until(lambda: bool(job.asked))
        act(job.asked[0][1])

    thread = threading.Thread(target=wait_and_act)
    thread.start()
    return thread


# list -----------------------------------------------------------------------------------------------------------------


def test_list_shows_the_jobs_that_run(job: FakeJob, capsys: Captured) -> None:
    other = FakeJob("fff", "clicks\nof all")
    serve_job(other, "")
    other.view = replace(other.view, status=JobStatus.RESTARTING)
    assert main(["list"]) == 0
    header, *rows = capsys.readouterr().out.splitlines()
    assert re.split(r"  +", header) == ["started", "job id", "status", "parallelism", "process", "name"]
    assert [re.split(r"  +", row)[1:] for row in rows] == [
        ["abc123", "RUNNING", "3", str(os.getpid()), "words"],
        ["fff", "RESTARTING", "3", str(os.getpid()), "clicks of all"],
    ]
    main(["list", "-r"])
    assert len(capsys.readouterr().out.splitlines()) == 2
    other.end()


def test_list_says_so_when_no_job_runs(job: FakeJob, capsys: Captured) -> None:
    job.end()
    until(lambda: not control_socket._open)
    assert main(["list"]) == 0
    assert capsys.readouterr().out == "No job is running\n"


def test_list_shows_ended_jobs_when_asked_for(job: FakeJob, capsys: Captured) -> None:
    job.end(JobStatus.CANCELED)
    until(lambda: not control_socket._open)
    assert main(["list", "-a"]) == 0
    assert re.search(r"ended +job id +status +name\n.* UTC  abc123  CANCELED  words\n$", capsys.readouterr().out)


def test_list_shows_a_job_that_was_started_again_once(
    job: FakeJob, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    job.end(JobStatus.FAILED)
    until(lambda: not control_socket._open)
    again = FakeJob()
    serve_job(again, "")
    assert main(["list", "-a", "--json"]) == 0
    assert [(listed["job_id"], listed["status"]) for listed in json.loads(capsys.readouterr().out)] == [
        ("abc123", "RUNNING")
    ]
    again.end()


def test_list_tells_of_a_driver_that_does_not_answer(
    job: FakeJob, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pyrite.cli.commands.list._ANSWER_S", 0.1)
    monkeypatch.setattr(control_socket.ControlSocket, "_begin", lambda self, connection, line: None)
    main(["list"])
    assert "abc123  NO ANSWER  3" in capsys.readouterr().out


# savepoint, stop, cancel, rescale -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["savepoint", "abc123"], Savepoint(None)),
        (["savepoint", "words", "s3://bucket/x"], Savepoint("s3://bucket/x")),
        (["savepoint", "abc", "below"], Savepoint(str(Path.cwd() / "below"))),
    ],
)
def test_savepoint_prints_its_path(job: FakeJob, capsys: Captured, words: list[str], asked: Savepoint) -> None:
    thread = when_asked(job, lambda future: future.set_result(SavepointPath("file:///savepoints/1")))
    assert main(words) == 0
    thread.join()
    assert (job.asked[0][0], capsys.readouterr().out) == (asked, "file:///savepoints/1\n")


def test_checkpoint_prints_its_number(job: FakeJob, capsys: Captured) -> None:
    thread = when_asked(job, lambda future: future.set_result(CheckpointNumber(7)))
    assert main(["checkpoint", "words"]) == 0
    thread.join()
    assert capsys.readouterr().out == "checkpoint 7 of job 'words' is complete\n"


def test_savepoint_that_is_refused_is_reported_in_the_drivers_words(job: FakeJob, capsys: Captured) -> None:
    refused = InvalidProgramError("no directory: set execution.checkpointing.savepoint-dir")
    thread = when_asked(job, lambda future: future.set_exception(refused))
    assert main(["savepoint", "words"]) == 1
    thread.join()
    assert capsys.readouterr().err == "error: no directory: set execution.checkpointing.savepoint-dir\n"


def test_dispose_refuses_what_is_no_savepoint(tmp_path: Path, capsys: Captured) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    assert main(["savepoint", "-d", str(tmp_path)]) == 1
    assert "is not a savepoint" in capsys.readouterr().err
    assert (tmp_path / "mine.txt").read_text() == "precious"


@pytest.mark.parametrize("words", [[], ["words", "-d", "x"]])
def test_savepoint_wants_a_job_or_a_path(job: FakeJob, capsys: Captured, words: list[str]) -> None:
    assert (main(["savepoint", *words]), job.asked) == (2, [])
    assert "expected either JOB [DIR], or -d PATH" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["stop", "words"], Stop(False, None)),
        (["stop", "--drain", "words"], Stop(True, None)),
        (["stop", "-p", "/x", "words"], Stop(False, "/x")),
        (["stop", "words", "--savepoint-path=/x", "-d"], Stop(True, "/x")),
        (["stop", "--savepointPath", "/x", "words"], Stop(False, "/x")),
        (["cancel", "-s", "/x", "words"], Cancel(Savepoint("/x"))),
        (["cancel", "words", "-s"], Cancel(Savepoint(None))),
        (["cancel", "-s", "words"], Cancel(Savepoint(None))),
    ],
)
def test_end_with_a_savepoint_prints_its_path(
    job: FakeJob, capsys: Captured, words: list[str], asked: Command[JobEnd]
) -> None:
    def end(future: Any) -> None:
        future.set_result("file:///x/1")
        job.end(JobStatus.FINISHED if words[0] == "stop" else JobStatus.CANCELED)

    thread = when_asked(job, end)
    assert main(words) == 0
    thread.join()
    assert (job.asked[0][0], capsys.readouterr().out) == (asked, "file:///x/1\n")


def test_cancel_ends_the_job(job: FakeJob, capsys: Captured) -> None:
    def end() -> None:
        until(lambda: job.cancelled)
        job.end(JobStatus.CANCELED)

    thread = threading.Thread(target=end)
    thread.start()
    assert main(["cancel", "words"]) == 0
    thread.join()
    assert capsys.readouterr().out == "job 'words' (abc123) has ended: CANCELED\n"


def test_cancel_wants_a_job(job: FakeJob, capsys: Captured) -> None:
    assert main(["cancel", "-s"]) == 2
    assert "Missing argument 'JOB'" in capsys.readouterr().err


def test_rescale_prints_the_pause(job: FakeJob, capsys: Captured) -> None:
    thread = when_asked(job, lambda future: future.set_result(Rescaled(4, 1234, 7)))
    assert main(["rescale", "words", "-p", "4"]) == 0
    thread.join()
    assert job.asked[0][0] == Rescale(4)
    assert capsys.readouterr().out == (
        "job 'words' runs with parallelism 4, from checkpoint 7 on, after a pause of 1.23 s\n"
    )


@pytest.mark.parametrize(
    "words", [["rescale", "words"], ["rescale", "words", "-p", "0"], ["stop"], ["list", "-r", "-a"]]
)
def test_wrong_usage_is_refused(job: FakeJob, words: list[str]) -> None:
    assert main(words) == 2


@pytest.mark.parametrize("command", [["savepoint"], ["stop"], ["cancel"], ["rescale", "-p", "2"]])
def test_unknown_job_is_reported_with_what_runs(job: FakeJob, capsys: Captured, command: list[str]) -> None:
    assert main([*command, "clicks"]) == 1
    assert capsys.readouterr().err == "error: there is no job 'clicks'. Running:\n  abc123  words\n"


def test_ctrl_c_ends_the_waiting_and_leaves_the_job_alone(job: FakeJob) -> None:
    environment = {**os.environ, "PYTHONPATH": ":".join([str(ROOT / "src"), *sys.path])}
    waiting = subprocess.Popen(
        [sys.executable, "-m", "pyrite.cli.main", "stop", "words"], stderr=subprocess.PIPE, env=environment
    )
    until(lambda: bool(job.asked) or waiting.poll() is not None)
    waiting.send_signal(signal.SIGINT)
    assert waiting.stderr is not None
    output = waiting.stderr.read()
    waiting.stderr.close()
    assert (waiting.wait(20), output) == (130, b"no longer waiting: 'words' completes the command\n")
    assert (job.cancelled, job.asked[0][1].done()) == (False, False)


# run ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["-s", "/x/savepoint-1"], {"path": "/x/savepoint-1"}),
        (["-s", "x/1", "-n"], {"path": str(Path.cwd() / "x/1"), "ignore-unclaimed-state": "true"}),
        (["--from-savepoint=s3://b/x", "--claim-mode", "claim"], {"path": "s3://b/x", "claim-mode": "CLAIM"}),
        (
            ["--claim-mode=no-claim", "--allow-non-restored-state"],
            {"ignore-unclaimed-state": "true", "claim-mode": "NO_CLAIM"},
        ),
    ],
)
@pytest.mark.parametrize("after", [True, False])
def test_run_hands_what_to_restore_to_the_script(
    tmp_path: Path, capsys: Captured, words: list[str], expected: dict[str, str], after: bool
) -> None:
    script = tmp_path / "job.py"
    script.write_text(
        "import json\nfrom pyrite.graph.executor import current_context\nprint(json.dumps(current_context().settings))"
    )
    assert main(["run", str(script), *words] if after else ["run", *words, str(script)]) == 0
    settings = {f"execution.state-recovery.{key}": value for key, value in expected.items()}
    assert json.loads(capsys.readouterr().out) == settings


@pytest.mark.parametrize(
    ("words", "reported"),
    [
        (["--claim-mode", "LEGACY"], "'LEGACY' is not one of 'NO_CLAIM', 'CLAIM'"),
        (["-s", ""], "expected a path or URI"),
    ],
)
def test_run_refuses_what_cannot_be_restored_from(
    tmp_path: Path, capsys: Captured, words: list[str], reported: str
) -> None:
    script = tmp_path / "job.py"
    script.write_text("")
    assert main(["run", *words, str(script)]) == 2
    assert reported in capsys.readouterr().err
