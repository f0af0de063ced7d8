"""Programs on Spark give what the in-process model gives."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from pyrite.common import TimestampAssigner, WatermarkStrategy
from pyrite.core.functions.functions import KeyedContext, RuntimeContext, TimerContext
from pyrite.datastream import KeyedProcessFunction, RuntimeExecutionMode, StreamExecutionEnvironment
from pyrite.datastream.state import ListStateDescriptor, MapStateDescriptor, ValueStateDescriptor
from pyrite.runtime.spark.spark_executor import SparkExecutor
from tests.dags import build, expected, random_program
from tests.spark.conftest import environment, ticks

MODES = [RuntimeExecutionMode.STREAMING, RuntimeExecutionMode.BATCH]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("program", [5, pytest.param(17, marks=pytest.mark.slow)])
def test_random_program_gives_what_the_model_gives(program: int, mode: RuntimeExecutionMode) -> None:
    nodes = random_program(program, size=5, max_parallelism=2)
    env = environment().set_runtime_mode(mode)
    build(env, nodes)
    master = SparkExecutor().submit(env.get_job_spec(clear=True))
    results: Counter[Any] = Counter()
    while (block := master.results.get(timeout=60)) is not None:
        results.update(block)
    records, calls = expected(nodes)
    assert results == records
    assert master.finished.result(10).get_all_accumulator_results().get("calls", 0) == calls


@dataclass(frozen=True)
class Reading:
    sensor: str
    time_ms: int


class ReadingTime(TimestampAssigner):
    def extract_timestamp(self, value: Reading, record_timestamp: int) -> int:
        return value.time_ms


class Echo(KeyedProcessFunction):
    """Uses all kinds of state, and event-time timers: tells each reading again 100 ms later, with those before it."""

    def open(self, runtime_context: RuntimeContext) -> None:
        self._left = runtime_context.get_state(ValueStateDescriptor("left"))
        self._times = runtime_context.get_list_state(ListStateDescriptor("times"))
        self._seen = runtime_context.get_map_state(MapStateDescriptor("seen"))

    def process_element(self, value: Reading, ctx: KeyedContext) -> None:
        self._left.update((self._left.value() or 0) + 1)
        self._times.add(value.time_ms)
        self._seen.put(value.time_ms, ctx.timestamp())
        ctx.timer_service().register_event_time_timer(value.time_ms + 100)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[tuple[str, int, list[int]]]:
        at: int = self._seen.get(timestamp - 100)  # type: ignore[assignment]
        yield ctx.get_current_key(), at, sorted(time for time in self._times.get() if time <= at)
        self._left.update((self._left.value() or 0) - 1)
        if self._left.value() == 0:
            for state in (self._left, self._times, self._seen):
                state.clear()


@pytest.mark.parametrize("mode", MODES)
def test_state_and_event_time_timers_give_the_same_in_both_modes(mode: RuntimeExecutionMode) -> None:
    env = environment().set_runtime_mode(mode)
    readings = [Reading("ab"[i % 2], t) for i, t in enumerate([0, 10, 50, 60, 300])]
    strategy = WatermarkStrategy.for_monotonous_timestamps().with_timestamp_assigner(ReadingTime())
    stream = env.from_collection(readings).assign_timestamps_and_watermarks(strategy)
    actual = stream.key_by(lambda reading: reading.sensor).process(Echo()).execute_and_collect()
    assert sorted(actual) == [
        ("a", 0, [0]),
        ("a", 50, [0, 50]),
        ("a", 300, [0, 50, 300]),
        ("b", 10, [10]),
        ("b", 60, [10, 60]),
    ]


@pytest.mark.parametrize("mode", MODES)
def test_reduce_emits_every_update_in_streaming_and_the_last_in_batch(mode: RuntimeExecutionMode) -> None:
    env = environment().set_runtime_mode(mode)
    records = [("a", 1), ("b", 10), ("a", 2), ("a", 3)]
    reduced = env.from_collection(records).key_by(lambda r: r[0]).reduce(lambda a, b: (a[0], a[1] + b[1]))
    updates = [("a", 1), ("a", 3), ("a", 6), ("b", 10)]
    last = [("a", 6), ("b", 10)]
    assert sorted(reduced.execute_and_collect()) == (last if mode is RuntimeExecutionMode.BATCH else updates)


class Alarm(KeyedProcessFunction):
    def process_element(self, value: int, ctx: KeyedContext) -> None:
        timers = ctx.timer_service()
        timers.register_processing_time_timer(timers.current_processing_time() + 50)

    def on_timer(self, timestamp: int, ctx: TimerContext) -> Iterator[str]:
        yield f"alarm of {ctx.get_current_key()}"


def test_processing_time_timer_fires_without_new_data(env: StreamExecutionEnvironment) -> None:
    alarms = ticks(env, rate=0.001, make=lambda number: "x").key_by(lambda value: value).process(Alarm())
    assert alarms.execute_and_collect(limit=1) == ["alarm of x"]


def test_print_and_logging_reach_the_user(env: StreamExecutionEnvironment, capfd: pytest.CaptureFixture[str]) -> None:
    def speak(value: int) -> int:
        print(f"printed {value}")
        logging.getLogger("mine").warning("logged %d", value)
        return value

    env.from_collection([1, 2]).map(speak).print().set_parallelism(1)
    env.execute()
    shown = capfd.readouterr()
    assert sorted(shown.out.splitlines()) == ["1", "2", "printed 1", "printed 2"]
    assert shown.err.count("logged") == 2


def test_record_of_100_megabytes_travels_in_parts(env: StreamExecutionEnvironment) -> None:
    big = env.from_collection([100_000_000]).map(lambda size: b"x" * size)
    lengths = big.key_by(lambda value: 1).map(lambda value: (len(value), value[:3]))
    assert lengths.execute_and_collect(limit=2) == [(100_000_000, b"xxx")]


def test_order_is_kept_from_one_sender_to_one_receiver(env: StreamExecutionEnvironment) -> None:
    numbers = env.from_sequence(0, 20_000).key_by(lambda n: n % 7).map(lambda n: n)
    seen: dict[tuple[int, bool], int] = {}
    for number in numbers.execute_and_collect():
        channel = (number % 7, number >= 10_000)
        assert number > seen.get(channel, -1)
        seen[channel] = number
    assert len(seen) == 14
