"""The functions of async I/O that a user writes, as classes with PyFlink's names."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, Optional, TypeVar

from pyrite.core.functions.functions import Function
from pyrite.core.persisted import persisted

if TYPE_CHECKING:
    from pyrite.core.time.time import Time

IN = TypeVar("IN")
OUT = TypeVar("OUT")

ResultPredicate = Optional[Callable[[list[Any]], bool]]
ExceptionPredicate = Optional[Callable[[Exception], bool]]


@persisted("async-function/1", was=("pyrite.common.async_functions:AsyncFunction",))
class AsyncFunction(Function, Generic[IN, OUT]):
    """A function for `AsyncDataStream`: asks something outside of the job about each record, many at a time.

    All of its methods run in the event loop of its task, one at a time: they need no locks, may use whatever belongs to
    a running loop, and must not block. `open` and `close` may be `async def` too.
    """

    @abstractmethod
    async def async_invoke(self, value: IN) -> list[OUT]:
        """The results for one record, none or several. What it raises fails the job, unless it is tried again."""

    def timeout(self, value: IN) -> list[OUT]:
        """The results for a record whose call has taken too long and was cancelled. By default an error."""
        raise TimeoutError("async_invoke() has not answered in time. Override timeout() to give a result instead")


@persisted("async-retry-predicate/1", was=("pyrite.common.async_functions:AsyncRetryPredicate",))
class AsyncRetryPredicate(ABC, Generic[OUT]):
    """Which outcomes of a call are to be tried again."""

    @abstractmethod
    def result_predicate(self) -> Optional[Callable[[list[OUT]], bool]]:
        """Tells of results whether to try again; None: never."""

    @abstractmethod
    def exception_predicate(self) -> Optional[Callable[[Exception], bool]]:
        """Tells of an exception whether to try again; None: never."""


@persisted("async-retry-strategy/1", was=("pyrite.common.async_functions:AsyncRetryStrategy",))
class AsyncRetryStrategy(ABC, Generic[OUT]):
    """Whether and when a call is made again. One object serves all records of a task: it must keep nothing of one."""

    @abstractmethod
    def can_retry(self, current_attempts: int) -> bool:
        """Whether there may be another attempt after so many."""

    @abstractmethod
    def get_backoff_time_millis(self, current_attempts: int) -> int:
        """How long to wait after so many attempts, before the next."""

    @abstractmethod
    def get_retry_predicate(self) -> AsyncRetryPredicate[OUT]:
        """Which outcomes are to be tried again."""

    @staticmethod
    def no_restart() -> AsyncRetryStrategy[Any]:
        """One attempt, and no more."""
        from pyrite.core.functions.async_retry import NO_RETRY_STRATEGY

        return NO_RETRY_STRATEGY

    @staticmethod
    def fixed_delay(
        max_attempts: int,
        backoff_time_millis: int,
        result_predicate: ResultPredicate,
        exception_predicate: ExceptionPredicate,
    ) -> AsyncRetryStrategy[Any]:
        """Up to `max_attempts` further attempts, always after the same time."""
        from pyrite.core.functions.async_retry import FixedDelayRetryStrategy

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
        """Up to `max_attempts` further attempts, each after `multiplier` times the time before, up to a limit."""
        from pyrite.core.functions.async_retry import ExponentialBackoffDelayRetryStrategy

        return ExponentialBackoffDelayRetryStrategy(
            max_attempts, initial_delay, max_retry_delay, multiplier, result_predicate, exception_predicate
        )


@persisted("async-function-descriptor/1", was=("pyrite.common.async_functions:AsyncFunctionDescriptor",))
class AsyncFunctionDescriptor:
    """An async function with its settings, as the operator gets them."""

    @persisted(
        "async-function-descriptor-output-mode/1",
        was=("pyrite.common.async_functions:AsyncFunctionDescriptor.OutputMode",),
    )
    class OutputMode(Enum):
        """In which order results leave."""

        ORDERED = 0
        UNORDERED = 1

    def __init__(
        self,
        async_function: AsyncFunction[Any, Any],
        timeout: Time,
        capacity: int,
        async_retry_strategy: AsyncRetryStrategy[Any],
        output_mode: AsyncFunctionDescriptor.OutputMode,
    ) -> None:
        self.async_function = async_function
        self.timeout = timeout
        self.capacity = capacity
        self.async_retry_strategy = async_retry_strategy
        self.output_mode = output_mode
