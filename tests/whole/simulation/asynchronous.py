"""A program with async I/O for the simulation: calls of all lengths, some of which fail, and some of which hang."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pyrite.common import Duration, Time, WatermarkStrategy
from pyrite.datastream import (
    AsyncDataStream,
    AsyncFunction,
    AsyncRetryStrategy,
    StreamExecutionEnvironment,
    WindowFunction,
)
from pyrite.datastream.async_retry_predicates import empty_result_predicate, has_exception_predicate
from pyrite.datastream.window import TumblingEventTimeWindows
from tests.whole.simulation.ledger import LedgerSink, read_ledger
from tests.whole.simulation.programs import KEYS, NumberIsTime
from tests.whole.simulation.scenarios import LEDGER, Program

_WINDOWS = TumblingEventTimeWindows.of(Time.milliseconds(4))
_TIMEOUT = Time.milliseconds(60)
_RETRIES = AsyncRetryStrategy.fixed_delay(5, 2, empty_result_predicate, has_exception_predicate)


class Ask(AsyncFunction[Any, Any]):
    """Answers with the record and how. Every fifth call fails, every seventh gives nothing, every ninth hangs."""

    def open(self, runtime_context: Any) -> None:
        self._asked: Counter[int] = Counter()

    async def async_invoke(self, value: Any) -> list[Any]:
        number = value[1]
        self._asked[number] += 1
        await asyncio.sleep(number * 7 % 11 / 1000)
        if number % 9 == 4:
            await asyncio.sleep(10**6)
        if self._asked[number] == 1 and number % 5 == 2:
            raise ConnectionError("try again")
        return [] if self._asked[number] == 1 and number % 7 == 3 else [(*value, "answer")]

    def timeout(self, value: Any) -> list[Any]:
        return [(*value, "late")]


class Listed(WindowFunction[Any, Any, Any, Any]):
    """The numbers of a window, each with how it was answered."""

    def apply(self, key: Any, window: Any, inputs: Any) -> Iterator[Any]:
        yield tuple((record[1], record[2]) for record in inputs)


def asynchronous(count: int) -> Program:
    """Ordered behind the source, in its task; unordered behind an exchange. Windows would lose what comes too late."""

    def build(env: StreamExecutionEnvironment) -> None:
        strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(3))
        numbers = env.from_sequence(0, count - 1).map(lambda n: (n % KEYS, n))
        timed = numbers.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(NumberIsTime()))
        first = AsyncDataStream.ordered_wait_with_retry(timed, Ask(), _TIMEOUT, _RETRIES, 3)
        second = AsyncDataStream.unordered_wait_with_retry(timed.rebalance(), Ask(), _TIMEOUT, _RETRIES, 2)
        for name, answered in (("ordered", first), ("unordered", second.map(lambda record: record))):
            windows = answered.key_by(lambda record: record[0]).window(_WINDOWS)
            windows.apply(Listed()).sink_to(LedgerSink(f"{LEDGER}-{name}"))

    def faults_in(exactly_once: bool) -> list[str]:
        return _faults(f"{LEDGER}-ordered", count) + _faults(f"{LEDGER}-unordered", count)

    return Program(build, faults_in)


def _faults(ledger: str, count: int) -> list[str]:
    rows = [pair for row in read_ledger(ledger) for pair in row]
    seen = Counter(number for number, _ in rows)
    lost = [number for number in range(count) if number not in seen]
    twice = [number for number, times in seen.items() if times > 1]
    wrong = [pair for pair in rows if pair[0] % 9 == 4 and pair[1] == "answer"]  # any may be late: time jumps
    return [f"{ledger}: {what} {item}" for what, item in (("lost", lost), ("twice", twice), ("wrong", wrong)) if item]
