"""SharedEventLoop: the event loop shared by all operators of a task."""

from __future__ import annotations

from collections.abc import Callable
from typing import Optional

from pyrite.operators.async_io.event_loop import EventLoop


class SharedEventLoop:
    """Starts the loop when the first operator requests it."""

    def __init__(self, start: Callable[[], EventLoop]) -> None:
        self._start = start
        self._loop: Optional[EventLoop] = None

    @property
    def is_started(self) -> bool:
        return self._loop is not None

    def get(self) -> EventLoop:
        if self._loop is None:
            self._loop = self._start()
        return self._loop

    def close(self) -> None:
        if self._loop is not None:
            self._loop.close()
