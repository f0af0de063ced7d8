"""KeepAliveThread: keeps a connection alive while the task is busy."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable


class KeepAliveThread:
    """Calls a method periodically in another thread, until it is closed or the method's object is collected.

    The thread does not keep the object alive: an unreferenced connection is closed, as at the end of its process.
    """

    def __init__(self, method: Callable[[], None], period_s: float, name: str) -> None:
        self._closed = threading.Event()
        self._thread = threading.Thread(
            target=_keep, args=(weakref.WeakMethod(method), period_s, self._closed), daemon=True, name=name
        )
        self._thread.start()

    def close(self) -> None:
        """Stops the thread, and returns when it has ended. The caller must not hold a lock that the method acquires."""
        self._closed.set()
        self._thread.join()


def _keep(method: weakref.WeakMethod[Callable[[], None]], period_s: float, closed: threading.Event) -> None:
    while not closed.wait(period_s):
        call = method()
        if call is None:
            return
        call()
        del call  # while this thread waits, it must not hold a reference
