"""Both sides of the client of drivers: answers, refusals, drivers that die or sleep."""

from __future__ import annotations

import asyncio
import socket
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Optional

import pytest

from pyrite.control.driver_client import DriverBusyError, DriverClient
from pyrite.control.driver_link import DriverLink
from pyrite.control.driver_protocol import answer_line, error_line
from pyrite.control.job_directory import ControlFolder, JobEntry
from pyrite.core.errors import CheckpointError, JobNotRunningError, PyriteError
from pyrite.core.job.commands import Checkpoint, CheckpointNumber
from pyrite.core.job.job_summary import JobSummary

ENTRY = JobEntry("job", "words", 1, 0, 1)


@pytest.fixture
def folder(tmp_path: Path) -> ControlFolder:
    folder = ControlFolder(tmp_path / "control")
    folder.make()
    return folder


Side = Callable[[ControlFolder, Optional[float]], Any]


def blocking(folder: ControlFolder, timeout_s: Optional[float] = None) -> CheckpointNumber:
    return DriverClient(folder, ENTRY).send(Checkpoint(), timeout_s)


def asynchronous(folder: ControlFolder, timeout_s: Optional[float] = None) -> CheckpointNumber:
    return asyncio.run(DriverLink(folder, ENTRY).ask(Checkpoint(), timeout_s))


BOTH_SIDES = pytest.mark.parametrize("side", [blocking, asynchronous])


def answering(listener: socket.socket, reply: bytes) -> threading.Thread:
    """A driver that answers whatever comes."""

    def answer() -> None:
        with listener, listener.accept()[0] as connection:
            connection.recv(1000)
            connection.sendall(reply)

    thread = threading.Thread(target=answer)
    thread.start()
    return thread


@BOTH_SIDES
def test_answer_is_the_value_of_the_command(folder: ControlFolder, side: Side) -> None:
    driver = answering(folder.listen(ENTRY), answer_line(CheckpointNumber(7)))
    assert side(folder, None) == CheckpointNumber(7)
    driver.join()


@BOTH_SIDES
def test_refusal_has_the_drivers_words(folder: ControlFolder, side: Side) -> None:
    driver = answering(folder.listen(ENTRY), error_line(CheckpointError("take a savepoint instead")))
    with pytest.raises(PyriteError, match=r"^take a savepoint instead$"):
        side(folder, None)
    driver.join()


@BOTH_SIDES
@pytest.mark.parametrize("reply", [b"", b'{"answer": {"checkpoint'])
def test_driver_that_dies_while_it_answers_is_gone(folder: ControlFolder, side: Side, reply: bytes) -> None:
    driver = answering(folder.listen(ENTRY), reply)
    with pytest.raises(JobNotRunningError, match="exited without an answer"):
        side(folder, None)
    driver.join()


@BOTH_SIDES
def test_job_without_a_driver_has_ended(folder: ControlFolder, side: Side) -> None:
    with pytest.raises(JobNotRunningError, match=r"job 'words' \(job\) has just ended"):
        side(folder, None)
    folder.listen(ENTRY).close()
    with pytest.raises(JobNotRunningError, match="has just ended"):
        side(folder, None)


@BOTH_SIDES
def test_driver_that_does_not_answer_in_time_is_busy(folder: ControlFolder, side: Side) -> None:
    with folder.listen(ENTRY), pytest.raises(DriverBusyError, match=r"'words' \(process 1\) does not answer"):
        side(folder, 0.05)


def test_driver_that_dies_in_the_middle_of_an_answer_is_no_longer_followed(folder: ControlFolder) -> None:
    seen: list[JobSummary] = []
    driver = answering(folder.listen(ENTRY), b'{"answer": {"status": "RUN')
    asyncio.run(asyncio.wait_for(DriverLink(folder, ENTRY).follow(seen.append), 60))
    driver.join()
    assert seen == []


@pytest.mark.parametrize("steps", range(8))
def test_following_a_driver_ends_when_it_is_canceled_at_the_moment_of_an_answer(
    folder: ControlFolder, steps: int
) -> None:
    """Whatever the event loop has done with the answer by then."""

    async def follow() -> bool:
        reader = asyncio.StreamReader()
        near, far = socket.socketpair()
        near.setblocking(False)
        _, writer = await asyncio.open_connection(sock=near)
        link = DriverLink(folder, ENTRY)
        exchange = asyncio.create_task(link._exchange((reader, writer), Checkpoint(), 60))
        for _ in range(5):
            await asyncio.sleep(0)
        reader.feed_data(answer_line(CheckpointNumber(7)))
        for _ in range(steps):
            await asyncio.sleep(0)
        is_canceled = exchange.cancel()
        await asyncio.wait([exchange])
        writer.close()
        far.close()
        return is_canceled == exchange.cancelled()

    assert asyncio.run(follow())
