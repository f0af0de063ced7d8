"""CompletableFuture: what JobClient's methods return."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class CompletableFuture(Future[T]):
    """A result that may not be there yet: done(), result(), exception(), cancel(), cancelled()."""

    @staticmethod
    def completed(value: T) -> CompletableFuture[T]:
        """A future that is already done, with this value."""
        future: CompletableFuture[T] = CompletableFuture()
        future.set_result(value)
        return future

    @staticmethod
    def failed(error: BaseException) -> CompletableFuture[Any]:
        """A future that is already done, with this error."""
        future: CompletableFuture[Any] = CompletableFuture()
        future.set_exception(error)
        return future

    def then(self, use: Callable[[T], S]) -> CompletableFuture[S]:
        """The future of what `use` makes of the result. An error of this one, or of `use`, is its error."""
        future: CompletableFuture[S] = CompletableFuture()

        def complete(done: Future[T]) -> None:
            try:
                result = use(done.result())
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.add_done_callback(complete)
        return future
