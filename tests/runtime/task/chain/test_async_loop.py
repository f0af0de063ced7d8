"""ThreadedEventLoop: calls in a thread of their own, its ends good and bad, and how late it is when blocked."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from pyrite.runtime.task.chain.async_loop import ThreadedEventLoop


@pytest.fixture
def loop() -> Iterator[ThreadedEventLoop]:
    made = ThreadedEventLoop()
    yield made
    made.close()


def test_calls_run_in_the_loops_own_thread(loop: ThreadedEventLoop) -> None:
    seen: Future[int] = Future()
    loop.call_soon(lambda: seen.set_result(threading.get_ident()))
    assert seen.result(5) == loop.thread != threading.get_ident()


def test_run_gives_what_a_function_returns_or_what_it_awaits(loop: ThreadedEventLoop) -> None:
    async def later() -> str:
        await asyncio.sleep(0.001)
        return "later"

    assert (loop.run(lambda: "now"), loop.run(later)) == ("now", "later")


def test_run_raises_what_the_function_raises(loop: ThreadedEventLoop) -> None:
    async def broken() -> None:
        raise KeyError("who")

    with pytest.raises(KeyError, match="who"):
        loop.run(broken)


def test_run_gives_up_after_its_timeout(loop: ThreadedEventLoop) -> None:
    with pytest.raises(TimeoutError):
        loop.run(lambda: asyncio.sleep(60), timeout_s=0.05)


def test_close_cancels_what_functions_have_left_running(loop: ThreadedEventLoop) -> None:
    ended = threading.Event()

    async def forever() -> None:
        try:
            await asyncio.sleep(10**6)
        finally:
            ended.set()

    loop.run(lambda: asyncio.ensure_future(asyncio.sleep(0)))
    loop.call_soon(lambda: asyncio.ensure_future(forever()))
    loop.run(lambda: asyncio.sleep(0.01))
    loop.close()
    assert ended.is_set()
    loop.close()


def test_loop_is_late_while_a_function_blocks_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pyrite.runtime.task.chain.async_loop._BEAT_S", 0.05)
    loop = ThreadedEventLoop()
    released, blocked = threading.Event(), threading.Event()

    def block() -> None:
        blocked.set()
        released.wait(20)

    loop.call_soon(block)
    assert blocked.wait(5)
    until = time.monotonic() + 10
    while loop.late_us() < 100_000 and time.monotonic() < until:
        time.sleep(0.01)
    assert loop.late_us() >= 100_000
    released.set()
    loop.run(lambda: asyncio.sleep(0.2))
    assert loop.late_us() < 100_000
    loop.close()
    assert loop.late_us() == 0
