"""Programs for the simulation, with checks that need no engine: what the sources gave, against what was committed."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pyrite.common import Duration, Time, TimestampAssigner, WatermarkStrategy
from pyrite.datastream import KeyedProcessFunction, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor, ValueStateDescriptor
from pyrite.datastream.window import TumblingEventTimeWindows
from pyrite.testing.simulation import Simulation, SimulationOptions, SimulationResult
from tests.whole.simulation.ledger import LEDGERS, LedgerSink, read_ledger

KEYS = 3
RECORDS = 40
WINDOW_MS = 10
TIMER_MS = 7

Record = tuple[int, int, float]
"""Key, number, and what chance has added."""


class CountAndFlush(KeyedProcessFunction):
    """Numbers each key's records, and hands the last ones on in a list when a timer fires."""

    def open(self, runtime_context: Any) -> None:
        self._count = runtime_context.get_state(ValueStateDescriptor("count"))
        self._held = runtime_context.get_list_state(ListStateDescriptor("held"))

    def process_element(self, value: Record, ctx: Any) -> Iterator[tuple[Any, ...]]:
        count = (self._count.value() or 0) + 1
        self._count.update(count)
        self._held.add(value[1])
        ctx.timer_service().register_event_time_timer(ctx.timestamp() // TIMER_MS * TIMER_MS + TIMER_MS)
        yield ("counted", value[0], count, value[1], value[2])

    def on_timer(self, timestamp: int, ctx: Any) -> Iterator[tuple[Any, ...]]:
        yield ("flushed", ctx.get_current_key(), tuple(self._held.get()))
        self._held.clear()


class NumberIsTime(TimestampAssigner):
    def extract_timestamp(self, value: Any, record_timestamp: int) -> int:
        number: int = value[1]
        return number


class Total:
    """Sums a window."""

    def __call__(self, key: Any, window: Any, elements: Any) -> Iterator[Any]:
        numbers = sorted(record[1] for record in elements)
        yield ("window", key, tuple(numbers))


def build(env: StreamExecutionEnvironment, records: int, name: str) -> None:
    """Two paths from one source to two ledgers: with state and timers, and with windows. Both see the same chance."""
    strategy = WatermarkStrategy.for_bounded_out_of_orderness(Duration.of_millis(3))
    numbers = env.from_sequence(0, records - 1).map(lambda n: (n % KEYS, n, random.random()))
    timed = numbers.assign_timestamps_and_watermarks(strategy.with_timestamp_assigner(NumberIsTime()))
    timed.key_by(lambda record: record[0]).process(CountAndFlush()).sink_to(LedgerSink(f"{name}-state"))
    timed.key_by(lambda record: -record[0]).window(TumblingEventTimeWindows.of(Time.milliseconds(WINDOW_MS))).reduce(
        lambda a, b: (a[0], (*_numbers(a), *_numbers(b)), (*_chance(a), *_chance(b)))
    ).map(lambda r: (r[0], _numbers(r), _chance(r))).sink_to(LedgerSink(f"{name}-windows"))


def _numbers(record: Any) -> tuple[int, ...]:
    return record[1] if isinstance(record[1], tuple) else (record[1],)


def _chance(record: Any) -> tuple[float, ...]:
    return record[2] if isinstance(record[2], tuple) else (record[2],)


def run(simulation: Simulation, seed: int, name: str) -> SimulationResult:
    """One run, with ledgers that begin empty."""
    for ledger in (f"{name}-state", f"{name}-windows"):
        LEDGERS.pop(ledger, None)
    return simulation.run(seed)


def faults_in(name: str, records: int) -> list[str]:
    """What is wrong with the ledgers of a job that has finished: nothing, if each record had its effect once."""
    state, windows = read_ledger(f"{name}-state"), read_ledger(f"{name}-windows")
    counted = [row for row in state if row[0] == "counted"]
    actual = _compare("counted", [row[3] for row in counted], records)
    actual += _compare("flushed", [n for row in state if row[0] == "flushed" for n in row[2]], records)
    actual += _compare("windows", [n for row in windows for n in row[1]], records)
    for key in range(KEYS):
        counts = sorted(row[2] for row in counted if row[1] == key)
        if counts != list(range(1, len(range(key, records, KEYS)) + 1)):
            actual.append(f"counts of key {key}: {counts}")
    chance = {row[3]: row[4] for row in counted}
    other = {n: x for row in windows for n, x in zip(row[1], row[2], strict=True)}
    if chance != other:
        actual.append("the two paths have seen different chances")
    return actual


def _compare(what: str, numbers: list[int], records: int) -> list[str]:
    seen = Counter(numbers)
    lost = [n for n in range(records) if n not in seen]
    twice = [n for n, times in seen.items() if times > 1]
    return [f"{what}: lost {lost}"] * bool(lost) + [f"{what}: twice {twice}"] * bool(twice)


def make_simulation(options: SimulationOptions, name: str, records: int = RECORDS, **settings: str) -> Simulation:
    env = StreamExecutionEnvironment.get_execution_environment()
    env.set_parallelism(2)
    configuration = env.get_configuration()
    for key, value in {"interval": "20ms", "incremental": "true", **settings}.items():
        configuration.set_string(f"execution.checkpointing.{key.replace('_', '-')}", value)
    configuration.set_string("restart-strategy.type", "fixed-delay")
    configuration.set_string("restart-strategy.fixed-delay.attempts", "1000")
    configuration.set_string("restart-strategy.fixed-delay.delay", "10ms")
    configuration.set_string("pipeline.auto-watermark-interval", "5ms")
    build(env, records, name)
    return Simulation(env.get_job_spec(clear=True), options)
