"""CallsInFlight: the calls of an operator that have not ended, or whose results wait for earlier records and marks.

Calls run in the task's event loop, in a separate thread. Their results are returned through a deque. Only the task's
main loop, when woken, uses the queue and emits.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Optional

from pyrite.operators.async_io.async_calls import AsyncCalls
from pyrite.operators.async_io.async_queue import AsyncQueue, Entry, Mark, WatermarkMark
from pyrite.operators.async_io.event_loop import EventLoop, awaited
from pyrite.operators.iteration.loop_events import LoopMark
from pyrite.operators.output import Output

_CLOSE_S = 10.0
Outcome = tuple[Entry, Optional[list[Any]], Optional[BaseException]]


class CallsInFlight:
    """At most `capacity` entries have been passed to the calls and not left; further entries wait here.

    Entries with a key are called one after another for each key.
    """

    def __init__(
        self, queue: AsyncQueue, capacity: int, is_ready: Callable[[Entry], bool] = lambda entry: False
    ) -> None:
        """`is_ready` is called before an entry's call, and returns whether it needs none."""
        self._is_ready = is_ready
        self._queue = queue
        self._capacity = capacity
        self._unstarted: deque[Entry] = deque()
        self._next_of_keys: deque[Entry] = deque()
        """Entries whose key is free: they start before others."""
        self._keys: dict[Any, deque[Entry]] = {}
        """The entries that wait for an earlier entry of their key."""
        self._waiting_for_keys = 0
        self._started = 0
        self._outcomes: deque[Outcome] = deque()
        self._has_woken = False

    def open(self, calls: AsyncCalls, loop: EventLoop, wake: Callable[[], None]) -> None:
        """`calls` reports to `on_outcome`."""
        self._calls = calls
        self._loop = loop
        self._wake = wake

    def close(self, close: Callable[[], Any]) -> None:
        """Cancels all calls, then calls a function in the loop."""
        entries = [entry for entry in self._queue if entry.results is None]

        async def end() -> None:
            await self._calls.stop(entries)
            await awaited(close)

        self._loop.run(end, _CLOSE_S)

    def __iter__(self) -> Iterator[Entry]:
        """The entries that have not left, in the order of arrival."""
        return iter(self._queue)

    def __bool__(self) -> bool:
        return bool(self._queue)

    @property
    def started(self) -> int:
        """The number of entries that were passed to the calls and have not left."""
        return self._started

    @property
    def is_full(self) -> bool:
        return bool(self._unstarted) or self._waiting_for_keys >= self._capacity

    def add(self, entries: list[Entry]) -> None:
        self._queue.add(entries)
        self._unstarted.extend(entries)
        self.start()

    def mark(self, mark: Mark) -> None:
        self._queue.mark(mark)

    # Calls ------------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Starts as many calls as the capacity allows."""
        entries = []
        while self._started < self._capacity and (entry := self._next()) is not None:
            self._started += 1
            if self._is_ready(entry):
                entry.results = []
                self._complete(entry)
            else:
                entries.append(entry)
        if entries:
            self._loop.call_soon(partial(self._calls.start, entries))

    def wait(self) -> None:
        """Returns when all started calls have ended. The main loop waits: only for what must precede a checkpoint."""
        entries = [entry for entry in self._queue if entry.results is None]

        async def ended() -> None:
            tasks = [entry.task for entry in entries if entry.task is not None]
            if tasks:
                await asyncio.wait(tasks)

        self._loop.run(ended)

    def _next(self) -> Optional[Entry]:
        if self._next_of_keys:
            return self._next_of_keys.popleft()
        while self._unstarted:
            entry = self._unstarted.popleft()
            if entry.key is None:
                return entry
            if entry.key not in self._keys:
                self._keys[entry.key] = deque()
                return entry
            self._keys[entry.key].append(entry)
            self._waiting_for_keys += 1
        return None

    def _complete(self, entry: Entry) -> None:
        self._queue.complete(entry)
        if entry.key is not None:
            waiting = self._keys[entry.key]
            if waiting:
                self._next_of_keys.append(waiting.popleft())
                self._waiting_for_keys -= 1
            else:
                del self._keys[entry.key]

    def on_outcome(self, entry: Entry, results: Optional[list[Any]], error: Optional[BaseException]) -> None:
        """Handles the end of a call. Runs in the event loop's thread."""
        self._outcomes.append((entry, results, error))
        if not self._has_woken:
            self._has_woken = True
            self._wake()

    def outcomes(self) -> Iterator[Outcome]:
        """Removes and returns the outcomes of calls. Entries with results are complete afterwards."""
        self._has_woken = False  # before the deque is read: later results wake again
        while self._outcomes:
            entry, results, error = self._outcomes.popleft()
            yield entry, results, error
            entry.results = results
            self._complete(entry)

    def take(self) -> list[list[Entry] | Mark]:
        """Removes and returns the items that may leave, after starting other calls in their place."""
        items: list[list[Entry] | Mark] = []
        while some := self._queue.take():
            items += some
            self._started -= sum(len(item) for item in some if isinstance(item, list))
            self.start()  # may complete further entries
        return items


def emit_items(output: Output, items: list[list[Entry] | Mark], emit_results: Callable[[list[Entry]], None]) -> None:
    """Emits results and marks in their order."""
    for item in items:
        if isinstance(item, list):
            emit_results(item)
        elif isinstance(item, WatermarkMark):
            output.emit_watermark(item.watermark_ms)
        elif isinstance(item, LoopMark):
            output.emit_mark(item)
        else:
            output.emit_idle(item.idle)


def call_error(error: BaseException) -> Exception:
    """Returns the error of a call as an Exception."""
    if isinstance(error, asyncio.CancelledError):
        return RuntimeError("the call was canceled, and not by Pyrite")
    if isinstance(error, Exception):
        return error
    return RuntimeError(f"the function raised {type(error).__name__}: {error}")
