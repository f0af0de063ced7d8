"""CompletableFuture: the result type of JobClient's methods."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Optional, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class CompletableFuture(Future[T]):
    """A result that may not be available yet: done(), result(), exception(), cancel(), cancelled()."""

    is_read = False
    """Whether the outcome has been read: unread errors are reported when the program ends."""

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
        """A future of the value that `use` returns for the result. Fails with an error of this future or of `use`."""
        future: CompletableFuture[S] = CompletableFuture()

        def complete(done: Future[T]) -> None:
            try:
                result = use(Future.result(done))  # does not mark the outcome as read
            except BaseException as error:
                future.set_exception(error)
            else:
                future.set_result(result)

        self.add_done_callback(complete)
        return future

    def result(self, timeout: Optional[float] = None) -> T:
        super().exception(timeout)
        self.is_read = True
        return super().result()

    def exception(self, timeout: Optional[float] = None) -> Optional[BaseException]:
        error = super().exception(timeout)
        self.is_read = True
        return error

    @property
    def error(self) -> Optional[BaseException]:
        """The error of a failed future. Does not mark the outcome as read."""
        return super().exception() if self.done() and not self.cancelled() else None
