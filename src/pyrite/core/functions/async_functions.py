"""The functions of async I/O that a user writes, as classes with PyFlink's names."""

from __future__ import annotations

from abc import abstractmethod
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pyrite.core.functions.async_retry import AsyncRetryStrategy
from pyrite.core.functions.functions import Function
from pyrite.core.persistence.persisted import persisted

if TYPE_CHECKING:
    from pyrite.core.time.time import Time

IN = TypeVar("IN")
OUT = TypeVar("OUT")


@persisted("async-function/1")
class AsyncFunction(Function, Generic[IN, OUT]):
    """A function for `AsyncDataStream`: calls an external system for each record, with many calls at a time.

    All of its methods run in the event loop of its task, one at a time: they need no locks, may use objects of the
    running loop, and must not block. `open` and `close` may be `async def` too.

    >>> class Look(AsyncFunction):
    ...     async def async_invoke(self, value):
    ...         await asyncio.sleep(0.01)
    ...         return [(value, value * value)]
    >>> squares = AsyncDataStream.ordered_wait(env.from_collection([2, 3]), Look(), Time.seconds(5))
    >>> list(squares.execute_and_collect())
    [(2, 4), (3, 9)]
    """

    @abstractmethod
    async def async_invoke(self, value: IN) -> list[OUT]:
        """The results for one record, none or several. An exception fails the job, unless the call is retried."""

    def timeout(self, value: IN) -> list[OUT]:
        """The results for a record whose call was canceled after its timeout. By default raises an error."""
        raise TimeoutError("async_invoke() timed out. Override timeout() to return a result instead")


@persisted("async-function-descriptor/1")
class AsyncFunctionDescriptor:
    """An async function with its settings, as the operator gets them."""

    @persisted("async-function-descriptor-output-mode/1")
    class OutputMode(Enum):
        """The order in which results are emitted."""

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
