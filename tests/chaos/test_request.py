"""What a chaos run asks of its drivers: a refusal is final, silence is not."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from chaos.request import Request
from chaos.run_folder import RunFolder
from pyrite.control.control_socket import ControlSocket
from pyrite.control.job_directory import FOLDER_VARIABLE, JobEntry
from pyrite.core.errors import CheckpointError
from pyrite.core.job.commands import Rescale, Rescaled


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> RunFolder:
    folder = RunFolder(tmp_path)
    monkeypatch.setenv(FOLDER_VARIABLE, str(folder.control))
    return folder


@pytest.fixture
def answer(folder: RunFolder) -> Iterator[Future[Rescaled]]:
    """What a driver in this process answers to whatever it is asked."""
    answer: Future[Rescaled] = Future()
    entry = JobEntry("chaos", "chaos", os.getpid(), 1, 2, "file:///checkpoints")
    control = ControlSocket(entry, lambda command: answer, lambda: None)
    control.start()
    yield answer
    control.close()


def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.005)


def ask(folder: RunFolder, pid: int, limit_s: float = 10) -> Request[Rescaled]:
    command = Request(folder, "chaos", pid, limit_s, Rescale(3))
    until(lambda: command.sent or command.is_over)
    return command


def test_answer_is_given_when_it_is_done(folder: RunFolder, answer: Future[Rescaled]) -> None:
    command = ask(folder, os.getpid())
    assert not command.is_over
    answer.set_result(Rescaled(3, 7, 1))
    until(lambda: command.is_over)
    assert (command.answer, command.refusal, command.trouble) == (Rescaled(3, 7, 1), "", "")


def test_refusal_has_the_drivers_words(folder: RunFolder, answer: Future[Rescaled]) -> None:
    answer.set_exception(CheckpointError("the job failed before the savepoint was complete, and continues"))
    command = ask(folder, os.getpid())
    until(lambda: command.is_over)
    assert (command.refusal[:14], command.trouble) == ("the job failed", "")


def test_end_of_the_job_does_not_tell_what_became_of_the_request(folder: RunFolder, answer: Future[Rescaled]) -> None:
    answer.set_exception(CheckpointError("the job has ended: FAILED"))
    command = ask(folder, os.getpid())
    until(lambda: command.is_over)
    assert (command.refusal, command.trouble) == ("", "the job has ended: FAILED")


def test_driver_that_sleeps_gives_no_answer_in_time(folder: RunFolder, answer: Future[Rescaled]) -> None:
    command = ask(folder, os.getpid(), limit_s=0.05)
    until(lambda: command.is_over)
    assert command.answer is None
    assert command.trouble.startswith("DriverBusyError")


def test_driver_of_another_process_is_not_asked(folder: RunFolder, answer: Future[Rescaled]) -> None:
    command = ask(folder, pid=1)
    assert (command.sent, command.trouble) == (False, "its driver accepts no commands yet")


def test_nobody_is_asked_where_no_driver_listens(folder: RunFolder) -> None:
    command = ask(folder, os.getpid())
    assert (command.sent, command.trouble) == (False, "its driver accepts no commands yet")
