"""EventLoop: where a task's `async def` functions run, as its operators see it."""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn, Optional


class EventLoop(ABC):
    """One asyncio loop for all operators of a task. The main loop hands it calls and never waits for them.

    What runs in it may call `OperatorServices.wake`, and must touch nothing else that is the main loop's.
    """

    @abstractmethod
    def call_soon(self, act: Callable[[], object]) -> None:
        """Has a function called in the loop."""

    @abstractmethod
    def run(self, call: Callable[[], Any], timeout_s: Optional[float] = None) -> Any:
        """Calls a function in the loop, awaits what it gives if that can be awaited, and returns the outcome.

        The main loop waits for it: for opening and closing. TimeoutError: it has taken too long.
        """

    @abstractmethod
    def close(self) -> None:
        """Cancels what still runs, and ends the loop. May be called again."""


async def awaited(call: Callable[[], Any]) -> Any:
    """What a function gives, or, where that can be awaited, what that gives."""
    result = call()
    return await result if inspect.isawaitable(result) else result


def no_event_loop() -> NoReturn:
    raise AssertionError("there is no event loop here")
