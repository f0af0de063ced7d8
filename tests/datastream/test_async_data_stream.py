"""AsyncDataStream: what it refuses while the program is built, and what it adds to it."""

from __future__ import annotations

from typing import Any

import pytest

from pyrite.common import Duration, Time, Types
from pyrite.core.errors import InvalidProgramError
from pyrite.datastream import (
    AsyncDataStream,
    AsyncFunction,
    AsyncRetryStrategy,
    CheckpointedFunction,
    DataStream,
    StreamExecutionEnvironment,
)


class Ask(AsyncFunction[Any, Any]):
    async def async_invoke(self, value: Any) -> list[Any]:
        return [value]


class Blocking(AsyncFunction[Any, Any]):
    def async_invoke(self, value: Any) -> Any:
        return [value]


class Checkpointed(Ask, CheckpointedFunction):
    def snapshot_state(self, context: Any) -> None: ...

    def initialize_state(self, context: Any) -> None: ...


@pytest.fixture
def stream() -> DataStream:
    return StreamExecutionEnvironment().from_elements(1, 2)


def test_operator_has_flinks_name_and_the_declared_type(stream: DataStream) -> None:
    asked = AsyncDataStream.unordered_wait(stream, Ask(), Time.seconds(1), output_type=Types.INT())
    assert (asked.get_name(), asked.get_type()) == ("async wait operator", Types.INT())


@pytest.mark.parametrize(
    ("function", "reported"),
    [
        (Blocking(), r"async_invoke of Blocking \(.*\) must be an `async def`"),
        (Ask, r"takes a AsyncFunction, not .*: give an instance, Ask\(\)"),
        (lambda value: [value], "takes a AsyncFunction"),
        (Checkpointed(), "does not call Checkpointed"),
    ],
)
def test_function_that_cannot_be_asked_is_refused(stream: DataStream, function: Any, reported: str) -> None:
    with pytest.raises(InvalidProgramError, match=reported):
        AsyncDataStream.ordered_wait(stream, function, Time.seconds(1))


@pytest.mark.parametrize(
    ("settings", "reported"),
    [
        ({"timeout": Time.milliseconds(-1)}, "must not be negative"),
        ({"timeout": 5}, "the timeout must be a Time"),
        ({"capacity": 0}, "the capacity must be a whole number of at least 1, not 0"),
        ({"async_retry_strategy": None}, "expected an AsyncRetryStrategy"),
        (
            {"timeout": Time.seconds(0), "async_retry_strategy": AsyncRetryStrategy.fixed_delay(1, 1, None, None)},
            "a timeout is needed with a retry strategy",
        ),
    ],
)
def test_setting_that_makes_no_sense_is_refused(stream: DataStream, settings: dict[str, Any], reported: str) -> None:
    usual = {"timeout": Time.seconds(1), "async_retry_strategy": AsyncRetryStrategy.no_restart(), "capacity": 1}
    with pytest.raises(InvalidProgramError, match=reported):
        AsyncDataStream.unordered_wait_with_retry(stream, Ask(), **{**usual, **settings})


def test_strategy_without_predicate_is_refused(stream: DataStream) -> None:
    class Strange(AsyncRetryStrategy[Any]):
        def can_retry(self, current_attempts: int) -> bool:
            return True

        def get_backoff_time_millis(self, current_attempts: int) -> int:
            return 1

        def get_retry_predicate(self) -> Any:
            return None

    with pytest.raises(InvalidProgramError, match="has no retry predicate"):
        AsyncDataStream.ordered_wait_with_retry(stream, Ask(), Time.seconds(1), Strange())


def test_stream_is_checked_and_other_spans_of_time_are_taken(stream: DataStream) -> None:
    spans: Any = Duration.of_seconds(1)
    assert AsyncDataStream.ordered_wait(stream, Ask(), spans)
    nothing: Any = "stream"
    with pytest.raises(InvalidProgramError, match="takes a DataStream, not 'stream'"):
        AsyncDataStream.ordered_wait(nothing, Ask(), Time.seconds(1))
