"""AsyncDataStream: async I/O on a stream."""

from __future__ import annotations

from typing import Any, Optional

from pyrite.core.errors import ArgumentTypeError, InvalidProgramError
from pyrite.core.functions.async_functions import AsyncFunction, AsyncFunctionDescriptor
from pyrite.core.functions.async_retry import NO_RETRY_STRATEGY, AsyncRetryStrategy, NoRetryStrategy
from pyrite.core.functions.user_function import describe
from pyrite.core.time.time import Time
from pyrite.core.types.types_factory import TypeInformation
from pyrite.core.windows.windows import positive_count, span_ms
from pyrite.datastream.data_stream import DataStream
from pyrite.operators.async_io.async_wait import AsyncWaitSpec

_ORDERED = AsyncFunctionDescriptor.OutputMode.ORDERED
_UNORDERED = AsyncFunctionDescriptor.OutputMode.UNORDERED


class AsyncDataStream:
    """Calls an AsyncFunction for each record of a stream, for up to `capacity` records at a time in each subtask.

    `timeout` is for one record, over all its attempts; 0: none. While `capacity` records are in flight, the stream
    before them is held back.
    """

    @staticmethod
    def unordered_wait(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Time,
        capacity: int = 100,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Emits results as they come. None overtakes a watermark."""
        settings = (async_function, timeout, capacity, NO_RETRY_STRATEGY, _UNORDERED)
        return _wait(data_stream, AsyncFunctionDescriptor(*settings), output_type)

    @staticmethod
    def unordered_wait_with_retry(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Time,
        async_retry_strategy: AsyncRetryStrategy[Any],
        capacity: int = 100,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Emits results as they come; a call is repeated where the strategy says so."""
        settings = (async_function, timeout, capacity, async_retry_strategy, _UNORDERED)
        return _wait(data_stream, AsyncFunctionDescriptor(*settings), output_type)

    @staticmethod
    def ordered_wait(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Time,
        capacity: int = 100,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Emits results in the order of their records."""
        settings = (async_function, timeout, capacity, NO_RETRY_STRATEGY, _ORDERED)
        return _wait(data_stream, AsyncFunctionDescriptor(*settings), output_type)

    @staticmethod
    def ordered_wait_with_retry(
        data_stream: DataStream,
        async_function: AsyncFunction[Any, Any],
        timeout: Time,
        async_retry_strategy: AsyncRetryStrategy[Any],
        capacity: int = 100,
        output_type: Optional[TypeInformation] = None,
    ) -> DataStream:
        """Emits results in the order of their records; a call is repeated where the strategy says so."""
        settings = (async_function, timeout, capacity, async_retry_strategy, _ORDERED)
        return _wait(data_stream, AsyncFunctionDescriptor(*settings), output_type)


def _wait(
    stream: DataStream, descriptor: AsyncFunctionDescriptor, output_type: Optional[TypeInformation]
) -> DataStream:
    if not isinstance(stream, DataStream):
        raise ArgumentTypeError(f"AsyncDataStream takes a DataStream, not {stream!r}")
    spec = AsyncWaitSpec(descriptor)
    _check_settings(descriptor)
    return stream.then("async wait operator", spec, output_type)


def _check_settings(descriptor: AsyncFunctionDescriptor) -> None:
    positive_count(descriptor.capacity, "the capacity")
    timeout_ms = span_ms(descriptor.timeout, "the timeout")
    if timeout_ms < 0:
        raise InvalidProgramError(f"the timeout must not be negative: {timeout_ms} ms; 0 means no timeout")
    descriptor.timeout = Time.milliseconds(timeout_ms)
    strategy = descriptor.async_retry_strategy
    if not isinstance(strategy, AsyncRetryStrategy):
        raise InvalidProgramError(
            f"expected an AsyncRetryStrategy, as AsyncRetryStrategy.fixed_delay(...): {strategy!r}"
        )
    if not isinstance(strategy, NoRetryStrategy) and not timeout_ms:
        raise InvalidProgramError("a timeout is needed with a retry strategy, over all attempts")
    if strategy.get_retry_predicate() is None:
        raise InvalidProgramError(f"{describe(strategy)} has no retry predicate: get_retry_predicate() gives None")
