"""Async I/O on Spark: many calls at a time beside the main loop, and its ends, good and bad."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from pyrite.common import Time
from pyrite.core.config.options import RuntimeExecutionMode
from pyrite.core.errors import JobExecutionError
from pyrite.core.metrics.declared_metrics import BACK_PRESSURED_TIME
from pyrite.datastream import AsyncDataStream, AsyncFunction, AsyncRetryStrategy, StreamExecutionEnvironment
from pyrite.datastream.async_retry_predicates import has_exception_predicate
from pyrite.datastream.connectors import DiscardingSink
from tests.spark.conftest import environment, ticks
from tests.spark.processes import wait_until

RETRIES = AsyncRetryStrategy.fixed_delay(3, 10, None, has_exception_predicate)


class Ask(AsyncFunction[int, tuple[int, str]]):
    """Takes 20 ms; some calls fail once, some hang."""

    def open(self, runtime_context: Any) -> None:
        self._tried: set[int] = set()

    async def async_invoke(self, value: int) -> list[tuple[int, str]]:
        await asyncio.sleep(10**6 if value % 100 == 7 else 0.02)
        if value % 10 == 3 and value not in self._tried:
            self._tried.add(value)
            raise ConnectionError("try again")
        return [(value, "answer")]

    def timeout(self, value: int) -> list[tuple[int, str]]:
        return [(value, "late")]


@pytest.mark.parametrize("mode", [RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH])
def test_every_record_is_answered_once_and_in_order(env: StreamExecutionEnvironment, mode: Any) -> None:
    env.set_runtime_mode(mode)
    numbers = env.from_sequence(0, 1999).rebalance()
    asked = AsyncDataStream.ordered_wait_with_retry(numbers, Ask(), Time.milliseconds(500), RETRIES, 200)
    got = list(asked.map(lambda pair: pair).execute_and_collect())
    assert sorted(number for number, _ in got) == list(range(2000))
    late = {number for number, how in got if how == "late"}
    assert late >= {number for number in range(2000) if number % 100 == 7}
    assert len(late) < 100, "on a busy machine a few calls of 20 ms take half a second, not many"


class Hang(AsyncFunction[int, int]):
    async def async_invoke(self, value: int) -> list[int]:
        await asyncio.sleep(10**6)
        return []


def test_job_with_calls_that_hang_is_cancelled_at_once(env: StreamExecutionEnvironment) -> None:
    asked = AsyncDataStream.unordered_wait(ticks(env).rebalance(), Hang(), Time.seconds(0), 10)
    asked.sink_to(DiscardingSink())
    client = env.execute_async()
    master = client._job
    wait_until(lambda: master.view.reports()[1, 0][BACK_PRESSURED_TIME] > 500, 60, "the task to be full")
    begun = time.monotonic()
    client.cancel().result(10)
    assert time.monotonic() - begun < 5


class Broken(AsyncFunction[int, int]):
    async def async_invoke(self, value: int) -> list[int]:
        await asyncio.sleep(0.01)
        return [value // (value - 5)]


def test_exception_fails_the_job_with_the_functions_line_and_the_record(env: StreamExecutionEnvironment) -> None:
    AsyncDataStream.ordered_wait(env.from_sequence(0, 9), Broken(), Time.seconds(9)).sink_to(DiscardingSink())
    with pytest.raises(JobExecutionError) as raised:
        env.execute()
    reported = str(raised.value)
    assert "ZeroDivisionError" in reported and "with record 5" in reported
    assert "test_async.py" in reported and "return [value // (value - 5)]" in reported


class Block(AsyncFunction[int, int]):
    async def async_invoke(self, value: int) -> list[int]:
        time.sleep(3600)
        return [value]


def test_function_that_blocks_the_event_loop_is_found_with_its_line() -> None:
    env = environment(task__hang_timeout="8s")
    AsyncDataStream.ordered_wait(ticks(env), Block(), Time.seconds(0)).sink_to(DiscardingSink())
    with pytest.raises(JobExecutionError, match=r"(?s)it hangs, in async_invoke, .*test_async\.py:\d+"):
        env.execute()
