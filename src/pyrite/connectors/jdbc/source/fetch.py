"""Fetch: makes blocking calls to a database in a background thread, one call ahead."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Generic, Optional, TypeVar

from pyrite.connectors.jdbc.database import Database

T = TypeVar("T")


class Fetch(Generic[T]):
    """Calls `step(connection)` repeatedly, on one connection, which is opened by the first call."""

    def __init__(self, database: Database, step: Callable[[Any], T]) -> None:
        self._database = database
        self._step = step
        self._connection: Any = None
        self._thread = ThreadPoolExecutor(1, "pyrite-jdbc")
        self._future: Optional[Future[T]] = None

    def begin(self) -> None:
        """Starts the next call, unless a call is in progress."""
        if self._future is None:
            self._future = self._thread.submit(self._call)

    def take(self, timeout_ms: int) -> Optional[T]:
        """The result of a call, or None after the timeout. Raises the error of the call."""
        self.begin()
        assert self._future is not None
        try:
            result = self._future.result(timeout_ms / 1000)
        except TimeoutError:
            return None
        self._future = None
        return result

    def _call(self) -> T:
        with self._database.reported_errors():
            if self._connection is None:
                self._connection = self._database.connect()
            return self._step(self._connection)

    def close(self) -> None:
        """Cancels a call in progress."""
        if self._connection is not None:
            with contextlib.suppress(Exception):  # any error: the connection is closed anyway
                self._database.cancel(self._connection)
        self._thread.shutdown(wait=True, cancel_futures=True)
        if self._connection is not None:
            with contextlib.suppress(self._database.errors):
                self._connection.close()
