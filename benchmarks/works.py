"""The works that are measured, as Pyrite programs with default settings."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from typing import Any

from benchmarks import async_works, window_works
from pyrite.common import WatermarkStrategy
from pyrite.core.functions.functions import KeyedContext, RuntimeContext
from pyrite.datastream import KeyedProcessFunction, MapFunction, StreamExecutionEnvironment
from pyrite.datastream.connectors import DataGeneratorSource, DiscardingSink, RateLimiterStrategy
from pyrite.datastream.state import ValueStateDescriptor

KEYS = {"keyed_state_1k": 1_000, "keyed_state_100k": 100_000, "keyed_reduce": 1_000}
WARM_UP_S = 3.0


class Counter(KeyedProcessFunction):
    """Counts the records of each key in a value state: one record out per record in."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))

    def process_element(self, value: tuple[int, int], ctx: KeyedContext) -> Iterator[tuple[int, int]]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        yield value[0], count


def build(env: StreamExecutionEnvironment, work: str, records: int) -> None:
    """Adds a throughput work of `records` records to an environment."""
    if work in window_works.WORKS:
        window_works.window_results(env, work, records).sink_to(DiscardingSink())
        return
    numbers = env.from_sequence(0, records - 1)
    if work == async_works.NAME:
        async_works.answered(numbers).sink_to(DiscardingSink())
        return
    if work == "map_filter":
        numbers.map(lambda x: x + 1).filter(lambda x: x % 2 == 0).sink_to(DiscardingSink())
        return
    keys = KEYS[work]
    keyed = numbers.map(lambda x: (x % keys, x)).key_by(lambda pair: pair[0])
    if work == "keyed_reduce":
        keyed.reduce(lambda a, b: (a[0], a[1] + b[1])).sink_to(DiscardingSink())
    else:
        keyed.process(Counter()).sink_to(DiscardingSink())


class Ages(MapFunction):
    """Takes the time from a record's stamp to its arrival here, after a warm-up; tells them all at the end."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._ages_ns: list[int] = []
        self._begun = time.monotonic()

    def map(self, value: tuple[int, int]) -> Any:
        if time.monotonic() - self._begun > WARM_UP_S:
            self._ages_ns.append(time.time_ns() - value[1])
        return value

    def close(self) -> None:
        print("ages " + json.dumps(self._ages_ns))


def build_latency(env: StreamExecutionEnvironment, rate: int, seconds: float) -> None:
    """Adds a work of `rate` records a second through two exchanges."""
    source = DataGeneratorSource(
        lambda number: (number, time.time_ns()), int(rate * seconds), RateLimiterStrategy.per_second(rate)
    )
    stamped = env.from_source(source, WatermarkStrategy.no_watermarks(), "stamped")
    once = stamped.key_by(lambda pair: pair[0] % 100).map(lambda pair: pair)
    once.key_by(lambda pair: pair[0] % 101).map(Ages()).sink_to(DiscardingSink())
