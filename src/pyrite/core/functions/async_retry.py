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
    """Which outcomes of a call cause another attempt."""

    @abstractmethod
    def result_predicate(self) -> Optional[Callable[[list[OUT]], bool]]:
        """Decides by the results whether there is another attempt; None: never."""

    @abstractmethod
    def exception_predicate(self) -> Optional[Callable[[Exception], bool]]:
        """Decides by an exception whether there is another attempt; None: never."""


@persisted("async-retry-strategy/1")
class AsyncRetryStrategy(ABC, Generic[OUT]):
    """Whether and when a call is repeated. One object serves all records of a task: it keeps nothing of one record."""

    @abstractmethod
    def can_retry(self, current_attempts: int) -> bool:
        """Whether there may be another attempt after this many."""

    @abstractmethod
    def get_backoff_time_millis(self, current_attempts: int) -> int:
        """How long to wait after this many attempts, before the next."""

    @abstractmethod
    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        """Which outcomes cause another attempt."""

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
        """Up to `max_attempts` further attempts; each delay is `multiplier` times the one before, up to a limit."""
        return ExponentialBackoffDelayRetryStrategy(
            max_attempts, initial_delay, max_retry_delay, multiplier, result_predicate, exception_predicate
        )


@persisted("retry-predicate/1")
class RetryPredicate(AsyncRetryPredicate[OUT]):
    """Tries again where one of two functions says so; None says never."""

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
    """One attempt, and no more."""

    def can_retry(self, current_attempts: int) -> bool:
        return False

    def get_backoff_time_millis(self, current_attempts: int) -> int:
        return -1

    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        return RetryPredicate(None, None)


@persisted("fixed-delay-retry-strategy/1")
class FixedDelayRetryStrategy(AsyncRetryStrategy[OUT]):
    """Up to `max_attempts` further attempts, always after the same time."""

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
    """Up to `max_attempts` further attempts, each after `multiplier` times the time before, up to `max_retry_delay`."""

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
