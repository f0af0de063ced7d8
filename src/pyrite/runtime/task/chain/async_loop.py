"""ThreadedEventLoop: the event loop of a task, in a separate thread."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from collections.abc import Callable
from typing import Any, Optional

from pyrite.operators.async_io.event_loop import EventLoop, awaited

_BEAT_S = 1.0
_CLOSE_TIMEOUT_S = 5.0
"""How long canceled functions may take to clean up at the end."""
_log = logging.getLogger(__name__)


class ThreadedEventLoop(EventLoop):
    """An asyncio loop that runs until it is closed."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._beat = time.monotonic()
        self._thread = threading.Thread(target=self._run, daemon=True, name="event-loop")
        self._thread.start()

    @property
    def thread(self) -> int:
        """The thread's identifier."""
        return self._thread.ident or 0

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._note_beat()
        self._loop.run_forever()

    def _note_beat(self) -> None:
        self._beat = time.monotonic()
        self._loop.call_later(_BEAT_S, self._note_beat)

    def late_us(self) -> int:
        """How long the loop has been late in making progress, because a function blocks it."""
        late_s = time.monotonic() - self._beat - _BEAT_S
        return max(0, int(late_s * 1_000_000)) if self._thread.is_alive() else 0

    def call_soon(self, act: Callable[[], object]) -> None:
        self._loop.call_soon_threadsafe(act)

    def run(self, call: Callable[[], Any], timeout_s: Optional[float] = None) -> Any:
        return asyncio.run_coroutine_threadsafe(awaited(call), self._loop).result(timeout_s)

    def close(self) -> None:
        if self._loop.is_closed():
            return
        ending = asyncio.run_coroutine_threadsafe(_cancel_tasks(), self._loop)
        try:
            ending.result(_CLOSE_TIMEOUT_S)
        except TimeoutError:
            _log.warning("a function blocks the event loop or ignores its cancellation: it is abandoned")
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_CLOSE_TIMEOUT_S)
        if not self._thread.is_alive():
            self._loop.close()


async def _cancel_tasks() -> None:
    """Cancels the tasks remaining in the loop, such as tasks that were started by user functions."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await asyncio.get_running_loop().shutdown_asyncgens()
