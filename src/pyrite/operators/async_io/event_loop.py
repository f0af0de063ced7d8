"""EventLoop: the loop of a task's `async def` functions, as seen by operators."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn, Optional


class EventLoop(ABC):
    """One asyncio loop for all operators of a task. The main loop passes calls to it and never waits for them.

    Functions in the loop may call `OperatorServices.wake`, and must not use anything else of the main loop.
    """

    @abstractmethod
    def call_soon(self, act: Callable[[], object]) -> None:
        """Schedules a function in the loop."""

    @abstractmethod
    def run(self, call: Callable[[], Any], timeout_s: Optional[float] = None) -> Any:
        """Calls a function in the loop, awaits its result if it is awaitable, and returns it.

        The main loop waits for it: for opening and closing only. Raises TimeoutError if it takes too long.
        """

    @abstractmethod
    def close(self) -> None:
        """Cancels running tasks, and ends the loop. May be called repeatedly."""


async def awaited(call: Callable[[], Any]) -> Any:
    """Calls a function, and awaits its result if it is awaitable."""
    result = call()
    return await result if inspect.isawaitable(result) else result


def no_event_loop() -> NoReturn:
    raise AssertionError("there is no event loop here")
