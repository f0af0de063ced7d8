"""CompletableFuture: what JobClient's methods return."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Optional, TypeVar

S = TypeVar("S")
T = TypeVar("T")


class CompletableFuture(Future[T]):
    """A result that may not be there yet: done(), result(), exception(), cancel(), cancelled()."""

    is_read = False
    """Whether somebody has looked at the outcome: an error that nobody reads is reported when the program ends."""

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
                result = use(Future.result(done))  # which does not read the outcome for the program
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
        """The error that it is done with, if it is. To look at this does not read the outcome."""
        return super().exception() if self.done() and not self.cancelled() else None
