"""Retry strategies for async I/O.

`max_attempts` counts further attempts, as in Flink: with 3, a call is made four times at most.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Final, Generic, Optional, TypeVar

from pyrite.core.backoff import Backoff
from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.persistence.persisted import persisted

OUT = TypeVar("OUT")

ResultPredicate = Optional[Callable[[list[Any]], bool]]
ExceptionPredicate = Optional[Callable[[Exception], bool]]


@persisted("async-retry-predicate/1")
class AsyncRetryPredicate(ABC, Generic[OUT]):
    """The outcomes of a call that cause another attempt."""

    @abstractmethod
    def result_predicate(self) -> Optional[Callable[[list[OUT]], bool]]:
        """Decides by the results whether to retry; None: never."""

    @abstractmethod
    def exception_predicate(self) -> Optional[Callable[[Exception], bool]]:
        """Decides by an exception whether to retry; None: never."""


@persisted("async-retry-strategy/1")
class AsyncRetryStrategy(ABC, Generic[OUT]):
    """Whether and when a call is retried. One object serves all records of a task, so it has no state of a record."""

    @abstractmethod
    def can_retry(self, current_attempts: int) -> bool:
        """Whether another attempt may follow this many attempts."""

    @abstractmethod
    def get_backoff_time_millis(self, current_attempts: int) -> int:
        """The delay between this attempt and the next."""

    @abstractmethod
    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        """The outcomes that cause another attempt."""

    @staticmethod
    def no_restart() -> AsyncRetryStrategy[Any]:
        """A single attempt."""
        return NO_RETRY_STRATEGY

    @staticmethod
    def fixed_delay(
        max_attempts: int,
        backoff_time_millis: int,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> AsyncRetryStrategy[Any]:
        """Up to `max_attempts` further attempts, each after the same delay."""
        return FixedDelayRetryStrategy(max_attempts, backoff_time_millis, result_predicate, exception_predicate)

    @staticmethod
    def exponential_backoff(
        max_attempts: int,
        initial_delay: int,
        max_retry_delay: int,
        multiplier: float,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> AsyncRetryStrategy[Any]:
        """Up to `max_attempts` further attempts; each delay is `multiplier` times the previous one, up to a limit."""
        return ExponentialBackoffDelayRetryStrategy(
            max_attempts, initial_delay, max_retry_delay, multiplier, result_predicate, exception_predicate
        )


@persisted("retry-predicate/1")
class RetryPredicate(AsyncRetryPredicate[OUT]):
    """Retries if one of two functions returns True; None stands for never."""

    def __init__(
        self,
        result_predicate: Optional[Callable[[list[OUT]], bool]],
        exception_predicate: Optional[Callable[[Exception], bool]],
    ) -> None:
        for predicate in (result_predicate, exception_predicate):
            if predicate is not None and not callable(predicate):
                raise ArgumentTypeError(f"a retry predicate is a function or None, not {predicate!r}")
        self._result_predicate = result_predicate
        self._exception_predicate = exception_predicate

    def result_predicate(self) -> Optional[Callable[[list[OUT]], bool]]:
        return self._result_predicate

    def exception_predicate(self) -> Optional[Callable[[Exception], bool]]:
        return self._exception_predicate


@persisted("no-retry-strategy/1")
class NoRetryStrategy(AsyncRetryStrategy[OUT]):
    """A single attempt."""

    def can_retry(self, current_attempts: int) -> bool:
        return False

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        return -1

    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        return RetryPredicate(None, None)


@persisted("fixed-delay-retry-strategy/1")
class FixedDelayRetryStrategy(AsyncRetryStrategy[OUT]):
    """Up to `max_attempts` further attempts, with a fixed delay."""

    def __init__(
        self,
        max_attempts: int,
        backoff_time_millis: int,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> None:
        self._max_attempts = _positive(max_attempts, "max_attempts")
        self._backoff_ms = _positive(backoff_time_millis, "backoff_time_millis")
        self._predicate: RetryPredicate[OUT] = RetryPredicate(result_predicate, exception_predicate)

    def can_retry(self, current_attempts: int) -> bool:
        return current_attempts <= self._max_attempts

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        return self._backoff_ms

    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        return self._predicate


@persisted("exponential-backoff-delay-retry-strategy/1")
class ExponentialBackoffDelayRetryStrategy(AsyncRetryStrategy[OUT]):
    """Up to `max_attempts` further attempts; the delay grows by `multiplier` each time, up to `max_retry_delay`."""

    def __init__(
        self,
        max_attempts: int,
        initial_delay: int,
        max_retry_delay: int,
        multiplier: float,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> None:
        self._max_attempts = _positive(max_attempts, "max_attempts")
        self._initial_ms = _positive(initial_delay, "initial_delay")
        self._max_ms = _positive(max_retry_delay, "max_retry_delay")
        if not multiplier > 0:
            raise InvalidProgramError(f"multiplier must be greater than zero, not {multiplier!r}")
        self._multiplier = multiplier
        self._predicate: RetryPredicate[OUT] = RetryPredicate(result_predicate, exception_predicate)

    def can_retry(self, current_attempts: int) -> bool:
        return current_attempts <= self._max_attempts

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        return Backoff(self._initial_ms, self._max_ms, self._multiplier).pause_ms(current_attempts)

    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        return self._predicate


NO_RETRY_STRATEGY: Final[AsyncRetryStrategy[Any]] = NoRetryStrategy()


def _positive(number: int, what: str) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise InvalidProgramError(f"{what} must be a whole number greater than zero, not {number!r}")
    return number
