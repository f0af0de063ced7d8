"""VirtualEventLoop: asyncio's time is the manual clock's; sockets and threads take real time."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import pytest

from pyrite.core.clock import ManualClock
from pyrite.testing.virtual_loop import VirtualEventLoop


@pytest.fixture
def loop() -> Iterator[VirtualEventLoop]:
    made = VirtualEventLoop(ManualClock(1_700_000_000_000))
    yield made
    made.close()


def settle(loop: VirtualEventLoop) -> None:
    while loop.has_work:
        loop.step()


def test_sleep_ends_when_the_clock_has_moved_and_not_a_moment_before() -> None:
    clock = ManualClock(1_700_000_000_123)
    loop, story = VirtualEventLoop(clock), []

    async def sleep() -> None:
        await asyncio.sleep(0.013)
        story.append(clock.now_ms())

    loop.call_soon(lambda: asyncio.ensure_future(sleep()))
    for _ in range(20):
        settle(loop)
        clock.advance(1)
    assert story == [1_700_000_000_136]
    loop.close()


def test_next_due_is_that_of_the_first_timer_that_was_not_cancelled(loop: VirtualEventLoop) -> None:
    def begin() -> None:
        running = asyncio.get_running_loop()
        running.call_later(0.005, print).cancel()
        running.call_later(0.007, print)

    loop.call_soon(begin)
    settle(loop)
    assert loop.next_due_us() == 1_700_000_000_007_000


def test_run_lets_time_pass_and_returns_at_once() -> None:
    clock = ManualClock()
    loop = VirtualEventLoop(clock)
    begun = time.monotonic()
    loop.run(lambda: asyncio.sleep(3600))
    assert clock.now_ms() == 3_600_000
    assert time.monotonic() - begun < 30
    loop.close()


def test_run_of_something_that_will_not_come_says_so(loop: VirtualEventLoop) -> None:
    with pytest.raises(AssertionError, match="waits for an event that will never occur"):
        loop.run(lambda: asyncio.get_running_loop().create_future())


def test_thread_is_waited_for_in_real_time(loop: VirtualEventLoop) -> None:
    def slowly() -> str:
        time.sleep(0.05)
        return "done"

    assert loop.run(lambda: asyncio.to_thread(slowly)) == "done"


def test_socket_is_waited_for_in_real_time(loop: VirtualEventLoop) -> None:
    async def echo(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(await reader.readline())
        writer.close()

    async def ask() -> bytes:
        server = await asyncio.start_server(echo, "127.0.0.1", 0)
        reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname()[:2])
        writer.write(b"hello\n")
        answer = await reader.readline()
        writer.close()
        server.close()
        return answer

    assert loop.run(ask) == b"hello\n"


def test_loop_runs_inside_another_as_in_a_notebook() -> None:
    async def notebook() -> int:
        loop = VirtualEventLoop(ManualClock())
        answer: int = loop.run(lambda: asyncio.sleep(60, 7))
        loop.close()
        return answer

    assert asyncio.run(notebook()) == 7


def test_nothing_is_waited_for_where_no_function_runs(loop: VirtualEventLoop) -> None:
    assert not loop.wait_outside(10)
    assert not loop.has_work
