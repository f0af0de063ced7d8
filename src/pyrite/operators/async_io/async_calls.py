"""AsyncCalls: the calls of one coroutine function, in the event loop: attempts, delays between them, timeouts.

Everything here runs in the event loop's thread. The operator passes entries to `start`, and each is returned, once, by
`tell`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Optional

from pyrite.core.functions.async_retry import AsyncRetryStrategy
from pyrite.operators.async_io.async_queue import Entry

_CLOSE_TIMEOUT_S = 1.0
"""How long canceled calls may take to clean up at the end."""

Tell = Callable[[Entry, Optional[list[Any]], Optional[BaseException]], None]
"""Called with an entry whose call has ended, and its results or its error."""


class AsyncCalls:
    """Runs the concurrent calls of one function with many records."""

    def __init__(
        self,
        invoke: Callable[[Any], Awaitable[list[Any]]],
        timeout: Callable[[Any], list[Any]],
        timeout_ms: int,
        strategy: AsyncRetryStrategy[Any],
        tell: Tell,
    ) -> None:
        """`timeout` returns the results for an entry's value after `timeout_ms`, or raises; 0: no timeout."""
        predicate = strategy.get_retry_predicate()
        self._invoke = invoke
        self._timeout = timeout
        self._timeout_s = timeout_ms / 1000
        self._strategy = strategy
        self._is_bad_result = predicate.result_predicate()
        self._is_passing_error = predicate.exception_predicate()
        self._tell = tell

    def start(self, entries: list[Entry]) -> None:
        loop = asyncio.get_running_loop()
        for entry in entries:
            entry.task = loop.create_task(self._run(entry))
            if self._timeout_s:
                entry.timer = loop.call_later(self._timeout_s, self._time_out, entry)

    async def stop(self, entries: list[Entry]) -> None:
        """Cancels the calls of these entries, which are no longer reported."""
        tasks = [entry.task for entry in entries if entry.task is not None]
        for entry in entries:
            entry.is_over = True
            if entry.timer is not None:
                entry.timer.cancel()
        for task in tasks:
            task.cancel()
        if tasks:
            await asyncio.wait(tasks, timeout=_CLOSE_TIMEOUT_S)

    async def _run(self, entry: Entry) -> None:
        try:
            results = await self._answer(entry.value)
        except BaseException as error:  # the loop must keep running after any error of a function
            self._end(entry, None, error)
        else:
            self._end(entry, results, None)

    async def _answer(self, value: Any) -> list[Any]:
        """Makes attempts until one succeeds, or no further one is allowed."""
        attempts = 0
        while True:
            attempts += 1
            try:
                results = await self._invoke(value)
            except Exception as error:
                if self._is_passing_error is None or not self._is_passing_error(error):
                    raise
                if not self._strategy.can_retry(attempts):
                    raise
            else:
                if self._is_bad_result is None or not self._is_bad_result(results):
                    return results
                if not self._strategy.can_retry(attempts):
                    return results
            await asyncio.sleep(max(0, self._strategy.get_backoff_time_millis(attempts)) / 1000)

    def _time_out(self, entry: Entry) -> None:
        """Gets the timeout result of the function; cancels the call, and ignores it if it keeps running."""
        if entry.is_over:
            return
        try:
            results = self._timeout(entry.value)
        except BaseException as error:
            self._end(entry, None, error)
        else:
            self._end(entry, results, None)
        if entry.task is not None:
            entry.task.cancel()

    def _end(self, entry: Entry, results: Optional[list[Any]], error: Optional[BaseException]) -> None:
        if entry.is_over:
            return
        entry.is_over = True
        if entry.timer is not None:
            entry.timer.cancel()
        self._tell(entry, results, error)
