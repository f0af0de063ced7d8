"""Assigning timestamps: as PyFlink 2.3 does it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pyrite.core.errors import PyriteError
from pyrite.core.time.time import NO_TIMESTAMP
from pyrite.core.time.watermark_strategy import TimestampAssigner, WatermarkStrategy
from pyrite.datastream import DataStream, StreamExecutionEnvironment
from tests.whole.behaviour.run import WithTimestamp, collect


class Assigns(TimestampAssigner):
    def __init__(self, func: Callable[[Any, int], Any]) -> None:
        self._func = func

    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        timestamp: int = self._func(value, record_timestamp)
        return timestamp


def timestamps(*funcs: Callable[[Any, int], Any]) -> list[Any]:
    """The timestamps that the last of the assigners leaves."""

    def program(env: StreamExecutionEnvironment) -> DataStream:
        stream = env.from_collection([("a", 10), ("b", 5)])
        for func in funcs:
            strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(Assigns(func))
            stream = stream.assign_timestamps_and_watermarks(strategy)
        return stream.process(WithTimestamp())

    return [timestamp for _, timestamp in collect(program)]


def test_strategy_without_an_assigner_leaves_records_without_timestamps() -> None:
    def program(env: StreamExecutionEnvironment) -> DataStream:
        strategy = WatermarkStrategy.for_monotonous_timestamps()
        return env.from_collection([1]).assign_timestamps_and_watermarks(strategy).process(WithTimestamp())

    assert collect(program) == [(1, NO_TIMESTAMP)]


def test_assigner_sees_the_timestamp_there_is() -> None:
    assert timestamps(lambda value, timestamp: timestamp) == [NO_TIMESTAMP, NO_TIMESTAMP]
    assert timestamps(lambda value, _: value[1], lambda value, timestamp: timestamp + 1) == [11, 6]


@pytest.mark.parametrize("argument", [None, "soon"], ids=repr)
def test_assigner_that_gives_no_number_fails_the_job(argument: Any) -> None:
    """PyFlink: 'TypeError: an integer is required'."""
    with pytest.raises(PyriteError, match="TypeError"):
        timestamps(lambda value, timestamp: argument)
