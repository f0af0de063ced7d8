"""VirtualEventLoop: an event loop on a manual clock, run step by step by a simulation or a harness.

`asyncio.sleep`, timeouts and all other users of the loop's time follow the manual clock, so that a run is exactly
repeatable. Calls that wait for a socket or a thread work too, but take real time, which is not repeatable.
"""

from __future__ import annotations

import asyncio
import heapq
import itertools
import selectors
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextvars import Context
from typing import Any, Optional

from pyrite.core.clock import ManualClock
from pyrite.operators.async_io.event_loop import EventLoop, awaited

_STEPS_AT_THE_END = 100
"""How often a canceled function may resume before it is abandoned."""


class _ClockedLoop(asyncio.SelectorEventLoop):
    """asyncio's loop with another clock and a count of pending work."""

    def __init__(self, clock: ManualClock) -> None:
        self.watched = selectors.DefaultSelector()
        self._clock = clock
        self._begun_us = clock.monotonic_us()
        self._timers: list[tuple[float, int, asyncio.TimerHandle]] = []
        self._numbers = itertools.count()
        self.to_do = 0
        self.in_threads = 0
        super().__init__(self.watched)
        self.set_exception_handler(_handle_loop_error)

    def __del__(self) -> None:
        """An unclosed harness causes no warning."""
        if not self.is_closed():
            self.close()
            self.watched.close()

    def time(self) -> float:
        return round((self._clock.monotonic_us() - self._begun_us) / 1_000_000, 6)

    # typeshed's types of the following methods have type variables that are of no use here.

    def call_soon(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Optional[Context] = None
    ) -> asyncio.Handle:
        self.to_do += 1
        return super().call_soon(callback, *args, context=context)

    def call_soon_threadsafe(  # type: ignore[override]
        self, callback: Any, *args: Any, context: Optional[Context] = None
    ) -> asyncio.Handle:
        self.to_do += 1
        return super().call_soon_threadsafe(callback, *args, context=context)

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *args: Any, context: Optional[Context] = None
    ) -> asyncio.TimerHandle:
        handle = super().call_at(round(when, 6), callback, *args, context=context)
        heapq.heappush(self._timers, (handle.when(), next(self._numbers), handle))
        return handle

    def run_in_executor(self, executor: Optional[Executor], func: Any, *args: Any) -> Any:  # type: ignore[override]
        self.in_threads += 1
        future = super().run_in_executor(executor, func, *args)
        future.add_done_callback(self._back_from_thread)
        return future

    def _back_from_thread(self, _: Any) -> None:
        self.in_threads -= 1

    def next_due_s(self) -> Optional[float]:
        """The due time of the next timer that was not canceled."""
        while self._timers and self._timers[0][2].cancelled():
            heapq.heappop(self._timers)
        return self._timers[0][0] if self._timers else None

    def step(self) -> None:
        """Runs all ready callbacks, once."""
        now = self.time()
        while self._timers and self._timers[0][0] <= now:
            heapq.heappop(self._timers)
        self.to_do = 0
        self.stop()  # one round
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self.run_forever()
        else:  # in a notebook, or in an async test: a thread can have only one running loop
            with ThreadPoolExecutor(1) as pool:
                pool.submit(self.run_forever).result()

    def is_ready(self, wait_s: float = 0.0) -> bool:
        """Whether a watched socket, or a thread, is ready, immediately or after some real time."""
        return self.waits_outside and bool(self.watched.select(wait_s))

    @property
    def waits_outside(self) -> bool:
        return self.in_threads > 0 or len(self.watched.get_map()) > 1  # one is the loop's own


def _handle_loop_error(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Reports errors in the loop, except for calls still pending when their task was abandoned."""
    if not str(context.get("message")).startswith("Task was destroyed"):
        loop.default_exception_handler(context)


class VirtualEventLoop(EventLoop):
    """An event loop in the thread that calls `step`."""

    def __init__(self, clock: ManualClock) -> None:
        self._clock = clock
        self._loop = _ClockedLoop(clock)

    def call_soon(self, act: Callable[[], object]) -> None:
        self._loop.call_soon(act)

    def run(self, call: Callable[[], Any], timeout_s: Optional[float] = None) -> Any:
        """Advances time as necessary until the function ends."""
        task = self._loop.create_task(awaited(call))
        while not task.done():
            if self.has_work or self.wait_outside(1.0):
                self.step()
            else:
                self._pass_time()
        return task.result()

    def _pass_time(self) -> None:
        due_us = self.next_due_us()
        if due_us is None:
            raise AssertionError("the function waits for an event that will never occur")
        self._clock.advance(max(1, -(-(due_us - self._clock.monotonic_us()) // 1000)))

    @property
    def has_work(self) -> bool:
        """Whether a step would do work without advancing the clock."""
        if self._loop.is_closed():
            return False
        due_s = self._loop.next_due_s()
        return self._loop.to_do > 0 or (due_s is not None and due_s <= self._loop.time()) or self._loop.is_ready()

    def step(self) -> None:
        self._loop.step()

    def next_due_us(self) -> Optional[int]:
        """The due time of the next timer, by the manual clock."""
        due_s = None if self._loop.is_closed() else self._loop.next_due_s()
        if due_s is None:
            return None
        return self._clock.monotonic_us() + round((due_s - self._loop.time()) * 1_000_000)

    def wait_outside(self, wait_s: float) -> bool:
        """Gives functions that wait for a socket or a thread some real time; returns whether one can continue."""
        if self._loop.is_closed() or not asyncio.all_tasks(self._loop):
            return False
        return self._loop.is_ready(wait_s)

    def close(self) -> None:
        if self._loop.is_closed():
            return
        for _ in range(_STEPS_AT_THE_END):
            self.step()  # first, as calls may be about to start
            pending = asyncio.all_tasks(self._loop)
            if not pending:
                break
            for task in pending:
                task.cancel()
        self._loop.close()
        self._loop.watched.close()
