"""Asking drivers that die while they answer."""

from __future__ import annotations

import asyncio
import socket
import threading
from pathlib import Path

import pytest

from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.control.job_manager.driver_link import ask_driver, follow_driver
from pyrite.control.job_summary import JobSummary
from pyrite.core.errors import JobNotRunningError

ENTRY = JobEntry("job", "words", 1, 0, 1)


@pytest.fixture
def folder(tmp_path: Path) -> ControlFolder:
    folder = ControlFolder(tmp_path / "control")
    folder.make()
    return folder


def die_answering(listener: socket.socket) -> threading.Thread:
    """A driver that is killed when half of its answer is out."""

    def answer() -> None:
        with listener, listener.accept()[0] as connection:
            connection.recv(1000)
            connection.sendall(b'{"answer": {"status": "RUN')

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


def test_driver_that_dies_in_the_middle_of_an_answer_is_gone(folder: ControlFolder) -> None:
    driver = die_answering(folder.listen(ENTRY))
    with pytest.raises(JobNotRunningError, match="has gone without an answer"):
        asyncio.run(ask_driver(folder, ENTRY, {"command": "document"}))
    driver.join()


def test_driver_that_dies_in_the_middle_of_an_answer_is_no_longer_followed(folder: ControlFolder) -> None:
    seen: list[JobSummary] = []
    driver = die_answering(folder.listen(ENTRY))
    asyncio.run(asyncio.wait_for(follow_driver(folder, ENTRY, seen.append), 60))
    driver.join()
    assert seen == []
