"""CompletableFuture: what JobClient's methods return."""

from __future__ import annotations

from concurrent.futures import Future
from typing import TypeVar

T = TypeVar("T")


class CompletableFuture(Future[T]):
    """A result that may not be there yet: done(), result(), exception(), cancel(), cancelled()."""

    @staticmethod
    def completed(value: T) -> CompletableFuture[T]:
        """A future that is already done, with this value."""
        future: CompletableFuture[T] = CompletableFuture()
        future.set_result(value)
        return future
