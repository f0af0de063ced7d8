"""KeepAliveThread: keeps a connection alive while the task has no time for it."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable


class KeepAliveThread:
    """Calls a method in another thread every so often, until it is closed or the method's object is gone.

    The object is not kept alive by it: a connection that nobody holds any more ends, as with its process.
    """

    def __init__(self, method: Callable[[], None], period_s: float, name: str) -> None:
        self._closed = threading.Event()
        self._thread = threading.Thread(
            target=_keep, args=(weakref.WeakMethod(method), period_s, self._closed), daemon=True, name=name
        )
        self._thread.start()

    def close(self) -> None:
        """Returns when the method runs no more. Not to be called within a lock that the method waits for."""
        self._closed.set()
        self._thread.join()


def _keep(method: weakref.WeakMethod[Callable[[], None]], period_s: float, closed: threading.Event) -> None:
    while not closed.wait(period_s):
        call = method()
        if call is None:
            return
        call()
        del call  # while this thread waits, it holds nothing
